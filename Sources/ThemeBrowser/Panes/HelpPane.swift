/// The list of keys, over the whole screen.
struct HelpPane {
  /// The first line that is seen.
  private var offset = 0

  /// Draws what there is room for.
  func draw(on frame: inout Frame) {
    frame.write(" Keys", in: frame.bounds, as: .title)
    let lines = Self.lines(frame.chrome.settings)
    let page = Page(frame.bounds)
    let width = frame.bounds.columns / page.columns
    let indent = min(20, max(12, width / 3))
    let shown = lines.dropFirst(offset).prefix(page.columns * page.rows)
    for (index, line) in shown.enumerated() {
      let place = CellRect(
        column: 1 + index / page.rows * width, row: 2 + index % page.rows, columns: width - 1,
        rows: 1)
      frame.write(line.keys, in: place.inset(right: max(0, place.columns - indent + 1)), as: .key)
      frame.write(line.text, in: place.inset(left: indent), as: .note)
    }
    if offset + shown.count < lines.count {
      frame.writeRight("more below ", in: frame.bounds, frame.chrome.rendition(.note))
    }
  }

  /// Scrolls if that is what the action does.
  ///
  /// - Returns: false for any other action, which closes the list and does nothing else.
  mutating func perform(_ action: BrowserAction, _ settings: ChromeSettings, in screen: CellRect)
    -> Bool
  {
    let page = Page(screen)
    let height = page.columns * page.rows
    guard let step = action.step(screenful: height - 1) else { return false }
    offset = (offset + step).clamped(to: 0...max(0, Self.lines(settings).count - height))
    return true
  }

  /// How the list fills the screen.
  private struct Page {
    let columns: Int
    let rows: Int

    init(_ screen: CellRect) {
      columns = max(1, screen.columns / 48)
      rows = max(1, screen.rows - 3)
    }
  }

  private static func lines(_ settings: ChromeSettings) -> [(keys: String, text: String)] {
    BrowserAction.allCases.compactMap { action in
      let keys = settings.keys(for: action)
      return keys.isEmpty ? nil : (keys.joined(separator: " "), action.summary)
    }
  }
}
