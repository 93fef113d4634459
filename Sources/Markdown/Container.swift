/// An open block that contains other blocks.
struct Container {
  enum Kind {
    case document
    case blockQuote
    case bulletList
    case orderedList
    case item
    case footnote
  }

  let kind: Kind

  /// True for a block quote, and inside one.
  var isInQuote = false

  /// Bullet or delimiter of a list.
  var marker: UInt8 = 0

  /// Column where the content of an item starts.
  var contentIndent = 0

  /// True if there are blank lines between the parts of a list.
  var isLoose = false

  /// Index of a list in its document.
  var ordinal = 0

  /// True if it has a block, or a paragraph that may be definitions only.
  var hasChild = false

  var hasBlock = false

  /// True if the last block in it was followed by a blank line.
  var endsInBlankLine = false

  var isList: Bool { kind == .bulletList || kind == .orderedList }

  var isListOrItem: Bool { isList || kind == .item }

  var element: MarkdownElement {
    switch kind {
    case .document, .blockQuote: .blockQuote
    case .bulletList: .bulletList
    case .orderedList: .orderedList
    case .item: .listItem
    case .footnote: .footnote
    }
  }
}

/// The open block that contains text.
enum Leaf: Equatable {
  case none
  case paragraph
  case fencedCode(Fence)
  case indentedCode
  case html(HTMLBlockEnd)
  case table
}

/// The part of a line that is still open, for input that stops in the middle of a line.
enum OpenLine: Equatable {
  case none
  case paragraph
  case heading(Int)
  case code
}

/// Extensions of CommonMark, and options of the reader.
package struct MarkdownOptions: Sendable {
  /// True if YAML or TOML at the very start is left out.
  package var hasFrontMatter = true

  /// True if cells beyond the columns of their table are kept, which GitHub drops.
  package var keepsExtraCells = false

  /// True for the additions of GitHub: tables, strikethrough, tasks, bare addresses, alerts,
  /// footnotes and formulas.
  package var hasExtensions = true

  package init() {}
}
