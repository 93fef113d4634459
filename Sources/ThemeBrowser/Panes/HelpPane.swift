import CellLayout
import StyleValues

/// The list of keys and signs, over the whole screen.
struct HelpPane {
  /// The first line that is seen.
  private var offset = 0

  /// Words that lines must have; nil if there are none.
  private(set) var filter: TextField?

  /// True while they are typed.
  private(set) var isTyping = false

  /// A line of the list.
  private struct Line {
    var keys: String
    var text: String
    var press: KeyPress?
    var isHeading = false

    /// The line in as many as it takes; those after the first have no keys.
    func wrapped(to columns: Int) -> [Line] {
      let start = keys.count + 2
      guard !isHeading, start + text.count > columns else { return [self] }
      var lines = [Line(keys: keys, text: "", press: press)]
      var rest = start > 12 ? 0 : columns - start
      for word in text.split(separator: " ") {
        if word.count > rest {
          lines.append(Line(keys: "", text: "", press: press))
          rest = columns - 2
        }
        lines[lines.count - 1].text += (lines[lines.count - 1].text.isEmpty ? "" : " ") + word
        rest -= word.count + 1
      }
      return lines
    }
  }

  // MARK: Drawing

  /// Draws what there is room for.
  func draw(on frame: inout Frame) {
    var title = frame.write(" Keys", in: frame.bounds, as: .title).inset(left: 2)
    if let filter {
      title = frame.write("/", in: title, as: .key)
      let rest = title.line(0).inset(right: 12)
      if isTyping {
        frame.draw(filter, line: 0, in: rest, isActive: true)
      } else {
        let texts = [filter.text + "   Esc clears", filter.text]
        frame.write(frame.shortest(texts, columns: rest.columns, rows: 1), in: rest, as: .note)
      }
    } else {
      frame.write("/ finds, Esc closes", in: title.inset(right: 14), as: .note)
    }
    let page = Page(frame.bounds)
    let lines = page.arrange(lines(frame.chrome.settings))
    let width = page.width
    // Lines that are found keep their column.
    let longest =
      HelpPane().lines(frame.chrome.settings).joined().map { frame.width(of: $0.keys) }.max() ?? 0
    let indent = min(longest + 2, max(12, width / 3))
    let shown = lines.dropFirst(offset).prefix(page.columns * page.rows)
    for (index, line) in shown.enumerated() {
      let rect = CellRect(
        column: 1 + index / page.rows * width, row: 2 + index % page.rows, columns: width - 1,
        rows: 1)
      if line.isHeading {
        frame.write(line.text, in: rect, as: .heading)
        continue
      }
      // Words are worth more than a straight column.
      var start = width < 40 ? min(indent, frame.width(of: line.keys) + 2) : indent
      if line.text.isEmpty { start = rect.columns + 1 }
      frame.write(line.keys, in: rect.inset(right: max(0, rect.columns - start + 1)), as: .key)
      frame.write(line.text, in: rect.inset(left: start), as: .note)
      if let press = line.press { frame.answerMouse(in: rect, as: .key(press)) }
    }
    if lines.isEmpty {
      frame.write(
        "no key for '\(filter?.text ?? "")' · Esc clears",
        in: frame.bounds.line(2).inset(left: 1), as: .note)
    }
    let below = lines.count - offset - shown.count
    if below > 0 {
      frame.writeRight("▾ \(below) more ", in: frame.bounds, frame.chrome.rendition(.note))
    }
  }

  // MARK: Actions

  /// Scrolls if that is what the action does.
  ///
  /// - Returns: false for any other action, which closes the list and does nothing else.
  mutating func perform(_ action: BrowserAction, _ settings: ChromeSettings, in screen: CellRect)
    -> Bool
  {
    if action == .find || action == .cancel && filter != nil {
      filter = action == .find ? TextField() : nil
      isTyping = action == .find
      offset = 0
      return true
    }
    let page = Page(screen)
    let height = page.columns * page.rows
    guard let step = action.step(screenful: height - 1) else { return false }
    let count = page.arrange(lines(settings)).count
    offset = (offset + step).clamped(to: 0...max(0, count - height))
    return true
  }

  /// Takes a key while words are typed.
  ///
  /// - Returns: true if it was taken.
  mutating func type(_ press: KeyPress) -> Bool {
    guard isTyping else { return false }
    switch press.key {
    case .enter where filter?.text.isEmpty == false: isTyping = false
    case .escape, .enter: (filter, isTyping) = (nil, false)
    default: if filter?.handle(press) != true { return false }
    }
    offset = 0
    return true
  }

  /// Takes text that was pasted.
  ///
  /// - Returns: false if there is no room for all of it; nil if no words are typed.
  mutating func insert(_ text: String) -> Bool? {
    guard isTyping else { return nil }
    offset = 0
    return filter?.insert(text)
  }

  /// Columns and rows of the list on the screen.
  private struct Page {
    let columns: Int
    let rows: Int
    /// Width of a column.
    let width: Int

    init(_ screen: CellRect) {
      columns = max(1, screen.columns / 48)
      width = screen.columns / columns
      rows = max(1, screen.rows - 3)
    }

    /// Puts groups one after another, each in one column where that leaves room for all.
    func arrange(_ groups: [[Line]]) -> [Line] {
      if width < 40 { return groups.joined().flatMap { $0.wrapped(to: width - 2) } }
      var lines: [Line] = []
      for group in groups {
        let rest = (rows - lines.count % rows) % rows
        if group.count > rest { lines += Array(repeating: Line(keys: "", text: ""), count: rest) }
        lines += group
      }
      return lines.count > columns * rows ? Array(groups.joined()) : lines
    }
  }

  /// The keys by what they are for, and the signs; those that the words are found in.
  private func lines(_ settings: ChromeSettings) -> [[Line]] {
    let fuzzy = FuzzyFilter(filter?.text ?? "")
    var groups: [[Line]] = []
    func add(_ title: String, _ entries: [Line]) {
      let found = entries.filter { entry in
        fuzzy.isEmpty || "\(entry.keys) \(entry.text) \(title)".holds(filter?.text ?? "")
      }
      if !found.isEmpty { groups.append([Line(keys: "", text: title, isHeading: true)] + found) }
    }
    add("Start here", Self.first.compactMap { Self.line($0, $1, settings) })
    let known = (Self.first + Self.pairs).flatMap(\.actions)
    for group in BrowserAction.Group.allCases {
      let pairs = Self.pairs.filter { $0.actions[0].group == group }
      let others = BrowserAction.allCases.filter { $0.group == group && !known.contains($0) }
      let entries = pairs + others.map { ([$0], $0.summary) }
      add(group.rawValue, entries.compactMap { Self.line($0, $1, settings) })
    }
    add("Marks", Self.legend.map { Line(keys: $0, text: $1) })
    return groups
  }

  /// The ten actions that matter, some with their opposite.
  private static let first: [(actions: [BrowserAction], text: String)] = [
    ([.moveUp, .moveDown], "select a theme, or scroll a pane"),
    ([.previousSpan, .nextSpan], "select a part of the sample"),
    ([.nextPane], "edit; then, the other pane"),
    ([.find], "find a theme by letters"),
    ([.cycleScheme], "all, dark, light, problems"),
    ([.pin], "compare two themes, or end that"),
    ([.changeValue], "change the selected value"),
    ([.undo], "undo the last change"),
    ([.choose], "use the theme; when editing, edit the line"),
    ([.cancel], "back, or quit without a choice"),
  ]

  /// Other actions that share a line.
  private static let pairs: [(actions: [BrowserAction], text: String)] = [
    ([.pageUp, .pageDown], "a screenful up, down"),
    ([.moveToTop, .moveToBottom], "to the first, the last"),
    ([.showList, .showPreview, .showInspector], "list, preview, inspector"),
    ([.cycleProfileBack, .cycleProfile], "simulate more colours, fewer"),
  ]

  /// A line for an action and its opposite, with their keys; a click presses one of the last one's.
  private static func line(
    _ actions: [BrowserAction], _ text: String, _ settings: ChromeSettings
  ) -> Line? {
    let names = actions.flatMap { settings.keys(for: $0) }
    let signs = ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"]
    let arrows = names.compactMap { signs[$0] }.joined()
    let others = names.filter { signs[$0] == nil }.compactMap { KeyPress(named: $0)?.shortName }
    let keys = ([arrows] + others).filter { !$0.isEmpty }
    let last = actions.last.flatMap { settings.keys(for: $0).first }
    return last.map {
      Line(keys: keys.joined(separator: " "), text: text, press: KeyPress(named: $0))
    }
  }

  private static let legend = [
    ("×", "unusable; a declaration that lost"),
    ("14:7", "line and column of an error"), ("2!", "warnings about the stylesheet"),
    ("3◐", "parts hard to read: below WCAG AA"),
    ("[]", "a colour close to the screen's"),
    ("◆ ▌", "pinned to compare; selected row"), ("part", "a piece of text in one style"),
    ("(0,1,0)", "specificity: ids, classes, elements"),
    ("4.7:1 AA", "contrast: AA from 4.5, AAA from 7"),
    ("large text", "there AA from 3, AAA from 4.5"),
    ("Lc 75", "contrast by APCA: 60 reads well"),
    ("ΔE00 2.4", "colour difference: 1 is just seen"),
    ("16: 5", "the nearest of 16 colours: number 5"), ("default", "the terminal's own colour"),
    ("chroma", "vividness of a colour: grey has 0"), ("deutan", "blind to green; protan: to red"),
    ("keep", "use it here, without saving it"),
  ]
}

extension String {
  /// True if it holds all words of a text, whatever their case.
  fileprivate func holds(_ words: String) -> Bool {
    let own = lowercased()
    return words.lowercased().split(separator: " ").allSatisfy { own.contains($0) }
  }
}
