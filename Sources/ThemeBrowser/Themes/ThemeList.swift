import Styling

/// The themes, and those of them that are listed.
package struct ThemeList: Sendable {
  /// Which themes are listed, by the word that the title shows.
  package enum Choice: String, Sendable, CaseIterable {
    /// All.
    case all
    /// Those for dark terminals.
    case dark
    /// Those for light terminals.
    case light
    /// Those with problems.
    case problems
  }

  /// A theme that is listed.
  package struct Row: Hashable, Sendable {
    /// Its number among all themes.
    package var theme: Int
    /// UTF-8 offsets of the letters in its name that the filter found.
    package var found: [Int]
  }

  /// All themes, by path.
  package private(set) var themes: [Theme] = []

  /// Those that are listed: the best match first, else in the order of their paths.
  package private(set) var rows: [Row] = []

  /// Which are listed.
  package var choice = Choice.all { didSet { update() } }

  /// Letters that their names must have.
  package var filter = "" { didSet { update() } }

  /// The selected row, and which ones are seen.
  package var list = ScrollingList()

  /// The selected theme's number; nil if no theme is listed.
  package var selected: Int? {
    rows.indices.contains(list.selection) ? rows[list.selection].theme : nil
  }

  /// The selected theme.
  package var selectedTheme: Theme? { selected.map { themes[$0] } }

  /// The number of a theme.
  package func index(of path: String) -> Int? {
    themes.firstIndex { $0.path == path }
  }

  /// Lists these paths; themes that are known already stay as they are.
  mutating func setPaths(_ paths: [String]) {
    let known = Dictionary(themes.map { ($0.path, $0) }) { first, _ in first }
    var seen: Set<String> = []
    let before = selectedTheme?.path
    themes = paths.filter { seen.insert($0).inserted }.map { known[$0] ?? Theme(path: $0) }
    update(keeping: before)
  }

  /// The paths of themes that have to be read, or read again.
  var unread: [String] { themes.filter(\.isStale).map(\.path) }

  /// Makes all themes be read again.
  mutating func forgetContents() {
    for index in themes.indices { themes[index].isStale = true }
  }

  /// Takes the contents of a file.
  mutating func load(_ bytes: [UInt8], at index: Int, with loader: StylesheetLoader) {
    themes[index].load(bytes, with: loader)
    contentsChanged()
  }

  /// Notes that a file could not be read.
  mutating func fail(_ reason: String, at index: Int) {
    themes[index].fail(reason)
    contentsChanged()
  }

  /// Contents decide only about some choices; with many themes, listing again for each is slow.
  private mutating func contentsChanged() {
    if choice != .all { update() }
  }

  /// Sets how many rows are seen.
  mutating func setHeight(_ height: Int) {
    list.resize(count: rows.count, height: height)
  }

  /// The next listed theme with a problem, going round.
  func problem(after row: Int, step: Int) -> Int? {
    guard !rows.isEmpty else { return nil }
    for distance in 1...rows.count {
      let next = (row + step * distance + rows.count * (distance / rows.count + 1)) % rows.count
      if themes[rows[next].theme].hasProblem { return next }
    }
    return nil
  }

  /// Works out which themes are listed; the selected one stays selected if it still is.
  private mutating func update(keeping path: String? = nil) {
    let path = path ?? selectedTheme?.path
    let fuzzy = FuzzyFilter(filter)
    var matched: [(row: Row, score: Int)] = []
    for (index, theme) in themes.enumerated() where isChosen(theme) {
      guard let match = fuzzy.match(theme.name) else { continue }
      matched.append((Row(theme: index, found: match.offsets), match.score))
    }
    if !filter.isEmpty {
      matched.sort { $0.score == $1.score ? $0.row.theme < $1.row.theme : $0.score > $1.score }
    }
    rows = matched.map(\.row)
    list.resize(count: rows.count, height: list.height)
    if let row = rows.firstIndex(where: { themes[$0.theme].path == path }) { list.select(row) }
  }

  private func isChosen(_ theme: Theme) -> Bool {
    switch choice {
    case .all: true
    case .dark: theme.scheme == .dark
    case .light: theme.scheme == .light
    case .problems: theme.hasProblem
    }
  }
}
