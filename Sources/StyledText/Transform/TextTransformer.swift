import Bytes
package import Styling

/// Applies `text-transform` to text that comes in parts.
///
/// Case mapping is Unicode's full mapping: `ß` becomes `SS`, `ﬁ` becomes `FI`, a final sigma
/// depends on the letters around it, digraphs have their title case. The state is kept, so words
/// and sigmas may cross the border of a span.
///
/// All parts of a text go through one transformer and to one output, also those without a
/// transformation.
package struct TextTransformer: Sendable {
  var word = WordState()

  /// True if the last letter that is not Case_Ignorable has case.
  var isAfterCased = false

  /// The preceding letter, for rules of languages.
  var letterBefore = LetterBefore.other

  /// A sigma that was written as a final one and may not be final.
  private(set) var pendingSigma: PendingSigma?

  /// A letter that affects the next one.
  enum LetterBefore {
    /// Lithuanian: an i or another letter with a soft dot, to which a dot above belongs.
    case softDotted
    /// Greek: a vowel that loses an accent and has no dialytika.
    case accentedVowel
    case other
  }

  struct PendingSigma {
    var offset: Int
    /// The number of scalars since then that did not decide.
    var waited = 0
  }

  /// A sigma is final if as many characters without case follow it.
  private static let longestWait = 64

  /// True while a sigma in the output may not be final.
  package var isUndecided: Bool { hasPendingSigma }

  var hasPendingSigma = false

  package init() {}

  /// Appends a part of valid UTF-8 in its transformed form; `isEnd` is false if the run continues,
  /// so that its next letters may decide about the last one.
  ///
  /// - Returns: The offset after the bytes used. The rest, one or two letters with marks, has to
  ///   precede the next part; there is none if `isEnd` is true.
  @discardableResult
  package mutating func append(
    _ range: Range<Int>, of bytes: Span<UInt8>, transform: TextTransform,
    language: CasingLanguage = .other, isEnd: Bool = true, to output: inout [UInt8]
  ) -> Int {
    let end =
      isEnd ? range.upperBound : Self.undecidedStart(in: range, of: bytes, transform, language)
    guard end > range.lowerBound else { return end }
    let decided = range.lowerBound..<end
    switch (transform, language) {
    case (.none, _):
      observe(decided, of: bytes, in: &output)
      output.append(decided, of: bytes)
    case (.uppercase, .greek):
      uppercaseGreek(decided, of: bytes, before: range.upperBound, to: &output)
    case (.uppercase, .lithuanian): uppercaseLithuanian(decided, of: bytes, to: &output)
    case (.uppercase, _): uppercase(decided, of: bytes, language: language, to: &output)
    case (.lowercase, _):
      lowercase(decided, of: bytes, before: range.upperBound, language: language, to: &output)
    case (.capitalize, _):
      capitalize(decided, of: bytes, before: range.upperBound, language: language, to: &output)
    case (.fullWidth, _):
      observe(decided, of: bytes, in: &output)
      Self.widen(decided, of: bytes, to: &output)
    }
    return end
  }

  /// Appends a part of text with `text-transform` and letter forms of a style; the rest has to
  /// precede the next part, as for the other `append`.
  @discardableResult
  package mutating func append(
    _ range: Range<Int>, of bytes: Span<UInt8>, style: TextStyle, language: CasingLanguage,
    isEnd: Bool = true, to output: inout [UInt8]
  ) -> Int {
    let start = output.count
    let used = append(
      range, of: bytes, transform: style.textTransform, language: language, isEnd: isEnd,
      to: &output)
    guard let forms = LetterForms(style) else { return used }
    let original = Array(output[start...])
    output.removeSubrange(start...)
    // The sigma that may have to be corrected moves when the letters before it grow.
    let sigma = max(0, (pendingSigma?.offset ?? start) - start)
    forms.append(0..<sigma, of: original.span, to: &output)
    if let pending = pendingSigma?.offset, pending >= start { pendingSigma?.offset = output.count }
    forms.append(sigma..<original.count, of: original.span, to: &output)
    return used
  }

  /// True if text in a style is shown differently than written.
  package static func changes(_ style: TextStyle) -> Bool {
    style.textTransform != .none || style.fontVariant == .math
  }

  // MARK: Sigmas

  /// The offset of a sigma in the output that may have to be corrected.
  package var undecidedOffset: Int? { pendingSigma?.offset }

  /// Records that the undecided sigma has moved by a number of bytes.
  mutating func outputWasMoved(by count: Int) { pendingSigma?.offset += count }

  /// Treats a sigma in the output as a final one until a letter with case follows.
  mutating func waitForLetter(afterSigmaAt offset: Int) {
    pendingSigma = PendingSigma(offset: offset)
    hasPendingSigma = true
  }

  /// Corrects a sigma that is not final if the scalar has case.
  mutating func resolveSigma(before scalar: Unicode.Scalar, in output: inout [UInt8]) {
    guard let sigma = pendingSigma else { return }
    if scalar.properties.isCased {
      // U+03C2 is CF 82, U+03C3 is CF 83.
      output[sigma.offset + 1] = 0x83
    } else if scalar.properties.isCaseIgnorable, sigma.waited < Self.longestWait {
      pendingSigma?.waited += 1
      return
    }
    pendingSigma = nil
    hasPendingSigma = false
  }

  // MARK: Text before

  /// Records valid UTF-8 that is not changed here; a sigma in the output may have to be corrected.
  package mutating func observe(
    _ range: Range<Int>, of bytes: Span<UInt8>, in output: inout [UInt8]
  ) {
    guard !range.isEmpty else { return }
    letterBefore = .other
    let last = bytes[range.upperBound - 1]
    if pendingSigma == nil, Self.isDecisive(last) { return note(Unicode.Scalar(last)) }
    var offset = range.lowerBound
    // Only the first letter decides about a sigma.
    while pendingSigma != nil, offset < range.upperBound {
      let scalar = Self.scalar(at: &offset, in: bytes)
      resolveSigma(before: scalar, in: &output)
    }
    // Only the end of the text matters for what follows, mostly its last letter.
    offset = range.upperBound
    while let scalar = Self.scalar(before: offset, within: range, of: bytes) {
      offset -= UTF8.width(scalar)
      if Self.isDecisive(scalar) { break }
    }
    while offset < range.upperBound { note(Self.scalar(at: &offset, in: bytes)) }
  }

  /// Records a border that no word crosses; there must be no undecided sigma.
  package mutating func observeBreak() {
    word = WordState()
    isAfterCased = false
    letterBefore = .other
  }

  /// True for a byte after which earlier text does not matter: most of ASCII, with letters, digits
  /// and white space.
  @inline(__always)
  package static func isDecisive(_ byte: UInt8) -> Bool {
    // All but ' , . : ; ^ _ and `.
    guard byte < 0x80 else { return false }
    let word: UInt64 = byte < 0x40 ? ~0x0C00_5080_0000_0000 : ~0x0000_0001_C000_0000
    return word &>> UInt64(byte) & 1 != 0
  }

  /// True if a text ends in a letter after which earlier text does not matter, according to its
  /// bytes: most letters of Latin, Greek and Cyrillic, and ideographs.
  package static func isDecisive(endOf range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    guard range.count >= 3 else { return false }
    switch bytes[range.upperBound - 2] {
    // U+00C0...U+00FF, U+0400...U+047F, U+03C0...U+03FF.
    case 0xC3, 0xD0, 0xD1, 0xCF: return true
    // U+0391...U+03BF.
    case 0xCE: return bytes[range.upperBound - 1] >= 0x91
    // U+5000...U+9FFF.
    default: return bytes[range.upperBound - 3] &- 0xE5 < 5
    }
  }

  static func isDecisive(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isDecisive(UInt8(truncatingIfNeeded: scalar.value)) }
    switch WordKind(scalar) {
    case .letter, .number, .between:
      return scalar.properties.isCased || !scalar.properties.isCaseIgnorable
    case .attached, .middle, .middleOfLetters, .middleOfNumbers: return false
    }
  }

  mutating func note(_ scalar: Unicode.Scalar) {
    _ = word.next(WordKind(scalar))
    noteCase(of: scalar)
  }

  /// Records the case of a scalar, for a later sigma.
  mutating func noteCase(of scalar: Unicode.Scalar) {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      if byte.isASCIILetter {
        isAfterCased = true
      } else if !Self.isIgnorableASCII(byte) {
        isAfterCased = false
      }
    } else if scalar.properties.isCased {
      isAfterCased = true
    } else if !scalar.properties.isCaseIgnorable {
      isAfterCased = false
    }
  }

  /// Unicode's Case_Ignorable among ASCII: `'`, `.`, `:`, `^` and `` ` ``.
  private static func isIgnorableASCII(_ byte: UInt8) -> Bool {
    byte == 0x27 || byte == 0x2E || byte == 0x3A || byte == 0x5E || byte == 0x60
  }

  /// The scalar at an offset of valid UTF-8, which is moved behind it.
  static func scalar(at offset: inout Int, in bytes: Span<UInt8>) -> Unicode.Scalar {
    let scalar = bytes.scalar(at: offset, before: bytes.count)
    offset += scalar.length
    return Unicode.Scalar(orReplacement: scalar.value)
  }

  /// The scalar before an offset of valid UTF-8; nil at the start of the range.
  static func scalar(
    before offset: Int, within range: Range<Int>, of bytes: Span<UInt8>
  ) -> Unicode.Scalar? {
    guard offset > range.lowerBound else { return nil }
    var start = offset - 1
    while start > range.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: &start, in: bytes)
  }

  // MARK: Full width

  /// Appends text in full-width forms, where they exist.
  private static func widen(_ range: Range<Int>, of bytes: Span<UInt8>, to output: inout [UInt8]) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let scalar = scalar(at: &offset, in: bytes)
      output.append(fullWidth(scalar))
    }
  }

  /// The full-width form of a scalar, or the scalar itself.
  static func fullWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard let value = UInt16(exactly: scalar.value) else { return scalar }
    let offset = FullWidthTable.offsets[FullWidthTable.trie[UInt32(value)]]
    return Unicode.Scalar(orReplacement: UInt32(value &+ offset))
  }
}

extension TextTransformer {
  // MARK: Upper case

  mutating func uppercase(
    _ range: Range<Int>, of bytes: Span<UInt8>, language: CasingLanguage, to output: inout [UInt8]
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

  /// Appends Lithuanian capitals without the dot between i and an accent (Unicode's
  /// After_Soft_Dotted).
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

  /// Appends Greek text in capitals without accents, other text in upper case; bytes up to `end`
  /// may be read, too.
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
      // `άι` is two syllables; without the accent the dialytika shows that.
      let isSecond = letter.capital == 0x399 || letter.capital == 0x3A5
      if isSecond, !letter.hasAccent, before == .accentedVowel { letter.hasDialytika = true }
      before = letter.hasAccent && !letter.hasDialytika ? .accentedVowel : .other
      Self.append(letter, to: &output)
    }
    letterBefore = before
  }

  /// Adds the marks after a letter to it.
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
      case 0x308: letter.hasDialytika = true
      case 0x344:
        letter.hasAccent = true
        letter.hasDialytika = true
      case 0x345: letter.hasIota = true
      default: return
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

  /// Appends text in lower case; bytes up to `end` may be read, too.
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
      resolveSigma(before: scalar, in: &output)
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

  /// Appends I, J and Į before an accent, and letters with one (SpecialCasing.txt, lt); returns
  /// false for others.
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

  /// Appends text with the first letter of each word in title case; bytes up to `end` may be read,
  /// too.
  mutating func capitalize(
    _ range: Range<Int>, of bytes: Span<UInt8>, before end: Int, language: CasingLanguage,
    to output: inout [UInt8]
  ) {
    letterBefore = .other
    var offset = range.lowerBound
    while offset < range.upperBound {
      let scalar = Self.scalar(at: &offset, in: bytes)
      resolveSigma(before: scalar, in: &output)
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

  /// Appends `IJ` for `ij` at the start of a Dutch word, also with an acute on both letters.
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

  /// With or without an acute.
  private static func isDutchI(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "i" || scalar == "I" || scalar.value == 0xED || scalar.value == 0xCD
  }

  // MARK: Undecided letters

  /// The start of a letter at the end of a part whose form depends on the next part; else the end.
  static func undecidedStart(
    in range: Range<Int>, of bytes: Span<UInt8>, _ transform: TextTransform,
    _ language: CasingLanguage
  ) -> Int {
    guard language != .other,
      let (start, letter) = lastLetter(in: range, before: range.upperBound, of: bytes)
    else { return range.upperBound }
    let dependsOnNext: Bool
    switch (transform, language) {
    case (.uppercase, .greek): dependsOnNext = GreekCapitals.letter(letter.value) != nil
    case (.lowercase, .turkic): dependsOnNext = letter == "I"
    case (.lowercase, .lithuanian):
      dependsOnNext = letter == "I" || letter == "J" || letter.value == 0x12E
    case (.capitalize, .dutch):
      if letter == "j" || letter == "J",
        let (start, letter) = lastLetter(in: range, before: start, of: bytes), isDutchI(letter)
      {
        return start
      }
      dependsOnNext = isDutchI(letter)
    default: dependsOnNext = false
    }
    return dependsOnNext ? start : range.upperBound
  }

  /// The last letter before an offset, and before its marks.
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
