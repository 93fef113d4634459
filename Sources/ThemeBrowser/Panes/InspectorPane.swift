import CellLayout
import StyleValues
import Styling

/// Why the selected run looks as it does.
struct InspectorPane {
  /// What is shown.
  private(set) var tab = InspectorTab.styles

  private var contents = Inspector()
  var list = ScrollingList()
  private var key: Key?

  /// What the contents are made of.
  private struct Key: Equatable {
    var tab: InspectorTab
    var theme: String?
    var readings: Int?
    var preview: Int?
    var run: Int
  }

  // MARK: State

  /// Makes the contents anew if they are about something else.
  mutating func settle(
    _ theme: Theme?, _ preview: PreviewPane, height: Int, _ settings: BrowserSettings
  ) {
    let wanted = Key(
      tab: tab, theme: theme?.path, readings: theme?.readings, preview: preview.selected?.number,
      run: preview.run)
    if wanted != key {
      key = wanted
      let environment = preview.simulation.environment(settings.environment)
      contents =
        theme.map {
          Inspector(
            tab, of: $0, preview.selected, run: preview.run, ContrastReport(settings, environment))
        } ?? Inspector()
    }
    // A pane that is not seen stays where it is.
    list.resize(count: contents.lines.count, height: height > 0 ? height : list.height)
  }

  /// Shows a tab from its beginning.
  mutating func show(_ tab: InspectorTab) {
    self.tab = tab
    selectFirst()
  }

  /// Goes back to the first line.
  mutating func selectFirst() {
    list.select(0)
  }

  /// The declaration in the selected line, or the first one after it.
  var selectedDeclaration: ExplainedDeclaration? {
    contents.lines.dropFirst(list.selection).lazy.compactMap(\.declaration).first
  }

  /// Selects a line, counted from the first one that is seen.
  mutating func select(line: Int) {
    list.select(list.offset + line)
  }

  // MARK: Drawing

  /// The tabs, for the line above the pane.
  func drawTitle(on frame: inout Frame) {
    let states: ControlState = frame.isFocused ? .focused : []
    if frame.isFocused { frame.write("▸", in: frame.bounds, as: .frame, states) }
    var rest = frame.bounds.inset(left: 1)
    for tab in InspectorTab.allCases {
      let isSelected = tab == self.tab
      // Reversed tabs in the middle of the frame would be too loud.
      var look = frame.chrome.rendition(.tab, isSelected ? states.union(.selected) : states)
      look.attributes.remove(.reverse)
      let text = isSelected ? "[\(tab.rawValue)]" : " \(tab.rawValue) "
      frame.answerMouse(in: rest.inset(right: max(0, rest.columns - text.count)), as: .tab(tab))
      rest = frame.write(text, in: rest, look).inset(left: 1)
    }
  }

  /// The lines that there is room for.
  func draw(on frame: inout Frame) {
    for (line, row) in list.visible.enumerated() {
      let entry = contents.lines[row]
      let isSelected = frame.isFocused && row == list.selection
      var states: ControlState = isSelected ? [.selected, .focused] : []
      if entry.isLost { states.insert(.disabled) }
      let look = frame.chrome.rendition(entry.name, states)
      let place = frame.bounds.line(line)
      if isSelected { frame.fill(place, look) }
      let sign = frame.chrome.settings.control(.declaration).sign(isSelected ? .selected : [])
      // What lost is struck out, but not the signs in front of it.
      let signs = entry.isLost ? sign + entry.text.prefix(2) : sign
      let text = entry.isLost ? entry.text.dropFirst(2) : entry.text[...]
      var signLook = look
      signLook.attributes.remove(.strikethrough)
      var rest = frame.write(signs, in: place, signLook)
      rest = frame.write(String(text), in: rest, look).inset(left: 1)
      entry.drawDetail(on: &frame, rest, isSelected ? signLook : frame.chrome.rendition(.note))
    }
  }
}

extension InspectorLine {
  /// Writes what stands at the right, as much of it as there is room for: whole parts, or the start
  /// of a sentence.
  fileprivate func drawDetail(
    on frame: inout Frame, _ place: CellRect, _ look: GraphicRendition
  ) {
    var parts = detail.split(separator: Self.detailSeparator)
    while !parts.isEmpty {
      let whole = parts.joined(separator: Self.detailSeparator)
      if frame.width(of: whole) <= place.columns {
        frame.writeRight(whole, in: place, look)
        return
      }
      if parts.count == 1, name != .declaration || isLost, place.columns > 4 {
        let rest = frame.write(whole, in: place.inset(right: 1), look)
        frame.write("…", in: rest.inset(right: -1), look)
      }
      parts.removeLast()
    }
  }
}
