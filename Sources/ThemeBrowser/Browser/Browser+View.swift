import CellLayout
import Diagnostics
import StyleValues
import StyledText
import Styling
import TerminalOutput

extension Browser {
  /// Draws everything.
  public mutating func view() -> BrowserView {
    var canvas = Canvas(columns: columns, rows: rows, rules: settings.rules)
    let layout = layout
    themes.setHeight(layout.list.rows)
    clampRun()
    var cursor: BrowserView.Cursor?
    if layout.form == .message {
      canvas.write("make the terminal larger", in: layout.screen)
    } else if case .help(let list) = mode {
      drawHelp(on: &canvas, list)
    } else {
      scroll(.preview, by: 0)
      drawTitle(on: &canvas, layout)
      if layout.form == .panes { drawFrame(on: &canvas, layout) }
      drawList(on: &canvas, layout.list)
      drawPreviews(on: &canvas)
      drawInspector(on: &canvas, layout.inspector)
      cursor = drawStatus(on: &canvas, layout)
      drawKeys(on: &canvas, layout.keys)
    }
    var buffer = canvas.buffer
    var quantizer = ColorQuantizer(
      depth: settings.environment.colorDepth, palette: settings.palette)
    quantizer.quantize(&buffer)
    return BrowserView(buffer: buffer, cursor: cursor)
  }

  // MARK: Top and bottom

  private mutating func drawTitle(on canvas: inout Canvas, _ layout: PaneLayout) {
    if layout.form == .tabs {
      drawPaneTabs(on: &canvas, layout)
      return
    }
    let look = chrome.rendition(.title)
    let right = "\(simulationText)  F1 help "
    let start = canvas.writeRight(right, in: layout.title, look)
    let place = layout.title.inset(right: layout.title.endColumn - start + 1)
    var text = " cssview   \(countText)"
    if themes.choice != .all { text += "   \(themes.choice.name)" }
    if !themes.filter.isEmpty { text += "   /\(themes.filter)" }
    canvas.write(text, in: place, look)
  }

  private var countText: String { "\(themes.rows.count) of \(themes.themes.count)" }

  /// What the preview goes through, in words.
  private var simulationText: String {
    let real = settings.environment.colorDepth
    var text = Simulation.name(of: simulation.depth ?? real)
    if simulation.depth != nil { text += " (simulated)" }
    if simulation.vision != .typical { text += "   \(simulation.vision.rawValue)" }
    return text + "   bg \(simulation.backdrop.name)"
  }

  private static let paneTitles = [" 1 List ", " 2 Preview ", " 3 Styles "]

  /// The pane whose tab is in a column of the title.
  static func paneTab(at column: Int) -> Pane? {
    var end = 1
    for (title, pane) in zip(paneTitles, Pane.allCases) {
      end += title.count
      if column < end { return column >= 1 ? pane : nil }
    }
    return nil
  }

  private mutating func drawPaneTabs(on canvas: inout Canvas, _ layout: PaneLayout) {
    var place = layout.title.inset(left: 1)
    for (title, pane) in zip(Self.paneTitles, Pane.allCases) {
      let isSelected = pane == focus
      // Brackets take the place of the blanks, so nothing moves.
      let text = isSelected ? "[" + title.dropFirst().dropLast() + "]" : title
      let end = canvas.write(
        text, in: place, chrome.rendition(.tab, isSelected ? .selected : []))
      place = place.inset(left: end - place.column)
    }
    canvas.writeRight(countText + " ", in: place, chrome.rendition(.title))
    if layout.status.row == 2 {
      canvas.fill(layout.screen.line(1), with: "─", chrome.rendition(.frame))
      canvas.fill(layout.screen.line(rows - 2), with: "─", chrome.rendition(.frame))
    }
  }

  private mutating func drawStatus(
    on canvas: inout Canvas, _ layout: PaneLayout
  ) -> BrowserView.Cursor? {
    let place = layout.status.inset(left: 1, right: 1)
    switch mode {
    case .finding(let field, _): return drawField("find: ", field, on: &canvas, place)
    case .editingText(let field, _): return drawField("text: ", field, on: &canvas, place)
    case .changingValue(let field, let edit):
      return drawField("\(edit.name): ", field, on: &canvas, place)
    case .exporting(let field): return drawField("write to: ", field, on: &canvas, place)
    case .browsing, .help: break
    }
    if let message {
      canvas.write(message, in: place, chrome.rendition(.status))
      return nil
    }
    guard let theme = themes.selectedTheme else {
      let text = themes.themes.isEmpty ? "no themes" : "no theme is listed"
      canvas.write(text, in: place, chrome.rendition(.note))
      return nil
    }
    if let problem = theme.problem {
      let at = problem.location.map { ":\($0.line):\($0.column)" } ?? ""
      canvas.write(
        "× \(theme.name)\(at): \(problem.message)", in: place, chrome.rendition(.problem))
      return nil
    }
    let right = warningText(about: theme)
    let start = canvas.writeRight(right, in: place, chrome.rendition(.status))
    let left = place.inset(right: right.isEmpty ? 0 : place.endColumn - start + 1)
    let mark = Self.mark(of: theme)
    canvas.write("\(mark) \(theme.path)", in: left, chrome.rendition(.status))
    return nil
  }

  private mutating func warningText(about theme: Theme) -> String {
    guard let preview = selectedPreview() else { return "" }
    let contrasts = poorRuns().count
    let count = theme.warnings.count + preview.diagnostics.count
    var parts: [String] = []
    if contrasts > 0 { parts.append("\(contrasts) hard to read") }
    if count > 0 { parts.append(count == 1 ? "1 warning" : "\(count) warnings") }
    return parts.joined(separator: "   ")
  }

  private mutating func drawField(
    _ label: String, _ field: TextField, on canvas: inout Canvas, _ place: CellRect
  ) -> BrowserView.Cursor? {
    let start = canvas.write(label, in: place, chrome.rendition(.key))
    let room = place.inset(left: start - place.column)
    guard room.columns > 1 else { return nil }
    // The text slides so that the cursor is seen.
    var first = field.cursor
    var before = 0
    while first > 0 {
      let width = canvas.width(of: String(field.characters[first - 1]))
      guard before + width < room.columns else { break }
      before += width
      first -= 1
    }
    let look = chrome.rendition(.field)
    canvas.fill(room, look)
    canvas.write(String(field.characters[first...].prefix(room.columns)), in: room, look)
    return BrowserView.Cursor(column: room.column + before, row: room.row)
  }

  private mutating func drawKeys(on canvas: inout Canvas, _ place: CellRect) {
    let shown: [(BrowserAction, String)]
    switch mode {
    case .browsing, .help:
      shown = [
        (.moveDown, "theme"), (.nextSpan, "part"), (.nextPane, "pane"), (.find, "find"),
        (.help, "help"), (.quit, "quit"), (.choose, "choose"), (.cycleProfile, "colours"),
        (.pin, "compare"), (.changeValue, "change"), (.editText, "text"), (.editSource, "edit"),
        (.cycleScheme, "dark/light"), (.cycleInspector, "inspector"),
      ]
    case .finding, .editingText, .changingValue, .exporting:
      var rest = place.inset(left: 1)
      for (key, text) in [("Enter", "keep"), ("Escape", "drop")] {
        rest = drawKey(key, text, on: &canvas, rest)
      }
      return
    }
    var rest = place.inset(left: 1)
    for (action, text) in shown {
      let keys = chrome.bindings.keys(for: action)
      guard let key = keys.first(where: { Self.arrows[$0] != nil }) ?? keys.first else { continue }
      let sign = Self.arrows[key] ?? key
      guard canvas.width(of: sign) + text.count + 1 <= rest.columns else { continue }
      rest = drawKey(sign, text, on: &canvas, rest)
    }
  }

  /// What stands for arrow keys, which go both ways.
  private static let arrows = ["Down": "↑↓", "Right": "←→"]

  private mutating func drawKey(
    _ key: String, _ text: String, on canvas: inout Canvas, _ place: CellRect
  ) -> CellRect {
    var end = canvas.write(key, in: place, chrome.rendition(.key))
    end = canvas.write(
      " " + text, in: place.inset(left: end - place.column), chrome.rendition(.note))
    return place.inset(left: end + 2 - place.column)
  }

  private mutating func drawHelp(on canvas: inout Canvas, _ list: ScrollingList) {
    let screen = CellRect(column: 0, row: 0, columns: columns, rows: rows)
    canvas.write(" Keys", in: screen.line(0), chrome.rendition(.title))
    let lines = helpLines
    for (index, line) in lines.dropFirst(list.offset).prefix(max(0, rows - 3)).enumerated() {
      let place = screen.line(2 + index).inset(left: 1)
      canvas.write(line.keys, in: place, chrome.rendition(.key))
      canvas.write(line.text, in: place.inset(left: 20), chrome.rendition(.note))
    }
    if list.offset + rows - 3 < lines.count {
      canvas.writeRight("more below ", in: screen.line(0), chrome.rendition(.note))
    }
  }
}
