/// Alignment of lines in a block: CSS Text 3 §7.1, and the natural one of UIKit.
///
/// ```swift
/// print(try TextAlignment.convert("NSTextAlignmentJustified") == .justify)  // true
/// ```
package enum TextAlignment: String, CaseIterable, Hashable, Sendable {
  case left
  case right
  case center
  case justify
  /// At the edge where lines start in the language of the text.
  case start
  /// At the edge where lines end in the language of the text.
  case end
  /// At the edge that the language of the text prefers.
  case natural
}

extension TextAlignment: StyleEnumeration {
  package static var qualifiers: [String] {
    ["NSTextAlignment", "UITextAlignment", "TextAlignment"]
  }

  /// UIKit says justified.
  package static var aliases: [(name: String, value: TextAlignment)] { [("justified", .justify)] }
}

/// Treatment of text that is wider than its block.
///
/// ```swift
/// print(try LineBreakMode.convert("NSLineBreakByTruncatingTail") == .truncateTail)  // true
/// ```
package enum LineBreakMode: String, CaseIterable, Hashable, Sendable {
  /// It is cut at the edge.
  case clip
  /// It ends in an ellipsis.
  case ellipsis
  /// It goes on in the next line, at a word.
  case wordWrap = "wordwrap"
  /// It goes on in the next line, at any character.
  case charWrap = "charwrap"
  /// An ellipsis stands for its start.
  case truncateHead = "truncatehead"
  /// An ellipsis stands for its end.
  case truncateTail = "truncatetail"
  /// An ellipsis stands for its middle.
  case truncateMiddle = "truncatemiddle"
}

extension LineBreakMode: StyleEnumeration {
  package static var qualifiers: [String] {
    ["NSLineBreakBy", "NSLineBreakMode", "UILineBreakMode", "LineBreakMode"]
  }

  /// The words as they stand in `NSLineBreakByTruncatingTail`.
  package static var aliases: [(name: String, value: LineBreakMode)] {
    [
      ("clipping", .clip), ("byClipping", .clip),
      ("wordWrapping", .wordWrap), ("byWordWrapping", .wordWrap),
      ("charWrapping", .charWrap), ("byCharWrapping", .charWrap),
      ("characterWrap", .charWrap),
      ("truncatingHead", .truncateHead), ("byTruncatingHead", .truncateHead),
      ("headTruncation", .truncateHead),
      ("truncatingTail", .truncateTail), ("byTruncatingTail", .truncateTail),
      ("tailTruncation", .truncateTail),
      ("truncatingMiddle", .truncateMiddle), ("byTruncatingMiddle", .truncateMiddle),
      ("middleTruncation", .truncateMiddle),
    ]
  }
}
