import Bytes
package import Diagnostics

/// Rules of a stylesheet, before their names and values are interpreted.
package struct CSSStylesheetSyntax: Sendable {
  package let rules: [CSSRule]

  /// All comments, also those within preludes and values.
  package let comments: [SourceComment]

  /// Findings about the syntax, in the order of the text.
  package let diagnostics: [Diagnostic]
}

/// A rule of a stylesheet: CSS Syntax §5.2.
package enum CSSRule: Sendable {
  case qualified(CSSQualifiedRule)

  /// A rule `@name` up to `;` or with a block.
  case at(CSSAtRule)
}

/// A rule that starts with a selector.
package struct CSSQualifiedRule: Sendable {
  /// Text before the block, without the white space around it; may be empty.
  package let prelude: CSSText

  /// Contents of the block between the braces.
  package let block: CSSBlock
}

/// A rule that starts with `@`.
package struct CSSAtRule: Sendable {
  let keyword: CSSText

  /// Text between the name and the block or `;`, without the white space around it.
  package let prelude: CSSText

  /// Contents of the block between the braces; nil if the rule ends with `;`.
  package let block: CSSBlock?

  /// The name without `@`, in lower case, such as `media`.
  package var name: String { decodedName(keyword).lowercasedASCII }

  /// Range of the name, its `@` included.
  package var nameRange: SourceRange { keyword.location }
}

/// The declarations and rules between two braces, or of a `style` attribute.
package struct CSSBlock: Sendable {
  package let items: [CSSBlockItem]

  let text: CSSText

  /// True if its text was skipped, and it has no items.
  package var isUnread = false

  /// The block with its items, whether its text was skipped or not.
  package var read: CSSBlock {
    isUnread
      ? parseDeclarations(text.slice(text.range.lowerBound + 1..<text.range.upperBound - 1)).block
      : self
  }

  /// Range of the block, its braces included.
  package var range: SourceRange { text.location }
}

/// A declaration or a rule, which may come in any order within a block (CSS Nesting).
package enum CSSBlockItem: Sendable {
  case declaration(CSSDeclaration)

  /// A nested rule, indirect so that it does not make declarations larger.
  indirect case rule(CSSRule)
}

/// A property and its value.
///
/// A large sheet has hundreds of thousands: it stores only offsets.
package struct CSSDeclaration: Sendable {
  /// The value without the white space around it and without `!important`.
  ///
  /// Only that of a custom property can be empty. Strings, URLs and brackets are whole in it.
  package let value: CSSText

  private let start: UInt32
  private let nameEnd: UInt32
  private let end: UInt32

  /// True if `!important` is after the value.
  package let isImportant: Bool

  init(value: CSSText, name: Range<Int>, end: Int, isImportant: Bool) {
    self.value = value
    self.isImportant = isImportant
    start = UInt32(truncatingIfNeeded: name.lowerBound)
    nameEnd = UInt32(truncatingIfNeeded: name.upperBound)
    self.end = UInt32(truncatingIfNeeded: end)
  }

  /// The name; in lower case, unless it is that of a custom property (`--Name`).
  package var name: String {
    let name = decodedName(nameText)
    return name.isCustomPropertyName ? name : name.lowercasedASCII
  }

  /// The name as it was written.
  package var nameText: CSSText { value.sibling(Int(start)..<Int(nameEnd)) }

  package var nameRange: SourceRange { value.location(of: Int(start)..<Int(nameEnd)) }

  /// Range of the declaration, `!important` included, `;` not.
  package var range: SourceRange { value.location(of: Int(start)..<Int(end)) }
}

/// The name of the only token of a text.
private func decodedName(_ text: CSSText) -> String {
  var tokenizer = CSSTokenizer(text)
  return tokenizer.name(of: tokenizer.next())
}

/// Reads a stylesheet: *parse a stylesheet*, CSS Syntax §5.3.3.
///
/// Invalid parts are left out as that section says, and reported; all others are in the result.
/// Time and memory grow only with the length of the input.
/// - Parameters:
///   - source: UTF-8, possibly broken; a byte order mark is skipped.
///   - unread: Name of an at-rule whose blocks are skipped, in a stylesheet that is known to be
///     valid.
/// - Returns: Rules, comments and findings.
package func parseStylesheet(
  _ source: SourceText, leaving unread: StaticString? = nil
) -> CSSStylesheetSyntax {
  let text = CSSText(source: source, range: source.start..<source.bytes.count)
  var parser = CSSParser(text, context: .stylesheet)
  parser.unread = unread
  parser.parse()
  parser.reportInvalidUTF8()
  return CSSStylesheetSyntax(
    rules: parser.rules, comments: parser.comments, diagnostics: parser.findings.finish(text))
}

/// Reads the value of a `style` attribute: *parse a block's contents*, CSS Syntax §5.3.
///
/// It ends at an unmatched `}`.
/// - Returns: The declarations, with the rules nested among them; and the findings.
package func parseDeclarations(_ text: CSSText) -> (block: CSSBlock, diagnostics: [Diagnostic]) {
  var parser = CSSParser(text, context: .block)
  parser.parse()
  return (CSSBlock(items: parser.items, text: text), parser.findings.finish(text))
}

extension CSSParser {
  /// Reports invalid UTF-8: a sheet in an older encoding has other names than it seems.
  fileprivate mutating func reportInvalidUTF8() {
    let bytes = text.bytes
    let ascii = SIMD16<UInt8>(repeating: 0x80)
    var index = text.range.lowerBound
    while true {
      // Most sheets have nothing else.
      index = bytes.span.firstOffset(from: index, to: bytes.count) { $0 .>= ascii }
      guard index < bytes.count else { return }
      let scalar = bytes.span.scalar(at: index, before: bytes.count)
      if scalar.form != .wellFormed {
        findings.add(
          .warning, .invalidUTF8, at: index..<index + scalar.length,
          "invalid UTF-8 is read as U+FFFD")
      }
      index += scalar.length
    }
  }
}
