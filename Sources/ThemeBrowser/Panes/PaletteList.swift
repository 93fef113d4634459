import CellLayout
package import StyleValues
import Styling
import TerminalOutput

/// A palette that themes can be shown under.
package struct PaletteChoice: Hashable, Sendable {
  /// Name of the palette.
  package var name: String

  /// Its colours; nil is whatever the terminal has.
  package var palette: TerminalPalette?

  /// Puts a choice together.
  package init(_ name: String, _ palette: TerminalPalette?) {
    self.name = name
    self.palette = palette
  }

  /// Its name without the folders before it and without an extension.
  var shortName: String {
    let name = name.fileName
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// The same, and behind it the folders, which tell those of one name apart.
  fileprivate var label: String {
    let folders = name.split(separator: "/").dropLast().joined(separator: "/")
    return folders.isEmpty ? shortName : "\(shortName) · \(folders)"
  }
}

/// The palettes that the preview can be shown under, in the place of the list of themes while it is
/// open.
struct PaletteList {
  /// All of them; the first is the terminal's own.
  let choices: [PaletteChoice]

  /// True if it is shown.
  private(set) var isOpen = false

  /// The list on the screen; the selected palette is the one in force.
  private(set) var list = ScrollingList()

  /// The one that was in force when the list was opened.
  private var before = 0

  /// The colours of the first one, if a file says what they are.
  private let own: TerminalPalette?

  init(_ settings: BrowserSettings) {
    choices =
      [
        PaletteChoice(settings.paletteName ?? "the terminal’s own", nil),
        PaletteChoice("assumed", .median),
      ] + settings.palettes
    own = settings.paletteName == nil ? nil : settings.environment.palette
    list.resize(count: choices.count, height: 1)
  }

  /// The one in force.
  var chosen: PaletteChoice { choices[list.selection] }

  /// Fits the list into its pane.
  mutating func setHeight(_ rows: Int) { list.resize(count: choices.count, height: rows) }

  mutating func open() {
    isOpen = true
    before = list.selection
  }

  /// Closes the list; the palette stays, or is the one from before.
  mutating func close(keeping keeps: Bool) {
    isOpen = false
    if !keeps { list.select(before) }
  }

  /// Moves in the list.
  mutating func perform(_ action: BrowserAction) { list.perform(action) }

  /// Selects the palette in a line of the pane.
  mutating func select(line: Int) { list.select(list.offset + line) }

  /// Scrolls without moving further than needed.
  mutating func scroll(by rows: Int) { list.scroll(by: rows) }

  // MARK: Drawing

  /// A row for each palette, with its colours.
  func draw(on frame: inout Frame) {
    for (line, row) in list.visible.enumerated() where line < frame.bounds.rows {
      let isSelected = row == list.selection
      var states: ControlState = []
      if isSelected { states.insert(.selected) }
      if isSelected, frame.isFocused { states.insert(.focused) }
      let look = frame.chrome.rendition(.row, states)
      var place = frame.bounds.line(line)
      frame.fill(place, look)
      let palette = choices[row].palette ?? (row == 0 ? own : nil)
      if let palette { place = frame.draw(palette, atEndOf: place) }
      let sign = frame.chrome.settings.control(.row).sign(states)
      let scheme = palette?.background.map { ColorScheme(of: $0) }
      place = frame.write("\(sign) \(scheme.mark) ", in: place, look)
      frame.write(choices[row].label, in: place, look, cutsNumbers: true)
    }
  }
}

extension Frame {
  /// Draws the six accents of a palette in the last cells of a place, on its background.
  ///
  /// - Returns: The rest of the place.
  fileprivate mutating func draw(
    _ palette: TerminalPalette, atEndOf place: CellRect
  ) -> CellRect {
    let depth = chrome.environment.colorDepth
    guard depth.hasColor, place.columns > 18 else { return place }
    var quantizer = ColorQuantizer(depth: depth, palette: chrome.environment.palette)
    for (number, pair) in [(1, 2), (3, 4), (5, 6)].enumerated() {
      let look = quantizer.quantize(
        GraphicRendition(
          foreground: .rgb(palette.named[pair.0]), background: .rgb(palette.named[pair.1])))
      write("▌", in: place.inset(left: place.columns - 3 + number), look)
    }
    return place.inset(right: 4)
  }
}
