import CSSView
import StyleValues
import StyledText

/// Report of the classes of one sheet that look alike on palettes.
struct LikenessReport {
  /// The name of the sheet.
  var sheet: String

  /// The pairs, those that look alike most often first.
  var rows: [PaletteDistinctCheck.Row]

  /// Number of classes the sheet has.
  var classCount: Int

  /// People are told of the first so many pairs.
  private static let mostRows = 20

  /// For programs: an object for each pair.
  var json: [JSONOutput] {
    rows.map { row in
      [
        "sheet": .file(sheet),
        "classes": .array([.string(row.pair.first), .string(row.pair.second)]),
        "share": .number(row.share.roundedDown(decimals: 3)),
        "worst": .string(row.worst),
        "difference": .number(row.difference.roundedDown(decimals: 1)),
      ]
    }
  }

  /// For people: a line for each pair.
  var text: SafeText {
    var lines: [SafeText] = ["\(label(sheet)): pairs that differ by colour alone, told apart on"]
    if rows.isEmpty { lines = ["\(label(sheet)): every pair of classes can be told apart"] }
    for row in rows.prefix(Self.mostRows) {
      // Never as much as would be enough.
      let difference = NumberText.fixed(row.difference.roundedDown(decimals: 1), decimals: 1)
      lines.append(
        "  \(percentText(row.share))  .\(label(row.pair.first)) and .\(label(row.pair.second)), "
          + "worst ΔE00 \(difference) on \(label(row.worst))")
    }
    if rows.count > Self.mostRows { lines.append("  and \(rows.count - Self.mostRows) more pairs") }
    let most = PaletteDistinctCheck.mostClasses
    if classCount > most {
      lines.append("  only the first \(most) of \(classCount) classes were compared")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func label(_ text: String) -> SafeText { .label(text) }
}
