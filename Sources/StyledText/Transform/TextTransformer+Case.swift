import Bytes
import Styling

extension TextTransformer {
  // MARK: Upper case

  /// Appends text in upper case.
  mutating func uppercase(
    _ range: Range<Int>, of bytes: Span<UInt8>, language: CasingLanguage,
    to output: inout [UInt8]
  ) {
    observe(range, of: bytes, in: &output)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes[offset]
      guard byte < 0x80 else {
        let scalar = Self.scalar(at: &offset, in: bytes)
        output.append(contentsOf: scalar.properties.uppercaseMapping.utf8)
        continue
      }
      if byte == 0x69, language == .turkic {
        output.append("\u{130}")
      } else {
        output.append(byte &- 0x61 < 26 ? byte ^ 0x20 : byte)
      }
      offset += 1
    }
  }

  /// Lithuanian: the dot that kept an accent apart from i goes (Unicode's After_Soft_Dotted).
  mutating func uppercaseLithuanian(
    _ range: Range<Int>, of bytes: Span<UInt8>, to output: inout [UInt8]
  ) {
    var before = letterBefore
    observe(range, of: bytes, in: &output)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let scalar = Self.scalar(at: &offset, in: bytes)
      let combining = scalar.properties.canonicalCombiningClass
      if scalar.value == 0x307, before == .softDotted {
        before = .other
        continue
      }
      if scalar.properties.isSoftDotted {
        before = .softDotted
      } else if combining == .notReordered || combining == .above {
        before = .other
      }
      output.append(contentsOf: scalar.properties.uppercaseMapping.utf8)
    }
    letterBefore = before
  }

  // MARK: Greek capitals

  /// Appends Greek text in capitals without accents, any other in upper case.
  ///
  /// The letters up to `end` may be looked at, too.
  mutating func uppercaseGreek(
    _ range: Range<Int>, of bytes: Span<UInt8>, before end: Int, to output: inout [UInt8]
  ) {
    var words = word
    var before = letterBefore
    observe(range, of: bytes, in: &output)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let isInWord = words.isInWord
      let scalar = Self.scalar(at: &offset, in: bytes)
      _ = words.next(WordKind(scalar))
      guard var letter = GreekCapitals.letter(scalar.value) else {
        before = .other
        output.append(contentsOf: scalar.properties.uppercaseMapping.utf8)
        continue
      }
      Self.takeMarks(of: &letter, at: &offset, before: end, in: bytes)
      // `Ή` alone is the word "or", which keeps its accent to differ from the article.
      if letter.capital == 0x397, letter.hasAccent, !letter.hasIota, !isInWord,
        !Self.isLetter(at: offset, before: end, in: bytes)
      {
        output.append("\u{389}")
        before = .other
        continue
      }
      // `άι` is two syllables; without the accent the dialytika says so.
      let isSecond = letter.capital == 0x399 || letter.capital == 0x3A5
      if isSecond, !letter.hasAccent, before == .accentedVowel { letter.hasDialytika = true }
      before = letter.hasAccent && !letter.hasDialytika ? .accentedVowel : .other
      Self.append(letter, to: &output)
    }
    letterBefore = before
  }

  /// Marks behind a letter are part of it.
  private static func takeMarks(
    of letter: inout GreekCapitals.Letter, at offset: inout Int, before end: Int,
    in bytes: Span<UInt8>
  ) {
    while offset < end {
      var after = offset
      let mark = scalar(at: &after, in: bytes).value
      switch mark {
      case _ where GreekCapitals.isDroppedMark(mark):
        letter.hasAccent = letter.hasAccent || GreekCapitals.isAccent(mark)
      case 0x308:
        letter.hasDialytika = true
      case 0x344:
        letter.hasAccent = true
        letter.hasDialytika = true
      case 0x345:
        letter.hasIota = true
      default:
        return
      }
      offset = after
    }
  }

  private static func isLetter(at offset: Int, before end: Int, in bytes: Span<UInt8>) -> Bool {
    guard offset < end else { return false }
    var offset = offset
    return WordKind(scalar(at: &offset, in: bytes)) == .letter
  }

  private static func append(_ letter: GreekCapitals.Letter, to output: inout [UInt8]) {
    let isSecond = letter.capital == 0x399 || letter.capital == 0x3A5
    let capital =
      letter.hasDialytika && isSecond ? (letter.capital == 0x399 ? 0x3AA : 0x3AB) : letter.capital
    output.append(Unicode.Scalar(orReplacement: capital))
    if letter.hasDialytika, !isSecond { output.append("\u{308}") }
    if letter.hasIota { output.append("\u{399}") }
  }

  // MARK: Lower case

  /// Appends text in lower case; the letters up to `end` may be looked at, too.
  mutating func lowercase(
    _ range: Range<Int>, of bytes: Span<UInt8>, before end: Int, language: CasingLanguage,
    to output: inout [UInt8]
  ) {
    letterBefore = .other
    var words = word
    var offset = range.lowerBound
    while offset < range.upperBound {
      let scalar = Self.scalar(at: &offset, in: bytes)
      _ = words.next(WordKind(scalar))
      settleSigma(before: scalar, in: &output)
      if scalar.value == 0x3A3 {
        // Taken for a final one until a letter with case follows.
        if isAfterCased { waitForLetter(afterSigmaAt: output.count) }
        output.append(isAfterCased ? "\u{3C2}" : "\u{3C3}")
      } else if language == .turkic, scalar == "I" {
        if offset + 1 < end, bytes[offset] == 0xCC, bytes[offset + 1] == 0x87 {
          offset += 2
          output.append(0x69)
        } else {
          output.append("\u{131}")
        }
      } else if language == .turkic, scalar.value == 0x130 {
        output.append(0x69)
      } else if language == .lithuanian,
        appendLithuanian(scalar, next: offset, before: end, of: bytes, to: &output)
      {
        // i keeps its dot under the accent.
      } else if scalar.isASCII {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        output.append(byte.lowercasedASCII)
      } else {
        output.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
      }
      noteCase(of: scalar)
    }
    word = words
  }

  /// SpecialCasing.txt, lt: I, J and Į before an accent, and the letters that hold one.
  private func appendLithuanian(
    _ scalar: Unicode.Scalar, next offset: Int, before end: Int, of bytes: Span<UInt8>,
    to output: inout [UInt8]
  ) -> Bool {
    switch scalar.value {
    case 0xCC: output.append(contentsOf: "i\u{307}\u{300}".utf8)
    case 0xCD: output.append(contentsOf: "i\u{307}\u{301}".utf8)
    case 0x128: output.append(contentsOf: "i\u{307}\u{303}".utf8)
    case 0x49, 0x4A, 0x12E:
      guard hasMarkAbove(at: offset, before: end, in: bytes) else { return false }
      output.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
      output.append("\u{307}")
    default: return false
    }
    return true
  }

  /// Unicode's More_Above: a mark of class 230 follows before any other letter.
  private func hasMarkAbove(at offset: Int, before end: Int, in bytes: Span<UInt8>) -> Bool {
    var offset = offset
    while offset < end, bytes[offset] >= 0x80 {
      let combining = Self.scalar(at: &offset, in: bytes).properties.canonicalCombiningClass
      if combining == .above { return true }
      if combining == .notReordered { return false }
    }
    return false
  }

  // MARK: Capitalize

  /// Appends text with the first letter of each word in title case, the rest as it is; the
  /// letters up to `end` may be looked at, too.
  mutating func capitalize(
    _ range: Range<Int>, of bytes: Span<UInt8>, before end: Int, language: CasingLanguage,
    to output: inout [UInt8]
  ) {
    letterBefore = .other
    var offset = range.lowerBound
    while offset < range.upperBound {
      let scalar = Self.scalar(at: &offset, in: bytes)
      settleSigma(before: scalar, in: &output)
      noteCase(of: scalar)
      guard word.next(WordKind(scalar)) else {
        output.append(scalar)
        continue
      }
      if scalar == "i", language == .turkic {
        output.append("\u{130}")
      } else {
        output.append(contentsOf: scalar.properties.titlecaseMapping.utf8)
      }
      if language == .dutch {
        capitalizeDutch(after: scalar, at: &offset, before: end, of: bytes, to: &output)
      }
    }
  }

  /// Dutch: `ij` at the start of a word becomes `IJ`, also with an acute on both letters.
  private mutating func capitalizeDutch(
    after first: Unicode.Scalar, at offset: inout Int, before end: Int, of bytes: Span<UInt8>,
    to output: inout [UInt8]
  ) {
    guard Self.isDutchI(first) else { return }
    var next = offset
    if next + 1 < end, bytes[next] == 0xCC, bytes[next + 1] == 0x81 { next += 2 }
    let hasAcute = next > offset || first.value == 0xED || first.value == 0xCD
    guard next < end, bytes[next] == 0x6A || bytes[next] == 0x4A else { return }
    if hasAcute {
      // One acute alone belongs to an i that is followed by another letter.
      guard next + 2 < end, bytes[next + 1] == 0xCC, bytes[next + 2] == 0x81 else { return }
    }
    output.append(offset..<next, of: bytes)
    output.append(0x4A)
    offset = next + 1
    note("j")
  }

  /// I with or without an acute.
  private static func isDutchI(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "i" || scalar == "I" || scalar.value == 0xED || scalar.value == 0xCD
  }

  // MARK: Undecided letters

  /// Returns the start of a letter at the end of a piece whose form depends on the text behind it;
  /// the end of the piece when there is none.
  static func undecidedStart(
    in range: Range<Int>, of bytes: Span<UInt8>, _ transform: TextTransform,
    _ language: CasingLanguage
  ) -> Int {
    guard language != .other,
      let (start, letter) = lastLetter(in: range, before: range.upperBound, of: bytes)
    else { return range.upperBound }
    let dependsOnNext: Bool
    switch (transform, language) {
    case (.uppercase, .greek):
      dependsOnNext = GreekCapitals.letter(letter.value) != nil
    case (.lowercase, .turkic):
      dependsOnNext = letter == "I"
    case (.lowercase, .lithuanian):
      dependsOnNext = letter == "I" || letter == "J" || letter.value == 0x12E
    case (.capitalize, .dutch):
      if letter == "j" || letter == "J",
        let (start, letter) = lastLetter(in: range, before: start, of: bytes), isDutchI(letter)
      {
        return start
      }
      dependsOnNext = isDutchI(letter)
    default:
      dependsOnNext = false
    }
    return dependsOnNext ? start : range.upperBound
  }

  /// The last letter before an offset, whatever marks are behind it.
  private static func lastLetter(
    in range: Range<Int>, before end: Int, of bytes: Span<UInt8>
  ) -> (start: Int, letter: Unicode.Scalar)? {
    var start = end
    for _ in 0...2 * TextSanitizer.mostMarks {
      guard let scalar = scalar(before: start, within: range, of: bytes) else { return nil }
      start -= UTF8.width(scalar)
      if scalar.isASCII || scalar.properties.canonicalCombiningClass == .notReordered {
        return (start, scalar)
      }
    }
    return nil
  }
}
