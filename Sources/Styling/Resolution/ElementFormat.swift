/// What there is to an element besides the style of its text; to nearly all there is nothing.
struct ElementFormat: Hashable, Sendable {
  /// True if it or an element around it has `display: none`.
  var isHidden = false

  /// Its box, where it has one inside the line.
  var box: InlineBox?

  /// What the sheet puts in front of its text.
  var before: GeneratedText?

  /// What the sheet puts behind its text.
  var after: GeneratedText?

  /// An element that is only text.
  static let plain = ElementFormat()
}

/// Text that a sheet puts into an element (CSS Pseudo 4 §4).
package struct GeneratedText: Hashable, Sendable {
  /// How it looks.
  package let node: StyleNodeID

  /// What it is.
  package let content: GeneratedContent
}
