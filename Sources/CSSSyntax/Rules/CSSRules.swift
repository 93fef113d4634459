public import Diagnostics

/// What a stylesheet consists of, before anyone asks what its names and values mean.
public struct CSSStylesheetSyntax: Sendable {
  /// The rules in the order in which they were written.
  public let rules: [CSSRule]

  /// All comments, also those within preludes and values.
  public let comments: [SourceComment]

  /// What was wrong with the syntax, in the order of the text.
  public let diagnostics: [Diagnostic]
}

/// A rule of a stylesheet: CSS Syntax §5.2.
public enum CSSRule: Sendable {
  /// A selector and a block.
  case qualified(CSSQualifiedRule)

  /// `@name`, and up to `;` or with a block.
  case at(CSSAtRule)
}

/// A rule that starts with a selector.
public struct CSSQualifiedRule: Sendable {
  /// What stands before the block, without the white space around it; may be empty.
  public let prelude: CSSText

  /// What stands between the braces.
  public let block: CSSBlock
}

/// A rule that starts with `@`.
public struct CSSAtRule: Sendable {
  /// The name without `@`, in lower case, such as `media`.
  public let name: String

  /// Where the name stands, its `@` included.
  public let nameRange: SourceRange

  /// What stands between the name and the block or `;`, without the white space around it.
  public let prelude: CSSText

  /// What stands between the braces; nil when the rule ended with `;`.
  public let block: CSSBlock?
}

/// The declarations and rules between two braces, or of a `style` attribute.
public struct CSSBlock: Sendable {
  /// Declarations and nested rules in the order in which they were written.
  public let items: [CSSBlockItem]

  /// Where the block stands, its braces included.
  public let range: SourceRange
}

/// A declaration or a rule, which may come in any order within a block (CSS Nesting).
public enum CSSBlockItem: Sendable {
  /// `color: red`
  case declaration(CSSDeclaration)

  /// A nested rule.
  case rule(CSSRule)
}

/// A property and its value.
public struct CSSDeclaration: Sendable {
  /// The name; in lower case, unless it is that of a custom property (`--Name`).
  public let name: String

  /// The value without the white space around it and without `!important`.
  ///
  /// Only that of a custom property can be empty. Strings, URLs and brackets are whole in it.
  public let value: CSSText

  /// Whether `!important` stands after the value.
  public let isImportant: Bool

  let start: Int
  let nameEnd: Int
  let end: Int

  /// Where the name stands.
  public var nameRange: SourceRange { value.place(of: start..<nameEnd) }

  /// The name as it was written.
  public var nameText: CSSText { value.sibling(start..<nameEnd) }

  /// Where the declaration stands, `!important` included, `;` not.
  public var range: SourceRange { value.place(of: start..<end) }
}
