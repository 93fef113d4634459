import Bytes
import CellLayout
import Diagnostics
import Rendering
import StyleValues
import TerminalOutput

/// The status line, in which text is typed, and the line of keys below it.
struct StatusLine {
  /// A message that is shown once.
  var message: String? {
    get { said }
    set {
      guard let said, isUrgent else { return said = newValue }
      // What came of it is not passed over for what came after it.
      guard let newValue, newValue != said else { return }
      self.said = isShown ? newValue : said + "; " + newValue
    }
  }

  private var said: String?

  /// True if only a key that is pressed after the message was shown removes it.
  private var isUrgent = false
  private var isShown = false

  /// Shows a message that must not be missed, because an action was not performed.
  mutating func insist(_ text: String) {
    message = text
    (isUrgent, isShown) = (true, false)
  }

  /// Records that the message is on the screen.
  mutating func noteShown() { isShown = true }

  /// Records an input of the user, who has seen a message that was shown.
  mutating func noteSeen() {
    guard isUrgent, isShown else { return }
    (said, isUrgent) = (nil, false)
  }

  /// The time from the last change of files to the redraw, in milliseconds.
  var shownAfter: Int?

  var prompt: Prompt?

  var isEditingSample: Bool { if case .sample = prompt?.purpose { true } else { false } }

  /// A question that waits for one of its keys.
  var question: Question?

  /// Text being typed, with its purpose.
  struct Prompt {
    enum Purpose {
      /// The filter of the list, with the earlier one and the earlier selection.
      case find(before: String, selected: String?)
      /// The filter of the palettes, with the earlier one and the earlier palette.
      case findPalette(before: String, selected: Int)
      /// The sample text, with the earlier one.
      case sample(before: Sample)
      case value(ValueEdit)
      /// The name of a file for the output, and the name of one that may be replaced.
      case export(replacing: String?)
      /// The name of a theme of the user.
      case copy(Browser.NamedCopy)
    }

    var field: TextField
    var purpose: Purpose

    /// An invalid value that is written because Enter was pressed twice.
    var confirmed: String?

    /// A value that another program has written to the file, until the user is asked about it.
    var overtaken: String?

    /// A text whose custom property is replaced because the key was pressed twice.
    var unlinked: String?

    /// The ramp that keys move on; nil while they type.
    var row: ColorPicker.Row?

    /// The colour that keys have changed, in exact numbers, so that further changes are exact.
    var nudged: NudgedColor?

    /// True if it is for a stylesheet.
    var isOfFile: Bool {
      switch purpose {
      case .value, .copy: true
      case .find, .findPalette, .sample, .export: false
      }
    }

    /// The runs of the sample that depend on it.
    var runs: [MeasuredRun] = []

    init(_ text: String, for purpose: Purpose, takesLines: Bool = false) {
      field = TextField(text, takesLines: takesLines)
      self.purpose = purpose
    }

    /// A word for Enter: a view is kept, a file is saved.
    fileprivate var accepting: String {
      switch purpose {
      case .value(let edit): edit.base == nil ? "save" : "save in a copy"
      case .export, .copy: "save"
      case .find, .findPalette, .sample: "keep"
      }
    }

    fileprivate var shortLabel: String { label.prefix { $0 != " " && $0 != ":" } + ": " }

    fileprivate var label: String {
      switch purpose {
      case .find, .findPalette: "find: "
      case .sample: "text: "
      case .value(let edit) where edit.name.isCustomPropertyName:
        // It may have several definitions.
        "\(edit.name) (\(edit.path.fileName):\(edit.line)): "
      case .value(let edit) where edit.takesName: "\(edit.selector ?? "") { "
      case .value(let edit): "\(edit.name): "
      case .copy(let copy): "name of your copy of \(copy.theme): "
      case .export: "write to (\(RenderForm.previewEndings)): "
      }
    }
  }

  /// A choice of answers.
  struct Question {
    var text: String
    /// In their order.
    var answers: [Answer]

    /// The keys of the answers, one for each, and that for none; Enter is the first.
    fileprivate var keys: [(KeyPress, String)] {
      var texts: Set<String> = []
      return answers.enumerated().filter { texts.insert($1.text).inserted }.map {
        ($0 == 0 ? KeyPress(.enter) : $1.press, $1.text)
      } + [(KeyPress(.escape), "cancel")]
    }

    /// The colours of an answer.
    fileprivate func swatches(_ text: String) -> [TerminalColor] {
      answers.first { $0.text == text }?.swatches ?? []
    }

    struct Answer {
      var press: KeyPress
      var text: String
      var value: EditableValue
      var swatches: [TerminalColor] = []
    }
  }

  // MARK: How things are

  /// The state of the rest of the browser that the line shows.
  struct Context {
    var themes: ThemeList
    var preview: Preview?
    /// True if no pane shows the source line of a problem.
    var excerptsProblem = false
    /// The current settings, if no title shows them.
    var flags = ""
    /// The selected part in one line, and in a shorter one, if no pane shows it.
    var summaries: [String] = []
    /// The number of changes that can be undone.
    var undoDepth = 0
    /// Samples and the contrast of the typed colour.
    var color: (swatches: [TerminalColor], text: String)?
  }

  /// Draws the text being typed, or information about the selected theme.
  func draw(on frame: inout Frame, _ around: Context) {
    var rect = frame.bounds.inset(left: 1, right: 1)
    if let prompt {
      // The value is worth more than what is said of it; a very long one slides.
      let wanted = min(frame.width(of: prompt.shortLabel + prompt.field.text) + 1, 56)
      if let color = around.color {
        if rect.columns > frame.width(of: color.text) + wanted {
          rect = frame.writeRight(color.text, in: rect, frame.chrome.rendition(.status))
          rect = rect.inset(right: 1)
        }
        let width = 2 * color.swatches.count + 1
        if rect.columns >= width + wanted {
          _ = frame.drawSwatches(color.swatches, in: rect.inset(left: rect.columns - width))
          rect = rect.inset(right: width)
        }
      }
      draw(prompt, on: &frame, rect)
      return
    }
    var details = details(of: around)
    // Beside a message there is room for the last ones.
    while let message, !details.isEmpty,
      frame.width(of: details.joined(separator: Self.between) + message) + 2 > rect.columns
    {
      details.removeFirst()
    }
    if !details.isEmpty {
      let details = details.joined(separator: Self.between)
      rect = frame.writeRight(details, in: rect, frame.chrome.rendition(.status)).inset(right: 2)
    }
    let (text, name) = text(about: around, on: frame, columns: rect.columns)
    let rest = frame.write(text, in: rect, as: name)
    frame.answerMouse(in: rect.inset(right: rest.columns), as: .control(.status))
  }

  private func text(about around: Context, on frame: Frame, columns: Int) -> (String, ChromeClass) {
    if let message { return (message, .status) }
    guard let theme = around.themes.selectedTheme else {
      return (frame.shortest(around.themes.emptyTexts, columns: columns, rows: 1), .note)
    }
    if let line = problemLines(around, on: frame).last { return (line, .problem) }
    let summary = around.summaries.first { frame.width(of: $0) <= columns }
    if let summary = summary ?? around.summaries.last { return (summary, .status) }
    var shown = theme.mainClass.map { "   shown as .\($0)" } ?? ""
    // The name is worth more.
    if frame.width(of: theme.path.fileName + shown) + 4 > columns { shown = "" }
    let path = frame.fit(theme.path, to: columns - 2 - frame.width(of: shown)).text
    return ("\(theme.mark) \(path)\(shown)", .status)
  }

  /// The problem with the selected theme, in as many lines as necessary beside the details.
  private func problemLines(_ around: Context, on frame: Frame) -> [String] {
    guard message == nil, prompt == nil, let theme = around.themes.selectedTheme,
      let problem = theme.problem
    else { return [] }
    let all = frame.bounds.columns - 2
    let used = details(of: around).joined(separator: Self.between)
    let rest = used.isEmpty ? all : all - frame.width(of: used) - 2
    let columns = rest < 12 ? all : rest
    let at = problem.location.map { ":\($0.line):\($0.column)" } ?? ""
    // The position is more useful than the end of a long name.
    let available = max(4, columns - at.utf8.count - 4)
    let file = (problem.location?.file ?? theme.path).fileName
    let name = file.count > available ? file.prefix(available - 1) + "…" : file[...]
    let more = theme.problems.count - 1
    let text =
      "× \(name)\(at): \(problem.message)" + (more > 0 ? "; and \(more) more, n shows them" : "")
    let lines =
      frame.lines(of: text, columns: columns, most: all < 28 ? 2 : 3) + (rest < 12 ? [""] : [])
    guard around.excerptsProblem, theme.sheet != nil, frame.bounds.rows >= 16 else { return lines }
    return Inspector.lines(about: problem, of: theme).dropFirst().map(\.text)
      + ["  " + theme.versionText] + lines
  }

  private static let between = "   "

  private func details(of around: Context) -> [String] {
    if !around.flags.isEmpty { return [around.flags] }
    guard let theme = around.themes.selectedTheme else { return [] }
    var details: [String] = []
    if let shownAfter { details.append("reloaded in \(shownAfter) ms") }
    if theme.problem == nil, let preview = around.preview {
      let contrasts = preview.poorRuns.count
      let more = ContrastReport.measuresAll(of: preview) ? "" : "+"
      if contrasts > 0 { details.append("\(contrasts)\(more) hard to read") }
      // Those of the sample come with every theme.
      let aboutSample = preview.warnings(besides: theme).count
      let counts = [("", theme.warnings.count), ("sample: ", aboutSample)]
      details += counts.filter { $0.1 > 0 }.map { source, count in
        source + (count == 1 ? "1 warning" : "\(count) warnings")
      }
    }
    if around.undoDepth > 0 { details.append("undo \(around.undoDepth)") }
    return details
  }

  private func draw(_ prompt: Prompt, on frame: inout Frame, _ rect: CellRect) {
    let needed = prompt.field.takesLines ? 0 : frame.width(of: prompt.field.text) + 1
    let columns = needed > rect.columns ? rect.columns / 3 : rect.columns - needed
    // A short label is better than no columns for the text.
    let isShort = frame.width(of: prompt.label) > min(columns, rect.columns / 2)
    let label = isShort ? prompt.shortLabel : prompt.label
    let fitted = columns < 5 ? "" : frame.fit(label, to: columns).text
    let fieldRect = frame.write(fitted, in: rect, as: .key)
    if prompt.field.takesLines {
      frame.write(prompt.field.position, in: fieldRect, as: .note)
      return
    }
    guard fieldRect.columns > 1 else { return }
    frame.draw(prompt.field, line: 0, in: fieldRect, isActive: true)
  }

  // MARK: Keys

  /// The state of the rest of the browser that decides on the listed keys.
  struct KeyContext {
    /// nil while the view menu is open.
    var mode: BrowserMode?
    /// A phrase for Enter.
    var enter: String
    /// True if a theme is pinned beside the selected one.
    var isComparing: Bool
    /// True if one pane has the whole screen.
    var isZoomed: Bool
    /// The numbers of changes that can be undone and repeated.
    var undoDepth: Int, redoDepth: Int
    /// True if a colour is typed that keys can change.
    var nudges: Bool
    var listsPalettes: Bool
  }

  /// Draws as many keys with their actions as fit.
  func drawKeys(on frame: inout Frame, _ around: KeyContext) {
    let rect = frame.bounds.inset(left: 1, right: 1)
    if let prompt {
      drawKeys(of: prompt, nudges: around.nudges, on: &frame)
      return
    }
    var items = around.actions.compactMap { item($0, $1, frame) }
    // The last one leads to all others.
    while items.count > 1, items.reduce(-2, { $0 + Self.width(of: $1, frame) + 2 }) > rect.columns {
      items.remove(at: items.count - 2)
    }
    Self.draw(items, on: &frame, rect)
  }

  private func item(
    _ action: BrowserAction, _ text: String, _ frame: Frame
  ) -> (KeyPress, String)? {
    let keys = frame.chrome.settings.keys(for: action)
    let name = keys.first { Self.arrows[$0] != nil } ?? keys.first { !$0.allSatisfy(\.isNumber) }
    return name.flatMap { KeyPress(named: $0) }.map { ($0, text) }
  }

  /// Draws a question with its answers, or a message or problem longer than its line, over the
  /// panes.
  func drawLong(on screen: inout Frame, _ around: Context) {
    let rect = screen.bounds.inset(left: 1, right: 1)
    if let question {
      let answers = Self.rows(of: question, on: screen, columns: rect.columns)
      let lines = screen.lines(
        of: question.text, columns: rect.columns, most: rect.rows - answers.count)
      let start = max(0, rect.rows - lines.count - answers.count)
      screen.cover(CellRect(row: start, columns: screen.bounds.columns, rows: rect.rows - start))
      screen.write(lines, in: rect.moved(rows: start), as: .key)
      for (row, keys) in answers.enumerated() {
        _ = keys.reduce(rect.line(start + lines.count + row)) { place, item in
          let rest = screen.drawSwatches(question.swatches(item.1), in: place)
          return Self.draw(item.0, item.1, on: &screen, rest)
        }
      }
      return
    }
    let problem = problemLines(around, on: screen).dropLast()
    if !problem.isEmpty {
      let start = max(0, rect.rows - 2 - problem.count)
      screen.cover(CellRect(row: start, columns: screen.bounds.columns, rows: problem.count))
      screen.write(Array(problem), in: rect.moved(rows: start), as: .problem)
    }
    guard let message, !isBeside(message, on: screen, columns: rect.columns) else { return }
    let rows = rect.rows - (prompt == nil ? 1 : 2)
    let lines = screen.lines(of: message, columns: rect.columns, most: rows)
    let start = rows - lines.count
    screen.cover(CellRect(row: start, columns: screen.bounds.columns, rows: lines.count))
    screen.write(lines, in: rect.moved(rows: start), as: prompt == nil ? .status : .problem)
  }

  /// True if the message fits its line.
  private func isBeside(_ message: String, on frame: Frame, columns: Int) -> Bool {
    let keys = prompt.map { self.keys(of: $0, nudges: false) } ?? []
    let used = keys.reduce(0) { $0 + Self.width(of: $1, frame) + 2 } + (keys.isEmpty ? 0 : 1)
    return used + frame.width(of: message) <= columns
  }

  /// Distributes the keys of a question over rows.
  private static func rows(
    of question: Question, on frame: Frame, columns: Int
  ) -> [[(KeyPress, String)]] {
    var rows: [[(KeyPress, String)]] = []
    var rest = 0
    for key in question.keys {
      let swatches = 2 * question.swatches(key.1).count
      let width = Self.width(of: key, frame) + swatches + min(1, swatches)
      if rows.isEmpty || width > rest {
        rows.append([])
        rest = columns
      }
      rows[rows.count - 1].append(key)
      rest -= width + 2
    }
    return rows
  }

  /// The keys while a text is typed.
  private func keys(of prompt: Prompt, nudges: Bool) -> [(KeyPress, String)] {
    var keys = [(KeyPress(.enter), prompt.accepting), (KeyPress(.escape), "cancel")]
    switch prompt.purpose {
    case .sample:
      keys += [
        (KeyPress(.character("j"), .control), "new line"),
        (KeyPress(.character("o"), .control), "$EDITOR"),
      ]
    case .value(let edit) where edit.takesName: keys.append((KeyPress(.tab), "complete"))
    case .value where message == nil && nudges:
      keys.append((KeyPress(.down), "ramp"))
      keys +=
        prompt.row == nil
        ? [(KeyPress(.tab), "complete")]
        : [(KeyPress(.right), "change"), (KeyPress(.character("=")), "type")]
      keys.append((KeyPress(.character("r"), .control), "readable"))
    default: break
    }
    return keys
  }

  private func drawKeys(of prompt: Prompt, nudges: Bool, on frame: inout Frame) {
    let rect = frame.bounds.inset(left: 1, right: 1)
    let rest = Self.drawWhole(keys(of: prompt, nudges: nudges), on: &frame, rect)
    if let message {
      guard isBeside(message, on: frame, columns: rect.columns) else { return }
      frame.write(message, in: rest.inset(left: 1), as: .problem)
    } else if case .value(let edit) = prompt.purpose, !nudges {
      let words = edit.takesName ? "type a property and its value" : "type the new value"
      frame.write(words, in: rest.inset(left: 1), as: .note)
    }
  }

  /// Signs for both directions of arrow keys, and the key of the first sign.
  private static let arrows: [String: (signs: (String, String), other: Key)] = [
    "Down": (("↑", "↓"), .up), "Right": (("←", "→"), .left),
  ]

  private static func width(of item: (KeyPress, String), _ frame: Frame) -> Int {
    let name = arrows[item.0.name].map { $0.signs.0 + $0.signs.1 } ?? item.0.shortName
    return frame.width(of: name) + item.1.count + 1
  }

  /// Writes the keys that fit whole, and returns the rest of the rectangle.
  @discardableResult
  private static func drawWhole(
    _ items: [(KeyPress, String)], on frame: inout Frame, _ rect: CellRect
  ) -> CellRect {
    items.reduce(rect) { rest, item in
      width(of: item, frame) <= rest.columns ? draw(item.0, item.1, on: &frame, rest) : rest
    }
  }

  /// Writes keys, the last one cut if necessary, and returns the rest of the rectangle.
  @discardableResult
  private static func draw(
    _ items: some Collection<(KeyPress, String)>, on frame: inout Frame, _ rect: CellRect
  ) -> CellRect { items.reduce(rect) { draw($1.0, $1.1, on: &frame, $0) } }

  /// Writes a key with its action, and returns the rest of the rectangle; a click presses the key.
  private static func draw(
    _ press: KeyPress, _ text: String, on frame: inout Frame, _ rect: CellRect
  ) -> CellRect {
    var start = rect
    if let arrow = arrows[press.name] {
      let rest = frame.write(arrow.signs.0, in: start, as: .key)
      frame.answerMouse(
        in: start.inset(right: rest.columns), as: .key(KeyPress(arrow.other, press.modifiers)))
      start = rest
    }
    var rest = frame.write(arrows[press.name]?.signs.1 ?? press.shortName, in: start, as: .key)
    rest = frame.write(" " + text, in: rest, as: .note)
    frame.answerMouse(in: start.inset(right: rest.columns), as: .key(press))
    return rest.inset(left: 2)
  }
}

extension KeyPress {
  /// The name of the key for people.
  var shortName: String { name.replacing("Escape", with: "Esc") }
}

extension ScrollMark {
  /// The scroll position of a text being typed: around the line of the cursor.
  init(_ field: TextField, rows: Int) {
    let first = max(0, min(field.lineIndex - rows / 2, field.lineCount - rows))
    self.init(first: first, visible: rows, count: field.lineCount, isOpen: false)
    current = field.lineIndex
  }
}

extension StatusLine.KeyContext {
  /// The actions in the line of keys, the most useful first, and the list of all keys last.
  fileprivate var actions: [(BrowserAction, String)] {
    guard let mode else {
      return [(.moveDown, "row"), (.nextSpan, "choose"), (.cancel, "close"), (.help, "keys")]
    }
    if listsPalettes, mode == .pick {
      return [
        (.moveDown, "palette"), (.choose, "keep"), (.cancel, "back"), (.find, "find"),
        (.nextProblem, "problem"), (.help, "keys"),
      ]
    }
    var actions: [(BrowserAction, String)] =
      mode == .pick
      ? [(.moveDown, "theme"), (.find, "find")] : [(.moveDown, "line"), (.nextSpan, "part")]
    if isZoomed { actions.insert((.zoom, "all panes"), at: 0) }
    if isComparing { actions += [(.pin, "end compare"), (.swapPinned, "swap")] }
    switch mode {
    case .pick:
      if !isComparing { actions.append((.pin, "compare")) }
      actions += [(.showView, "view"), (.showInspector, "edit"), (.choose, "use it")]
    case .edit:
      actions += [(.choose, enter), (.addDeclaration, "add"), (.turnDeclaration, "off")]
      if undoDepth > 0 { actions.append((.undo, "undo \(undoDepth)")) }
      if redoDepth > 0 { actions.append((.redo, "redo")) }
      actions += [(.showView, "view"), (.quit, "quit")]
      if !isComparing { actions.append((.pin, "compare")) }
      actions.append((.cycleInspector, "tab"))
    }
    return actions + [(.help, "keys")]
  }
}

extension Frame {
  /// Draws a line of a text being typed, scrolled so that the cursor is visible.
  mutating func draw(_ field: TextField, line: Int, in rect: CellRect, isActive: Bool) {
    let range = field.range(ofLine: line)
    var first = range.lowerBound
    var before = 0
    if isActive {
      first = field.cursor
      while first > range.lowerBound {
        let width = width(of: String(field.characters[first - 1]))
        guard before + width < rect.columns else { break }
        before += width
        first -= 1
      }
    }
    answerMouse(in: rect, as: .field(first: first))
    let rendition = isActive ? chrome.rendition(.field) : .standard
    fill(rect, rendition)
    let shown = field.characters[first..<range.upperBound].prefix(rect.columns + 1)
    write(String(shown), in: rect, rendition, cutsNumbers: true)
    if first > range.lowerBound, rect.columns > 3 {
      let width = width(of: String(field.characters[first]))
      write(
        "…" + String(repeating: " ", count: max(0, width - 1)),
        in: rect.inset(right: rect.columns - max(1, width)), rendition)
    }
    if isActive { setCursor(column: rect.column + before, row: rect.row) }
  }

  /// Draws several lines of a text being typed.
  mutating func drawEditor(_ field: TextField) {
    let current = field.lineIndex
    let first = ScrollMark(field, rows: bounds.rows).first
    for row in 0..<bounds.rows {
      let rect = bounds.line(row)
      fill(rect, .standard)
      guard first + row < field.lineCount else { continue }
      draw(field, line: first + row, in: rect, isActive: first + row == current)
    }
  }
}
