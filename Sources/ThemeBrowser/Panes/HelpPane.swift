import CellLayout
import StyleValues

/// The list of keys and signs, over the whole screen.
struct HelpPane {
  /// The first line that is seen.
  private var offset = 0

  /// Words that lines must have; nil while none are typed.
  private(set) var filter: TextField?

  /// A line of the list.
  private struct Line {
    var keys: String
    var text: String
    var press: KeyPress?
    var isHeading = false
  }

  // MARK: Drawing

  /// Draws what there is room for.
  func draw(on frame: inout Frame) {
    var title = frame.write(" Keys", in: frame.bounds, as: .title).inset(left: 2)
    if let filter {
      title = frame.write("/", in: title, as: .key)
      frame.draw(filter, line: 0, in: title.line(0).inset(right: 20), isActive: true)
    } else {
      frame.write("/ finds, any other key closes", in: title.inset(right: 14), as: .note)
    }
    let lines = lines(frame.chrome.settings)
    let page = Page(frame.bounds)
    let width = frame.bounds.columns / page.columns
    // Lines that are found keep their column.
    let longest =
      HelpPane().lines(frame.chrome.settings).map { frame.width(of: $0.keys) }.max() ?? 0
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
      frame.write(line.keys, in: rect.inset(right: max(0, rect.columns - indent + 1)), as: .key)
      frame.write(line.text, in: rect.inset(left: indent), as: .note)
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
    if action == .find {
      filter = TextField()
      offset = 0
      return true
    }
    let page = Page(screen)
    let height = page.columns * page.rows
    guard let step = action.step(screenful: height - 1) else { return false }
    offset = (offset + step).clamped(to: 0...max(0, lines(settings).count - height))
    return true
  }

  /// Takes a key while words are typed.
  ///
  /// - Returns: true if it was taken.
  mutating func type(_ press: KeyPress) -> Bool {
    guard filter != nil else { return false }
    switch press.key {
    case .escape, .enter: filter = nil
    default: if filter?.handle(press) != true { return false }
    }
    offset = 0
    return true
  }

  /// Takes text that was pasted.
  mutating func insert(_ text: String) {
    filter?.insert(text)
    offset = 0
  }

  /// Columns and rows of the list on the screen.
  private struct Page {
    let columns: Int
    let rows: Int

    init(_ screen: CellRect) {
      columns = max(1, screen.columns / 48)
      rows = max(1, screen.rows - 3)
    }
  }

  /// The keys by what they are for, and the signs; those that the words are found in.
  private func lines(_ settings: ChromeSettings) -> [Line] {
    let fuzzy = FuzzyFilter(filter?.text ?? "")
    var lines: [Line] = []
    func add(_ title: String, _ entries: [Line]) {
      let found = entries.filter { entry in
        fuzzy.isEmpty || "\(entry.keys) \(entry.text) \(title)".holds(filter?.text ?? "")
      }
      if !found.isEmpty { lines += [Line(keys: "", text: title, isHeading: true)] + found }
    }
    for group in BrowserAction.Group.allCases {
      let entries = BrowserAction.allCases.filter { $0.group == group }.compactMap { action in
        let keys = settings.keys(for: action)
        return keys.first.map { first in
          Line(
            keys: keys.joined(separator: " "), text: action.summary, press: KeyPress(named: first))
        }
      }
      add(group.rawValue, entries)
    }
    add("Marks", Self.legend.map { Line(keys: $0, text: $1) })
    return lines
  }

  private static let legend = [
    ("●", "a theme for dark terminals"), ("○", "a theme for light terminals"),
    ("·", "a theme without colours"), ("×", "unusable; a declaration that lost"),
    ("14:7", "line and column of an error"), ("2!", "warnings"),
    ("3◐", "parts that are hard to read (contrast below WCAG AA)"),
    ("▌▌", "background, text, accent, another"), ("◆", "pinned, to compare"),
    ("▸", "selected; in the frame, the selected part"),
  ]
}

extension String {
  /// True if it holds all words of a text, whatever their case.
  fileprivate func holds(_ words: String) -> Bool {
    let own = lowercased()
    return words.lowercased().split(separator: " ").allSatisfy { own.contains($0) }
  }
}
