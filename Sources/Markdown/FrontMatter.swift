import Bytes

/// YAML or TOML before a document, which is dropped.
///
/// As `---` is also a thematic break, the line behind it has to look like a key, and the end has to
/// follow. Otherwise the lines are read again as Markdown.
struct FrontMatter {
  enum Use {
    /// It is Markdown.
    case text
    /// It may belong to front matter.
    case held
    /// The held lines are Markdown, with this one.
    case again([UInt8])
  }

  /// Most bytes of front matter.
  private static let longest = 1 << 16

  private var isExpected: Bool

  /// The byte of its first line.
  private var fence: UInt8 = 0

  /// The held lines, and their number.
  private var lines: [UInt8] = []
  private var lineCount = 0

  init(isExpected: Bool) { self.isExpected = isExpected }

  var isHolding: Bool { lineCount > 0 }

  mutating func stopExpecting() { isExpected = false }

  mutating func read(_ line: Span<UInt8>, _ range: Range<Int>) -> Use {
    guard isExpected || lineCount > 0 else { return .text }
    var isHeld = true
    if isExpected {
      isExpected = false
      guard let byte = line.fenceByte(range) else { return .text }
      fence = byte
    } else if lineCount == 1 {
      isHeld = line.isKey(range, fence == 0x2B ? 0x3D : 0x3A)
    } else if line.fenceByte(range) == fence || fence == 0x2D && line.isEnd(range) {
      _ = finish()
      return .held
    }
    lineCount += 1
    lines.append(range, of: line)
    lines.append(0x0A)
    return isHeld && lines.count < Self.longest ? .held : .again(finish())
  }

  /// Ends the document, and returns held lines, which are no front matter.
  mutating func finish() -> [UInt8] {
    defer { lines = [] }
    lineCount = 0
    return lines
  }
}

extension Span<UInt8> {
  /// The byte of a line `---` or `+++`; nil for other lines.
  fileprivate func fenceByte(_ range: Range<Int>) -> UInt8? {
    let end = trimmedEnd(from: range.lowerBound, to: range.upperBound)
    guard end - range.lowerBound == 3, let byte = range.first.map({ self[$0] }),
      byte == 0x2D || byte == 0x2B, runEnd(of: byte, from: range.lowerBound, to: end) == end
    else { return nil }
    return byte
  }

  /// True for `...`.
  fileprivate func isEnd(_ range: Range<Int>) -> Bool {
    trimmedEnd(from: range.lowerBound, to: range.upperBound) - range.lowerBound == 3
      && hasBytes("...", at: range.lowerBound, before: range.upperBound)
  }

  /// True for a line `key: value`, `key = value`, or, in TOML, `[table]` or `# comment`.
  fileprivate func isKey(_ range: Range<Int>, _ separator: UInt8) -> Bool {
    guard let first = range.first else { return false }
    // A number sign behind `---` is a heading.
    if separator == 0x3D, self[first] == 0x23 || self[first] == 0x5B { return true }
    var offset = first
    while offset < range.upperBound, self[offset].isKeyByte { offset += 1 }
    guard offset > first else { return false }
    if separator == 0x3D { offset = skipBlanks(from: offset, to: range.upperBound) }
    return has(separator, at: offset, before: range.upperBound)
      && (separator == 0x3D || isBlankOrEnd(at: offset + 1, before: range.upperBound))
  }
}

extension UInt8 {
  fileprivate var isKeyByte: Bool {
    isASCIILetter || isASCIIDigit || self == 0x2D || self == 0x5F || self == 0x2E || self == 0x22
      || self == 0x27
  }
}
