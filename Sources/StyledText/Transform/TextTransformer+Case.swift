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
      if byte < 0x80 {
        if byte == 0x69, language == .turkic {
          output.append("\u{130}")
        } else {
          output.append(byte &- 0x61 < 26 ? byte ^ 0x20 : byte)
        }
        offset += 1
        if byte == 0x69 || byte == 0x6A, language == .lithuanian {
          skipDot(at: &offset, before: range.upperBound, in: bytes)
        }
        continue
      }
      let start = offset
      let scalar = Self.scalar(at: &offset, in: bytes)
      if language == .greek,
        appendGreekCapital(
          scalar, in: start..<offset, of: bytes, within: range, next: &offset, to: &output)
      {
        continue
      }
      output.append(contentsOf: scalar.properties.uppercaseMapping.utf8)
      if language == .lithuanian, scalar.value == 0x12F {
        skipDot(at: &offset, before: range.upperBound, in: bytes)
      }
    }
  }

  /// Lithuanian: the dot that kept an accent apart from i goes.
  private func skipDot(at offset: inout Int, before end: Int, in bytes: Span<UInt8>) {
    if offset + 1 < end, bytes[offset] == 0xCC, bytes[offset + 1] == 0x87 { offset += 2 }
  }

  /// Appends a Greek vowel as a capital without accents.
  ///
  /// - Returns: False when the scalar is none.
  private func appendGreekCapital(
    _ scalar: Unicode.Scalar, in written: Range<Int>, of bytes: Span<UInt8>,
    within range: Range<Int>, next offset: inout Int, to output: inout [UInt8]
  ) -> Bool {
    guard var letter = GreekCapitals.letter(scalar.value) else { return false }
    // Marks behind the letter are part of it.
    while offset < range.upperBound {
      var after = offset
      let mark = Self.scalar(at: &after, in: bytes).value
      if GreekCapitals.isDroppedMark(mark) {
        letter.hasAccent = letter.hasAccent || GreekCapitals.isAccent(mark)
      } else if mark == 0x308 {
        letter.hasDialytika = true
      } else if mark == 0x344 {
        letter.hasAccent = true
        letter.hasDialytika = true
      } else if mark == 0x345 {
        letter.hasIota = true
      } else {
        break
      }
      offset = after
    }
    // `Ή` alone is the word "or", which keeps its accent to differ from the article.
    if letter.capital == 0x397, letter.hasAccent, !letter.hasIota,
      isWholeWord(written.lowerBound..<offset, within: range, of: bytes)
    {
      output.append("\u{389}")
      return true
    }
    // `άι` is two syllables; without the accent the dialytika says so.
    let isSecond = letter.capital == 0x399 || letter.capital == 0x3A5
    if isSecond, !letter.hasAccent, !letter.hasDialytika,
      hasAccentedVowel(before: written.lowerBound, within: range, of: bytes)
    {
      letter.hasDialytika = true
    }
    let capital: Unicode.Scalar? =
      letter.hasDialytika && isSecond
      ? Unicode.Scalar(letter.capital == 0x399 ? 0x3AA : 0x3AB) : Unicode.Scalar(letter.capital)
    output.append(capital ?? scalar)
    if letter.hasDialytika, !isSecond { output.append("\u{308}") }
    if letter.hasIota { output.append("\u{399}") }
    return true
  }

  private func isWholeWord(
    _ letter: Range<Int>, within range: Range<Int>, of bytes: Span<UInt8>
  ) -> Bool {
    if let before = Self.scalar(before: letter.lowerBound, within: range, of: bytes),
      WordKind(before) != .between
    {
      return false
    }
    guard letter.upperBound < range.upperBound else { return true }
    var offset = letter.upperBound
    return WordKind(Self.scalar(at: &offset, in: bytes)) != .letter
  }

  /// Whether an accented vowel without dialytika stands right before an offset.
  private func hasAccentedVowel(
    before offset: Int, within range: Range<Int>, of bytes: Span<UInt8>
  ) -> Bool {
    var hasAccent = false
    var end = offset
    for _ in 0..<TextSanitizer.mostMarks {
      guard let scalar = Self.scalar(before: end, within: range, of: bytes) else { return false }
      if let letter = GreekCapitals.letter(scalar.value) {
        return (hasAccent || letter.hasAccent) && !letter.hasDialytika
      }
      guard GreekCapitals.isDroppedMark(scalar.value) else { return false }
      hasAccent = hasAccent || GreekCapitals.isAccent(scalar.value)
      end -= UTF8.width(scalar)
    }
    return false
  }

  /// The scalar that ends at an offset of valid UTF-8.
  private static func scalar(
    before offset: Int, within range: Range<Int>, of bytes: Span<UInt8>
  ) -> Unicode.Scalar? {
    guard offset > range.lowerBound else { return nil }
    var start = offset - 1
    while start > range.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: &start, in: bytes)
  }

  // MARK: Lower case

  /// Appends text in lower case.
  mutating func lowercase(
    _ range: Range<Int>, of bytes: Span<UInt8>, language: CasingLanguage,
    to output: inout [UInt8]
  ) {
    var words = word
    var offset = range.lowerBound
    while offset < range.upperBound {
      let scalar = Self.scalar(at: &offset, in: bytes)
      _ = words.next(WordKind(scalar))
      settleSigma(before: scalar, in: &output)
      if scalar.value == 0x3A3 {
        // Taken for a final one until a letter with case follows.
        if isAfterCased { pendingSigma = output.count }
        output.append(isAfterCased ? "\u{3C2}" : "\u{3C3}")
      } else if language == .turkic, scalar == "I" {
        if offset + 1 < range.upperBound, bytes[offset] == 0xCC, bytes[offset + 1] == 0x87 {
          offset += 2
          output.append(0x69)
        } else {
          output.append("\u{131}")
        }
      } else if language == .turkic, scalar.value == 0x130 {
        output.append(0x69)
      } else if language == .lithuanian,
        appendLithuanian(scalar, next: offset, before: range.upperBound, of: bytes, to: &output)
      {
        // i keeps its dot under the accent.
      } else if scalar.isASCII {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        output.append(byte.isASCIIUppercase ? byte | 0x20 : byte)
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

  /// Appends text with the first letter of each word in title case, the rest as it is.
  mutating func capitalize(
    _ range: Range<Int>, of bytes: Span<UInt8>, language: CasingLanguage,
    to output: inout [UInt8]
  ) {
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
        capitalizeDutch(
          after: scalar, at: &offset, before: range.upperBound, of: bytes, to: &output)
      }
    }
  }

  /// Dutch: `ij` at the start of a word becomes `IJ`, also with an acute on both letters.
  private mutating func capitalizeDutch(
    after first: Unicode.Scalar, at offset: inout Int, before end: Int, of bytes: Span<UInt8>,
    to output: inout [UInt8]
  ) {
    guard first == "i" || first == "I" || first.value == 0xED || first.value == 0xCD else { return }
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
}
