import Bytes
package import Styling

/// Applies `text-transform` to text that comes in pieces.
///
/// Case mapping is Unicode's full mapping: `ß` becomes `SS`, `ﬁ` becomes `FI`, a final sigma is
/// told by the letters around it, digraphs have their title case. What the mapping has to know
/// about the text before is kept, so words and sigmas may cross the border of a span.
///
/// All pieces of a text go through one transformer and into one output, also those without a
/// transform.
@usableFromInline
package struct TextTransformer: Sendable {
  /// Position of the text within a word.
  var word = WordState()

  /// True if the last letter, leaving aside what Unicode calls case-ignorable, has case.
  var isAfterCased = false

  /// Property of the letter before, for rules of languages.
  var letterBefore = LetterBefore.other

  /// A sigma that was taken for a final one and may turn out not to be.
  private(set) var pendingSigma: PendingSigma?

  /// A letter that the next one depends on.
  enum LetterBefore {
    /// Lithuanian: an i or another letter with a soft dot, which a dot above belongs to.
    case softDotted
    /// Greek: a vowel that loses an accent and has no dialytika.
    case accentedVowel
    /// Any other.
    case other
  }

  struct PendingSigma {
    /// Offset in the output.
    var offset: Int
    /// Number of scalars that came since that decide nothing.
    var waited = 0
  }

  /// A sigma is a final one when so many characters without case follow it.
  private static let longestWait = 64

  /// True while a sigma that was appended may turn out not to be a final one.
  @inlinable
  package var isUndecided: Bool { hasPendingSigma }

  @usableFromInline var hasPendingSigma = false

  /// A transformer at the start of a text.
  package init() {}

  /// Appends a piece of text in its transformed form.
  ///
  /// - Parameters:
  ///   - range: The piece.
  ///   - bytes: The bytes it is in; valid UTF-8.
  ///   - transform: Transform to apply.
  ///   - language: The language of the piece.
  ///   - isEnd: False when the run goes on and its next letters may decide about the last one.
  ///   - output: Destination of the text.
  /// - Returns: The offset behind what was used. The rest, a letter with its marks or two of them,
  ///   has to come again with what follows; there is none when `isEnd` is true.
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
    case (.uppercase, .lithuanian):
      uppercaseLithuanian(decided, of: bytes, to: &output)
    case (.uppercase, _):
      uppercase(decided, of: bytes, language: language, to: &output)
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

  /// Appends a piece of text as a style wants it: `text-transform`, then letter forms.
  ///
  /// - Parameters:
  ///   - range: The piece.
  ///   - bytes: The bytes it is in; valid UTF-8.
  ///   - style: Computed style of the text.
  ///   - language: The language of the piece.
  ///   - isEnd: False when the run goes on and its next letters may decide about the last one.
  ///   - output: Destination of the text.
  /// - Returns: The offset behind what was used; the rest has to come again with what follows.
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
    let plain = Array(output[start...])
    output.removeSubrange(start...)
    // The sigma that may have to be corrected moves when the letters before it grow.
    let sigma = max(0, (pendingSigma?.offset ?? start) - start)
    forms.append(0..<sigma, of: plain.span, to: &output)
    if let pending = pendingSigma?.offset, pending >= start { pendingSigma?.offset = output.count }
    forms.append(sigma..<plain.count, of: plain.span, to: &output)
    return used
  }

  /// True if text in a style is not shown as it was written.
  package static func changes(_ style: TextStyle) -> Bool {
    style.textTransform != .none || style.fontVariant == .math
  }

  // MARK: Sigmas

  /// Offset, in the output, of a sigma that may have to be corrected; nil when there is none.
  package var undecidedOffset: Int? { pendingSigma?.offset }

  /// Says that the undecided sigma has gone so many bytes on.
  mutating func outputWasMoved(by count: Int) { pendingSigma?.offset += count }

  /// Takes a sigma at an offset of the output for a final one until a letter with case follows.
  mutating func waitForLetter(afterSigmaAt offset: Int) {
    pendingSigma = PendingSigma(offset: offset)
    hasPendingSigma = true
  }

  /// Corrects a sigma that was taken for a final one when a letter with case follows.
  mutating func settleSigma(before scalar: Unicode.Scalar, in output: inout [UInt8]) {
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

  /// Takes note of text that is not changed, or was changed elsewhere.
  ///
  /// - Parameters:
  ///   - range: The text.
  ///   - bytes: The bytes it is in; valid UTF-8.
  ///   - output: Output in which a sigma may have to be corrected.
  package mutating func observe(
    _ range: Range<Int>, of bytes: Span<UInt8>, in output: inout [UInt8]
  ) {
    guard !range.isEmpty else { return }
    letterBefore = .other
    var offset = range.lowerBound
    // Only the first letter decides about a sigma.
    while pendingSigma != nil, offset < range.upperBound {
      let scalar = Self.scalar(at: &offset, in: bytes)
      settleSigma(before: scalar, in: &output)
    }
    // Only the end of the text matters for what follows, mostly its last letter.
    offset = range.upperBound
    while let scalar = Self.scalar(before: offset, within: range, of: bytes) {
      offset -= UTF8.width(scalar)
      if Self.isDecisive(scalar) { break }
    }
    while offset < range.upperBound { note(Self.scalar(at: &offset, in: bytes)) }
  }

  /// Takes note of something that no word goes on across.
  ///
  /// There must be no undecided sigma.
  package mutating func observeBreak() {
    word = WordState()
    isAfterCased = false
    letterBefore = .other
  }

  /// True if a byte is a character behind which nothing before it matters any more.
  ///
  /// It is true for most of ASCII: letters, digits and white space are among them.
  @inlinable
  @inline(__always)
  package static func isDecisive(_ byte: UInt8) -> Bool {
    // All but ' , . : ; ^ _ and `.
    guard byte < 0x80 else { return false }
    let word: UInt64 = byte < 0x40 ? ~0x0C00_5080_0000_0000 : ~0x0000_0001_C000_0000
    return word &>> UInt64(byte) & 1 != 0
  }

  /// True if the last of some characters is a letter behind which nothing before it matters any
  /// more, as far as its bytes say so: most letters of Latin, Greek and Cyrillic, and ideographs.
  @usableFromInline
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
    case .attached, .middle, .middleOfLetters, .middleOfNumbers:
      return false
    }
  }

  /// Takes note of a scalar of the original text.
  mutating func note(_ scalar: Unicode.Scalar) {
    _ = word.next(WordKind(scalar))
    noteCase(of: scalar)
  }

  /// Takes note of a scalar for the sake of a later sigma.
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

  /// The scalar at an offset of valid UTF-8; the offset moves behind it.
  static func scalar(at offset: inout Int, in bytes: Span<UInt8>) -> Unicode.Scalar {
    let scalar = bytes.scalar(at: offset, before: bytes.count)
    offset += scalar.length
    return Unicode.Scalar(orReplacement: scalar.value)
  }

  /// The scalar that ends at an offset of valid UTF-8; nil at the start of the range.
  static func scalar(
    before offset: Int, within range: Range<Int>, of bytes: Span<UInt8>
  ) -> Unicode.Scalar? {
    guard offset > range.lowerBound else { return nil }
    var start = offset - 1
    while start > range.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: &start, in: bytes)
  }

  // MARK: Full width

  /// Appends the full-width forms of what has one.
  private static func widen(
    _ range: Range<Int>, of bytes: Span<UInt8>, to output: inout [UInt8]
  ) {
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
