/// Lines of plain English and the like, found without looking up any property.
enum PlainLine {
  /// The line that starts at `start`, when everything that decides where it ends is simple: ASCII
  /// letters and digits, spaces, and the common punctuation where it usually stands.
  ///
  /// Such text breaks at spaces, and after hyphens between letters, and nowhere else.
  ///
  /// - Returns: nil where the rules have to be asked, also at the end of a paragraph. Otherwise the
  ///   next line starts at a place from where the rules find the same as from the start of a text.
  static func fitted(_ bytes: [UInt8], from start: Int, before end: Int, width: Int) -> TextLine? {
    // What is before the line says whether spaces at its start can be broken off.
    guard bytes[start] != 0x20 else { return nil }
    let limit = end - start > width ? start + width + 1 : end
    var position = start
    var wordEnd = -1
    var next = -1
    while true {
      while position < limit, isPlain(bytes[position]) { position += 1 }
      guard position < limit else { break }
      guard position + 1 < end else { return nil }
      let follower = bytes[position + 1]
      switch bytes[position] {
      case 0x20:
        let spaces = position
        repeat { position += 1 } while position < end && bytes[position] == 0x20
        guard position < end, startsWord(bytes[position]) else { return nil }
        wordEnd = spaces
        next = position
        // What follows the spaces may already be past the width.
        if position >= limit { return line(start, wordEnd, next) }
      case UInt8(ascii: "-"):
        // LB21 breaks after it, but LB25 not before a digit and LB20a not at the start of a word.
        guard position > start, isWord(bytes[position - 1]), follower == 0x20 || isWord(follower)
        else { return nil }
        position += 1
        if isLetter(follower), position - start <= width { (wordEnd, next) = (position, position) }
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        // LB13 holds it to what is before it, also over spaces; a letter may follow only later.
        guard position > start, bytes[position - 1] != 0x20, follower == 0x20 else { return nil }
        position += 1
      case UInt8(ascii: "("):
        // LB14, and LB30 for what is before it.
        guard position == start || bytes[position - 1] == 0x20, isWord(follower) else { return nil }
        position += 1
      case UInt8(ascii: ")"):
        // LB13, and LB30 for what follows.
        guard position > start, bytes[position - 1] != 0x20, follower == 0x20 || isPlain(follower)
        else { return nil }
        position += 1
      default:
        return nil
      }
    }
    // One byte more than fits, all of it words: the line ends before the last one.
    guard wordEnd >= 0, limit - start > width else { return nil }
    return line(start, wordEnd, next)
  }

  private static func line(_ start: Int, _ wordEnd: Int, _ next: Int) -> TextLine {
    TextLine(range: start..<wordEnd, end: next, width: wordEnd - start, endsParagraph: false)
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 0x40 ? low : high) >> UInt64(byte & 0x3F) & 1 != 0
  }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inline(__always)
  private static func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || byte &- 0x30 < 10 }

  /// Whether a line may break before a byte that follows spaces.
  @inline(__always)
  private static func startsWord(_ byte: UInt8) -> Bool {
    isWord(byte) || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "\"")
      || byte == UInt8(ascii: "'")
  }

  /// The digits and `" ' , . : ;`, as bits.
  private static let low: UInt64 = 0x0FFF_5084_0000_0000
  /// The letters, as bits.
  private static let high: UInt64 = 0x07FF_FFFE_07FF_FFFE
}
