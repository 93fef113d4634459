package import Diagnostics

/// A JSON document with order, positions and duplicates kept, and everything found wrong with it.
///
/// It accepts what RFC 8259 accepts, and notes comments (`//`, `/* */`) and trailing commas, which
/// many dictionaries have. After an error it reads on, so that one mistake costs one member and not
/// the sheet: without error findings the document is what its author wrote.
package struct JSONDocument: Sendable {
  /// The input.
  package let source: SourceText

  /// The value; nil when there was none to be read.
  package let root: JSONNode?

  /// Findings about the document, in the order of the text.
  package let diagnostics: [Diagnostic]

  /// All comments in the order of the text.
  package let comments: [SourceComment]

  /// The whole input; parts of it share its bytes.
  private let text: CSSText

  /// Reads a document; time and memory grow with its length and nothing else.
  /// - Parameter source: UTF-8, possibly broken; a byte order mark is skipped.
  package init(_ source: SourceText) {
    let text = CSSText(source: source, range: 0..<source.bytes.count)
    var reader = JSONReader(text)
    reader.read()
    if reader.leavesOpen {
      // A bracket is missing. The lines may show where, and then less is lost.
      var careful = JSONReader(text, trustsIndentation: true)
      careful.read()
      let isBetter = careful.findings.errorCount <= reader.findings.errorCount
      if careful.usedIndentation, isBetter { reader = careful }
    }
    self.source = source
    self.text = text
    root = reader.root
    diagnostics = reader.findings.finish(text)
    comments = reader.comments
  }

  /// A string with its escapes decoded; invalid UTF-8 and lone surrogates are U+FFFD.
  package func string(_ string: JSONString) -> String {
    guard string.hasEscapes else {
      return String(decoding: source.bytes[string.contents], as: UTF8.self)
    }
    return String(decoding: decodeJSONEscapes(source.bytes[string.contents]), as: UTF8.self)
  }

  /// A string as CSS text: a part of the source where it has no escapes, else decoded.
  package func text(_ string: JSONString) -> CSSText {
    guard string.hasEscapes else { return text.part(string.contents) }
    return CSSText(
      decoded: decodeJSONEscapes(source.bytes[string.contents]), source: source,
      sourceRange: string.contents)
  }

  /// A value as CSS text: the contents of a string, and anything else as it was written.
  package func text(_ node: JSONNode) -> CSSText {
    guard case .string(let string) = node.value else { return text.part(node.range) }
    return text(string)
  }

  /// Returns the place of a range of the document.
  /// - Parameter range: The range, such as that of a node or a string.
  /// - Returns: The place to name in a diagnostic.
  package func place(of range: Range<Int>) -> SourceRange { SourceRange(source, range) }
}
