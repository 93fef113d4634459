import CellLayout
import Diagnostics
import StyleValues

/// The line that says how things are or takes text, and the line of keys below it.
struct StatusLine {
  /// Something to be said once.
  var message: String?

  /// How long it took from the last change of files to the redraw, in milliseconds.
  var shownAfter: Int?

  /// The text that is being typed.
  var prompt: Prompt?

  /// Text that is being typed, and what it is for.
  struct Prompt {
    /// What becomes of the text.
    enum Purpose {
      /// The filter of the list; what it was before.
      case find(before: String)
      /// The sample text; what it was before.
      case sample(before: Sample)
      /// A value of the sheet.
      case value(ValueEdit)
      /// The name of a file to write the output to; the name of one that may be replaced.
      case export(replacing: String?)
    }

    var field: TextField
    var purpose: Purpose

    init(_ text: String, for purpose: Purpose) {
      field = TextField(text)
      self.purpose = purpose
    }

    fileprivate var label: String {
      switch purpose {
      case .find: "find: "
      case .sample: "text: "
      case .value(let edit): "\(edit.name): "
      case .export: "write to: "
      }
    }
  }

  // MARK: How things are

  /// The text that is being typed, or what is worth knowing about the selected theme.
  func draw(on frame: inout Frame, _ themes: ThemeList, _ preview: Preview?) {
    var place = frame.bounds.inset(left: 1, right: 1)
    if let prompt {
      draw(prompt, on: &frame, place)
      return
    }
    let details = details(of: themes.selectedTheme, preview)
    if !details.isEmpty {
      place = frame.writeRight(details, in: place, frame.chrome.rendition(.status)).inset(right: 2)
    }
    let (text, name) = text(about: themes)
    let rest = frame.write(text, in: place, as: name)
    frame.answerMouse(in: place.inset(right: rest.columns), as: .control(.status))
  }

  private func text(about themes: ThemeList) -> (String, ChromeClass) {
    if let message { return (message, .status) }
    guard let theme = themes.selectedTheme else {
      return (themes.themes.isEmpty ? "no themes" : "no theme is listed", .note)
    }
    if let problem = theme.problem {
      let at = problem.location.map { ":\($0.line):\($0.column)" } ?? ""
      return ("× \(theme.name)\(at): \(problem.message)", .problem)
    }
    return ("\(theme.mark) \(theme.path)", .status)
  }

  private func details(of theme: Theme?, _ preview: Preview?) -> String {
    guard let theme else { return "" }
    var parts: [String] = []
    if let shownAfter { parts.append("reloaded in \(shownAfter) ms") }
    if theme.problem == nil, let preview {
      let contrasts = preview.poorRuns.count
      let count = theme.warnings.count + preview.diagnostics.count
      if contrasts > 0 { parts.append("\(contrasts) hard to read") }
      if count > 0 { parts.append(count == 1 ? "1 warning" : "\(count) warnings") }
    }
    return parts.joined(separator: "   ")
  }

  private func draw(_ prompt: Prompt, on frame: inout Frame, _ place: CellRect) {
    let room = frame.write(prompt.label, in: place, as: .key)
    guard room.columns > 1 else { return }
    // The text slides so that the cursor is seen.
    let field = prompt.field
    var first = field.cursor
    var before = 0
    while first > 0 {
      let width = frame.width(of: String(field.characters[first - 1]))
      guard before + width < room.columns else { break }
      before += width
      first -= 1
    }
    frame.answerMouse(in: room, as: .field(first: first))
    let look = frame.chrome.rendition(.field)
    frame.fill(room, look)
    frame.write(String(field.characters[first...].prefix(room.columns)), in: room, look)
    frame.placeCursor(column: room.column + before, row: room.row)
  }

  // MARK: Keys

  /// As many keys as there is room for, with what they do.
  func drawKeys(on frame: inout Frame) {
    var rest = frame.bounds.inset(left: 1, right: 1)
    guard prompt == nil else {
      for (key, text) in [(Key.enter, "keep"), (.escape, "drop")] {
        rest = Self.draw(KeyPress(key), text, on: &frame, rest)
      }
      if let message { frame.write(message, in: rest.inset(left: 1), as: .problem) }
      return
    }
    for (action, text) in Self.shownActions {
      let keys = frame.chrome.settings.keys(for: action)
      guard let name = keys.first(where: { Self.arrows[$0] != nil }) ?? keys.first,
        let press = KeyPress(named: name),
        frame.width(of: Self.arrows[name] ?? name) + text.count + 1 <= rest.columns
      else { continue }
      rest = Self.draw(press, text, on: &frame, rest)
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
  private static func draw(
    _ press: KeyPress, _ text: String, on frame: inout Frame, _ place: CellRect
  ) -> CellRect {
    var rest = frame.write(arrows[press.name] ?? press.name, in: place, as: .key)
    rest = frame.write(" " + text, in: rest, as: .note)
    frame.answerMouse(in: place.inset(right: rest.columns), as: .key(press))
    return rest.inset(left: 2)
  }
}
