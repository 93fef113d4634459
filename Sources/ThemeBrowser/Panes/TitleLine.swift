import CellLayout
import StyleValues
import Styling
import TerminalOutput

/// The line at the top.
struct TitleLine {
  let themes: ThemeList
  let simulation: Simulation
  /// The file of the terminal's palette.
  let paletteName: String?

  /// A text in several lengths.
  private struct Item {
    var name: ChromeClass
    var text: String
    var short: String
    var states: ControlState = []
    /// True if it may be left out.
    var isSpare = false
    /// The row of the menu that a click resets.
    var chip: ViewMenu.Row?
  }

  /// Draws the program, the number of themes, and the simulation.
  func draw(on frame: inout Frame) {
    let settings = frame.chrome.settings
    let rect = frame.bounds.inset(right: 1)
    var left = [
      Item(name: .title, text: " " + settings.control(.title).label(), short: "", isSpare: true),
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
        answering: item.chip.map { .chip($0) } ?? .control(item.name))
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

  /// The number of listed themes, and their choice.
  private var countText: String {
    let all = themes.count == 1 ? "1 theme" : "\(themes.count) themes"
    return isWhole ? all : "\(choice)\(themes.rows.count) of \(all)"
  }

  private var shortCount: String {
    isWhole ? countText : "\(choice)\(themes.rows.count) of \(themes.count)"
  }

  private var choice: String { themes.choice == .all ? "" : themes.choice.rawValue + ": " }

  private var isWhole: Bool { themes.choice == .all && themes.rows.count == themes.count }

  /// Signs for simulations, and the palette of an option.
  private func simulationItems(_ settings: ChromeSettings) -> [Item] {
    let short = shortNames
    let items: [(ChromeClass, ViewMenu.Row, String?, String?)] = [
      (.depth, .colors, simulation.depth.map { Simulation.name(of: $0) }, short.depth),
      (.vision, .eyes, short.vision.map { $0 + " eyes" }, short.vision),
      (
        .backdrop, .background, short.backdrop.map { _ in simulation.backdrop.rawValue },
        short.backdrop
      ), (.palette, .palette, simulation.palette?.shortName, palette?.shortened),
    ]
    let chips = items.compactMap { name, row, text, short in
      text.map { text in
        Item(
          name: name, text: settings.control(name).label(text, .selected) + " ×",
          short: (short ?? "") + " ×", states: .selected, chip: row)
      }
    }
    guard simulation.palette == nil, let palette else { return chips }
    return chips + [
      Item(
        name: .palette, text: settings.control(.palette).label(palette, .selected),
        short: palette.shortened, states: .selected)
    ]
  }

  /// The settings that are not usual, in short words.
  private var shortNames: (depth: String?, vision: String?, backdrop: String?) {
    (
      simulation.depth.map { depth in Simulation.depths.first { $0.0 == depth }?.1 ?? "none" },
      simulation.vision == .typical
        ? nil : Simulation.visions.first { $0.0 == simulation.vision }?.1,
      simulation.backdrop == .theme ? nil : String(simulation.backdrop.rawValue.prefix(5))
    )
  }

  /// The current palette, if its name is known.
  private var palette: String? {
    (simulation.palette ?? paletteName.map { PaletteChoice($0, nil) })?.shortName
  }

  /// The current settings, shortened to fit, for a screen without a title.
  func flags(columns: Int) -> String {
    let short = shortNames
    let words = [
      short.vision, short.backdrop, palette?.shortened,
      themes.choice == .all ? nil : themes.choice.rawValue,
      themes.filter.isEmpty ? nil : "/" + themes.filter.shortened,
    ].compactMap { $0 }
    var text = ""
    for length in (1...9).reversed() {
      // A number that is cut would be another one.
      text = ([short.depth].compactMap { $0 } + words.map { String($0.prefix(length)) })
        .joined(separator: " ")
      if text.count <= columns { break }
    }
    return text
  }
}

extension String {
  /// At most eight characters, with `…` if it is cut.
  fileprivate var shortened: String { count > 8 ? prefix(7) + "…" : self }
}
