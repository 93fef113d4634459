import Bytes
import CellLayout
import StyleValues

/// The list of commands with their keys, over the whole screen: letters filter it, Enter runs one.
struct CommandPalette {
  private var field = TextField()
  private var list = ScrollingList()
  private var entries: [Entry] = []

  /// A command, or a sign with its meaning.
  private struct Entry {
    var keys: String
    var text: String
    var action: BrowserAction?
  }

  enum Outcome {
    case stays, closes
    case runs(BrowserAction)
  }

  init(_ settings: ChromeSettings) { update(settings) }

  mutating func setHeight(_ height: Int, _ settings: ChromeSettings) {
    list.resize(count: entries.count, height: max(1, height))
  }

  // MARK: Actions

  mutating func handle(_ press: KeyPress, _ settings: ChromeSettings) -> Outcome {
    switch (press.key, press.modifiers) {
    case (.escape, _), (.function(1), _): return .closes
    case (.enter, _):
      guard entries.indices.contains(list.selection) else { return .stays }
      return entries[list.selection].action.map { .runs($0) } ?? .stays
    case (.up, []): list.move(by: -1)
    case (.down, []): list.move(by: 1)
    case (.pageUp, []): list.move(by: 1 - list.height)
    case (.pageDown, []): list.move(by: list.height - 1)
    case (.character("?"), _) where field.text.isEmpty: return .closes
    default: if field.handle(press) { update(settings) }
    }
    return .stays
  }

  /// Inserts pasted text; returns false if it does not fit.
  mutating func insert(_ text: String, _ settings: ChromeSettings) -> Bool {
    defer { update(settings) }
    return field.insert(text)
  }

  /// Scrolls without moving the selection more than necessary.
  mutating func scroll(by rows: Int) { list.scroll(by: rows) }

  /// Lists the matches of the filter, the best one first.
  private mutating func update(_ settings: ChromeSettings) {
    let filter = FuzzyFilter(field.text)
    let others = BrowserAction.allCases.filter { $0.isListed && !Self.first.contains($0) }
    let all =
      (Self.first + others).map { action in
        Entry(keys: Self.keys(of: action, settings), text: action.summary, action: action)
      } + Self.legend.map { Entry(keys: $0, text: $1) }
    var found = all.compactMap { entry in
      filter.match("\(entry.text) \(entry.keys)").map { (entry, $0.score) }
    }
    if !filter.isEmpty { found.sort { $0.1 > $1.1 } }
    entries = found.map(\.0)
    list.resize(count: entries.count, height: list.height)
    list.select(0)
  }

  /// The keys of an action, for people.
  private static func keys(of action: BrowserAction, _ settings: ChromeSettings) -> String {
    let signs = ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"]
    return settings.keys(for: action).map { name in
      signs[name] ?? KeyPress(named: name)?.shortName ?? name
    }.joined(separator: " ")
  }

  // MARK: Drawing

  func draw(on frame: inout Frame) {
    let title = frame.write(" Commands", in: frame.bounds, as: .title).inset(left: 2)
    let mark = ScrollMark(list)
    let rest =
      mark.scrolls
      ? frame.writeRight(mark.position + " ", in: title, frame.chrome.rendition(.note)) : title
    frame.draw(field, line: 0, in: rest.line(0).inset(right: 1), isActive: true)
    let columns = frame.bounds.columns
    let keyColumns = min(18, columns / 3)
    for (line, index) in list.visible.enumerated() {
      let entry = entries[index]
      let rect = frame.bounds.line(2 + line)
      let rendition = frame.drawRow(in: rect, isSelected: index == list.selection)
      let place = rect.inset(left: 1, right: 1)
      frame.write(entry.keys, in: place.inset(right: max(0, place.columns - keyColumns)), rendition)
      frame.write(entry.text, in: place.inset(left: keyColumns + 1), rendition)
      if let action = entry.action { frame.answerMouse(in: rect, as: .command(action)) }
    }
    if entries.isEmpty {
      frame.write(
        "no command for '\(field.text)' · Esc closes", in: frame.bounds.line(2).inset(left: 1),
        as: .note)
    }
  }

  /// The ten most important commands.
  private static let first: [BrowserAction] = [
    .moveDown, .find, .pin, .showView, .showInspector, .nextSpan, .changeValue, .undo, .choose,
    .cancel,
  ]

  private static let legend = DataFile.browserLegend.lines.map { line in
    let parts = line.split(separator: ";", maxSplits: 1).map(String.init)
    return (parts[0], parts[1])
  }
}
