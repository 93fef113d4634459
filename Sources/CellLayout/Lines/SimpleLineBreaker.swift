import Bytes
import StyledText
import TerminalOutput

/// Line breaks of text so plain that no Unicode property has to be read.
///
/// Plain are ASCII letters and digits, spaces, and the common punctuation in its usual places. Such
/// text breaks after spaces, and after hyphens between letters, and nowhere else. The result is the
/// same as by the rules of UAX #14; where those might find something else, it is nil.
enum SimpleLineBreaker {
  /// The line that starts at `start`, or its first words.
  ///
  /// It scans to the first character that does not fit, or to a line feed, and from there back to a
  /// space. The characters beside the space decide if a line may end there; the text before does
  /// not matter. If the text behind it is plain, the line is whole; otherwise the rules of UAX #14
  /// have to decide how many more words fit.
  /// - Returns: Nil if those rules have to be used for all of it. Otherwise the next line, or the
  ///   rest of this one, starts at an offset from which the rules find the same as from the start
  ///   of a text.
  static func line(
    _ bytes: [UInt8], from start: Int, before end: Int, width: Int, _ fitting: LineFitting
  ) -> (line: TextLine, isWhole: Bool)? {
    var column = 0
    guard let full = firstOverflow(bytes, start, end, width, fitting.rules, &column) else {
      return nil
    }
    let spaces = fitting.trailingSpaces
    var rest = full
    if spaces == .removed { while rest < end, bytes[rest] == 0x20 { rest += 1 } }
    if rest == end || bytes[rest] == 0x0A {
      var stop = full
      while spaces == .removed, stop > start, bytes[stop - 1] == 0x20 {
        stop -= 1
        column -= 1
      }
      let next = rest == end ? end : rest + 1
      return (TextLine(range: start..<stop, end: next, width: column, endsParagraph: true), true)
    }
    guard spaces != .kept else { return nil }
    var isWhole = true
    var position = full
    while true {
      // Back over the start of the word that has no room.
      while bytes[position] != 0x20 {
        guard position > start else { return nil }
        let byte = bytes[position]
        if !isSimple(byte), !isLetterLead(byte), byte & 0xC0 != 0x80 { isWhole = false }
        position -= 1
      }
      var next = position + 1
      while next < end, bytes[next] == 0x20 { next += 1 }
      while position > start, bytes[position - 1] == 0x20 { position -= 1 }
      guard position > start else { return nil }
      if next < end, startsWord(bytes[next]), endsWord(bytes, position - 1, after: start) {
        column -= cellWidth(of: bytes, in: position..<full, rules: fitting.rules)
        let line = TextLine(range: start..<position, end: next, width: column, endsParagraph: false)
        return (line, isWhole)
      }
      isWhole = false
      position -= 1
    }
  }

  /// The offset of the first character that does not fit into the width, or of a line feed before
  /// it, or the end; nil if there is another control or a line ends otherwise.
  @inline(__always)
  private static func firstOverflow(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ width: Int, _ rules: WidthRules,
    _ column: inout Int
  ) -> Int? {
    var meter = CellMeter(rules)
    var position = start
    while position < end {
      let run = position
      let stop = min(end, position + width - column + 1)
      position = bytes.span.firstOffset(from: position, to: stop) { .!$0.isPrintableASCII }
      // A character that is not ASCII may change the cells of the character before it.
      if position > run, position < end, bytes[position] >= 0x80 { position -= 1 }
      if position > run {
        guard meter.countsASCII else { return nil }
        meter.passASCII()
        column += position - run
        if column > width {
          column -= 1
          return position - 1
        }
      }
      guard position < end else { break }
      let lead = bytes[position]
      if lead == 0x0A { return position }
      if lead < 0x80 ? !lead.isPrintableASCII : lead == 0xC2 || lead == 0xE2,
        lead < 0x80 || endsLine(bytes, at: position, before: end)
      {
        return nil
      }
      let before = position
      let cells = meter.takeScalar(bytes, at: &position, before: end)
      guard column + cells <= width else { return before }
      column += cells
    }
    return end
  }

  /// True if a character that is not ASCII ends a line: U+0085, U+2028 or U+2029.
  private static func endsLine(_ bytes: [UInt8], at offset: Int, before end: Int) -> Bool {
    switch bytes.span.scalar(at: offset, before: end).value {
    case 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// True if a byte starts a letter of two bytes: U+00C0 to U+027F and U+0380 to U+047F, with a few
  /// signs that break like them.
  @inline(__always)
  private static func isLetterLead(_ byte: UInt8) -> Bool {
    0xC3...0xC9 ~= byte || 0xCE...0xD1 ~= byte
  }

  /// True if a line may end after a byte before spaces: false for opening brackets.
  @inline(__always)
  private static func endsWord(_ bytes: [UInt8], _ offset: Int, after start: Int) -> Bool {
    let byte = bytes[offset]
    if byte < 0x80 {
      return byte != UInt8(ascii: "(") && byte != UInt8(ascii: "[") && byte != UInt8(ascii: "{")
    }
    if offset > start, isLetterLead(bytes[offset - 1]) { return true }
    // An ideograph or a syllable of Hangul.
    guard offset - 2 >= start else { return false }
    return 0xE5...0xE9 ~= bytes[offset - 2] || 0xEB...0xEC ~= bytes[offset - 2]
  }

  /// The end of the word from `start`, where a line may break or starts, and the start of a line
  /// after it; nil if the rules of UAX #14 have to be used.
  @inline(__always)
  static func word(
    _ bytes: [UInt8], from start: Int, before end: Int
  ) -> (end: Int, next: Int)? {
    var position = start
    while true {
      while position < end, isSimple(bytes[position]) { position += 1 }
      guard position + 1 < end else { return nil }
      let follower = bytes[position + 1]
      switch bytes[position] {
      case 0x20:
        // Text before the spaces at the start decides if a line may break after them.
        guard position > start else { return nil }
        let spaces = position
        repeat { position += 1 } while position < end && bytes[position] == 0x20
        guard position < end, startsWord(bytes[position]) else { return nil }
        return (spaces, position)
      case UInt8(ascii: "-"):
        // LB21 breaks after it, but LB25 not before a digit and LB20a not at the start of a word.
        guard position > start, isWord(bytes[position - 1]), follower == 0x20 || isWord(follower)
        else { return nil }
        position += 1
        if follower.isASCIILetter { return (position, position) }
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        // LB13 holds it to what is before it; a letter may follow it on the next line.
        guard position > start, follower == 0x20 else { return nil }
        position += 1
      case UInt8(ascii: "("):
        // LB14, and LB30 for what is before it.
        guard position == start, isWord(follower) else { return nil }
        position += 1
      case UInt8(ascii: ")"):
        // LB13, and LB30 for what follows.
        guard position > start, follower == 0x20 || isSimple(follower) else { return nil }
        position += 1
      case let lead where isLetterLead(lead):
        guard follower & 0xC0 == 0x80 else { return nil }
        position += 2
      default: return nil
      }
    }
  }

  @inline(__always)
  private static func isSimple(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 0x40 ? low : high) >> UInt64(byte & 0x3F) & 1 != 0
  }

  @inline(__always)
  private static func isWord(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }

  /// True if a line may break before a byte that follows spaces.
  @inline(__always)
  private static func startsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    // Letters as above; U+5000 to U+9FFF, and U+B000 to U+CFFF: ideographs and Hangul.
    case 0xC3...0xC9, 0xCE...0xD1, 0xE5...0xE9, 0xEB...0xEC: true
    default: isWord(byte)
    }
  }

  /// The digits and `" ' , . : ;`, as bits.
  private static let low: UInt64 = 0x0FFF_5084_0000_0000
  /// The letters, as bits.
  private static let high: UInt64 = 0x07FF_FFFE_07FF_FFFE
}
