import CellLayout
import OperatingSystem

/// A text on a plain terminal that is drawn again and again in its place.
struct RedrawnText {
  /// The last output for a sheet and a text that were not broken.
  var good: [UInt8]?

  /// The cells that each line took that was drawn.
  private var widths: [Int] = []

  /// Takes note of what was drawn: lines with sequences of our own.
  mutating func note(_ drawn: [UInt8], rules: WidthRules) {
    for line in Self.withoutSequences(drawn).split(
      separator: 0x0A, omittingEmptySubsequences: false
    )
    .dropLast() {
      var column = 0
      widths.append(Measure.cells(of: Array(line), rules: rules, tabSize: 8, from: &column))
    }
  }

  /// Returns the sequences that go back to the first line and clear the screen from there on
  /// (ECMA-48 CUU, ED); lines that have left the screen stay.
  ///
  /// The result is empty if nothing was drawn.
  mutating func clear(on size: ScreenSize) -> [UInt8] {
    guard !widths.isEmpty else { return [] }
    // A terminal that has become narrower has broken the lines.
    let columns = max(1, size.columns)
    let rows = widths.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
    widths.removeAll()
    let up = min(rows, size.rows - 1)
    return Array(("\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[J").utf8)
  }

  private static func withoutSequences(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var offset = 0
    while offset < bytes.count {
      guard bytes[offset] == 0x1B, offset + 1 < bytes.count else {
        text.append(bytes[offset])
        offset += 1
        continue
      }
      let rest = bytes[(offset + 2)...]
      switch bytes[offset + 1] {
      case UInt8(ascii: "["):
        offset = (rest.firstIndex { (0x40...0x7E).contains($0) } ?? bytes.count - 1) + 1
      case UInt8(ascii: "]"):
        let end = rest.firstIndex { $0 == 0x07 || $0 == 0x1B } ?? bytes.count - 1
        offset = end + (bytes[end] == 0x1B ? 2 : 1)
      default: offset += bytes[offset + 1] == UInt8(ascii: "#") ? 3 : 2
      }
    }
    return text
  }
}
