import CellLayout
import TerminalOutput
import TestSupport

extension ScreenModel {
  /// What a terminal shows of some bytes that counts cells by the library's own tables: the model
  /// and the renderer must agree on where a cell is.
  init(_ bytes: [UInt8], columns: Int = 600) {
    self.init(columns: columns, widthOf: { cellWidth(of: $0, rules: .clusters) })
    feed(bytes)
  }
}
