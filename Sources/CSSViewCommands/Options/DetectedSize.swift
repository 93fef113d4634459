import OperatingSystem
import TerminalOutput

/// The size of the screen, and what it was taken from.
///
/// It is what the terminal reports; where there is none, `COLUMNS` and `LINES`; else 80 × 24. A
/// reported 0 counts as unknown.
struct DetectedSize {
  var columns: Int
  var rows: Int
  var columnsSource: String
  var rowsSource: String

  init(_ console: Console) {
    let reader = ReaderVariables(console.variable)
    (columns, columnsSource) = Self.detect(
      console.outputSize?.columns, reader.columns, variable: "COLUMNS", otherwise: 80)
    (rows, rowsSource) = Self.detect(
      console.outputSize?.rows, reader.rows, variable: "LINES", otherwise: 24)
  }

  private static func detect(
    _ reported: Int?, _ named: Int?, variable: String, otherwise: Int
  ) -> (Int, String) {
    if let reported, reported > 0 { return (reported, "terminal") }
    return named.map { ($0, variable) } ?? (otherwise, "default")
  }
}
