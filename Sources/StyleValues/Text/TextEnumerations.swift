/// The alignment of lines in a block: CSS Text 3 §7.1, and the natural one of UIKit.
///
/// ```swift
/// print(try TextAlignment.convert("NSTextAlignmentJustified") == .justify)  // true
/// ```
package enum TextAlignment: String, CaseIterable, Hashable, Sendable {
  case left, right, center, justify
  /// At the start of lines in the language of the text.
  case start
  /// At the end of lines in the language of the text.
  case end
  /// At the preferred edge of the language of the text.
  case natural
}

extension TextAlignment: StyleEnumeration {
  package static var qualifiers: [String] {
    ["NSTextAlignment", "UITextAlignment", "TextAlignment"]
  }

  package static var aliases: [(name: String, value: TextAlignment)] { [("justified", .justify)] }
}

/// Treatment of text that is wider than its block.
///
/// ```swift
/// print(try LineBreakMode.convert("NSLineBreakByTruncatingTail") == .truncateTail)  // true
/// ```
package enum LineBreakMode: String, CaseIterable, Hashable, Sendable {
  /// Cut at the edge.
  case clip
  /// Ends in an ellipsis.
  case ellipsis
  /// Continues in the next line, at a word.
  case wordWrap = "wordwrap"
  /// Continues in the next line, at any character.
  case charWrap = "charwrap"
  /// An ellipsis replaces its start.
  case truncateHead = "truncatehead"
  /// An ellipsis replaces its end.
  case truncateTail = "truncatetail"
  /// An ellipsis replaces its middle.
  case truncateMiddle = "truncatemiddle"
}

extension LineBreakMode: StyleEnumeration {
  package static var qualifiers: [String] {
    ["NSLineBreakBy", "NSLineBreakMode", "UILineBreakMode", "LineBreakMode"]
  }

  /// The names in `NSLineBreakByTruncatingTail`.
  package static var aliases: [(name: String, value: LineBreakMode)] {
    [
      ("clipping", .clip), ("byClipping", .clip), ("wordWrapping", .wordWrap),
      ("byWordWrapping", .wordWrap), ("charWrapping", .charWrap), ("byCharWrapping", .charWrap),
      ("characterWrap", .charWrap), ("truncatingHead", .truncateHead),
      ("byTruncatingHead", .truncateHead), ("headTruncation", .truncateHead),
      ("truncatingTail", .truncateTail), ("byTruncatingTail", .truncateTail),
      ("tailTruncation", .truncateTail), ("truncatingMiddle", .truncateMiddle),
      ("byTruncatingMiddle", .truncateMiddle), ("middleTruncation", .truncateMiddle),
    ]
  }
}
