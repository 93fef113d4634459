import CSSView
import CellLayout
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// The report about classes of one stylesheet that look alike on palettes.
struct LikenessReport {
  var sheet: String

  /// The most frequent first.
  var rows: [PaletteDistinctCheck.Row]

  var classCount: Int

  /// The most pairs in the text.
  private static let mostRows = 20

  /// An object for each pair.
  var json: [JSONOutput] {
    rows.map { row in
      [
        "sheet": .file(sheet),
        "classes": .array([.string(row.pair.first), .string(row.pair.second)]),
        "share": .number(row.share.roundedDown(decimals: 3)), "worst": .string(row.worst),
        "difference": .number(row.difference.roundedDown(decimals: 1)),
      ]
    }
  }

  /// A line for each pair.
  var text: SafeText {
    var lines: [SafeText] = [
      "\(sheet): pairs that differ by colour alone, and palettes that separate them"
    ]
    if rows.isEmpty { lines = ["\(sheet): every pair of classes is distinct"] }
    for row in rows.prefix(Self.mostRows) {
      // Never as much as would be enough.
      let difference = NumberText.fixed(row.difference.roundedDown(decimals: 1), decimals: 1)
      lines.append(
        "  \(percentText(row.share))  .\(row.pair.first) and .\(row.pair.second), "
          + "worst ΔE00 \(difference) on \(row.worst)")
    }
    if rows.count > Self.mostRows { lines.append("  and \(rows.count - Self.mostRows) more pairs") }
    let most = PaletteDistinctCheck.mostClasses
    if classCount > most {
      lines.append("  only the first \(most) of \(classCount) classes were compared")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The report about palettes on which the text of one stylesheet is readable.
struct ReadabilityReport {
  var sheet: String

  /// The object itself, then the classes by name.
  var rows: [PaletteCheck.Row]

  /// An object for each row.
  var json: [JSONOutput] {
    rows.map { row in
      [
        "sheet": .file(sheet), "class": JSONOutput(row.className),
        "share": .number(row.share.roundedDown(decimals: 3)),
        "worst": row.count == 0 ? .null : .string(row.worst),
        "ratio": row.count == 0 ? .null : .number(row.ratio.roundedDown(decimals: 2)),
      ]
    }
  }

  /// A line for each row, those that fail most often first.
  var text: SafeText {
    guard let count = rows.map(\.count).max(), count > 0 else {
      return "\(sheet): no palettes\n"
    }
    let sorted = rows.enumerated().sorted {
      ($0.element.share, $0.offset) < ($1.element.share, $1.offset)
    }.map(\.element)
    let names = sorted.map { SafeText.label($0.name) }
    let widest = names.map(\.columns).max() ?? 0
    let title: SafeText = "\(sheet) on \(count) \(count == 1 ? "palette" : "palettes")\n"
    return title
      + zip(names, sorted).map { name, row -> SafeText in
        let ratio = NumberText.fixed(row.ratio.roundedDown(decimals: 2), decimals: 2)
        return "  \(name.padded(to: widest))  \(percentText(row.share))"
          + "  worst \(ratio) on \(row.worst)\n"
      }.joined()
  }
}

extension Environment {
  /// The terminal with the colours of a palette, and with its background if that is known.
  func on(_ palette: TerminalPalette) -> Environment {
    var copy = self
    copy.palette = palette
    guard let color = palette.background else { return copy }
    copy.background = color
    copy.colorScheme = TerminalBackground(color).scheme
    return copy
  }
}

/// A share in per cent for a column, rounded down, so that only all is 100.
func percentText(_ share: Double) -> String {
  let tenths = Int(share * 1000)
  let number = "\(tenths / 10).\(tenths % 10)"
  return String(repeating: " ", count: max(0, 5 - number.count)) + number + " %"
}
