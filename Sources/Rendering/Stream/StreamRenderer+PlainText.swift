import Bytes

extension StreamRenderer {
  // MARK: Text that both short ways copy

  /// A longer run of text is worth a call of what copies fastest.
  private static let shortRun = 128

  /// Writes text that stands for itself, in its look, behind what is written.
  ///
  /// What every text changes is the caller's, so that it stays in registers.
  /// - Parameters:
  ///   - text: Where it is; it is not empty.
  ///   - wanted: The look that it has.
  ///   - base: Where the bytes begin.
  ///   - bytes: What has come.
  ///   - room: The room of `output`, which is told of it only where something else writes.
  ///   - look: The look that is set, instead of `current`.
  ///   - output: Where the rendered bytes go.
  @inline(__always)
  mutating func copy(
    _ text: Range<Int>, in wanted: LookID, at base: UnsafeRawPointer, of bytes: Span<UInt8>,
    _ room: inout StreamRoom, _ look: inout LookID, _ output: inout StreamBuffer
  ) {
    var start = text.lowerBound
    let end = text.upperBound
    if look != wanted {
      if unsafe _slowPath(
        base.load(fromByteOffset: start, as: UInt8.self) >= 0x80
          || !room.endsInASCII(behind: lookStart))
      {
        output.commit(room)
        current = look
        start &+= rest(ofClusterBefore: text, in: bytes, &output)
        room = output.room
        look = current
      }
      if start < end {
        if _slowPath(isRecording) {
          if wanted != .standard || !recordsText { recorded.start(wanted, at: room.count) }
        } else {
          let sequence = unsafe styles.looks.sequence(from: look, to: wanted)
          if unsafe _slowPath(room.lacks(sequence.count)) {
            output.commit(room)
            unsafe output.reserve(sequence.count &+ 32)
            room = output.room
          }
          unsafe room.appendPadded(sequence.start, count: sequence.count)
          lookStart = room.count
          if _slowPath(!clusterStart.isEmpty) { dropClusterStart() }
        }
        look = wanted
      }
    }
    if start < end {
      let count = end &- start
      if _slowPath(room.lacks(count)) {
        output.commit(room)
        output.reserve(count &+ 32)
        room = output.room
      }
      if _fastPath(count <= Self.shortRun && end &+ 32 <= bytes.count) {
        unsafe room.appendPadded(base + start, count: count)
      } else {
        unsafe room.append(base + start, count: count)
      }
    }
    if _slowPath(!TextState.isDecisive(endOf: text, in: bytes)) {
      output.commit(room)
      textState.showUnseen(in: bytes, &output)
    }
    textState.unseen = text
  }
}
