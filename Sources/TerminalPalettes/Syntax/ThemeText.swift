import Bytes
import Diagnostics

/// The bytes of a theme file, and what readers of lines ask of them.
struct ThemeText: Sendable {
  let source: SourceText
  let bytes: [UInt8]

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  /// Start offset of the text: past a byte order mark.
  var start: Int { source.start }

  /// The lines without their endings and without white space around them, empty ones left out.
  var lines: Lines { Lines(text: self, position: start) }

  struct Lines: Sequence, IteratorProtocol {
    let text: ThemeText
    var position: Int

    mutating func next() -> Range<Int>? {
      while position < text.bytes.count {
        let start = position
        while position < text.bytes.count, !text.bytes[position].isLineEnd { position += 1 }
        let line = text.trimmed(start..<position)
        position += 1
        if !line.isEmpty { return line }
      }
      return nil
    }
  }

  /// A range without the white space at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high, bytes[low].isASCIIWhitespace { low += 1 }
    while high > low, bytes[high - 1].isASCIIWhitespace { high -= 1 }
    return low..<high
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The two sides of the first separator in a range, trimmed; nil where there is none.
  func split(
    _ range: Range<Int>, where isSeparator: (UInt8) -> Bool
  ) -> (key: Range<Int>, value: Range<Int>)? {
    guard let index = range.first(where: { isSeparator(bytes[$0]) }) else { return nil }
    return (trimmed(range.lowerBound..<index), trimmed(index + 1..<range.upperBound))
  }

  func split(_ range: Range<Int>, at separator: Character) -> (key: Range<Int>, value: Range<Int>)?
  {
    let byte = separator.asciiValue
    return split(range) { $0 == byte }
  }

  /// A value without a comment that white space and `#` begin.
  func withoutComment(_ range: Range<Int>) -> Range<Int> {
    for index in range.dropFirst()
    where bytes[index] == UInt8(ascii: "#") && bytes[index - 1].isASCIIWhitespace {
      return trimmed(range.lowerBound..<index)
    }
    return range
  }
}

/// A value in a file with some structure: the names that lead to it and what it says.
struct ThemeEntry {
  /// Names of tables and keys, from the outside; places in arrays are numbers.
  var path: [String]
  /// A string without its quotes, or whatever else is written.
  var text: String
  /// Range of the entry.
  var range: Range<Int>
}

/// Deeper values are read and forgotten: no theme has any.
let deepestThemePath = 16

extension UInt8 {
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }

  /// The number of a palette entry: digits alone, where Swift's own would take a sign.
  init?(digits: some StringProtocol, radix: Int = 10) {
    guard digits.first != "+", digits.first != "-" else { return nil }
    self.init(digits, radix: radix)
  }
}
