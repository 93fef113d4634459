import CellLayout
import StyleValues
import Styling
import TerminalOutput

/// The colour being changed, as ramps of lightness, chroma and hue in OKLCH.
struct ColorPicker {
  /// A ramp; the raw value is the number of its component.
  enum Row: Int, CaseIterable, Sendable {
    case lightness, chroma, hue

    private static let ends = [1, 0.4, 360]
    fileprivate var end: Double { Self.ends[rawValue] }

    /// The step of a key, and that with Shift.
    var steps: (usual: Double, fine: Double) {
      switch self {
      case .lightness: (0.02, 0.002)
      case .chroma: (0.01, 0.001)
      case .hue: (10, 1)
      }
    }

    fileprivate func value(of color: Color) -> Double { color.components[rawValue] }

    fileprivate func text(of color: Color) -> String {
      switch self {
      case .lightness: NumberText.css((value(of: color) * 1000).rounded() / 10) + "%"
      case .chroma: NumberText.css((value(of: color) * 1000).rounded() / 1000)
      case .hue: NumberText.css((value(of: color) * 10).rounded() / 10) + "°"
      }
    }

    /// A colour with another value on this ramp, from 0 at its start to 1 at its end.
    fileprivate func color(_ color: Color, at fraction: Double) -> Color {
      var copy = color
      copy.components[rawValue] = fraction * end
      return copy
    }

    /// The change that moves a colour to a position on the ramp, from 0 to 1.
    func step(from color: NudgedColor, to fraction: Double) -> Double {
      fraction * end - value(of: color.color)
    }
  }

  /// nil while a value is typed.
  var row: Row?

  /// The colour before the change, and now.
  var was: NudgedColor?, now: NudgedColor

  /// The parts of the sample that depend on it, with their contrast on each background.
  var uses: [Use]

  /// A part of the sample with its contrast in words.
  struct Use {
    var name: String
    var contrasts: [String]
  }

  /// Draws the ramps, both colours, and the contrast of the parts that use them.
  func draw(on frame: inout Frame) {
    frame.fill(frame.bounds, .standard)
    for (line, row) in Row.allCases.enumerated() {
      draw(row, on: &frame, in: frame.bounds.line(line))
    }
    var rest = frame.bounds.line(3).inset(left: 1)
    for (title, color) in [("was", was), ("now", now)] {
      guard let color else { continue }
      rest = frame.write(title + " ", in: rest, as: .note)
      rest = frame.drawSwatches(Array(repeating: color.terminalColor, count: 3), in: rest)
      rest = frame.write(color.color.srgb.rgb8.hex + "   ", in: rest, as: .declaration)
    }
    let height = frame.bounds.rows - 4
    for (line, use) in uses.prefix(max(0, height)).enumerated() {
      let isCut = line == height - 1 && uses.count > height
      let name = isCut ? "and \(uses.count - line) more" : use.name
      let rect = frame.bounds.line(4 + line).inset(left: 1, right: 1)
      let end = frame.write(name, in: rect.inset(right: rect.columns / 2), as: .note)
      guard !isCut else { continue }
      var rest = rect.inset(left: max(16, end.column - rect.column + 2))
      for contrast in use.contrasts {
        rest = frame.write(
          contrast + "   ", in: rest, as: contrast.contains("fails") ? .problem : .declaration)
      }
    }
  }

  private func draw(_ row: Row, on frame: inout Frame, in rect: CellRect) {
    let rendition = frame.drawRow(in: rect, isSelected: row == self.row)
    frame.write("\(row)", in: rect.inset(left: 1), rendition)
    let value = frame.writeRight(row.text(of: now.color), in: rect.inset(right: 1), rendition)
    let ramp = CellRect(
      column: rect.column + 11, row: rect.row,
      columns: max(0, min(value.endColumn, rect.endColumn - 8) - rect.column - 13), rows: 1)
    guard ramp.columns > 4 else { return }
    var quantizer = ColorQuantizer(frame.chrome.environment)
    let position = Int(row.value(of: now.color) / row.end * Double(ramp.columns))
    for column in 0..<ramp.columns {
      let fraction = (Double(column) + 0.5) / Double(ramp.columns)
      let color = row.color(now.color, at: fraction)
      let seen = TerminalColor.rgb(color.srgb.rgb8)
      var cell = GraphicRendition(background: seen)
      if !color.isInSRGB { cell = GraphicRendition(foreground: seen) }
      let isMark = column == min(position, ramp.columns - 1)
      if isMark {
        cell.foreground = color.isInSRGB ? TerminalColor.rgb(color.ink) : TerminalColor.standard
      }
      let hasColor = frame.chrome.environment.colorDepth.hasColor
      let sign = isMark ? "┃" : color.isInSRGB ? (hasColor ? " " : "─") : "·"
      frame.write(
        sign, in: ramp.inset(left: column, right: ramp.columns - column - 1),
        quantizer.quantize(cell))
    }
    frame.answerMouse(in: ramp, as: .ramp(row))
  }
}

extension NudgedColor { fileprivate var terminalColor: TerminalColor { .rgb(color.srgb.rgb8) } }

extension Color {
  /// True if screens can show it.
  fileprivate var isInSRGB: Bool {
    let light = converted(to: .srgb).components
    // A smaller excess is lost when channels are rounded to bytes.
    return light.min() >= -0.0005 && light.max() <= 1.0005
  }

  /// Black or white, whichever is visible on it.
  fileprivate var ink: RGB8 { RGB8(ColorScheme(of: srgb.rgb8) == .dark ? 0xFFFFFF : 0) }
}

extension Browser {
  /// Updates the picker for the colour being changed.
  mutating func updatePicker() {
    guard let prompt = status.prompt, case .value(let edit) = prompt.purpose, !edit.takesName,
      let now = typedNudge, let shown = preview.selected, let theme = themes.selectedTheme
    else {
      picker = nil
      return
    }
    let sheet = preview.draft?.sheet ?? theme.sheet
    let scheme = seenEnvironment.colorScheme
    var turned = settings
    turned.environment = settings.environment.turned(to: scheme == .dark ? .light : .dark)
    var side = preview
    if simulation.environment(turned.environment).colorScheme == scheme {
      // Another background or palette is simulated.
      side.simulation.backdrop = scheme == .dark ? .white : .black
    }
    let other = sheet.flatMap { side.preview(of: theme, under: $0, turned) }
    var names: Set<String> = []
    let uses = prompt.runs.filter { names.insert(shown.name(ofRun: $0.run)).inserted }
    let sides = [(shown, "\(scheme)"), (other, scheme == .dark ? "light" : "dark")]
    picker = ColorPicker(
      row: prompt.row,
      was: NudgedColor(edit.text, dialect, expanded: shown.expanded(edit.text)), now: now,
      uses: uses.map { use in
        ColorPicker.Use(
          name: shown.name(ofRun: use.run),
          contrasts: sides.compactMap { preview, side in
            preview.flatMap { preview in
              ContrastReport(preview).brief(of: preview, run: use.run)
                .map { "\($0.text) on \(side)" }
            }
          })
      })
  }

  /// Changes the picked colour, or selects another ramp; returns false for other keys.
  mutating func pick(_ press: KeyPress, _ prompt: StatusLine.Prompt) -> Bool {
    guard let color = typedNudge else { return false }
    let rows = ColorPicker.Row.allCases
    switch (press.key, press.modifiers) {
    case (.up, []), (.down, []):
      let index = prompt.row.flatMap { rows.firstIndex(of: $0) }
      let next = index.map { $0 + (press.key == .up ? -1 : 1) } ?? 0
      status.prompt?.row = rows[next.clamped(to: 0...rows.count - 1)]
    case (.left, []), (.right, []), (.left, .shift), (.right, .shift):
      guard let row = prompt.row else { return false }
      let steps = row.steps
      let step = press.modifiers.isEmpty ? steps.usual : steps.fine
      change(color, on: row, by: press.key == .left ? -step : step)
    case (.character("r"), .control):
      if let readable = readable(color) { take(readable, from: color) }
      explainReadability()
    case (.character("="), []) where prompt.row != nil:
      status.prompt?.row = nil
      editField { $0 = TextField() }
    default:
      status.prompt?.row = nil
      return false
    }
    return true
  }

  /// Moves a colour on a ramp.
  mutating func change(_ color: NudgedColor, on row: ColorPicker.Row, by step: Double) {
    status.prompt?.row = row
    status.message = nil
    if row == .hue, color.isGrey { status.message = "grey has no hue; add chroma first" }
    take(color.changed(row, by: step), from: color)
  }

  /// Moves the colour to the mouse's position on a ramp.
  mutating func pick(at cell: CellPosition, on row: ColorPicker.Row) {
    let ramp = view().hitRegions.last { $0.target == .ramp(row) }?.rect
    guard let ramp, ramp.columns > 1, let color = typedNudge else { return }
    let fraction = (Double(cell.column - ramp.column) + 0.5) / Double(ramp.columns)
    change(color, on: row, by: row.step(from: color, to: min(1, max(0, fraction))))
  }
}
