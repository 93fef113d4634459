import Bytes
package import Diagnostics

/// Reads a stylesheet: *parse a stylesheet*, CSS Syntax §5.3.3.
///
/// What is wrong is left out as that section says, and noted; everything else is in the result.
/// Time and memory grow with the length of the input and with nothing else.
/// - Parameter source: UTF-8, possibly broken; a byte order mark is skipped.
/// - Returns: Rules, comments and findings.
package func parseStylesheet(_ source: SourceText) -> CSSStylesheetSyntax {
  let text = CSSText(source: source, range: source.start..<source.bytes.count)
  var parser = CSSParser(text, context: .stylesheet)
  parser.parse()
  parser.reportInvalidUTF8()
  return CSSStylesheetSyntax(
    rules: parser.rules, comments: parser.comments, diagnostics: parser.findings.finish(text))
}

/// Reads the value of a `style` attribute: *parse a block's contents*, CSS Syntax §5.3.
///
/// It ends at a `}` that closes nothing.
/// - Parameter text: Declarations with `;` between them.
/// - Returns: The declarations, and whatever rules are nested among them; and the findings.
package func parseDeclarations(_ text: CSSText) -> (block: CSSBlock, diagnostics: [Diagnostic]) {
  var parser = CSSParser(text, context: .block)
  parser.parse()
  return (CSSBlock(items: parser.items, text: text), parser.findings.finish(text))
}

extension CSSParser {
  /// Warns of bytes that are not UTF-8: a sheet in an older encoding has other names than it seems.
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
          "this is not UTF-8; it is read as U+FFFD")
      }
      index += scalar.length
    }
  }
}
