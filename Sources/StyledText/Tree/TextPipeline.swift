import Bytes

/// Makes text of the input safe, and then transforms it.
///
/// It stores the state after earlier text, and text that depends on later one.
package struct TextPipeline: ~Copyable {
  package var sanitizer: TextSanitizer

  package var transformer = TextTransformer()

  /// Safe text that is not transformed yet: a letter that depends on the next one, or unbalanced
  /// bidirectional controls.
  package var scratch: [UInt8] = []

  /// The source of `scratch`, and of text that was dropped before it.
  var scratchSource = 0..<0

  /// The last copied text that the transformer has not read, which it needs only if transformed
  /// text follows.
  package var unseen = 0..<0

  package init(allowsBidirectional: Bool) {
    sanitizer = TextSanitizer(allowsBidirectional: allowsBidirectional)
  }

  /// Removes and returns the source of the waiting text, joined with the next one.
  mutating func takeSource(joining source: Range<Int>) -> Range<Int> {
    defer { scratchSource = 0..<0 }
    if scratchSource.isEmpty { return source }
    return scratchSource.lowerBound..<max(scratchSource.upperBound, source.upperBound)
  }

  /// True if no text waits.
  package var isSettled: Bool {
    mutating get { !sanitizer.hasUnfinishedRun && scratch.isEmpty && !transformer.isUndecided }
  }

  /// True if text can be copied whatever precedes it.
  var allowsCopying: Bool { scratch.isEmpty && !sanitizer.holdsBidirectional }

  /// True if the last letter of a text decides, whatever precedes it, as for most texts.
  @inline(__always)
  package static func isDecisive(endOf text: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let last = unsafe bytes[unchecked: text.upperBound &- 1]
    // Letters first.
    return (last | 0x20) &- 0x61 < 26 || TextTransformer.isDecisive(last)
      || last >= 0x80 && TextTransformer.isDecisive(endOf: text, of: bytes)
  }

  /// True if only a picture (U+2400 and so on) or U+FFFD waits, which are between words.
  var isPicture: Bool {
    mutating get {
      scratch.count == 3 && (scratch[0] == 0xE2 || scratch[0] == 0xEF) && scratch[1] != 0x80
        && !sanitizer.holdsBidirectional && !transformer.isUndecided
    }
  }

  /// Records copied text that the transformer may have to read.
  mutating func note(_ copied: Range<Int>, in bytes: Span<UInt8>, _ line: inout StyledLines) {
    if !Self.isDecisive(endOf: copied, in: bytes) { showUnseen(in: bytes, &line) }
    unseen = copied
    if transformer.isUndecided { showUnseen(in: bytes, &line) }
  }

  /// Lets the transformer read copied text before text that it changes, because words and sigmas
  /// may cross the borders of elements.
  @inline(__always)
  package mutating func showUnseen(in bytes: Span<UInt8>, _ line: inout StyledLines) {
    guard !unseen.isEmpty else { return }
    observe(unseen, of: bytes, &line)
    unseen = 0..<0
  }

  @inline(never)
  package mutating func observe(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ line: inout StyledLines
  ) { transformer.observe(range, of: bytes, in: &line.bytes) }

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
