import CellLayout
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// The menu of simulations and of listed themes.
struct ViewMenu: Hashable, Sendable {
  /// A row of the menu; the raw value is its title.
  enum Row: String, CaseIterable, Sendable {
    case colors = "colours"
    case eyes, background, palette, show
  }

  var row = Row.colors

  /// A row with its choices, and the current one.
  struct Choices {
    var names: [String]
    var current: Int
    /// A remark about the current one.
    var remark = ""
  }

  /// Draws a line for each row over the screen.
  func draw(on frame: inout Frame, _ choices: (Row) -> Choices) {
    let all = Row.allCases
    let rows = min(all.count, frame.bounds.rows - 3)
    guard rows > 0 else { return }
    let selected = all.firstIndex(of: row) ?? 0
    let first = max(0, selected - rows + 1)
    let start = frame.bounds.rows - 2 - rows
    let place = CellRect(row: start - 1, columns: frame.bounds.columns, rows: rows + 1)
    frame.cover(place)
    frame.fill(place.line(0), with: "─", frame.chrome.rendition(.frame, .focused))
    frame.write(" View ", in: place.line(0).inset(left: 1), as: .frame, .focused)
    for (line, row) in all[first..<first + rows].enumerated() {
      draw(row, choices(row), on: &frame, in: place.line(line + 1))
    }
  }

  private func draw(_ row: Row, _ choices: Choices, on frame: inout Frame, in rect: CellRect) {
    let rendition = frame.drawRow(in: rect, isSelected: row == self.row)
    let title = frame.bounds.columns < 40 ? String(row.rawValue.prefix(4)) : row.rawValue
    frame.write(title, in: rect.inset(left: 1), frame.chrome.rendition(.note))
    let place = rect.inset(left: frame.bounds.columns < 40 ? 6 : 13, right: 1)
    let width = choices.names.reduce(0) { $0 + frame.width(of: $1) + 3 }
    if width > place.columns {
      // Of very many, the one in force and how many there are.
      let name = "‹ \(choices.names[choices.current]) ›"
      let rest = frame.write(name, in: place, rendition, cutsNumbers: true)
      frame.answerMouse(
        in: place.inset(right: rest.columns),
        as: .choice(row, (choices.current + 1) % choices.names.count))
      frame.writeRight("\(choices.current + 1)/\(choices.names.count)", in: rest, rendition)
      return
    }
    var rest = place
    for (number, name) in choices.names.enumerated() {
      let isCurrent = number == choices.current
      let text = isCurrent ? "[\(name)]" : " \(name) "
      let before = rest
      rest = frame.write(text, in: rest, isCurrent ? rendition.bold : rendition)
      frame.answerMouse(in: before.inset(right: rest.columns), as: .choice(row, number))
      rest = rest.inset(left: 1)
    }
    if !choices.remark.isEmpty { frame.write(choices.remark, in: rest.inset(left: 1), as: .note) }
  }
}

extension GraphicRendition {
  fileprivate var bold: GraphicRendition {
    var copy = self
    copy.attributes.insert(.bold)
    return copy
  }
}

extension Browser {
  func choices(of row: ViewMenu.Row) -> ViewMenu.Choices {
    func choices<Value: Equatable>(
      _ values: [(Value, String)], _ current: Value, _ remark: String = ""
    ) -> ViewMenu.Choices {
      .init(
        names: values.map(\.1), current: values.firstIndex { $0.0 == current } ?? 0, remark: remark)
    }
    switch row {
    case .colors:
      return choices(Simulation.depths, simulation.depth ?? settings.environment.colorDepth)
    case .eyes: return choices(Simulation.visions, simulation.vision, mergedClasses)
    case .background: return choices(Simulation.backdrops, simulation.backdrop)
    case .palette:
      return .init(names: palettes.choices.map(\.shortName), current: palettes.selection)
    case .show: return choices(ThemeList.Choice.allCases.map { ($0, $0.rawValue) }, themes.choice)
    }
  }

  /// Applies a choice of the menu.
  mutating func choose(_ number: Int, in row: ViewMenu.Row) {
    switch row {
    case .colors:
      let depth = Simulation.depths[number].0
      preview.simulation.depth = depth == settings.environment.colorDepth ? nil : depth
    case .eyes: preview.simulation.vision = Simulation.visions[number].0
    case .background:
      backdropBeforeChoice = nil
      preview.simulation.backdrop = Simulation.backdrops[number].0
      updateSides()
    case .palette:
      palettes.show(number)
      updateLayout()
      if number > 0, let shown = preview.selected, !shown.usesPalette {
        status.message = "no effect: all colours of this theme are its own"
      }
    case .show: show(ThemeList.Choice.allCases[number])
    }
  }

  mutating func reset(_ row: ViewMenu.Row) {
    switch row {
    case .colors: preview.simulation.depth = nil
    case .eyes, .background, .palette, .show: choose(0, in: row)
    }
  }

  /// Handles an action while the menu is open; returns false if it has its usual meaning.
  mutating func changeView(_ action: BrowserAction?) -> Bool {
    guard let menu = viewMenu else { return false }
    let rows = ViewMenu.Row.allCases
    let index = rows.firstIndex(of: menu.row) ?? 0
    switch action {
    case .moveUp: viewMenu?.row = rows[max(0, index - 1)]
    case .moveDown: viewMenu?.row = rows[min(rows.count - 1, index + 1)]
    case .previousSpan, .nextSpan:
      let all = choices(of: menu.row)
      let step = action == .nextSpan ? 1 : all.names.count - 1
      choose((all.current + step) % all.names.count, in: menu.row)
    case .choose, .cancel, .showView: viewMenu = nil
    case .cycleProfile, .cycleProfileBack, .cycleBackdrop, .cycleScheme: return false
    default:
      viewMenu = nil
      return false
    }
    return true
  }

  /// Pairs of parts of the sample whose colours differ, but look alike in this simulation.
  private var mergedClasses: String {
    guard simulation.vision != .typical, let shown = preview.selected else { return "" }
    var colors: [(name: String, exact: CIELab, seen: CIELab)] = []
    for run in shown.parts.prefix(200) {
      let name = shown.name(ofRun: run)
      guard name.contains("."), !colors.contains(where: { $0.name == name }),
        let rendition = shown.rendition(ofRun: run),
        let exact = shown.palette.color(of: rendition.foreground),
        let seen = shown.palette.color(
          of: simulation.vision.simulate(rendition, palette: shown.palette).foreground)
      else { continue }
      colors.append((name, CIELab(exact), CIELab(seen)))
    }
    var pairs: [String] = []
    for (index, first) in colors.enumerated() {
      for second in colors[(index + 1)...]
      where first.exact.difference(to: second.exact) > 15
        && first.seen.difference(to: second.seen) < 6
      {
        pairs.append("\(first.name) = \(second.name)")
      }
    }
    return pairs.prefix(3).joined(separator: "  ") + (pairs.count > 3 ? "  …" : "")
  }
}
