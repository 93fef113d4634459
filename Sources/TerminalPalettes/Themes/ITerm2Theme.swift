import Diagnostics
import StyleValues

extension PaletteBuilder {
  /// Names and colours of a preset, without ` Color` at their ends.
  static let iterm2Names: [(name: String, slot: PaletteSlot)] =
    (0..<16).map { ("Ansi \($0)", .entry(UInt8($0))) } + [
      ("Foreground", .foreground), ("Background", .background), ("Cursor", .cursor),
      ("Selected Text", .selectionForeground), ("Selection", .selectionBackground),
    ]

  /// A colour of a preset: components in a colour space.
  private struct Components {
    var values: [String: Double] = [:]
    var space = "sRGB"
    var range: Range<Int>
  }

  /// Reads a dictionary of dictionaries; of several forms of a colour, the one for both dark and
  /// light wins, else that for dark.
  mutating func readITerm2() {
    var reader = PropertyListReader(text)
    reader.read()
    add(reader.findings)
    var colors: [String: Components] = [:]
    for entry in reader.entries where entry.path.count == 2 {
      let (name, key) = (entry.path[0], entry.path[1])
      guard name.hasSuffix(" Color") || name.hasSuffix(" Color (Dark)") else { continue }
      var color = colors[name] ?? Components(range: entry.range)
      switch key {
      case "Color Space": color.space = entry.text
      case "Red Component", "Green Component", "Blue Component":
        guard let number = Double(entry.text), number.isFinite else {
          reject(entry.range, "'\(entry.text.limited(toBytes: 60))' is not a number")
          continue
        }
        color.values[key] = number
      default: break
      }
      colors[name] = color
    }
    for (name, slot) in Self.iterm2Names {
      guard let color = colors[name + " Color"] ?? colors[name + " Color (Dark)"] else { continue }
      guard let red = color.values["Red Component"], let green = color.values["Green Component"],
        let blue = color.values["Blue Component"]
      else {
        reject(color.range, "'\(name) Color' has no red, green or blue component")
        continue
      }
      let values = SIMD3(red, green, blue)
      if color.space == "P3" {
        set(slot, to: Color(.displayP3, values).srgb.rgb8)
      } else {
        // `sRGB`, and `Calibrated`, which is what came before it.
        set(slot, to: SRGBColor(red: red, green: green, blue: blue).rgb8)
      }
    }
  }
}
