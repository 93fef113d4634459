import Bytes
import StyledText

/// What a stream has to know of its text besides how it looks: what becomes safe or is transformed
/// before it is written, and what was written and may have to change.
struct TextState: ~Copyable {
  var sanitizer: TextSanitizer
  var transformer = TextTransformer()

  /// Safe text that is not transformed yet: a letter that the next one may decide about, or
  /// bidirectional controls that are not balanced yet.
  var scratch: [UInt8] = []

  /// Text that is transformed and not written yet.
  var transformed: [UInt8] = []

  /// What was copied last and what the transformer has not seen.
  ///
  /// It only matters where transformed text follows, which is rare.
  var unseen = 0..<0

  /// Where in the output the sigma is that the transformer has not decided about; nil where it is
  /// not written because it is hidden.
  var sigmaOffset: Int?

  /// Output from such a sigma on, kept back at the end of a part.
  private var undecided: [UInt8] = []

  init(allowsBidirectional: Bool) {
    sanitizer = TextSanitizer(allowsBidirectional: allowsBidirectional)
  }

  /// Whether nothing waits for what comes next.
  var isSettled: Bool {
    !sanitizer.hasUnfinishedRun && scratch.isEmpty && !transformer.isUndecided
  }

  /// Whether what comes can be copied without a look at what came before.
  var allowsCopying: Bool { scratch.isEmpty && !sanitizer.holdsBidirectional }

  /// Whether a picture (U+2400 and so on) or U+FFFD is all that waits; both are between words.
  var isPicture: Bool {
    scratch.count == 3 && (scratch[0] == 0xE2 || scratch[0] == 0xEF) && scratch[1] != 0x80
      && !sanitizer.holdsBidirectional && !transformer.isUndecided
  }

  // MARK: What the transformer has to know

  /// Takes note of text that was copied and that the transformer may have to know.
  mutating func note(
    _ copied: Range<Int>, in bytes: Span<UInt8>, _ output: inout StreamBuffer
  ) {
    if !Self.isDecisive(endOf: copied, in: bytes) { showUnseen(in: bytes, &output) }
    unseen = copied
  }

  /// Whether a text says all that there is to know of it and what stood before it with its last
  /// letter, as most do.
  @inline(__always)
  static func isDecisive(endOf text: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let last = unsafe bytes[unchecked: text.upperBound &- 1]
    // Letters first.
    return (last | 0x20) &- 0x61 < 26 || TextTransformer.isDecisive(last)
      || last >= 0x80 && TextTransformer.isDecisive(endOf: text, of: bytes)
  }

  /// Tells the transformer what was copied before text that it has to change.
  ///
  /// Words and sigmas go on across the borders of spans.
  @inline(__always)
  mutating func showUnseen(in bytes: Span<UInt8>, _ output: inout StreamBuffer) {
    guard !unseen.isEmpty else { return }
    observe(unseen, of: bytes, &output)
    unseen = 0..<0
  }

  /// Tells the transformer of a text that is written.
  @inline(never)
  mutating func observe(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ output: inout StreamBuffer
  ) {
    var nothing: [UInt8] = []
    transformer.observe(range, of: bytes, in: &nothing)
    correctSigma(in: &output)
  }

  /// Makes the undecided sigma one in the middle of a word if it is: U+03C3 is CF 83.
  private mutating func correctSigma(in output: inout StreamBuffer) {
    if transformer.takeCorrection(), let sigmaOffset { output.set(0x83, at: sigmaOffset + 1) }
  }

  // MARK: Transformed text

  /// Puts a text into `transformed` as a style wants it.
  ///
  /// - Returns: How many of the bytes were used.
  mutating func transform(
    _ range: Range<Int>, of text: [UInt8], in content: SpanContent, isEnd: Bool,
    _ output: inout StreamBuffer
  ) -> Int {
    transformed.removeAll(keepingCapacity: true)
    let used = transformer.append(
      range, of: text.span, style: content.style,
      language: CasingLanguage(tag: content.language), isEnd: isEnd, to: &transformed)
    correctSigma(in: &output)
    return used - range.lowerBound
  }

  /// Writes a part of what was transformed.
  mutating func write(
    _ range: Range<Int>, by encoder: LookEncoder, to output: inout StreamBuffer
  ) {
    var start = range.lowerBound
    if let sigma = transformer.undecidedOffset, range.contains(sigma) {
      encoder.append(start..<sigma, of: transformed.span, to: &output)
      sigmaOffset = output.count
      transformer.outputWasMoved()
      start = sigma
    }
    encoder.append(start..<range.upperBound, of: transformed.span, to: &output)
  }

  /// Says that what was transformed is not written.
  mutating func dropTransformed() {
    guard transformer.undecidedOffset != nil else { return }
    sigmaOffset = nil
    transformer.outputWasMoved()
  }

  // MARK: Parts

  /// Writes what was kept back at the end of the part before, and makes room for a part.
  mutating func beginPart(of count: Int, _ output: inout StreamBuffer) {
    output.reserve(count + undecided.count + 64)
    guard !undecided.isEmpty else { return }
    sigmaOffset = output.count
    output.append(contentsOf: undecided)
    undecided.removeAll(keepingCapacity: true)
  }

  /// Keeps output back that is not decided.
  mutating func endPart(_ output: inout StreamBuffer) {
    guard transformer.isUndecided, let sigmaOffset else { return }
    undecided = unsafe Array(output.bytes[sigmaOffset...])
    output.removeLast(undecided.count)
  }
}
