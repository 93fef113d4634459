import Bytes
import Diagnostics

/// Reads TOML 1.0 as a list of values, each with its path of names.
///
/// An invalid line is reported and dropped. Numbers, dates and truth values stay text; repeated
/// keys are kept.
struct TOMLReader {
  /// The values in the order of the text.
  private(set) var entries: [ThemeEntry] = []
  private(set) var findings = DiagnosticLog()

  private let text: ThemeText
  private let bytes: [UInt8]
  private var position: Int
  /// The path of the current table.
  private var table: [String] = []
  private var tableCounts: [[String]: Int] = [:]

  init(_ text: ThemeText) {
    self.text = text
    bytes = text.bytes
    position = text.start
  }

  mutating func read() {
    while true {
      skipTrivia()
      guard let byte = peek else { return }
      let start = position
      let isFine = byte == UInt8(ascii: "[") ? readHeader() : readPair(in: table)
      guard isFine else {
        skipLine()
        continue
      }
      skipBlanks()
      if peek == UInt8(ascii: "#") { skipLine() }
      if let byte = peek, !byte.isLineEnd {
        findings.reject(position..<position + 1, "expected the end of the line")
        skipLine()
      }
      // Every step advances.
      if position == start { position += 1 }
    }
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Character) -> Bool {
    guard let byte = peek, byte == character.asciiValue else { return false }
    position += 1
    return true
  }

  /// Reports a missing character, and returns false.
  private mutating func expected(_ what: String) -> Bool {
    findings.reject(position..<position + 1, "expected \(what)")
    return false
  }

  // MARK: White space

  private mutating func skipBlanks() {
    while let byte = peek, byte.isBlank { position += 1 }
  }

  private mutating func skipLine() { while let byte = peek, !byte.isLineEnd { position += 1 } }

  private mutating func skipTrivia() {
    while let byte = peek {
      if byte.isASCIIWhitespace {
        position += 1
      } else if byte == UInt8(ascii: "#") {
        skipLine()
      } else {
        return
      }
    }
  }

  // MARK: Tables and keys

  /// Reads `[a.b]` or `[[a.b]]`.
  private mutating func readHeader() -> Bool {
    position += 1
    let isArray = take("[")
    guard var path = readKey() else { return false }
    guard take("]"), !isArray || take("]") else { return expected("']'") }
    if isArray {
      let count = tableCounts[path, default: 0]
      tableCounts[path] = count + 1
      path.append(String(count))
    }
    table = path
    return true
  }

  private mutating func readPair(in table: [String]) -> Bool {
    guard let key = readKey() else { return false }
    guard take("=") else { return expected("'='") }
    skipBlanks()
    return readValue(table + key)
  }

  /// Reads `a.'b c'."d"`; of very many names only the first are kept, as no theme is so deep.
  private mutating func readKey() -> [String]? {
    var names: [String] = []
    repeat {
      skipBlanks()
      let start = position
      let name: String
      if let byte = peek, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        guard let string = readString() else { return nil }
        name = string
      } else {
        while let byte = peek, byte.isASCIIDigit || byte.isASCIILetter || "-_".utf8.contains(byte) {
          position += 1
        }
        guard position > start else {
          _ = expected("a name")
          return nil
        }
        name = text.string(start..<position)
      }
      if names.count <= deepestThemePath { names.append(name) }
      skipBlanks()
    } while take(".")
    return names
  }

  // MARK: Values

  private struct Container {
    var isArray: Bool
    /// Number of names in its path.
    var depth: Int
    /// Number of values in it so far.
    var count = 0

    var end: Character { isArray ? "]" : "}" }
  }

  /// Reads a value with everything in it, without recursion.
  private mutating func readValue(_ path: [String]) -> Bool {
    var path = path
    var open: [Container] = []
    while true {
      if let byte = peek, byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        open.append(Container(isArray: byte == UInt8(ascii: "["), depth: path.count))
        position += 1
      } else {
        let start = position
        guard let scalar = readScalar() else { return false }
        if path.count <= deepestThemePath {
          entries.append(ThemeEntry(path: path, text: scalar, range: start..<position))
        }
      }
      // On to the next value of the innermost array or table, past those that end here.
      while true {
        guard let container = open.last else { return true }
        path.removeLast(path.count - container.depth)
        skipTrivia()
        if take(container.end) {
          open.removeLast()
          continue
        }
        if container.count > 0 {
          guard take(",") else { return expected("',' or '\(container.end)'") }
          skipTrivia()
          if take(container.end) {
            open.removeLast()
            continue
          }
        }
        if container.isArray {
          path.append(String(container.count))
        } else {
          guard let key = readKey() else { return false }
          guard take("=") else { return expected("'='") }
          skipBlanks()
          path += key
        }
        open[open.count - 1].count += 1
        break
      }
    }
  }

  /// Reads a string and decodes it, or the text of any other value.
  private mutating func readScalar() -> String? {
    if let byte = peek, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      return readString()
    }
    let start = position
    while let byte = peek, !byte.isLineEnd, !",]}#".utf8.contains(byte) { position += 1 }
    let range = text.trimmed(start..<position)
    position = max(start, range.upperBound)
    guard !range.isEmpty else {
      _ = expected("a value")
      return nil
    }
    return text.string(range)
  }

  /// Reads a string in one of the four kinds of quotes; nil if it is not closed.
  private mutating func readString() -> String? {
    let start = position
    let quote = bytes[position]
    let isRaw = quote == UInt8(ascii: "'")
    let isLong = bytes[position...].starts(with: [quote, quote, quote])
    position += isLong ? 3 : 1
    if isLong {
      // A line end right after the quotes is none of the string's.
      if peek == 0x0D { position += 1 }
      if peek == 0x0A { position += 1 }
    }
    var decoded: [UInt8] = []
    while let byte = peek {
      if !isLong, byte.isLineEnd { break }
      if byte == quote, !isLong || bytes[position...].starts(with: [quote, quote, quote]) {
        position += isLong ? 3 : 1
        // The last three of up to five quotes close.
        for _ in 0..<2 where isLong && peek == quote {
          decoded.append(quote)
          position += 1
        }
        return String(decoding: decoded, as: UTF8.self)
      }
      position += 1
      if byte == UInt8(ascii: "\\"), !isRaw {
        readEscape(into: &decoded)
      } else {
        decoded.append(byte)
      }
    }
    findings.reject(start..<position, "string is not closed")
    return nil
  }

  private mutating func readEscape(into decoded: inout [UInt8]) {
    guard let byte = peek else { return }
    let start = position - 1
    position += 1
    switch byte {
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "e"): decoded.append(0x1B)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): decoded.append(byte)
    case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"):
      let length = byte == UInt8(ascii: "x") ? 2 : byte == UInt8(ascii: "u") ? 4 : 8
      var number: UInt32 = 0
      for _ in 0..<length {
        guard let digit = peek?.hexadecimalValue else {
          return findings.reject(start..<position + 1, "expected \(length) hexadecimal digits")
        }
        number = number << 4 | UInt32(digit)
        position += 1
      }
      decoded.append(Unicode.Scalar(orReplacement: number))
    case _ where byte.isASCIIWhitespace:
      // A backslash at the end of a line removes the white space after it.
      while let next = peek, next.isASCIIWhitespace { position += 1 }
    default:
      findings.reject(start..<position, "TOML has no escape '\(text.string(start..<position))'")
    }
  }
}
