import ArgumentParser
import TerminalOutput

/// A number of columns or rows: 1 to 10,000.
struct CellCount: Hashable, ExpressibleByArgument {
  var count: Int

  init?(argument: String) {
    guard let count = Int(argument), ReaderVariables.sizes.contains(count) else { return nil }
    self.count = count
  }
}
