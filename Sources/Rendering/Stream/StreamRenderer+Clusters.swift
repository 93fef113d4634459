import Bytes
import CellLayout
import StyledText

extension StreamRenderer {
  /// How far, in bytes, text is looked at to find where a cluster ends.
  private static let reach = 128

  // All is `mutating`, or calls from the loop would copy the renderer.

  /// Whether a printable ASCII character begins a cluster where the look changes: nearly always.
  @inline(__always)
  mutating func beginsCluster(_ output: borrowing StreamBuffer) -> Bool {
    output.endsInASCII(behind: lookStart) || beginsClusterBehindOthers(output)
  }

  @inline(never)
  private mutating func beginsClusterBehindOthers(_ output: borrowing StreamBuffer) -> Bool {
    isRecording || isPlainBorder(before: 0x20, output) || styles.looks[current].isBlank
      || continuation([0x20], output) == 0
  }

  /// Forgets the text of the part before: the look has changed.
  @inline(never)
  mutating func dropClusterStart() { clusterStart = [] }

  /// How many bytes of the visible text that comes belong to the cluster before it, whose look they
  /// keep.
  mutating func continuation(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ output: borrowing StreamBuffer
  ) -> Int {
    guard !isRecording, current != styles.head(wanted).look else { return 0 }
    if isPlainBorder(
      before: bytes.scalar(at: range.lowerBound, before: range.upperBound).value, output)
    {
      return 0
    }
    // What is hidden and what is not are never in one cluster.
    if styles.looks[current].isBlank { return 0 }
    var text: [UInt8] = []
    text.append(range.lowerBound..<min(range.upperBound, range.lowerBound + Self.reach), of: bytes)
    return continuation(text, output)
  }

  /// Writes a text in a look that begins where the next cluster does.
  mutating func write(_ text: [UInt8], _ look: LookID, _ output: inout StreamBuffer) {
    if styles.looks[look].isBlank { return hide(text[...], look, &output) }
    var kept = 0
    if current != look, !isRecording, !styles.looks[current].isBlank {
      kept = min(continuation(text, output), text.count)
    }
    textEncoder.append(0..<kept, of: text.span, to: &output)
    guard kept < text.count else { return }
    takeUp(look, &output)
    textEncoder.append(kept..<text.count, of: text.span, to: &output)
  }

  /// Whether it is plain from the last scalar alone that another one begins a cluster.
  private mutating func isPlainBorder(before next: UInt32, _ output: borrowing StreamBuffer) -> Bool
  {
    guard output.count > lookStart else {
      return output.count == lookStart && clusterStart.isEmpty
    }
    var before: UInt32 = 0
    var shift: UInt32 = 0
    var offset = output.count - 1
    while offset > lookStart, unsafe output.bytes[offset] & 0xC0 == 0x80, shift < 18 {
      unsafe before |= UInt32(output.bytes[offset] & 0x3F) << shift
      shift += 6
      offset -= 1
    }
    guard unsafe output.bytes[offset] & 0xC0 != 0x80 else { return false }
    unsafe before |=
      UInt32(output.bytes[offset] & (shift == 0 ? 0x7F : 0x3F >> (shift / 6))) << shift
    return AttributedText.isPlainBorder(between: before, and: next)
  }

  /// How many bytes of a text belong to the cluster before it.
  @inline(never)
  private mutating func continuation(_ text: [UInt8], _ output: borrowing StreamBuffer) -> Int {
    var bytes = openCluster(output)
    var last = bytes.count - 1
    while last > 0, bytes[last] & 0xC0 == 0x80 { last -= 1 }
    guard last >= 0, !text.isEmpty else { return 0 }
    let before = bytes.span.scalar(at: last, before: bytes.count).value
    let after = text.span.scalar(at: 0, before: text.count).value
    guard !AttributedText.isPlainBorder(between: before, and: after) else { return 0 }
    let border = bytes.count
    bytes += text
    return clusterEnd(bytes, at: border, from: 0, before: bytes.count) - border
  }

  /// The text since the look changed last, which was at the border of a cluster.
  private mutating func openCluster(_ output: borrowing StreamBuffer) -> [UInt8] {
    // Output that is kept back may hold the last change of look.
    let start = min(max(lookStart, output.count - Self.reach), output.count)
    var text = start == lookStart ? clusterStart : []
    unsafe output.bytes[start...].withContiguousStorageIfAvailable { unsafe text += $0 }
    if let lineFeed = text.lastIndex(of: 0x0A) { text.removeFirst(lineFeed + 1) }
    if text.count > Self.reach { text.removeFirst(text.count - Self.reach) }
    while let first = text.first, first & 0xC0 == 0x80 { text.removeFirst() }
    return text
  }

  /// Keeps what the next part has to know of the text before it.
  mutating func endClusterPart(_ output: borrowing StreamBuffer) {
    clusterStart = openCluster(output)
    lookStart = output.count
  }
}
