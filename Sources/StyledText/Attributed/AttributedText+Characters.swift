import Bytes
import Styling

extension AttributedText {
  /// Moves the starts of runs to the starts of characters.
  ///
  /// A style that changes in the middle of a character applies from the next one on, so that a
  /// mark in a span of its own keeps the style of its letter. Only hidden and visible text never
  /// share a character: what is hidden would show, or the other way round.
  mutating func moveRunsToCharacters() {
    var moved: [RunRecord] = []
    moved.reserveCapacity(records.count)
    let borders = certainBorders
    var next = 0
    for (index, record) in records.enumerated() {
      var record = record
      while next < borders.count, borders[next] <= record.start { next += 1 }
      let part =
        (next > 0 ? borders[next - 1] : 0)..<(next < borders.count ? borders[next] : bytes.count)
      if record.start > part.lowerBound, !isPlainBorder(at: record.start) {
        record.start = characterBorder(from: record.start, in: part)
      }
      let end = index + 1 < records.count ? records[index + 1].start : bytes.count
      guard record.start < end else { continue }
      if let last = moved.last, last.span == record.span {
        // A later markup in the same text may begin at a smaller offset.
        let end = max(last.source.upperBound, record.source.upperBound)
        moved[moved.count - 1].source = last.source.lowerBound..<end
      } else {
        moved.append(record)
      }
    }
    records = moved
  }

  /// Offsets of certain borders between characters, in order: edges of boxes, and changes between
  /// hidden and visible text.
  private var certainBorders: [Int] {
    var borders = boxes.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
    var wasHidden = false
    for record in records {
      let isHidden = spans[Int(record.span)].content.style.visibility == .hidden
      if isHidden != wasHidden { borders.append(record.start) }
      wasHidden = isHidden
    }
    return borders.sorted()
  }

  /// True if there is a border between characters for sure, without asking Unicode.
  private func isPlainBorder(at offset: Int) -> Bool {
    if bytes[offset] < 0x80, bytes[offset - 1] < 0x80 { return true }
    var start = offset - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return Self.isPlainBorder(
      between: bytes.span.scalar(at: start, before: offset).value,
      and: bytes.span.scalar(at: offset, before: bytes.count).value)
  }

  /// True if two scalars never make one character, whatever stands around them.
  ///
  /// UAX #29: nothing joins on to a letter, a sign or an ideograph of these ranges but Prepend,
  /// which is in U+0600...U+0FFF and U+11000...U+11FFF, and ZWJ before a picture. Variation
  /// selectors, keycaps and colours of skin are not in them.
  package static func isPlainBorder(between before: UInt32, and after: UInt32) -> Bool {
    let neverPrepends =
      before < 0x600 || (0x1000...0xFFFF).contains(before) || before >= 0x12000
    switch after {
    case 0x20..<0x300, 0x370..<0x483, 0x2010..<0x2028, 0x2030..<0x2060, 0x2190..<0x2C00,
      0x3041..<0x3097, 0x30A1..<0x30FB, 0x3400..<0xA000, 0xFB00..<0xFB07, 0x1F300..<0x1F3FB,
      0x1F400..<0x1FB00:
      return neverPrepends && before != 0x200D
    default: return false
    }
  }

  /// Bytes of text around an offset that are searched for a border.
  private static let reach = 128

  /// The first border between characters at an offset or behind it, in a part of the text that ends
  /// at borders.
  private func characterBorder(from offset: Int, in part: Range<Int>) -> Int {
    var start = max(part.lowerBound, offset - Self.reach)
    while start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 }
    // A line feed is a border; nothing before it matters.
    if let line = bytes[start..<offset].lastIndex(of: 0x0A) { start = line }
    var end = min(part.upperBound, offset + Self.reach)
    while end < part.upperBound, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let window = String(decoding: bytes[start..<end], as: UTF8.self)
    var border = start
    var joiner = Joiner()
    for character in window {
      if border >= offset, !joiner.takesNext { return border }
      border += character.utf8.count
      joiner.pass(character)
    }
    return border
  }

  /// Follows what U+200D takes into the cells of the character before, joined to it or not: the
  /// code point behind it, unless it stands behind a virama.
  private struct Joiner {
    private(set) var takesNext = false

    mutating func pass(_ character: Character) {
      var isAfterVirama = false
      for scalar in character.unicodeScalars {
        takesNext = !takesNext && scalar == "\u{200D}" && !isAfterVirama
        isAfterVirama = scalar.properties.canonicalCombiningClass == .virama
      }
    }
  }
}
