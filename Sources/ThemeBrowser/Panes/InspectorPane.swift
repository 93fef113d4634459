import CellLayout
import Diagnostics
import StyleValues
import Styling
import TerminalOutput

/// Explains the style of the selected run.
struct InspectorPane {
  private(set) var tab = InspectorTab.styles

  private var contents = Inspector()
  var list = ScrollingList()
  private var key: Key?

  /// The subject of a line, about which other tabs may have lines, too.
  private enum Subject {
    case value(EditableValue)
    case finding(SourceLocation)

    var place: SourceLocation {
      switch self {
      case .value(let value): value.location
      case .finding(let place): place
      }
    }
  }

  /// The subject that was selected last; some tabs have no line about it.
  private var subject: Subject?

  /// The line that was selected when the tab was opened.
  private var firstSelection: Int?

  /// The line to select when the contents are there.
  private enum Wanted {
    /// The same line as now.
    case same
    /// The line about a subject, else the first one.
    case subject(Subject?)
  }

  private var wanted = Wanted.subject(nil)

  /// The file whose source is shown; nil is the theme's own.
  private var file: String?

  /// The identity of the contents, which are made again when it changes.
  private struct Key: Equatable {
    var tab: InspectorTab
    var theme: String?
    var readings: Int?
    var preview: Int?
    var other: Int?
    var run: Int
    var file: String?
    var isRevived: Bool
  }

  // MARK: State

  /// Makes the contents again if they are about something else.
  mutating func updateLayout(
    _ theme: BrowsedTheme?, _ preview: PreviewPane, names: (own: String, other: String), height: Int
  ) {
    if tab == .compare, preview.other == nil { tab = .styles }
    let made = Key(
      tab: tab, theme: theme?.path, readings: theme?.readings, preview: preview.selected?.number,
      other: tab == .compare ? preview.other?.number : nil, run: preview.run, file: file,
      isRevived: preview.selected?.revived?.preview.isEmpty == false)
    if made != key {
      key = made
      let other = preview.other.map { (names, $0) }
      contents =
        theme.map {
          Inspector(
            tab, of: $0, preview.selected, run: preview.run, other: other, file: file,
            isOwnText: preview.sample.markup != nil)
        } ?? Inspector()
    }
    // A pane that is not seen stays where it is.
    list.resize(count: contents.count, height: height > 0 ? height : list.height)
    if case .subject(let subject) = wanted {
      // What is above it is seen, too, if there is room.
      if subject == nil { list.select(0) }
      list.select(subject.flatMap { line(about: $0) } ?? contents.firstLine)
      firstSelection = list.selection
    }
    // Before the theme is read, there is no line to begin with, and before it is seen, no first
    // one.
    if contents.count > 0, height > 0 { wanted = .same }
  }

  private func line(about subject: Subject) -> Int? {
    switch subject {
    case .value(let value): contents.line(of: value)
    case .finding(let place): contents.line(at: place)
    }
  }

  /// The tab from which Enter has opened the source.
  private var tabBefore: InspectorTab?

  /// Shows the selected line in the source.
  mutating func openSource() {
    let before = tab
    show(.source)
    tabBefore = before
  }

  /// Returns to the tab from which Enter has opened the source; false if there is none.
  mutating func closeSource() -> Bool {
    guard tab == .source, let tabBefore else { return false }
    show(tabBefore)
    return true
  }

  /// Shows a tab with the selected subject of the others.
  mutating func show(_ tab: InspectorTab) {
    // A tab without a line about it was only viewed, and does not change it.
    if subject == nil || list.selection != firstSelection { subject = selectedSubject ?? subject }
    file = tab == .source ? subject?.place.file : nil
    self.tab = tab
    tabBefore = nil
    // What differs is read from its start.
    wanted = .subject(tab == .compare ? nil : subject)
  }

  mutating func show(_ place: SourceLocation) {
    tab = .source
    file = place.file
    subject = .finding(place)
    wanted = .subject(subject)
  }

  mutating func selectFirst() {
    file = nil
    subject = nil
    wanted = .subject(nil)
  }

  mutating func select(_ value: EditableValue) {
    subject = .value(value)
    wanted = .subject(subject)
  }

  /// True if the selected line is a rule or a finding, which Enter shows in the source.
  var leadsToSource: Bool {
    guard tab != .source, let line = selectedLine else { return false }
    return line.subject != nil || line.name == .heading && line.place != nil
  }

  /// The location of the finding or value in the selected line.
  var selectedPlace: SourceLocation? { selectedSubject?.place }

  private var selectedSubject: Subject? {
    selectedLine?.subject.map { .finding($0) } ?? selectedValue.map { .value($0) }
  }

  /// The value in the selected line; in a list, else one after it.
  var selectedValue: EditableValue? { lineOfValue?.value }

  /// The value in the selected line only.
  var valueOfLine: EditableValue? { selectedLine?.value }

  /// The selector without a rule in the selected line.
  var unruled: String? { selectedLine?.unruled }

  /// The value that decides the part's colour, unless another line was selected.
  var valueOfColor: EditableValue? {
    list.selection == firstSelection ? contents.valueOfColor : nil
  }

  var selectedFinding: String? { selectedLine?.subject == nil ? nil : selectedLine?.text }

  private var selectedLine: InspectorLine? {
    list.selection < contents.count ? contents[list.selection] : nil
  }

  /// Why that value has no effect.
  var loss: String? { lineOfValue?.loss }

  /// The selected line if it has a value, or one near it: the first winner of the rule, else the
  /// first one of the part, whose last lines have none.
  private var lineOfValue: InspectorLine? {
    valueLine(from: list.selection) ?? (tab == .styles && unruled == nil ? valueLine(from: 0) : nil)
  }

  private func valueLine(from start: Int) -> InspectorLine? {
    let lines = (start..<max(start, min(contents.count, start + 200))).lazy
      .map { contents[$0] }.drop { $0.unruled != nil }
    guard let first = lines.first, first.value == nil, tab != .source else { return lines.first }
    let rule = lines.dropFirst().prefix { $0.name != .heading }
    return rule.first { $0.value != nil && $0.loss == nil }
      ?? lines.prefix { $0.text != Inspector.hiddenHeading }.first { $0.value != nil }
  }

  var selectedRun: Int? { selectedLine?.run }

  /// Selects a line, counted from the first visible one.
  mutating func select(line: Int) { list.select(list.offset + line) }

  // MARK: Drawing

  /// Draws as many tabs as fit above the pane, with the selected one and a sign for the others;
  /// returns their columns.
  @discardableResult
  func drawTitle(on frame: inout Frame, isComparing: Bool) -> Int {
    let states: ControlState = frame.isFocused ? .focused : []
    let all = InspectorTab.all(isComparing: isComparing)
    var tabs = all
    var gap = 1
    func width() -> Int {
      let signs = (tabs.first == all.first ? 0 : 2) + (tabs.last == all.last ? 0 : 2)
      return tabs.reduce(signs + 1 - gap) { $0 + $1.rawValue.count + 2 + gap }
    }
    if width() > frame.bounds.columns { gap = 0 }
    while tabs.count > 1, width() > frame.bounds.columns {
      tabs.remove(at: tabs.last == tab ? 0 : tabs.count - 1)
    }
    let sign = frame.chrome.rendition(.tab, states)
    var rest = frame.bounds.inset(left: 1)
    if tabs.first != all.first { rest = frame.write("…", in: rest, sign).inset(left: 1) }
    for tab in tabs {
      let isSelected = tab == self.tab
      // Reversed tabs in the middle of the frame would be too loud.
      var rendition = frame.chrome.rendition(.tab, isSelected ? states.union(.selected) : states)
      rendition.attributes.remove(.reverse)
      let text = isSelected ? "[\(tab.rawValue)]" : " \(tab.rawValue) "
      frame.answerMouse(in: rest.inset(right: max(0, rest.columns - text.count)), as: .tab(tab))
      rest = frame.write(text, in: rest, rendition).inset(left: gap)
    }
    if tabs.last != all.last { rest = frame.write("…", in: rest, sign).inset(left: 1) }
    return frame.bounds.columns - rest.columns
  }

  func draw(on frame: inout Frame) {
    for (line, row) in list.visible.enumerated() {
      let entry = contents[row]
      let isSelected = frame.isFocused && row == list.selection
      var states: ControlState = isSelected ? [.selected, .focused] : []
      if entry.loss != nil { states.insert(.disabled) }
      let rendition = frame.chrome.rendition(entry.name, states)
      let rect = frame.bounds.line(line)
      if isSelected { frame.fill(rect, rendition) }
      let sign = frame.chrome.settings.control(.declaration).sign(isSelected ? .selected : [])
      // The text of a losing declaration is struck out, but not the signs in front of it.
      let signs = entry.loss != nil ? sign + entry.text.prefix(2) : sign
      let text = entry.loss != nil ? entry.text.dropFirst(2) : entry.text[...]
      var signRendition = rendition.unstruck
      if isSelected {
        signRendition.foreground = frame.chrome.rendition(.frame, .focused).foreground
      }
      var rest = frame.write(signs, in: rect, signRendition)
      let places = entry.places(inThemeAt: key?.theme)
      let kept = entry.columnsKept(for: places, on: frame, rest)
      rest = frame.write(String(text), in: rest.inset(right: kept.swatches + kept.place), rendition)
      rest = rect.inset(left: rest.column + 1 - rect.column, right: kept.place)
      rest = frame.drawSwatches(entry.swatches, in: rest)
      rest = rect.inset(left: rest.column - rect.column)
      entry.drawDetail(
        places, on: &frame, rest, isSelected ? rendition.unstruck : frame.chrome.rendition(.note))
    }
  }
}

extension InspectorLine {
  /// The texts of the location, the longest first; its file is left out only if it is the theme's
  /// own.
  fileprivate func places(inThemeAt path: String?) -> [String] {
    guard let place else { return [] }
    let short = "\(place.line):\(place.column)"
    return [Inspector.shortLocation(place), place.file == path ? short : "…:" + short]
  }

  /// The columns for the colour samples and the location, with blanks.
  fileprivate func columnsKept(
    for places: [String], on frame: Frame, _ rect: CellRect
  ) -> (swatches: Int, place: Int) {
    let hasSwatches = frame.chrome.environment.colorDepth.hasColor && !swatches.isEmpty
    let swatches = hasSwatches ? 2 * swatches.count + 2 : 0
    let columns = places.map { frame.width(of: $0) + 1 }
    guard let least = columns.last else { return (0, 0) }
    let fitting = columns.first { 2 * (swatches + $0) < rect.columns }
    return fitting.map { (swatches, $0) } ?? (0, least + (hasSwatches ? 1 : 0))
  }

  /// Writes the text at the right as far as it fits: the location, and before it whole parts, or
  /// the start of a sentence.
  fileprivate func drawDetail(
    _ places: [String], on frame: inout Frame, _ rect: CellRect, _ rendition: GraphicRendition
  ) {
    let parts = detail.split(separator: Self.detailSeparator).map { String($0) }
    for count in (0...parts.count).reversed() {
      let whole = (parts.prefix(count) + places.prefix(1)).joined(separator: Self.detailSeparator)
      if frame.width(of: whole) <= rect.columns {
        frame.writeRight(whole, in: rect, rendition)
        return
      }
      if count == 1, places.isEmpty, name != .declaration || loss != nil, rect.columns > 4 {
        frame.write(whole, in: rect, rendition)
        return
      }
    }
    frame.writeRight(places.last ?? "", in: rect, rendition)
  }
}

extension GraphicRendition {
  /// The rendition without strikethrough.
  fileprivate var unstruck: GraphicRendition {
    var copy = self
    copy.attributes.remove(.strikethrough)
    return copy
  }
}
