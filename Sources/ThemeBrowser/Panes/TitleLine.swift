import StyleValues
import Styling
import TerminalOutput

/// The line at the top.
struct TitleLine {
  let themes: ThemeList
  let simulation: Simulation
  /// The terminal's own depth.
  let depth: ColorDepth

  /// The program and what is listed, and what the preview goes through.
  func draw(on frame: inout Frame) {
    let settings = frame.chrome.settings
    var rest = frame.write(" " + settings.control(.title).label(), in: frame.bounds, as: .title)
    rest = frame.write(
      settings.control(.count).label(countText), in: rest.inset(left: 3), as: .count,
      answering: .control(.count))
    if !themes.filter.isEmpty {
      rest = frame.write("/" + themes.filter, in: rest.inset(left: 3), as: .title)
    }
    rest = rest.inset(right: 1)
    for (name, text, states) in simulationControls(settings).reversed() {
      let width = frame.width(of: text)
      guard rest.columns - width > 2 else { break }
      frame.write(
        text, in: rest.inset(left: rest.columns - width), as: name, states,
        answering: .control(name))
      rest = rest.inset(right: width + 3)
    }
  }

  /// How many themes are listed, and which.
  private var countText: String {
    let count = "\(themes.rows.count) of \(themes.themes.count)"
    return themes.choice == .all ? count : "\(count) \(themes.choice.rawValue)"
  }

  /// What the preview goes through, in words; the last ones stay longest where room is short.
  private func simulationControls(
    _ settings: ChromeSettings
  ) -> [(ChromeClass, String, ControlState)] {
    let shown = Simulation.name(of: simulation.depth ?? depth)
    let vision = simulation.vision == .typical ? "" : simulation.vision.rawValue
    let values: [(name: ChromeClass, value: String, isChanged: Bool)] = [
      (
        .depth, simulation.depth == nil ? shown : shown + " (simulated)", simulation.depth != nil
      ),
      (.vision, vision, !vision.isEmpty),
      (.backdrop, simulation.backdrop.rawValue, simulation.backdrop != .theme),
    ]
    return values.filter { !$0.value.isEmpty }.map { name, value, isChanged in
      let states: ControlState = isChanged ? .selected : []
      return (name, settings.control(name).label(value, states), states)
    } + [(.helpButton, settings.control(.helpButton).label(), [])]
  }

  /// The tabs of a small screen, which shows one pane at a time.
  func drawTabs(on frame: inout Frame, _ focus: Pane, _ tab: InspectorTab) {
    var rest = frame.bounds.inset(left: 1)
    // Where room is short only the shown pane has its name.
    let isShort = frame.bounds.columns < 32
    for (index, pane) in Pane.allCases.enumerated() {
      let isSelected = pane == focus
      let name = pane == .inspector ? tab.rawValue : pane.rawValue
      let title = isShort && !isSelected ? "\(index + 1)" : "\(index + 1) \(name)"
      // Brackets take the place of the blanks, so nothing moves.
      rest = frame.write(
        isSelected ? "[\(title)]" : " \(title) ", in: rest, as: .tab,
        isSelected ? .selected : [], answering: .pane(pane))
    }
    frame.writeRight(countText + " ", in: rest, frame.chrome.rendition(.title))
  }
}
