import CellLayout
import StyleValues
import Styling
import TerminalOutput

/// The line at the top.
struct TitleLine {
  let themes: ThemeList
  let simulation: Simulation
  /// The terminal's own depth.
  let depth: ColorDepth
  /// The file that its palette was taken from.
  let paletteName: String?

  /// Something that the line says, in the length that there is room for.
  private struct Item {
    var name: ChromeClass
    var text: String
    var short: String
    var states: ControlState = []
    /// True if it may be left out.
    var isSpare = false
  }

  /// The program and what is listed, and what the preview goes through.
  func draw(on frame: inout Frame) {
    let settings = frame.chrome.settings
    let rect = frame.bounds.inset(right: 1)
    var left = [
      Item(
        name: .title, text: " " + settings.control(.title).label(), short: "", isSpare: true),
      Item(name: .count, text: settings.control(.count).label(countText), short: shortCount),
    ]
    if !themes.filter.isEmpty {
      left.append(Item(name: .title, text: "/" + themes.filter, short: "/" + themes.filter))
    }
    var right = simulationItems(settings)
    func needed(_ items: [Item], isShort: Bool) -> Int {
      items.map { isShort ? $0.short : $0.text }.filter { !$0.isEmpty }
        .reduce(0) { $0 + frame.width(of: $1) + (isShort ? 1 : 3) }
    }
    let isShort = needed(left + right, isShort: false) > rect.columns
    if isShort, needed(left + right, isShort: true) > rect.columns {
      left.removeAll(where: \.isSpare)
      right.removeAll(where: \.isSpare)
    }
    var rest = rect
    for item in right.reversed() {
      let text = isShort ? item.short : item.text
      let width = frame.width(of: text)
      guard !text.isEmpty, rest.columns >= width else { continue }
      frame.write(
        text, in: rest.inset(left: rest.columns - width), as: item.name, item.states,
        answering: .control(item.name))
      rest = rest.inset(right: width + (isShort ? 1 : 3))
    }
    for (number, item) in left.enumerated() {
      let text = isShort ? item.short : item.text
      if text.isEmpty { continue }
      if number > 0 { rest = rest.inset(left: isShort ? 1 : 3) }
      if item.name == .count {
        rest = frame.write(text, in: rest, as: .count, answering: .control(.count))
      } else {
        rest = frame.write(text, in: rest, frame.chrome.rendition(item.name), cutsNumbers: true)
      }
    }
  }

  /// Number of themes listed, and which.
  private var countText: String {
    let all = themes.count == 1 ? "1 theme" : "\(themes.count) themes"
    return isWhole ? all : "\(choice)\(themes.rows.count) of \(all)"
  }

  private var shortCount: String {
    isWhole ? countText : "\(choice)\(themes.rows.count) of \(themes.count)"
  }

  private var choice: String { themes.choice == .all ? "" : themes.choice.rawValue + ": " }

  /// True if all themes are listed.
  private var isWhole: Bool { themes.choice == .all && themes.rows.count == themes.count }

  /// Returns the items of the title about the simulation.
  private func simulationItems(_ settings: ChromeSettings) -> [Item] {
    let shown = Simulation.name(of: simulation.depth ?? depth)
    let isSimulated = simulation.depth != nil
    let vision = simulation.vision == .typical ? "" : simulation.vision.rawValue
    let states: (Bool) -> ControlState = { $0 ? .selected : [] }
    let help = settings.control(.helpButton).label()
    let palette = palette
    return [
      Item(
        name: .depth,
        text: settings.control(.depth).label(
          isSimulated ? shown + " (simulated)" : shown, states(isSimulated)),
        short: simulation.shortDepth(depth), states: states(isSimulated)),
      Item(
        name: .vision,
        text: vision.isEmpty ? "" : settings.control(.vision).label(vision, .selected),
        short: simulation.shortVision ?? "", states: states(!vision.isEmpty)),
      Item(
        name: .backdrop,
        text: settings.control(.backdrop).label(
          simulation.backdrop.rawValue, states(simulation.backdrop != .theme)),
        short: simulation.shortBackdrop ?? "", states: states(simulation.backdrop != .theme)),
      Item(
        name: .palette,
        text: palette.map { settings.control(.palette).label($0, .selected) } ?? "",
        short: palette?.shortened ?? "", states: .selected),
      Item(name: .helpButton, text: help, short: help, isSpare: true),
    ].filter { !$0.text.isEmpty }
  }

  /// The palette in force, if its name is known.
  private var palette: String? {
    (simulation.palette ?? paletteName.map { PaletteChoice($0, nil) })?.shortName
  }

  /// Returns the settings in force in the shortest words, for a screen without room for a title.
  ///
  /// Each has as many letters as there is room for; the depth stays whole, and the one that shows
  /// all colours is left out on very narrow screens.
  func flags(columns: Int) -> String {
    let words = [
      simulation.shortVision, simulation.shortBackdrop, palette?.shortened,
      themes.choice == .all ? nil : themes.choice.rawValue,
      themes.filter.isEmpty ? nil : "/" + themes.filter.shortened,
    ].compactMap { $0 }
    let hidesDepth = columns < 38 && simulation.depth == nil && depth == .truecolor
    let first = hidesDepth ? [] : [simulation.shortDepth(depth)]
    var text = ""
    for length in (1...9).reversed() {
      text = (first + words.map { String($0.prefix(length)) }).joined(separator: " ")
      if text.count <= columns { break }
    }
    return text
  }
}

extension String {
  /// At most eight characters; what is cut ends in `…`.
  fileprivate var shortened: String { count > 8 ? prefix(7) + "…" : self }
}

extension Simulation {
  /// The depth in force in one short word.
  fileprivate func shortDepth(_ real: ColorDepth) -> String {
    switch depth ?? real {
    case .truecolor: "truecolor"
    case .ansi256: "256"
    case .ansi16: "16"
    case .ansi8: "8"
    case .mono: "mono"
    case .none: "plain"
    }
  }

  /// The way of seeing in one short word; nil is the usual one.
  fileprivate var shortVision: String? {
    switch vision {
    case .typical: nil
    case .protanopia: "protan"
    case .deuteranopia: "deutan"
    case .tritanopia: "tritan"
    case .achromatopsia: "grey"
    }
  }

  /// The backdrop in one short word; nil is the theme's own.
  fileprivate var shortBackdrop: String? {
    switch backdrop {
    case .theme: nil
    case .terminal: "term"
    case .black: "black"
    case .white: "white"
    }
  }
}
