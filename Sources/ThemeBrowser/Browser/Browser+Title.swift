import CellLayout
import StyleValues
import Styling
import TerminalOutput

extension Browser {
  /// The line at the top: the program and what is listed, and what the preview goes through.
  mutating func drawTitle(on canvas: inout Canvas, _ layout: PaneLayout) {
    if layout.form == .tabs {
      drawPaneTabs(on: &canvas, layout)
      return
    }
    let line = layout.title
    let look = chrome.rendition(.title)
    var end = canvas.write(
      " " + chrome.controls[.title].label(), in: line, look)
    end = drawControl(
      .count, chrome.controls[.count].label(countText), on: &canvas,
      line.inset(left: end - line.column + 3))
    if !themes.filter.isEmpty {
      end = canvas.write("/" + themes.filter, in: line.inset(left: end - line.column + 3), look)
    }
    var right = line.endColumn - 1
    for (name, text, states) in simulationControls.reversed() {
      let width = canvas.width(of: text)
      guard right - width > end + 2 else { break }
      right -= width
      drawControl(
        name, text, states: states, on: &canvas, line.inset(left: right - line.column))
      right -= 3
    }
  }

  /// How many themes are listed, and which.
  private var countText: String {
    let count = "\(themes.rows.count) of \(themes.themes.count)"
    return themes.choice == .all ? count : "\(count) \(themes.choice.name)"
  }

  /// What the preview goes through, in words; the last ones stay longest where room is short.
  private var simulationControls: [(ChromeClass, String, ControlState)] {
    let real = settings.environment.colorDepth
    var depth = Simulation.name(of: simulation.depth ?? real)
    if simulation.depth != nil { depth += " (simulated)" }
    let isTypical = simulation.vision == .typical
    let vision = isTypical ? "" : simulation.vision.rawValue
    let controls: [(ChromeClass, String, ControlState)] = [
      (.depth, depth, simulation.depth == nil ? [] : .selected),
      (.vision, vision, isTypical ? [] : .selected),
      (.backdrop, simulation.backdrop.name, simulation.backdrop == .theme ? [] : .selected),
    ]
    return controls.filter { !$0.1.isEmpty }.map { name, value, states in
      (name, chrome.controls[name].label(value, states), states)
    } + [(.helpButton, chrome.controls[.helpButton].label(), [])]
  }

  // MARK: Tabs of a small screen

  private mutating func drawPaneTabs(on canvas: inout Canvas, _ layout: PaneLayout) {
    var place = layout.title.inset(left: 1)
    // Where room is short only the shown pane has its name.
    let isShort = columns < 32
    for (index, pane) in Pane.allCases.enumerated() {
      let isSelected = pane == focus
      let name = pane == .inspector ? tab.title : pane.title
      let title = isShort && !isSelected ? "\(index + 1)" : "\(index + 1) \(name)"
      // Brackets take the place of the blanks, so nothing moves.
      let text = isSelected ? "[\(title)]" : " \(title) "
      let end = canvas.write(
        text, in: place, chrome.rendition(.tab, isSelected ? .selected : []))
      answerMouse(in: place, before: end, as: .pane(pane))
      place = place.inset(left: end - place.column)
    }
    canvas.writeRight(countText + " ", in: place, chrome.rendition(.title))
    if layout.status.row == 2 {
      canvas.fill(layout.screen.line(1), with: "─", chrome.rendition(.frame))
      canvas.fill(layout.screen.line(rows - 2), with: "─", chrome.rendition(.frame))
    }
  }
}
