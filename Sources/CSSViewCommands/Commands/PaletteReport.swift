import CSSView
import CellLayout
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// The terminal's colours for `doctor`: the known ones, and those assumed for the others.
struct PaletteReport {
  private let palette: TerminalPalette
  private let background: RGB8?
  private let environment: Environment

  private let hasColor: Bool

  /// Palette entries that decide whether the terminal's colour cube is xterm's.
  private let probes: [(index: UInt8, color: RGB8)]

  init(_ profile: TerminalProfile) {
    let environment = profile.target(columns: 80).environment
    let palette = environment.palette
    self.environment = environment
    self.palette = palette
    background = environment.background
    hasColor = profile.colorDepth.value.hasColor
    probes = palette.origin == .assumed ? [] : TerminalAnswers.probes.map { ($0, palette[$0]) }
  }

  /// The default colours of a terminal, with their names in JSON.
  private var others: [(key: String, name: String, color: RGB8?)] {
    [
      ("foreground", "foreground", palette.foreground), ("background", "background", background),
      ("cursor", "cursor", palette.cursor),
      ("selectionBackground", "selection", palette.selectionBackground),
      ("selectionForeground", "selected text", palette.selectionForeground),
    ]
  }

  // MARK: - For a person

  /// The sixteen entries with samples, the other colours, the probes, and the assumptions.
  func text(colors: MessageColors) -> SafeText {
    var text: SafeText = ""
    for row in 0..<4 {
      let cells = (0..<4).map { column in swatch(UInt8(row * 4 + column)) }
      text += "    " + cells.joined(separator: "  ") + "\n"
    }
    for (_, name, color) in others {
      if let color { text += "    \(name) \(color.hex)\n" }
    }
    if !probes.isEmpty {
      let differing = probes.filter { $0.color != XtermPalette.color($0.index) }
      text +=
        differing.isEmpty
        ? "    16 to 255 are xterm's\n"
        : "    16 to 255 are not xterm's: "
          + differing.map { "\($0.index) \($0.color.hex)" as SafeText }.joined(separator: ", ")
          + "\n"
    }
    let assumed = assumedNames
    if !assumed.isEmpty {
      text += colors.faint("    assumed: \(assumed.joined(separator: ", "))") + "\n"
    }
    return text
  }

  /// An entry: its number, a sample, and its colour.
  private func swatch(_ index: UInt8) -> SafeText {
    let number: SafeText = "\(index < 10 ? " " : "")\(index)"
    let piece: SafeText = hasColor ? "\u{1B}[48;5;\(index)m    \u{1B}[0m " : ""
    return "\(number) \(piece)\(palette[index].hex)"
  }

  private var assumedNames: [String] {
    let unknown = (UInt8(0)..<16).filter { !palette.knows($0) }
    var names = unknown.count == 16 ? ["0 to 15"] : unknown.map { String($0) }
    if palette.origin == .assumed { names.append("16 to 255") }
    if palette.foreground == nil { names.append("foreground \(environment.assumedForeground.hex)") }
    if background == nil { names.append("background \(environment.assumedBackground.hex)") }
    return names
  }

  // MARK: - For a program

  /// The report as members of an object.
  var json: JSONOutput {
    func color(_ color: RGB8?) -> JSONOutput { JSONOutput(color?.hex) }
    var object: JSONOutput = [
      "entries": .array(
        (UInt8(0)..<16).map { index in
          ["color": color(palette[index]), "assumed": .bool(!palette.knows(index))]
        }),
      "probes": .array(
        probes.map { probe in
          [
            "entry": .integer(Int(probe.index)), "color": color(probe.color),
            "xterm": color(XtermPalette.color(probe.index)),
          ]
        }),
    ]
    for other in others { object += .object([.init(other.key, color(other.color))]) }
    return object
  }
}
