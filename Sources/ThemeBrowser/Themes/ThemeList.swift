import Diagnostics
import StyleValues
import Styling

/// The themes, and those of them that are listed.
package struct ThemeList: Sendable {
  /// Choice of the themes that are listed; the raw value is its name in the title.
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
    /// UTF-8 offsets of the letters in its label that the filter found.
    package var found: [Int]
  }

  /// All themes, in the order of their listing.
  package private(set) var themes: [Theme] = []

  /// Those that are listed: the best match first, else in the order of their paths.
  package private(set) var rows: [Row] = []

  /// Number of entries to list: themes, and what was named as one.
  package private(set) var count = 0

  /// Choice of the themes that are listed.
  package var choice = Choice.all { didSet { update() } }

  /// Letters that their names must have.
  package var filter = "" { didSet { update() } }

  /// The selected row, and which ones are seen.
  package var list = ScrollingList()

  /// Paths of the themes, and the directories that were searched.
  private(set) var listing = ThemeListing()

  private var labels = ThemeLabels()
  private var indices: [String: Int] = [:]

  /// True if contents have changed since the rows were worked out.
  private var isStale = false

  /// The selected theme's number; nil if no theme is listed.
  package var selected: Int? {
    rows.indices.contains(list.selection) ? rows[list.selection].theme : nil
  }

  /// The selected theme.
  package var selectedTheme: Theme? { selected.map { themes[$0] } }

  /// The number of a theme.
  package func index(of path: String) -> Int? { indices[path] }

  /// Returns the label of a theme.
  package func label(of theme: Int) -> String { labels.labels[theme].text }

  /// The longest name of a theme, in characters.
  private(set) var longestLabel = 0

  /// True if there are themes whose files are gone.
  private var hasMissing = false

  /// Lists themes; those that are known already stay as they are.
  ///
  /// - Parameters:
  ///   - listing: the themes.
  ///   - kept: the paths of themes that stay although their files are gone.
  mutating func set(_ listing: ThemeListing, keeping kept: Set<String> = []) {
    let known = Dictionary(themes.map { ($0.path, $0) }) { first, _ in first }
    let before = selectedTheme?.path
    self.listing = listing
    var paths: [String] = []
    var seen: Set<String> = []
    for path in listing.paths where seen.insert(path).inserted { paths.append(path) }
    hasMissing = false
    for (place, theme) in themes.enumerated() where !seen.contains(theme.path) {
      // One that is looked at does not go from under the eyes of who looks.
      guard kept.contains(theme.path) || theme.path == before && theme.sheet != nil else {
        continue
      }
      let previous = themes[..<place].last { seen.contains($0.path) }?.path
      let index = previous.flatMap { paths.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      paths.insert(theme.path, at: index)
      seen.insert(theme.path)
      hasMissing = true
    }
    themes = paths.map { known[$0] ?? Theme(path: $0) }
    indices = Dictionary(themes.enumerated().map { ($1.path, $0) }) { first, _ in first }
    labels = ThemeLabels(themes.map { ($0.path, $0.name) })
    longestLabel = labels.labels.map(\.text.count).max() ?? 0
    update(keeping: before)
  }

  /// Adds a theme that the listing does not have.
  mutating func add(_ path: String) {
    var listing = listing
    listing.paths.append(path)
    listing.named.insert(path)
    set(listing)
  }

  /// Forgets themes whose files are gone, but for those with these paths.
  mutating func dropMissing(but kept: [String?]) {
    guard hasMissing else { return }
    let there = Set(listing.paths)
    guard themes.contains(where: { !there.contains($0.path) && !kept.contains($0.path) }) else {
      return
    }
    set(listing, keeping: Set(kept.compactMap { $0 }))
  }

  /// The paths of themes that have to be read, or read again.
  var unread: [String] { themes.filter(\.isStale).map(\.path) }

  /// Makes all themes be read again.
  mutating func forgetContents() {
    for index in themes.indices { themes[index].isStale = true }
  }

  /// Takes the contents of a file.
  mutating func load(_ source: SourceText, at index: Int, with loader: StylesheetLoader) {
    themes[index].load(source, with: loader)
    isStale = true
  }

  /// Notes that a file could not be read.
  mutating func fail(_ reason: String, at index: Int) {
    themes[index].fail(reason)
    isStale = true
  }

  /// Works out which themes are listed, if contents have changed.
  mutating func updateLayout() {
    if isStale { update() }
  }

  /// Works out what the rows that are seen show of their themes' colours.
  mutating func settleStrips(_ environment: Environment) {
    for row in list.visible { themes[rows[row].theme].settleStrip(environment) }
  }

  /// Sets how many rows are seen.
  mutating func setHeight(_ height: Int) {
    list.resize(count: rows.count, height: height)
  }

  /// Selects a theme, if it is listed.
  mutating func select(_ path: String?) {
    if let row = rows.firstIndex(where: { themes[$0.theme].path == path }) { list.select(row) }
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
    isStale = false
    let listed = themes.indices.filter { isListed($0) }
    count = listed.count
    let chosen = listed.filter { isChosen(themes[$0]) }
    rows = matches(among: chosen, allowsTypo: false)
    if rows.isEmpty, !filter.isEmpty { rows = matches(among: chosen, allowsTypo: true) }
    list.resize(count: rows.count, height: list.height)
    select(path)
  }

  private func matches(among chosen: [Int], allowsTypo: Bool) -> [Row] {
    let fuzzy = FuzzyFilter(filter)
    guard !fuzzy.isEmpty else { return chosen.map { Row(theme: $0, found: []) } }
    var matched: [(row: Row, score: Int)] = []
    for index in chosen {
      let label = labels.labels[index]
      guard
        let match = fuzzy.match(label.searched, name: label.name, allowsTypo: allowsTypo)
      else { continue }
      let end = label.text.utf8.count
      let found = match.offsets.filter { $0 >= label.textStart }
        .map { $0 - label.name.lowerBound + label.nameInText }.filter { $0 < end }
      matched.append((Row(theme: index, found: found), match.score))
    }
    matched.sort { $0.score == $1.score ? $0.row.theme < $1.row.theme : $0.score > $1.score }
    return matched.map(\.row)
  }

  /// True if it is a theme, as far as can be told, or was named as one.
  private func isListed(_ index: Int) -> Bool {
    let theme = themes[index]
    return theme.isSheet || listing.named.contains(theme.path)
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
