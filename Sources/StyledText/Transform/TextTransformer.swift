public import Styling

/// Applies `text-transform` to text that comes in pieces.
///
/// Case mapping is Unicode's full mapping: `ß` becomes `SS`, `ﬁ` becomes `FI`, a final sigma is
/// told by the letters around it, digraphs have their title case. What the mapping has to know
/// about the text before is kept, so words and sigmas may cross the border of a span.
///
/// All pieces of a text go through one transformer and into one output, also those without a
/// transform.
public struct TextTransformer: Sendable {
  /// Where the text is in a word.
  var word = WordState()

  /// Whether the last letter, leaving aside what Unicode calls case-ignorable, has case.
  var isAfterCased = false

  /// Where, in the output, a sigma was taken for a final one that may turn out not to be.
  var pendingSigma: Int?

  /// A transformer at the start of a text.
  public init() {}

  /// Appends a piece of text in its transformed form.
  ///
  /// - Parameters:
  ///   - range: The piece.
  ///   - bytes: The bytes it is in; valid UTF-8.
  ///   - transform: What is asked for.
  ///   - language: The language of the piece.
  ///   - output: Where the text goes.
  public mutating func append(
    _ range: Range<Int>, of bytes: Span<UInt8>, transform: TextTransform,
    language: CasingLanguage = .other, to output: inout [UInt8]
  ) {
    switch transform {
    case .none:
      observe(range, of: bytes, in: &output)
      output.append(range, of: bytes)
    case .uppercase:
      uppercase(range, of: bytes, language: language, to: &output)
    case .lowercase:
      lowercase(range, of: bytes, language: language, to: &output)
    case .capitalize:
      capitalize(range, of: bytes, language: language, to: &output)
    case .fullWidth:
      observe(range, of: bytes, in: &output)
      Self.widen(range, of: bytes, to: &output)
    }
  }

  /// Appends a piece of text as a style wants it: `text-transform`, then letter forms.
  ///
  /// - Parameters:
  ///   - range: The piece.
  ///   - bytes: The bytes it is in; valid UTF-8.
  ///   - style: What the text looks like.
  ///   - language: The language of the piece.
  ///   - output: Where the text goes.
  public mutating func append(
    _ range: Range<Int>, of bytes: Span<UInt8>, style: TextStyle, language: CasingLanguage,
    to output: inout [UInt8]
  ) {
    let start = output.count
    append(range, of: bytes, transform: style.textTransform, language: language, to: &output)
    guard let forms = LetterForms(style) else { return }
    let plain = Array(output[start...])
    output.removeSubrange(start...)
    // The sigma that may have to be corrected moves when the letters before it grow.
    let sigma = max(0, (pendingSigma ?? start) - start)
    forms.append(0..<sigma, of: plain.span, to: &output)
    if let pending = pendingSigma, pending >= start { pendingSigma = output.count }
    forms.append(sigma..<plain.count, of: plain.span, to: &output)
  }

  /// Whether text in a style is not shown as it was written.
  public static func changes(_ style: TextStyle) -> Bool {
    style.textTransform != .none || style.fontVariant == .math
  }

  /// Says that the output so far was written out and can not be changed any more.
  public mutating func outputWasFlushed() {
    pendingSigma = nil
  }

  /// Takes note of text that is not changed, or was changed elsewhere.
  ///
  /// - Parameters:
  ///   - range: The text.
  ///   - bytes: The bytes it is in; valid UTF-8.
  ///   - output: Where a sigma may have to be corrected.
  public mutating func observe(
    _ range: Range<Int>, of bytes: Span<UInt8>, in output: inout [UInt8]
  ) {
    var offset = range.lowerBound
    // Only the first letter decides about a sigma.
    while pendingSigma != nil, offset < range.upperBound {
      let scalar = Self.scalar(at: &offset, in: bytes)
      settleSigma(before: scalar, in: &output)
    }
    // Only the end of the text matters for what follows.
    var start = range.upperBound
    var looked = 0
    while start > range.lowerBound, looked < Self.lookBack {
      start -= 1
      while start > range.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
      looked += 1
      if bytes[start] == 0x20 || bytes[start] == 0x0A { break }
    }
    offset = start
    while offset < range.upperBound { note(Self.scalar(at: &offset, in: bytes)) }
  }

  /// How many scalars are looked at to find the state at the end of a text.
  private static let lookBack = 64

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

  /// Corrects a sigma that was taken for a final one when a letter with case follows.
  mutating func settleSigma(before scalar: Unicode.Scalar, in output: inout [UInt8]) {
    guard let offset = pendingSigma else { return }
    if scalar.properties.isCased {
      // U+03C2 is CF 82, U+03C3 is CF 83.
      if offset + 1 < output.count { output[offset + 1] = 0x83 }
      pendingSigma = nil
    } else if !scalar.properties.isCaseIgnorable {
      pendingSigma = nil
    }
  }

  /// Unicode's Case_Ignorable among ASCII: `'`, `.`, `:`, `^` and `` ` ``.
  private static func isIgnorableASCII(_ byte: UInt8) -> Bool {
    byte == 0x27 || byte == 0x2E || byte == 0x3A || byte == 0x5E || byte == 0x60
  }

  /// The scalar at an offset of valid UTF-8; the offset moves behind it.
  static func scalar(at offset: inout Int, in bytes: Span<UInt8>) -> Unicode.Scalar {
    guard
      case .scalar(let value, let length) = decodeScalar(
        at: offset, before: bytes.count, in: bytes)
    else {
      offset += 1
      return "\u{FFFD}"
    }
    offset += length
    return Unicode.Scalar(value) ?? "\u{FFFD}"
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
    let value = scalar.value
    if value &- 0x21 < 0x5E { return Unicode.Scalar(value + 0xFEE0) ?? scalar }
    guard value <= 0xFFFF else { return scalar }
    let pairs = FullWidthTable.pairs
    var low = 0
    var high = pairs.count
    while low < high {
      let middle = (low + high) / 2
      if pairs[middle] & 0xFFFF < value { low = middle + 1 } else { high = middle }
    }
    guard low < pairs.count, pairs[low] & 0xFFFF == value else { return scalar }
    return Unicode.Scalar(pairs[low] >> 16) ?? scalar
  }
}
