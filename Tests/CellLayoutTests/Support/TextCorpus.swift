import TestSupport

/// A string and its cells.
struct WidthCase: Sendable {
  let text: String
  /// By grapheme clusters.
  let cells: Int
  /// The sum over code points.
  let codePointCells: Int

  static let all: [WidthCase] = dataRows("Text/widths").map { row in
    let fields = row.split(separator: "; ")
    return WidthCase(
      text: decoded(fields[0]), cells: Int(fields[1]) ?? -1, codePointCells: Int(fields[2]) ?? -1)
  }
}

/// The pieces that each text of a file is cut into.
func cutTexts(_ name: String) -> [[String]] {
  dataRows(name).map { $0.split(separator: " ÷ ").map(decoded) }
}

/// The text of code points in hexadecimal notation.
private func decoded(_ scalars: Substring) -> String {
  var text = ""
  for scalar in scalars.split(separator: " ") {
    text.unicodeScalars.append(UInt32(scalar, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
  }
  return text
}
