import Bytes

/// The steps from text of the input to text of a line: it is made safe, then transformed.
///
/// What the steps have to know of the text before is here, and what waits for the text behind.
package struct TextPipeline: ~Copyable {
  package var sanitizer: TextSanitizer

  package var transformer = TextTransformer()

  /// Safe text that is not transformed yet: a letter that the next one may decide about, or
  /// bidirectional controls that are not balanced yet.
  package var scratch: [UInt8] = []

  /// Source range of `scratch`, and of text that was dropped before it.
  var scratchSource = 0..<0

  /// Text that was copied last and that the transformer has not seen; it matters only where
  /// transformed text follows, which is rare.
  package var unseen = 0..<0

  package init(allowsBidirectional: Bool) {
    sanitizer = TextSanitizer(allowsBidirectional: allowsBidirectional)
  }

  /// Takes the source of what waits, with that of what comes next.
  mutating func takeSource(joining source: Range<Int>) -> Range<Int> {
    defer { scratchSource = 0..<0 }
    if scratchSource.isEmpty { return source }
    return scratchSource.lowerBound..<max(scratchSource.upperBound, source.upperBound)
  }

  /// True if nothing waits for what comes next.
  package var isSettled: Bool {
    mutating get {
      !sanitizer.hasUnfinishedRun && scratch.isEmpty && !transformer.isUndecided
    }
  }

  /// True if text can be copied without a look at what came before.
  var allowsCopying: Bool { scratch.isEmpty && !sanitizer.holdsBidirectional }

  /// True if the last letter of a text says all that there is to know of it and of what stood
  /// before it, as that of most texts does.
  @inline(__always)
  package static func isDecisive(endOf text: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let last = unsafe bytes[unchecked: text.upperBound &- 1]
    // Letters first.
    return (last | 0x20) &- 0x61 < 26 || TextTransformer.isDecisive(last)
      || last >= 0x80 && TextTransformer.isDecisive(endOf: text, of: bytes)
  }

  /// True if a picture (U+2400 and so on) or U+FFFD is all that waits; both are between words.
  var isPicture: Bool {
    mutating get {
      scratch.count == 3 && (scratch[0] == 0xE2 || scratch[0] == 0xEF) && scratch[1] != 0x80
        && !sanitizer.holdsBidirectional && !transformer.isUndecided
    }
  }

  /// Takes note of text that was copied and that the transformer may have to know.
  mutating func note(_ copied: Range<Int>, in bytes: Span<UInt8>, _ line: inout StyledLines) {
    if !Self.isDecisive(endOf: copied, in: bytes) { showUnseen(in: bytes, &line) }
    unseen = copied
    if transformer.isUndecided { showUnseen(in: bytes, &line) }
  }

  /// Shows the transformer the text that was copied before text that it has to change, since
  /// words and sigmas go on across the borders of elements.
  @inline(__always)
  package mutating func showUnseen(in bytes: Span<UInt8>, _ line: inout StyledLines) {
    guard !unseen.isEmpty else { return }
    observe(unseen, of: bytes, &line)
    unseen = 0..<0
  }

  @inline(never)
  package mutating func observe(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ line: inout StyledLines
  ) {
    transformer.observe(range, of: bytes, in: &line.bytes)
  }

  /// Ends a word where none goes on.
  mutating func endWord(_ line: inout StyledLines) {
    if transformer.isUndecided { observeLineFeed(&line) }
    unseen = 0..<0
    transformer.observeBreak()
  }

  mutating func observeLineFeed(_ line: inout StyledLines) {
    let lineFeed: [UInt8] = [0x0A]
    observe(0..<1, of: lineFeed.span, &line)
  }
}
