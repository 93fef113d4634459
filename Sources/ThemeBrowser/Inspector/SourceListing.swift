import Diagnostics
import StyleValues
import Styling

/// The lines of a sheet; the places of the declarations in force are marked.
struct SourceListing {
  private let source: SourceText
  private let winners: [Int: ExplainedDeclaration]
  private let warnings: [Int: String]
  private let problem: Int?

  /// The file.
  var file: String { source.name }

  /// Number of lines.
  var count: Int { source.lineCount }

  /// The line, from 0, of what is wrong, else of the first declaration in force.
  var firstLine: Int { (problem ?? winners.keys.min() ?? 1) - 1 }

  /// Those of a file of a theme, its main one where there is no such file.
  init?(of theme: Theme, _ file: String?, _ explanation: Explanation) {
    let sources = theme.sheet?.sources.map(\.source) ?? []
    guard let source = sources.first(where: { $0.name == file ?? theme.firstFile }) ?? theme.source
    else { return nil }
    // The last saved text is shown even if the sheet in force is older.
    self.source = source.name == theme.path ? theme.source ?? source : source
    winners = Dictionary(
      explanation.winners.compactMap { _, winner in
        winner.location.file == source.name ? (winner.location.line, winner) : nil
      }, uniquingKeysWith: { first, _ in first })
    warnings = Dictionary(
      theme.warnings.compactMap { warning in
        warning.location.flatMap { $0.file == source.name ? ($0.line, warning.message) : nil }
      }, uniquingKeysWith: { first, _ in first })
    problem = theme.problem?.location.flatMap { place in
      place.file == source.name ? min(place.line, source.lineCount) : nil
    }
  }

  /// A line, from 0.
  subscript(index: Int) -> InspectorLine {
    let line = index + 1
    let digits = String(source.lineCount).count
    let number = String(line)
    let pad = String(repeating: " ", count: digits - number.count)
    let name: ChromeClass
    let mark: String
    if line == problem {
      (name, mark) = (.problem, "×")
    } else if warnings[line] != nil {
      (name, mark) = (.problem, "!")
    } else {
      (name, mark) = winners[line] == nil ? (.note, " ") : (.declaration, "▸")
    }
    let text = String(decoding: source.lineBytes(line), as: UTF8.self)
    return InspectorLine(
      name, "\(pad)\(number) \(mark) \(text)", detail: warnings[line] ?? "",
      value: winners[line].map { EditableValue($0) },
      swatches: winners[line].map { ColorWords.colors(in: $0.value, .css) } ?? [])
  }
}
