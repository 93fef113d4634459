import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling
import TerminalOutput

extension Browser {
  // MARK: Frame

  /// The lines around the panes, with their titles.
  mutating func drawFrame(on canvas: inout Canvas, _ layout: PaneLayout) {
    let plain = chrome.rendition(.frame)
    let list = layout.list
    let right = layout.preview
    let top = layout.screen.line(1)
    let bottom = layout.screen.line(list.endRow)
    let middle = CellRect(
      column: right.column, row: right.endRow, columns: right.columns, rows: 1)
    for row in [top, bottom, middle] { canvas.fill(row, with: "─", plain) }
    let last = columns - 1
    for column in [0, list.endColumn, last] {
      canvas.fill(
        CellRect(column: column, row: list.row, columns: 1, rows: list.rows), with: "│", plain)
    }
    let corners = [
      (0, top.row, "┌"), (list.endColumn, top.row, "┬"), (last, top.row, "┐"),
      (0, bottom.row, "└"), (list.endColumn, bottom.row, "┴"), (last, bottom.row, "┘"),
      (list.endColumn, middle.row, "├"), (last, middle.row, "┤"),
    ]
    for (column, row, sign) in corners {
      canvas.fill(CellRect(column: column, row: row, columns: 1, rows: 1), with: sign, plain)
    }
    markRun(on: &canvas, column: list.endColumn, right)
    drawTitle(of: .list, "Themes", on: &canvas, at: list)
    drawPreviewTitle(on: &canvas, at: right)
    drawTabs(on: &canvas, middle)
  }

  /// Marks the row where the selected part begins, outside of the preview, which stays as it is
  /// printed.
  private mutating func markRun(on canvas: inout Canvas, column: Int, _ place: CellRect) {
    guard let row = rowOfRun else { return }
    let shown = place.row + row - previewRow
    guard shown >= place.row, shown < place.endRow else { return }
    canvas.write(
      "▸", in: CellRect(column: column, row: shown, columns: 1, rows: 1),
      chrome.rendition(.frame, .focused))
  }

  private mutating func drawTitle(
    of pane: Pane, _ text: String, on canvas: inout Canvas, at place: CellRect
  ) {
    let isFocused = pane == focus
    let line = CellRect(
      column: place.column + 1, row: place.row - 1, columns: place.columns - 1, rows: 1)
    // A sign, too, says which pane has the keys.
    let end = canvas.write(
      isFocused ? "▸\(text) " : " \(text) ", in: line,
      chrome.rendition(.frame, isFocused ? .focused : []))
    answerMouse(in: line, before: end, as: .pane(pane))
  }

  /// What is shown and which part of it; of two previews, whose they are.
  private mutating func drawPreviewTitle(on canvas: inout Canvas, at place: CellRect) {
    let selected = previewPlaces.selected
    guard let index = pinned.flatMap({ themes.index(of: $0) }), selected.column > place.column,
      let theme = themes.selectedTheme
    else {
      drawTitle(of: .preview, "\(previewName)\(partText)", on: &canvas, at: place)
      return
    }
    drawTitle(
      of: .preview, "\(Self.pinSign) \(themes.themes[index].name)", on: &canvas, at: place)
    canvas.write(
      " \(theme.name)\(partText) ",
      in: CellRect(
        column: selected.column + 1, row: place.row - 1, columns: selected.columns - 1, rows: 1),
      chrome.rendition(.frame, focus == .preview ? .focused : []))
  }

  /// The sample by its name, without directories.
  private var previewName: String { String(sample.name.split(separator: "/").last ?? "") }

  /// Which part of the sample is selected.
  private var partText: String {
    mutating get {
      guard let preview = selectedPreview(), !preview.text.runs.isEmpty else { return "" }
      return ", part \(run + 1)/\(preview.text.runs.count) \(preview.name(ofRun: run))"
    }
  }

  /// What stands before a theme that is kept beside others.
  private static let pinSign = "◆"

  /// Where the tabs stand in the line above the inspector: the column after each.
  private static let tabStarts: [(tab: InspectorTab, start: Int, end: Int)] = {
    var start = 2
    return InspectorTab.allCases.map { tab in
      defer { start += tab.title.count + 3 }
      return (tab, start, start + tab.title.count + 2)
    }
  }()

  private mutating func drawTabs(on canvas: inout Canvas, _ line: CellRect) {
    for (tab, start, end) in Self.tabStarts {
      var states: ControlState = tab == self.tab ? .selected : []
      if focus == .inspector { states.insert(.focused) }
      let text = tab == self.tab ? "[\(tab.title)]" : " \(tab.title) "
      let place = line.inset(left: start, right: max(0, line.columns - end))
      // Reversed tabs in the middle of the frame would be too loud.
      var look = chrome.rendition(.tab, states)
      look.attributes.remove(.reverse)
      canvas.write(text, in: place, look)
      answerMouse(in: place, before: place.endColumn, as: .tab(tab))
    }
    if focus == .inspector {
      canvas.write("▸", in: line.inset(left: 1), chrome.rendition(.frame, .focused))
    }
  }

  // MARK: List

  /// The sign that says what a theme is.
  static func mark(of theme: Theme) -> String {
    if theme.problem != nil { return "×" }
    return switch theme.scheme {
    case .dark: "●"
    case .light: "○"
    case nil: "·"
    }
  }

  mutating func drawList(on canvas: inout Canvas, _ place: CellRect) {
    for (line, row) in themes.list.visible.enumerated() where line < place.rows {
      let entry = themes.rows[row]
      let theme = themes.themes[entry.theme]
      let isSelected = row == themes.list.selection
      var states: ControlState = []
      if isSelected { states.insert(.selected) }
      if isSelected, focus == .list { states.insert(.focused) }
      if theme.problem != nil { states.insert(.disabled) }
      let look = chrome.rendition(.row, states)
      let place = place.line(line)
      canvas.fill(place, look)
      let badge = Self.badge(of: theme)
      let end = badge.isEmpty ? place.endColumn : canvas.writeRight(badge + " ", in: place, look)
      let left = place.inset(right: place.endColumn - end)
      let sign = chrome.controls[.row].sign(states)
      let pin = theme.path == pinned ? Self.pinSign : " "
      let start = canvas.write("\(sign)\(pin)\(Self.mark(of: theme)) ", in: left, look)
      let name = left.inset(left: start - left.column)
      canvas.write(theme.name, in: name, look)
      markFound(entry.found, of: theme.name, on: &canvas, name, look)
    }
  }

  /// Marks the letters that the filter found.
  private mutating func markFound(
    _ found: [Int], of name: String, on canvas: inout Canvas, _ place: CellRect,
    _ look: GraphicRendition
  ) {
    guard !found.isEmpty else { return }
    var mark = chrome.rendition(.found)
    mark.foreground = look.foreground
    mark.background = look.background
    mark.attributes.formUnion(look.attributes)
    let bytes = Array(name.utf8)
    for offset in found where offset < bytes.count {
      let before = canvas.width(of: String(decoding: bytes[..<offset], as: UTF8.self))
      let cell = place.inset(left: before)
      canvas.restyle(
        CellRect(column: cell.column, row: cell.row, columns: min(1, cell.columns), rows: 1)
      ) { _ in mark }
    }
  }

  /// Line and column of an error, or how many warnings there are.
  private static func badge(of theme: Theme) -> String {
    if let location = theme.problem?.location { return "\(location.line):\(location.column)" }
    return theme.warnings.isEmpty ? "" : "\(theme.warnings.count)!"
  }

  // MARK: Preview

  mutating func drawPreviews(on canvas: inout Canvas) {
    let places = previewPlaces
    if let place = places.pinned, !place.isEmpty,
      let index = pinned.flatMap({ themes.index(of: $0) })
    {
      drawPreview(of: themes.themes[index], on: &canvas, place)
      canvas.fill(
        CellRect(column: place.endColumn, row: place.row, columns: 1, rows: place.rows),
        with: "│", chrome.rendition(.frame))
    }
    guard let theme = themes.selectedTheme, !places.selected.isEmpty else { return }
    if theme.sheet == nil, let problem = theme.problem {
      for (index, line) in Self.lines(about: problem).enumerated() {
        canvas.write(
          line.text, in: places.selected.line(index),
          chrome.rendition(line.kind == .problem ? .problem : .note))
      }
    }
    drawPreview(of: theme, on: &canvas, places.selected)
  }

  /// Draws a preview as it would be printed, and what is behind it where it paints nothing.
  private mutating func drawPreview(
    of theme: Theme, on canvas: inout Canvas, _ place: CellRect
  ) {
    guard let preview = preview(of: theme, columns: place.columns) else { return }
    let environment = preview.resolver.environment
    var behind = GraphicRendition.standard
    switch simulation.backdrop {
    case .theme: behind.background = preview.resolver.hostBackdrop.cellColor(in: environment)
    case .terminal: break
    case .black, .white:
      if let color = simulation.backdrop.color { behind.background = .rgb(color) }
    }
    canvas.fill(place, behind)
    canvas.copy(preview.layout.buffer, firstRow: previewRow, to: place)
    let palette = settings.palette
    let simulation = simulation
    guard environment.colorDepth != .truecolor || simulation.changesColors else { return }
    withQuantizer(environment.colorDepth) { quantizer in
      canvas.restyle(place) { rendition in
        var shown = rendition
        if let color = simulation.backdrop.color {
          if shown.background == .standard { shown.background = .rgb(color) }
          let ink: UInt32 = simulation.backdrop == .white ? 0x000000 : 0xFFFFFF
          if shown.foreground == .standard { shown.foreground = .rgb(RGB8(ink)) }
        }
        return quantizer.quantize(simulation.vision.simulate(shown, palette: palette))
      }
    }
  }

  // MARK: Inspector

  mutating func drawInspector(on canvas: inout Canvas, _ place: CellRect) {
    guard !place.isEmpty else { return }
    let inspector = inspector()
    inspectorList.resize(count: inspector.lines.count, height: place.rows)
    for (line, row) in inspectorList.visible.enumerated() {
      let entry = inspector.lines[row]
      let isSelected = focus == .inspector && row == inspectorList.selection
      let look = look(of: entry, isSelected: isSelected)
      let place = place.line(line)
      if isSelected { canvas.fill(place, look) }
      let sign = chrome.controls[.declaration].sign(isSelected ? .selected : [])
      // What lost is struck out, but not the signs in front of it.
      let signs = entry.kind == .lost ? sign + entry.text.prefix(2) : sign
      let text = entry.kind == .lost ? entry.text.dropFirst(2) : entry.text[...]
      var signLook = look
      signLook.attributes.remove(.strikethrough)
      let start = canvas.write(signs, in: place, signLook)
      let end = canvas.write(String(text), in: place.inset(left: start - place.column), look)
      let rest = place.inset(left: end - place.column + 1)
      drawDetail(of: entry, isSelected ? signLook : chrome.rendition(.note), on: &canvas, rest)
    }
  }

  /// Writes what stands at the right, as much of it as there is room for: whole parts, or the start
  /// of a sentence.
  private func drawDetail(
    of line: InspectorLine, _ look: GraphicRendition, on canvas: inout Canvas, _ place: CellRect
  ) {
    var parts = line.detail.split(separator: InspectorLine.detailSeparator)
    while !parts.isEmpty {
      let whole = parts.joined(separator: InspectorLine.detailSeparator)
      if canvas.width(of: whole) <= place.columns {
        canvas.writeRight(whole, in: place, look)
        return
      }
      if parts.count == 1, line.kind != .declaration, place.columns > 4 {
        let end = canvas.write(whole, in: place.inset(right: 1), look)
        canvas.write("…", in: place.inset(left: end - place.column), look)
      }
      parts.removeLast()
    }
  }

  private mutating func look(of line: InspectorLine, isSelected: Bool) -> GraphicRendition {
    let states: ControlState = isSelected ? [.selected, .focused] : []
    switch line.kind {
    case .heading: return chrome.rendition(.heading, states)
    case .declaration: return chrome.rendition(.declaration, states)
    case .lost: return chrome.rendition(.declaration, states.union(.disabled))
    case .note: return chrome.rendition(.note, states)
    case .problem: return chrome.rendition(.problem, states)
    }
  }
}
