import CellLayout
package import Diagnostics
package import StyleValues
import Styling
import TerminalOutput

extension ThemeList {
  /// Precedes the pinned theme.
  static let pinSign = "◆"

  /// The columns of the list for all names, with signs and words.
  var wantedColumns: Int { longestLabel + 4 + RowLook.words.joined(separator: " ").count }

  /// Draws a row for each theme in its own style, and the headings of the groups, on the `backdrop`
  /// of the simulated terminal.
  func draw(on frame: inout Frame, pinned: String?, backdrop: RGB8?) {
    if rows.isEmpty {
      let texts = emptyTexts
      let text = frame.shortest(texts, columns: frame.bounds.columns - 2, rows: frame.bounds.rows)
      frame.writeLines(text, as: .note)
    }
    for (number, line) in lines[list.visible].enumerated() where number < frame.bounds.rows {
      let rect = frame.bounds.line(number)
      switch line {
      case .heading(let group):
        let texts = [group.rawValue, group.shortHeading]
        let text = frame.shortest(texts, columns: rect.columns - 2, rows: 1)
        frame.write(" " + text, in: rect, as: .heading)
      case .theme(let row): draw(row: row, on: &frame, in: rect, pinned: pinned, backdrop)
      }
    }
  }

  private func draw(
    row: Int, on frame: inout Frame, in rect: CellRect, pinned: String?, _ backdrop: RGB8?
  ) {
    let theme = themes[rows[row].theme]
    let isSelected = row == selectedRow
    var states: ControlState = []
    if isSelected { states.insert(.selected) }
    if isSelected, frame.isFocused { states.insert(.focused) }
    if theme.problem != nil { states.insert(.disabled) }
    let chrome = frame.chrome.rendition(.row, states)
    let look = theme.problem == nil ? theme.look : nil
    let rendition =
      look.map { frame.row($0.text.on(backdrop), isSelected: isSelected, chrome) } ?? chrome
    frame.fill(rect, rendition)
    let sign = frame.chrome.settings.control(.row).sign(states)
    var signRendition = rendition
    if isSelected { signRendition.foreground = frame.chrome.rendition(.frame, .focused).foreground }
    let isPinned = theme.path == pinned && !isSelected
    var rest = frame.write(isPinned ? Self.pinSign : sign, in: rect, signRendition)
    if theme.problem != nil { rest = frame.write("× ", in: rest, rendition) }
    let whole = labels.labels[rows[row].theme]
    rest = rest.inset(right: 1)
    if let look {
      let words = look.words.map { word in
        (word.text, frame.row(word.rendition.on(backdrop), isSelected: isSelected, chrome))
      }
      let width = words.reduce(0) { $0 + $1.0.count + 1 }
      if frame.width(of: whole.text) + width < rest.columns {
        var place = rest.inset(left: rest.columns - width + 1)
        for (word, rendition) in words {
          place = frame.write(word, in: place, rendition).inset(left: 1)
        }
        rest = rest.inset(right: width)
      }
    }
    if let badge = theme.badge,
      theme.problem != nil || frame.width(of: whole.text + badge) < rest.columns
    {
      rest = frame.writeRight(badge, in: rest, rendition).inset(right: 1)
    }
    let (label, cut) = frame.fit(whole.text, to: rest.columns, keeping: whole.differences)
    let behind = frame.write(label, in: rest, rendition, cutsNumbers: true)
    let found = rows[row].found.filter { !cut.contains($0) }.map { offset in
      offset < cut.lowerBound || cut.isEmpty ? offset : offset - cut.count + "…".utf8.count
    }
    markFound(found, of: label, on: &frame, rest.inset(right: behind.columns), rendition)
  }

  /// Why the list is empty, and what to do, in long and short texts.
  var emptyTexts: [String] {
    let kinds = [Choice.all: "theme", .problems: "theme with a problem"]
    let kind = kinds[choice] ?? "\(choice.rawValue) theme"
    if !filter.isEmpty { return ["no \(kind) matches '\(filter)' · Esc clears"] }
    if count > 0 {
      let none = "no \(kind)"
      let all = count == 1 ? [] : [none + " in \(count) · Esc lists all"]
      return all + [none + " · Esc lists all"]
    }
    return [listing.folders.isEmpty ? "no themes" : "no *.css or *.json with rules here"]
  }

  /// Marks the letters that the filter matches.
  private func markFound(
    _ found: [Int], of name: String, on frame: inout Frame, _ rect: CellRect,
    _ rendition: GraphicRendition
  ) {
    guard !found.isEmpty else { return }
    var mark = frame.chrome.rendition(.found)
    mark.foreground = rendition.foreground
    mark.background = rendition.background
    mark.attributes.formUnion(rendition.attributes)
    let bytes = Array(name.utf8)
    for offset in found where offset < bytes.count {
      let before = frame.width(of: String(decoding: bytes[..<offset], as: UTF8.self))
      let cell = rect.inset(left: before)
      frame.update(cell.inset(right: max(0, cell.columns - 1))) { $0.rendition = mark }
    }
  }
}

extension Frame {
  /// A label cut to fit, and the UTF-8 range that was left out.
  ///
  /// It is cut in the middle, or at the start of a folder, keeping the characters that distinguish
  /// it from others if possible.
  func fit(
    _ label: String, to columns: Int, keeping differences: [Int] = []
  ) -> (text: String, cut: Range<Int>) {
    // The cuts below count on this sum, which may differ from the width of the whole label.
    let widths = label.map { width(of: String($0)) }
    guard widths.reduce(0, +) > columns, columns > 2 else { return (label, 0..<0) }
    let isInFolder = label.contains("/")
    let halves = isInFolder ? 0 : (columns - 1) / 2
    let heads = (0..<columns).sorted { abs($0 - halves) < abs($1 - halves) }
    let cuts = heads.map { head -> Range<Int> in
      var (start, used) = (0, 0)
      while used + widths[start] <= head { (start, used) = (start + 1, used + widths[start]) }
      var end = widths.count
      while used + widths[end - 1] < columns { (end, used) = (end - 1, used + widths[end - 1]) }
      return start..<end
    }
    let lost = cuts.map { cut in differences.count(where: cut.contains) }
    let best = cuts[lost.indices.min { lost[$0] < lost[$1] } ?? 0]
    let (head, tail) = (label.prefix(best.lowerBound), label.dropFirst(best.upperBound))
    let cut = head.utf8.count..<label.utf8.count - tail.utf8.count
    return (head + "…" + tail, cut)
  }

  /// A style of a theme for its row in the list: in the colours of the screen, and tinted if it is
  /// selected.
  fileprivate func row(
    _ style: GraphicRendition, isSelected: Bool, _ selected: GraphicRendition
  ) -> GraphicRendition {
    let environment = chrome.environment
    var rendition = style
    // What is only seen in larger letters, or by waiting, is not for a list.
    rendition.attributes.remove(.blink)
    if isSelected {
      rendition.attributes.insert(.bold)
      if case .rgb(let background) = style.background, environment.colorDepth >= .ansi256 {
        let ink = environment.assumedForeground
        rendition.background = .rgb(background.tinted(with: Self.rgb(style.foreground) ?? ink))
      } else if style.background == .standard {
        rendition.background = selected.background
        rendition.attributes.formUnion(selected.attributes)
      }
    }
    guard environment.colorDepth.hasColor else { return isSelected ? selected : .standard }
    var quantizer = ColorQuantizer(depth: environment.colorDepth, palette: environment.palette)
    return quantizer.quantize(rendition)
  }

  private static func rgb(_ color: TerminalColor) -> RGB8? {
    if case .rgb(let exact) = color { exact } else { nil }
  }
}

extension BrowsedTheme {
  /// The sign of its scheme, or of a problem.
  var mark: String { problem == nil ? scheme.mark : "×" }

  /// The line and column of an error.
  var problemPlace: String? { problem?.location.map { "\($0.line):\($0.column)" } }

  /// The location of an error, or the numbers of warnings and of parts that are hard to read.
  fileprivate var badge: String? {
    if let place = problemPlace { return place }
    let counts = [(warnings.count, "!"), (poorParts, "◐")].filter { $0.0 > 0 }
    return counts.isEmpty ? nil : counts.map { "\($0)\($1)" }.joined(separator: " ")
  }
}

extension ColorScheme? {
  /// The sign for themes on dark terminals, on light ones, or on any.
  var mark: String {
    switch self {
    case .dark: "●"
    case .light: "○"
    case nil: "·"
    }
  }
}

/// The scroll position of a pane.
struct ScrollMark {
  /// The first visible row.
  var first: Int

  /// The numbers of visible rows and of all rows.
  var visible: Int, count: Int

  /// From 0.
  var current: Int

  /// True if there are more rows than are counted.
  var isOpen = false

  init(_ list: ScrollingList) {
    (first, visible, count, current) = (list.offset, list.height, list.count, list.selection)
  }

  /// For contents without a selection.
  init(first: Int, visible: Int, count: Int, isOpen: Bool) {
    (self.first, self.visible, self.count, current) = (first, visible, count, first)
    self.isOpen = isOpen
  }

  /// True if not all rows are visible.
  var scrolls: Bool { visible > 0 && count > visible }

  var position: String { "\(current + 1)/\(count)\(plus)" }

  /// A text with the number of rows below; nil at the end.
  var more: String? {
    let below = count - first - visible
    return below > 0 ? "▾ \(below)\(plus) more" : nil
  }

  private var plus: String { isOpen ? "+" : "" }

  /// The part of a scroll bar for the visible rows.
  func thumb(in bar: CellRect) -> CellRect {
    let rows = max(1, bar.rows * visible / max(1, count))
    let free = bar.rows - rows
    let start = free * first / max(1, count - visible)
    return CellRect(column: bar.column, row: bar.row + start, columns: 1, rows: rows)
  }
}

/// A palette for the preview.
package struct PaletteChoice: Hashable, Sendable {
  package var name: String

  /// nil is the terminal's palette.
  package var palette: TerminalPalette?

  package init(_ name: String, _ palette: TerminalPalette?) {
    self.name = name
    self.palette = palette
  }

  /// Its name without folders and extension.
  var shortName: String {
    let name = name.fileName
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// Its name followed by folders, which distinguish equal names.
  fileprivate var label: String {
    let folders = name.split(separator: "/").dropLast().joined(separator: "/")
    return folders.isEmpty ? shortName : "\(shortName) · \(folders)"
  }
}

/// The palettes of a folder.
package struct PaletteListing: Hashable, Sendable {
  package var choices: [PaletteChoice]

  /// Findings about files that could not be read.
  package var problems: [Diagnostic]

  package init(_ choices: [PaletteChoice] = [], problems: [Diagnostic] = []) {
    (self.choices, self.problems) = (choices, problems)
  }
}

/// The palettes for the preview, which replace the list of themes while it is open.
struct PaletteList {
  /// The first one is the terminal's own.
  private(set) var choices: [PaletteChoice]

  private(set) var isOpen = false

  private(set) var list = ScrollingList()

  /// The indices of the listed palettes, and of the selected one.
  private var rows: [Int]
  private(set) var selection = 0

  /// Letters of the names.
  var filter = "" { didSet { update() } }

  /// The palette, theme and run when the list was opened.
  private(set) var before: (palette: Int, theme: String?, run: Int) = (0, nil, 0)

  /// The colours of the first one, if they come from a file.
  private let own: TerminalPalette?

  init(_ settings: BrowserSettings) {
    choices =
      [
        PaletteChoice(settings.paletteName ?? "terminal's own", nil),
        PaletteChoice("assumed", .median),
      ] + settings.palettes.choices
    own = settings.paletteName == nil ? nil : settings.environment.palette
    rows = Array(choices.indices)
    list.resize(count: choices.count, height: 1)
  }

  /// The selected one.
  var chosen: PaletteChoice { choices[selection] }

  mutating func setHeight(_ height: Int) { list.resize(count: rows.count, height: height) }

  /// Lists the matches of the filter, and selects the best one, which is first.
  private mutating func update() {
    let fuzzy = FuzzyFilter(filter)
    let found = choices.enumerated().compactMap { number, choice in
      fuzzy.match(choice.label).map { (number: number, score: $0.score) }
    }
    rows = found.sorted { ($1.score, $0.number) < ($0.score, $1.number) }.map(\.number)
    list.resize(count: rows.count, height: list.height)
    show(fuzzy.isEmpty ? selection : rows.first ?? selection)
  }

  mutating func add(_ more: [PaletteChoice]) {
    choices += more
    update()
  }

  mutating func show(_ number: Int) {
    selection = number
    rows.firstIndex(of: number).map { list.select($0) }
  }

  private mutating func followList() {
    if rows.indices.contains(list.selection) { selection = rows[list.selection] }
  }

  mutating func open(over theme: String?, run: Int) {
    isOpen = true
    before = (selection, theme, run)
  }

  /// Closes the list; the palette stays, or is the one before it was opened.
  mutating func close(keeping keeps: Bool) {
    isOpen = false
    filter = ""
    if !keeps { show(before.palette) }
  }

  mutating func perform(_ action: BrowserAction) {
    list.perform(action)
    followList()
  }

  mutating func select(line: Int) {
    list.select(list.offset + line)
    followList()
  }

  /// Scrolls without moving the selection more than necessary.
  mutating func scroll(by rows: Int) { list.scroll(by: rows) }

  // MARK: Drawing

  /// Draws a row for each palette, with its colours.
  func draw(on frame: inout Frame) {
    if rows.isEmpty { frame.writeLines("no palette matches '\(filter)' · Esc clears", as: .note) }
    for (line, index) in list.visible.enumerated() where line < frame.bounds.rows {
      let isSelected = index == list.selection
      let row = rows[index]
      var states: ControlState = []
      if isSelected { states.insert(.selected) }
      if isSelected, frame.isFocused { states.insert(.focused) }
      let rendition = frame.chrome.rendition(.row, states)
      var rect = frame.bounds.line(line)
      frame.fill(rect, rendition)
      let palette = choices[row].palette ?? (row == 0 ? own : nil)
      if let palette { rect = frame.draw(palette, atEndOf: rect) }
      let sign = frame.chrome.settings.control(.row).sign(states)
      let scheme = palette?.background.map { ColorScheme(of: $0) }
      rect = frame.write("\(sign) \(scheme.mark) ", in: rect, rendition)
      let label = frame.fit(choices[row].label, to: rect.columns).text
      frame.write(label, in: rect, rendition, cutsNumbers: true)
    }
  }
}

extension Frame {
  /// Draws the six accents of a palette on its background in the last cells of a rectangle, and
  /// returns the rest.
  fileprivate mutating func draw(_ palette: TerminalPalette, atEndOf rect: CellRect) -> CellRect {
    let depth = chrome.environment.colorDepth
    guard depth.hasColor, rect.columns > 18 else { return rect }
    var quantizer = ColorQuantizer(depth: depth, palette: chrome.environment.palette)
    for (number, pair) in [(1, 2), (3, 4), (5, 6)].enumerated() {
      let rendition = quantizer.quantize(
        GraphicRendition(
          foreground: .rgb(palette.named[pair.0]), background: .rgb(palette.named[pair.1])))
      write("▌", in: rect.inset(left: rect.columns - 3 + number), rendition)
    }
    return rect.inset(right: 4)
  }
}
