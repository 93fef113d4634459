import CellLayout
import StyleValues
import Styling
import TerminalOutput

extension Browser {
  /// Draws everything.
  package mutating func view() -> BrowserView {
    var canvas = Canvas(columns: columns, rows: rows, rules: settings.target.widthRules)
    let layout = layout
    themes.setHeight(layout.list.rows)
    clampRun()
    hotspots.removeAll(keepingCapacity: true)
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
    withQuantizer(settings.environment.colorDepth) { $0.quantize(&buffer) }
    return BrowserView(buffer: buffer, cursor: cursor)
  }

  /// Writes a control: it answers the mouse from now on.
  ///
  /// - Returns: the column after it.
  @discardableResult
  mutating func drawControl(
    _ name: ChromeClass, _ text: String, states: ControlState = [], on canvas: inout Canvas,
    _ place: CellRect
  ) -> Int {
    var states = states
    if pressed == .control(name) { states.insert(.highlighted) }
    let end = canvas.write(text, in: place, chrome.rendition(name, states))
    answerMouse(in: place, before: end, as: .control(name))
    return end
  }

  /// Makes a place, up to a column, answer the mouse from now on.
  mutating func answerMouse(in place: CellRect, before end: Int, as target: Hotspot.Target) {
    hotspots.append(Hotspot(place: place.inset(right: place.endColumn - end), target: target))
  }

  // MARK: Help

  private mutating func drawHelp(on canvas: inout Canvas, _ list: ScrollingList) {
    let screen = CellRect(column: 0, row: 0, columns: columns, rows: rows)
    canvas.write(" Keys", in: screen.line(0), chrome.rendition(.title))
    let lines = helpLines
    let page = helpPage
    let width = columns / page.columns
    let indent = min(20, max(12, width / 3))
    let shown = lines.dropFirst(list.offset).prefix(page.columns * page.rows)
    for (index, line) in shown.enumerated() {
      let place = CellRect(
        column: 1 + index / page.rows * width, row: 2 + index % page.rows, columns: width - 1,
        rows: 1)
      let keys = place.inset(right: max(0, place.columns - indent + 1))
      canvas.write(line.keys, in: keys, chrome.rendition(.key))
      canvas.write(line.text, in: place.inset(left: indent), chrome.rendition(.note))
    }
    if list.offset + shown.count < lines.count {
      canvas.writeRight("more below ", in: screen.line(0), chrome.rendition(.note))
    }
  }

  /// How the list of keys fills the screen.
  var helpPage: (columns: Int, rows: Int) { (max(1, columns / 48), max(1, rows - 3)) }
}
