import CellLayout
import StyleValues
import Styling
import TerminalOutput

extension Browser {
  /// Draws everything.
  public mutating func view() -> BrowserView {
    var canvas = Canvas(columns: columns, rows: rows, rules: settings.rules)
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
    let indent = min(20, max(12, columns / 3))
    for (index, line) in lines.dropFirst(list.offset).prefix(max(0, rows - 3)).enumerated() {
      let place = screen.line(2 + index).inset(left: 1)
      let keys = place.inset(right: max(0, place.columns - indent + 1))
      canvas.write(line.keys, in: keys, chrome.rendition(.key))
      canvas.write(line.text, in: place.inset(left: indent), chrome.rendition(.note))
    }
    if list.offset + rows - 3 < lines.count {
      canvas.writeRight("more below ", in: screen.line(0), chrome.rendition(.note))
    }
  }
}
