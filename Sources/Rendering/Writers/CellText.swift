import CellLayout
import StyleValues
import TerminalOutput

extension [UInt8] {
  /// Adds the text of a cell as UTF-8.
  ///
  /// Cells hold text that is fit for a terminal. Should a control character be in one all the
  /// same, U+FFFD takes its place: no byte of a text may act on the terminal.
  @inline(__always)
  mutating func appendCellText(_ text: String) {
    // Nearly every cell holds one ASCII character.
    let byte =
      unsafe text.utf8.withContiguousStorageIfAvailable { unsafe $0.count == 1 ? $0[0] : 0 } ?? 0
    if byte &- 0x20 < 0x5F { append(byte) } else { appendLongCellText(text) }
  }

  private mutating func appendLongCellText(_ text: String) {
    let start = count
    append(contentsOf: text.utf8)
    guard hasControls(from: start) else { return }
    removeSubrange(start...)
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      append(contentsOf: String(isControl ? "\u{FFFD}" : scalar).utf8)
    }
  }

  /// True if there is a C0 control, DEL or, encoded in UTF-8, a C1 control.
  private func hasControls(from start: Int) -> Bool {
    for place in start..<count {
      let byte = self[place]
      if byte < 0x20 || byte == 0x7F { return true }
      if byte == 0xC2, place + 1 < count, self[place + 1] < 0xA0 { return true }
    }
    return false
  }
}

extension Cell {
  /// True if nothing is to be seen in the cell whatever the terminal's background is, where links
  /// are written or not.
  func isInvisible(writesLinks: Bool) -> Bool {
    text == " " && (link == 0 || !writesLinks) && rendition.hidesBlanks
  }
}

extension CellBuffer {
  /// The columns of a row without the cells at its end in which nothing is to be seen, where links
  /// are written or not.
  func seenColumns(in row: Int, writesLinks: Bool) -> Int {
    let start = row * columns
    var end = start + columns
    while end > start, cells[end - 1].isInvisible(writesLinks: writesLinks) { end -= 1 }
    return end - start
  }
}

extension GraphicRendition {
  /// True if a blank drawn like this looks like an empty cell whatever the terminal's background.
  var hidesBlanks: Bool {
    background == .standard && underline == .none
      && attributes.isDisjoint(with: [.reverse, .strikethrough, .overline])
  }
}
