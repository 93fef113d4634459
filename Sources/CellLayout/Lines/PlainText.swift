/// Line breaks of text so plain that no property has to be looked up.
///
/// Plain are ASCII letters and digits, spaces, and the common punctuation where it usually stands.
/// Such text breaks after spaces, and after hyphens between letters, and nowhere else. What is found
/// is what the rules of UAX #14 find; where they might find something else, the answer is `unknown`.
enum PlainText {
  /// What was found from a place on.
  enum Step {
    /// A word ends at the first offset, and a line may start at the second.
    case word(end: Int, next: Int)
    /// Nothing up to the limit.
    case full
    /// The rules have to be asked.
    case unknown
  }

  /// The line that starts at `start`, when all that decides where it ends is plain.
  ///
  /// - Returns: nil where the rules have to be asked, also at the end of a paragraph. Otherwise the
  ///   next line starts at a place from where the rules find the same as from the start of a text.
  static func line(_ bytes: [UInt8], from start: Int, before end: Int, width: Int) -> TextLine? {
    guard end - start > width else { return nil }
    let limit = start + width + 1
    var line: TextLine?
    var position = start
    while position < limit {
      switch step(bytes, from: position, before: end, limit: limit, hasLetters: false) {
      case .word(let wordEnd, let next):
        if wordEnd - start > width { return line }
        line = TextLine(
          range: start..<wordEnd, end: next, width: wordEnd - start, endsParagraph: false)
        position = next
      case .full: return line
      case .unknown: return nil
      }
    }
    return line
  }

  /// The first break after `start`, where a word starts.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - start: Where to look from; a line may break there, or starts there.
  ///   - end: The end of the text.
  ///   - limit: Where to stop looking, at most `end`.
  ///   - hasLetters: Whether Latin, Greek and Cyrillic letters outside of ASCII are plain, too.
  /// - Returns: The break, or why there is none.
  @inline(__always)
  static func step(
    _ bytes: [UInt8], from start: Int, before end: Int, limit: Int, hasLetters: Bool
  ) -> Step {
    var position = start
    while true {
      while position < limit, isPlain(bytes[position]) { position += 1 }
      guard position < limit else { return position < end ? .full : .unknown }
      guard position + 1 < end else { return .unknown }
      let follower = bytes[position + 1]
      switch bytes[position] {
      case 0x20:
        // What is before spaces at the start says whether they can be broken off.
        guard position > start else { return .unknown }
        let spaces = position
        repeat { position += 1 } while position < end && bytes[position] == 0x20
        guard position < end, startsWord(bytes[position]) else { return .unknown }
        return .word(end: spaces, next: position)
      case UInt8(ascii: "-"):
        // LB21 breaks after it, but LB25 not before a digit and LB20a not at the start of a word.
        guard position > start, isWord(bytes[position - 1]), follower == 0x20 || isWord(follower)
        else { return .unknown }
        position += 1
        if isLetter(follower) { return .word(end: position, next: position) }
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        // LB13 holds it to what is before it; a letter may follow it on the next line.
        guard position > start, follower == 0x20 else { return .unknown }
        position += 1
      case UInt8(ascii: "("):
        // LB14, and LB30 for what is before it.
        guard position == start, isWord(follower) else { return .unknown }
        position += 1
      case UInt8(ascii: ")"):
        // LB13, and LB30 for what follows.
        guard position > start, follower == 0x20 || isPlain(follower) else { return .unknown }
        position += 1
      case 0xC3...0xC9, 0xCE...0xD1:
        // U+00C0 to U+027F and U+0380 to U+047F are letters but for a few signs that are treated
        // like them.
        guard hasLetters, follower & 0xC0 == 0x80 else { return .unknown }
        position += 2
        if position > limit { return .full }
      default:
        return .unknown
      }
    }
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
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    // Letters as in `step`; U+5000 to U+9FFF, and U+B000 to U+CFFF: ideographs and Hangul.
    case 0xC3...0xC9, 0xCE...0xD1, 0xE5...0xE9, 0xEB...0xEC: true
    default: isWord(byte)
    }
  }

  /// The digits and `" ' , . : ;`, as bits.
  private static let low: UInt64 = 0x0FFF_5084_0000_0000
  /// The letters, as bits.
  private static let high: UInt64 = 0x07FF_FFFE_07FF_FFFE
}
