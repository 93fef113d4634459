import StyleValues
import TerminalOutput
import Testing

@testable import CellLayout

@Suite("Sizes of what there are thousands of")
struct SizesTests {
  @Test("colours, renditions and cells stay as small as they are")
  func sizes() {
    #expect(MemoryLayout<RGB8>.stride == 3)
    #expect(MemoryLayout<TerminalColor>.stride == 4)
    #expect(MemoryLayout<GraphicRendition>.stride == 16)
    #expect(MemoryLayout<Cell>.stride == 40)
  }
}
