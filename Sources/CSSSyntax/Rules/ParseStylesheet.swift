package import Diagnostics

/// Reads a stylesheet: *parse a stylesheet*, CSS Syntax §5.3.3.
///
/// What is wrong is left out as that section says, and noted; everything else is in the result. Time
/// and memory grow with the length of the input and with nothing else.
/// - Parameter source: UTF-8, possibly broken; a byte order mark is skipped.
/// - Returns: Rules, comments and findings.
package func parseStylesheet(_ source: SourceText) -> CSSStylesheetSyntax {
  let start = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  let text = CSSText(source: source, range: start..<source.bytes.count)
  var parser = CSSParser(text, context: .stylesheet)
  parser.parse()
  parser.reportInvalidUTF8()
  return CSSStylesheetSyntax(
    rules: parser.rules, comments: parser.comments, diagnostics: parser.findings.finish())
}

/// Reads the value of a `style` attribute: *parse a block's contents*, CSS Syntax §5.3.
///
/// It ends at a `}` that closes nothing.
/// - Parameter text: Declarations with `;` between them.
/// - Returns: The declarations, and whatever rules are nested among them; and the findings.
package func parseDeclarations(_ text: CSSText) -> (block: CSSBlock, diagnostics: [Diagnostic]) {
  var parser = CSSParser(text, context: .block)
  parser.parse()
  return (CSSBlock(items: parser.items, text: text), parser.findings.finish())
}

extension CSSParser {
  /// Warns of bytes that are not UTF-8: a sheet in an older encoding has other names than it seems.
  fileprivate mutating func reportInvalidUTF8() {
    let bytes = text.bytes
    var index = text.range.lowerBound
    while index < bytes.count {
      guard bytes[index] >= 0x80 else {
        index = endOfASCII(from: index, in: bytes)
        continue
      }
      let scalar = decodeScalar(at: index, end: bytes.count, in: bytes)
      if !scalar.isWellFormed {
        findings.add(
          .warning, .invalidUTF8, at: index..<index + 1, "this is not UTF-8; it is read as U+FFFD")
      }
      index += scalar.length
    }
  }

  /// The offset of the next byte that is no ASCII character.
  private func endOfASCII(from start: Int, in bytes: [UInt8]) -> Int {
    var index = start
    // Eight at a time; most sheets have nothing else.
    let raw = bytes.span.bytes
    while index + 8 <= bytes.count,
      raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      index += 8
    }
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    return index
  }
}
