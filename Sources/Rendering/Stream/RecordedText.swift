import Bytes
import TerminalOutput

/// Text whose lines are laid out before they are written: the bytes, where each look starts, and
/// where lines end.
struct RecordedText: ~Copyable {
  /// A place from which on the text has a look.
  struct LookStart {
    /// Offset into the text.
    var offset: Int
    /// The look, which is that of one style only.
    var look: LookID
  }

  /// The text, its line feeds included.
  var text = StreamBuffer()

  /// Where looks start, in order; there is one at the first byte of every line.
  var starts: [LookStart] = []

  /// The offsets of the line feeds that end lines of the input.
  ///
  /// Others, as those of `<br>`, belong to the line.
  var lineEnds: [Int] = []

  /// Parts of the lines in which no line breaks, from first to last.
  var atoms: [Range<Int>] = []

  /// Notes the look of the text from here on.
  mutating func start(_ look: LookID, at offset: Int) {
    if let last = starts.last, last.offset == offset { starts.removeLast() }
    starts.append(LookStart(offset: offset, look: look))
  }

  /// Forgets everything before an offset.
  mutating func removeFirst(_ count: Int) {
    guard count > 0 else { return }
    text.removeFirst(count)
    starts.removeFirst(starts.firstIndex { $0.offset >= count } ?? starts.count)
    for index in starts.indices { starts[index].offset -= count }
    atoms.removeFirst(atoms.firstIndex { $0.lowerBound >= count } ?? atoms.count)
    for index in atoms.indices {
      atoms[index] = atoms[index].lowerBound - count..<atoms[index].upperBound - count
    }
    lineEnds.removeAll(keepingCapacity: true)
  }
}
