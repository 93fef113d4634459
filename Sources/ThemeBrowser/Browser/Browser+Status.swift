import CellLayout
import Diagnostics
import StyleValues
import Styling

extension Browser {
  // MARK: The line that says how things are

  mutating func drawStatus(
    on canvas: inout Canvas, _ layout: PaneLayout
  ) -> BrowserView.Cursor? {
    let place = layout.status.inset(left: 1, right: 1)
    if let (label, field) = typedText { return drawField(label, field, on: &canvas, place) }
    let right = statusDetails
    let start = canvas.writeRight(right, in: place, chrome.rendition(.status))
    let left = place.inset(right: right.isEmpty ? 0 : place.endColumn - start + 2)
    let (text, look) = statusText
    let end = canvas.write(text, in: left, chrome.rendition(look))
    answerMouse(in: left, before: end, as: .control(.status))
    return nil
  }

  /// The text that is being typed, and what it is for.
  private var typedText: (label: String, field: TextField)? {
    switch mode {
    case .finding(let field, _): ("find: ", field)
    case .editingText(let field, _): ("text: ", field)
    case .changingValue(let field, let edit): ("\(edit.name): ", field)
    case .exporting(let field, _): ("write to: ", field)
    case .browsing, .help: nil
    }
  }

  private var statusText: (String, ChromeClass) {
    if let message { return (message, .status) }
    guard let theme = themes.selectedTheme else {
      return (themes.themes.isEmpty ? "no themes" : "no theme is listed", .note)
    }
    if let problem = theme.problem {
      let at = problem.location.map { ":\($0.line):\($0.column)" } ?? ""
      return ("× \(theme.name)\(at): \(problem.message)", .problem)
    }
    return ("\(Self.mark(of: theme)) \(theme.path)", .status)
  }

  /// What is worth knowing about the selected theme.
  private var statusDetails: String {
    mutating get {
      guard let theme = themes.selectedTheme else { return "" }
      var parts: [String] = []
      if let shownAfter { parts.append("reloaded in \(shownAfter) ms") }
      guard theme.problem == nil, let preview = selectedPreview() else {
        return parts.joined(separator: "   ")
      }
      let contrasts = poorRuns().count
      let count = theme.warnings.count + preview.diagnostics.count
      if contrasts > 0 { parts.append("\(contrasts) hard to read") }
      if count > 0 { parts.append(count == 1 ? "1 warning" : "\(count) warnings") }
      return parts.joined(separator: "   ")
    }
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
    fieldStart = first
    answerMouse(in: room, before: room.endColumn, as: .field)
    let look = chrome.rendition(.field)
    canvas.fill(room, look)
    canvas.write(String(field.characters[first...].prefix(room.columns)), in: room, look)
    return BrowserView.Cursor(column: room.column + before, row: room.row)
  }

  // MARK: The line of keys

  mutating func drawKeys(on canvas: inout Canvas, _ line: CellRect) {
    var rest = line.inset(left: 1, right: 1)
    guard typedText == nil else {
      for (key, text) in [(Key.enter, "keep"), (.escape, "drop")] {
        rest = drawKey(KeyPress(key), text, on: &canvas, rest)
      }
      if let message { canvas.write(message, in: rest.inset(left: 1), chrome.rendition(.problem)) }
      return
    }
    for (action, text) in Self.shownActions {
      let keys = chrome.bindings.keys(for: action)
      guard let name = keys.first(where: { Self.arrows[$0] != nil }) ?? keys.first,
        let press = KeyPress(named: name)
      else { continue }
      let sign = Self.arrows[name] ?? name
      guard canvas.width(of: sign) + text.count + 1 <= rest.columns else { continue }
      rest = drawKey(press, text, on: &canvas, rest)
    }
  }

  /// What the line of keys names, the most useful first.
  private static let shownActions: [(BrowserAction, String)] = [
    (.moveDown, "theme"), (.nextSpan, "part"), (.nextPane, "pane"), (.find, "find"),
    (.help, "help"), (.quit, "quit"), (.choose, "choose"), (.cycleProfile, "colours"),
    (.pin, "compare"), (.changeValue, "change"), (.editText, "text"), (.editSource, "edit"),
    (.cycleScheme, "dark/light"), (.cycleInspector, "inspector"), (.undo, "undo"),
    (.cycleVision, "vision"), (.export, "export"), (.showOutput, "print"),
  ]

  /// What stands for arrow keys, which go both ways.
  private static let arrows = ["Down": "↑↓", "Right": "←→"]

  /// Writes a key and what it does; a click on it presses the key.
  ///
  /// - Returns: what is left of the place.
  private mutating func drawKey(
    _ press: KeyPress, _ text: String, on canvas: inout Canvas, _ place: CellRect
  ) -> CellRect {
    let name = press.name
    var end = canvas.write(Self.arrows[name] ?? name, in: place, chrome.rendition(.key))
    end = canvas.write(
      " " + text, in: place.inset(left: end - place.column), chrome.rendition(.note))
    answerMouse(in: place, before: end, as: .key(press))
    return place.inset(left: end + 2 - place.column)
  }
}
