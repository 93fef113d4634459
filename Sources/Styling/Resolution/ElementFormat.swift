/// Format of an element besides the style of its text; nearly all elements have none.
struct ElementFormat: Hashable, Sendable {
  /// True if it or an element around it has `display: none`.
  var isHidden = false

  /// Its box, where it has one inside the line.
  var box: InlineBox?

  /// Content that the sheet puts before its text.
  var before: GeneratedText?

  /// Content that the sheet puts after its text.
  var after: GeneratedText?

  /// An element that is only text.
  static let plain = ElementFormat()
}

/// Text that a sheet puts into an element (CSS Pseudo 4 §4).
package struct GeneratedText: Hashable, Sendable {
  /// Node with the style of the content.
  package let node: StyleNodeID

  /// Strings and attributes of the content.
  package let content: GeneratedContent
}
