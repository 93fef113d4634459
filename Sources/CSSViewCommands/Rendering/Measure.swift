import CellLayout
import StyleValues
import StyledText
import TerminalOutput

/// The widths of the clusters of a text.
///
/// A line may have many megabytes, so only its bytes are kept, and the result is written in parts.
struct Measure {
  private let bytes: [UInt8]
  private let rules: WidthRules

  init(_ bytes: [UInt8], rules: WidthRules) {
    self.bytes = bytes
    self.rules = rules
  }

  private func forEachCluster<Failure: Error>(
    _ body: (TextCluster, _ width: Int) throws(Failure) -> Void
  ) throws(Failure) {
    var column = 0
    for cluster in TextClusters(bytes, rules: rules) {
      try body(cluster, Self.width(of: cluster, in: bytes, &column))
    }
  }

  /// The number of clusters, and the sum of their cells.
  private var totals: (clusters: Int, width: Int) {
    var totals = (clusters: 0, width: 0)
    forEachCluster { _, width in
      totals.clusters += 1
      totals.width += width
    }
    return totals
  }

  /// The cells of a text from a column on, which is advanced.
  static func cells(
    of bytes: [UInt8], rules: WidthRules, tabSize: Int, from column: inout Int
  ) -> Int {
    TextClusters(bytes, rules: rules).reduce(0) {
      $0 + width(of: $1, in: bytes, tabSize: tabSize, &column)
    }
  }

  /// The rows of a line on a terminal, which continues full rows in the next one.
  static func rows(of line: [UInt8], columns: Int) -> Int {
    var (rows, column) = (1, 0)
    for cluster in TextClusters(line, rules: .clusters) {
      var end = column
      let width = width(of: cluster, in: line, &end)
      if line[cluster.range.lowerBound] == 0x09 {
        // A tab goes no further than to the last column.
        column = min(end, columns - 1)
      } else if end > columns {
        rows += 1
        column = width
      } else {
        column = end
      }
    }
    return rows
  }

  /// The cells of a cluster at a column, which is advanced.
  private static func width(
    of cluster: TextCluster, in bytes: [UInt8], tabSize: Int = 8, _ column: inout Int
  ) -> Int {
    var width = cluster.width
    switch bytes[cluster.range.lowerBound] {
    case 0x09: width = tabSize < 1 ? 0 : tabSize - column % tabSize
    case 0x0D where cluster.range.count == 1: width = 1
    case 0x0A, 0x0D: column = 0
    case ..<0x20, 0x7F:
      // Its picture.
      width = 1
    case 0xC2 where bytes[cluster.range.lowerBound + 1] < 0xA0:
      // U+FFFD.
      width = 1
    default: break
    }
    column += width
    return width
  }

  func json<Failure: Error>(_ write: (SafeText) throws(Failure) -> Void) throws(Failure) {
    try write("{\"width\": \(totals.width), \"clusters\": [")
    var separator: SafeText = ""
    try forEachCluster { (cluster, _) throws(Failure) in
      let text = String(decoding: bytes[cluster.range], as: UTF8.self)
      try write(separator + SafeText(JSONOutput.string(text)))
      separator = ", "
    }
    try write("], \"widths\": [")
    separator = ""
    try forEachCluster { (_, width) throws(Failure) in
      try write("\(separator)\(width)")
      separator = ", "
    }
    try write("], \"breaks\": [")
    for (index, lineBreak) in LineBreaks(bytes).enumerated() {
      try write("\(index > 0 ? ", " : "")\(lineBreak.offset)")
    }
    try write("], \"mandatory\": [")
    for (index, lineBreak) in LineBreaks(bytes).lazy.filter(\.isMandatory).enumerated() {
      try write("\(index > 0 ? ", " : "")\(lineBreak.offset)")
    }
    try write("]}")
  }

  /// Writes three lines, for people and for `cut`.
  func text<Failure: Error>(_ write: (SafeText) throws(Failure) -> Void) throws(Failure) {
    let totals = totals
    try write("width \(totals.width)\nclusters \(totals.clusters)\nbreaks")
    var hasBreak = false
    for lineBreak in LineBreaks(bytes) {
      try write(" \(lineBreak.offset)\(lineBreak.isMandatory ? "!" : "")")
      hasBreak = true
    }
    if !hasBreak { try write(" none") }
  }
}
