import CellLayout
import Diagnostics
import StyleValues
import StyledText
package import Styling
package import TerminalOutput

package struct ThemeList: Sendable {
  package enum Choice: String, Sendable, CaseIterable { case all, dark, light, problems }

  package struct Row: Hashable, Sendable {
    /// Its index among all themes.
    package var theme: Int
    /// The UTF-8 offsets of the letters in its label that the filter matches.
    package var found: [Int]
  }

  /// In the order of their listing.
  package private(set) var themes: [BrowsedTheme] = []

  /// The listed ones: the best match first, else by group and path.
  package private(set) var rows: [Row] = []

  /// The number of entries: themes, and files named as themes.
  package private(set) var count = 0

  /// The choice of listed themes.
  package var choice = Choice.all { didSet { update() } }

  /// Letters of the names.
  package var filter = "" { didSet { update() } }

  /// The selected row, and the visible ones.
  package var list = ScrollingList()

  /// The rows with headings between groups.
  private(set) var lines: [Line] = []

  /// The paths of the themes, and the directories that were searched.
  private(set) var listing = ThemeListing()

  private(set) var labels = ThemeLabels()
  private var indices: [String: Int] = [:]

  /// True if contents have changed since the rows were updated.
  private var isStale = false

  /// The index of the selected theme; nil if none is listed.
  package var selected: Int? {
    selectedRow.flatMap { rows.indices.contains($0) ? rows[$0].theme : nil }
  }

  package var selectedTheme: BrowsedTheme? { selected.map { themes[$0] } }

  package func index(of path: String) -> Int? { indices[path] }

  package func label(of theme: Int) -> String { labels.labels[theme].text }

  /// In characters.
  private(set) var longestLabel = 0

  /// True if there are themes without files.
  private var hasMissing = false

  /// Lists themes; known ones are reused, and those that are `kept` stay without files.
  mutating func set(_ listing: ThemeListing, keeping kept: Set<String> = []) {
    let known = Dictionary(themes.map { ($0.path, $0) }) { first, _ in first }
    let before = selectedTheme?.path
    self.listing = listing
    var paths: [String] = []
    var seen: Set<String> = []
    for path in listing.paths where seen.insert(path).inserted { paths.append(path) }
    hasMissing = false
    for (position, theme) in themes.enumerated() where !seen.contains(theme.path) {
      // The selected theme stays in the list while the user looks at it.
      guard kept.contains(theme.path) || theme.path == before && theme.sheet != nil else {
        continue
      }
      let previous = themes[..<position].last { seen.contains($0.path) }?.path
      let index = previous.flatMap { paths.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      paths.insert(theme.path, at: index)
      seen.insert(theme.path)
      hasMissing = true
    }
    themes = paths.map { known[$0] ?? BrowsedTheme(path: $0) }
    readCount = 0
    indices = Dictionary(themes.enumerated().map { ($1.path, $0) }) { first, _ in first }
    labels = ThemeLabels(themes.map { ($0.path, $0.name) })
    longestLabel = labels.labels.map(\.text.count).max() ?? 0
    update(keeping: before)
  }

  /// Adds a theme that is not in the listing.
  mutating func add(_ path: String) {
    var listing = listing
    listing.paths.append(path)
    listing.named.insert(path)
    set(listing)
  }

  /// Removes a theme whose file was removed.
  mutating func remove(_ path: String) {
    var listing = listing
    listing.paths.removeAll { $0 == path }
    listing.named.remove(path)
    set(listing)
  }

  /// Removes themes without files, except those with these paths.
  mutating func dropMissing(but kept: [String?]) {
    guard hasMissing else { return }
    let there = Set(listing.paths)
    guard themes.contains(where: { !there.contains($0.path) && !kept.contains($0.path) }) else {
      return
    }
    set(listing, keeping: Set(kept.compactMap { $0 }))
  }

  /// The number of themes from the first on that were read.
  private var readCount = 0

  /// The path of a theme that has to be read; visible ones come first.
  mutating func nextUnread() -> String? {
    for case .theme(let row) in lines[list.visible] where themes[rows[row].theme].isStale {
      return themes[rows[row].theme].path
    }
    while readCount < themes.count, !themes[readCount].isStale { readCount += 1 }
    return readCount < themes.count ? themes[readCount].path : nil
  }

  /// Marks all themes to be read again.
  mutating func forgetContents() {
    for index in themes.indices { themes[index].isStale = true }
    readCount = 0
  }

  /// Loads the contents of a file.
  mutating func load(
    _ source: SourceText, at index: Int, in environment: Environment, _ settings: BrowserSettings
  ) {
    themes[index].load(source, with: settings.loader, for: settings.host, in: environment)
    isStale = true
  }

  /// Updates the schemes of all themes on a terminal with another background.
  mutating func updateSides(in environment: Environment, _ host: HostObject) {
    for index in themes.indices { themes[index].updateSide(in: environment, host) }
    isStale = true
  }

  /// Records that a file could not be read.
  mutating func fail(_ reason: String, at index: Int) {
    themes[index].fail(reason)
    isStale = true
  }

  /// Updates the listed themes, if contents have changed.
  mutating func updateLayout() { if isStale { update() } }

  /// Updates the styles of the visible rows.
  mutating func updateLooks(in environment: Environment, _ host: HostObject) {
    for case .theme(let row) in lines[list.visible] {
      themes[rows[row].theme].updateLook(environment, host)
    }
  }

  /// Updates the groups of the themes, if the list has any.
  mutating func updateGroups(in environment: Environment, _ host: HostObject) {
    guard !listing.bundled.isEmpty else { return }
    for index in themes.indices where themes[index].isUngrouped {
      themes[index].updateGroup(
        isBundled: listing.bundled.contains(themes[index].path), environment, host)
      isStale = true
    }
  }

  /// The group of a theme, as far as it is known before reading it; nil in a list without groups.
  private func group(of index: Int) -> ThemeGroup? {
    let theme = themes[index]
    guard theme.group == nil, !listing.bundled.isEmpty else { return theme.group }
    guard listing.bundled.contains(theme.path) else { return .yours }
    return listing.forFormats.contains(theme.path) ? .formats : .bothSides
  }

  mutating func setHeight(_ height: Int) { list.resize(count: lines.count, height: height) }

  // MARK: Lines

  enum Line: Hashable, Sendable {
    case heading(ThemeGroup)
    /// The index of a theme's row.
    case theme(Int)
  }

  private(set) var selectedRow: Int? {
    get {
      guard lines.indices.contains(list.selection), case .theme(let row) = lines[list.selection]
      else { return nil }
      return row
    }
    set { newValue.flatMap { lines.firstIndex(of: .theme($0)) }.map { list.select($0) } }
  }

  mutating func select(row: Int) { selectedRow = row }

  /// Selects the theme in a line; returns false for a heading.
  mutating func select(line: Int) -> Bool {
    guard list.visible.contains(line), case .theme = lines[line] else { return false }
    list.select(line)
    return true
  }

  mutating func perform(_ action: BrowserAction) {
    let before = list.selection
    list.perform(action)
    leaveHeading(isUp: list.selection < before)
  }

  /// Scrolls without moving the selection more than necessary.
  mutating func scroll(by rows: Int) {
    list.scroll(by: rows)
    leaveHeading(isUp: rows < 0 && list.selection > list.offset)
  }

  /// Selects the next theme if a heading is selected; the first heading is shown with its theme.
  private mutating func leaveHeading(isUp: Bool) {
    if lines.indices.contains(list.selection), case .heading = lines[list.selection] {
      list.move(by: isUp && list.selection > 0 ? -1 : 1)
    }
    if list.selection == 1, case .heading? = lines.first, list.height > 1 { list.scroll(by: -1) }
  }

  /// Inserts headings between the rows of the groups.
  private mutating func updateLines() {
    lines = []
    var group: ThemeGroup?
    for (number, row) in rows.enumerated() {
      if filter.isEmpty, let next = self.group(of: row.theme), next != group {
        lines.append(.heading(next))
        group = next
      }
      lines.append(.theme(number))
    }
    list.resize(count: lines.count, height: list.height)
    leaveHeading(isUp: false)
  }

  /// True if some themes would have this scheme only on a terminal that has it.
  func haveFollowers(of scheme: ColorScheme, _ settings: BrowserSettings) -> Bool {
    let environment = settings.environment.turned(to: scheme)
    return themes.contains { theme in
      theme.scheme != scheme
        && theme.sheet.map { ShownObject(settings.host, in: $0, environment).side.scheme } == scheme
    }
  }

  mutating func select(_ path: String?) {
    if let row = rows.firstIndex(where: { themes[$0.theme].path == path }) { selectedRow = row }
  }

  /// The first visible theme that was not measured in this view.
  func unmeasuredInSight(_ view: SampleView) -> Int? {
    lines[list.visible].lazy.compactMap { line in
      if case .theme(let row) = line { rows[row].theme } else { nil }
    }.first { themes[$0].isUnmeasured(view) }
  }

  /// Records the measurements of a preview.
  mutating func measure(_ index: Int, _ preview: Preview, _ view: SampleView) {
    themes[index].measure(preview, view)
  }

  /// Updates the listed themes; the selected one stays selected if it can.
  private mutating func update(keeping path: String? = nil) {
    let path = path ?? selectedTheme?.path
    isStale = false
    let listed = themes.indices.filter { isListed($0) }
    count = listed.count
    var chosen = listed.filter { isChosen(themes[$0]) }
    if filter.isEmpty, !listing.bundled.isEmpty {
      let groups = Dictionary(grouping: chosen) { group(of: $0) ?? .bothSides }
      chosen = ThemeGroup.allCases.flatMap { groups[$0] ?? [] }
    }
    rows = matches(among: chosen, allowsTypo: false)
    if rows.isEmpty, !filter.isEmpty { rows = matches(among: chosen, allowsTypo: true) }
    updateLines()
    select(path)
  }

  private func matches(among chosen: [Int], allowsTypo: Bool) -> [Row] {
    let fuzzy = FuzzyFilter(filter)
    guard !fuzzy.isEmpty else { return chosen.map { Row(theme: $0, found: []) } }
    var matched: [(row: Row, score: Int)] = []
    for index in chosen {
      let label = labels.labels[index]
      // Extensions are alike; a typed dot selects one.
      let searched =
        filter.contains(".")
        ? label.searched
        : String(decoding: label.searched.utf8.prefix(label.name.upperBound), as: UTF8.self)
      guard var match = fuzzy.match(searched, name: label.name, allowsTypo: allowsTypo) else {
        continue
      }
      // The whole name comes before longer ones that begin with it.
      if match.offsets.count == label.name.count { match.score += 1 }
      let end = label.text.utf8.count
      let found = match.offsets.filter { $0 >= label.textStart }
        .map { $0 - label.name.lowerBound + label.nameInText }.filter { $0 < end }
      matched.append((Row(theme: index, found: found), match.score))
    }
    matched.sort { $0.score == $1.score ? $0.row.theme < $1.row.theme : $0.score > $1.score }
    return matched.map(\.row)
  }

  /// True if it may be a theme, or was named as one.
  private func isListed(_ index: Int) -> Bool {
    let theme = themes[index]
    return theme.isSheet || listing.named.contains(theme.path)
  }

  private func isChosen(_ theme: BrowsedTheme) -> Bool {
    switch choice {
    case .all: true
    case .dark: theme.scheme == .dark
    case .light: theme.scheme == .light
    case .problems: theme.hasProblem
    }
  }
}

/// The names of the themes in the list, and the texts for a filter.
struct ThemeLabels: Sendable {
  struct Label: Hashable, Sendable {
    /// Its name, with as much of its folder and extension as distinguishes it.
    var text: String

    /// Folder, name and extension, for a filter.
    var searched: String

    /// The range of the name in that, in UTF-8.
    var name: Range<Int>

    /// The offset in that from which the text is the same.
    var textStart: Int

    /// The offset of the name in the text, in UTF-8.
    var nameInText: Int

    /// The characters of the text that distinguish it from the most similar ones.
    var differences: [Int] = []

    fileprivate init(_ paths: PathComponents) {
      text = paths.name
      searched = paths.path
      name = paths.folder.utf8.count..<paths.withFolder.utf8.count
      textStart = name.lowerBound
      nameInText = 0
    }
  }

  private(set) var labels: [Label] = []

  /// Labels for themes with these paths and names.
  init(_ themes: [(path: String, name: String)] = []) {
    let start = Self.commonFolder(of: themes.map(\.path))
    let paths = themes.map {
      PathComponents(String($0.path.utf8.dropFirst(start)) ?? $0.path, $0.name)
    }
    labels = paths.map { Label($0) }
    for group in Dictionary(grouping: paths.indices, by: { paths[$0].name }).values
    where group.count > 1 { distinguish(group, paths) }
    noteDifferences(isAtEnd: false)
    noteDifferences(isAtEnd: true)
  }

  /// Records the first character that distinguishes each label from all others, from its start or
  /// its end.
  private mutating func noteDifferences(isAtEnd: Bool) {
    let texts = labels.map { isAtEnd ? Array($0.text.reversed()) : Array($0.text) }
    let order = texts.indices.sorted { texts[$0].lexicographicallyPrecedes(texts[$1]) }
    // Those that have the most in common are neighbours.
    for (first, second) in zip(order, order.dropFirst()) {
      let same = zip(texts[first], texts[second]).prefix { $0 == $1 }.count
      for index in [first, second] where same < texts[index].count {
        let found = isAtEnd ? texts[index].count - 1 - same : same
        labels[index].differences.append(found)
      }
    }
  }

  /// Adds as many folders to equal names as necessary; of more than two only the outermost one.
  private mutating func distinguish(_ group: [Int], _ paths: [PathComponents]) {
    let siblings = Dictionary(grouping: group) { paths[$0].withFolder }
    // A file beside it may differ in nothing but its ending.
    let names = group.map { index in
      let path = paths[index]
      let isAlone = siblings[path.withFolder]?.count == 1 && !path.folder.isEmpty
      return isAlone ? path.name : String(path.path.dropFirst(path.folder.count))
    }
    let folders = group.map { paths[$0].folder.split(separator: "/") }
    func tail(_ member: Int, _ depth: Int) -> String {
      (folders[member].suffix(depth) + [names[member][...]]).joined(separator: "/")
    }
    var depths = Array(repeating: 0, count: group.count)
    var open = Array(group.indices)
    while !open.isEmpty {
      for member in open { depths[member] += 1 }
      let same = Dictionary(grouping: open) { tail($0, depths[$0]) }
      open = same.values.filter { $0.count > 1 }.joined().filter { depths[$0] < folders[$0].count }
    }
    let short = group.indices.map { member in
      let outer = folders[member].suffix(depths[member])
      return outer.count > 1 ? "\(outer[outer.startIndex])/…/\(names[member])" : nil
    }
    let counts = Dictionary(grouping: short) { $0 }.mapValues(\.count)
    for (member, index) in group.enumerated() {
      let isShort = short[member] != nil && counts[short[member]] == 1
      let whole = tail(member, depths[member])
      let text = isShort ? short[member] ?? whole : whole
      labels[index].text = text
      labels[index].nameInText = text.utf8.count - names[member].utf8.count
      if !isShort { labels[index].textStart -= labels[index].nameInText }
    }
  }

  fileprivate struct PathComponents {
    let path: String
    let name: String
    /// With its slash.
    let folder: String

    var withFolder: String { folder + name }

    init(_ path: String, _ name: String) {
      self.path = path
      self.name = name
      folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }
  }

  /// The UTF-8 length of the folder that all paths are in.
  private static func commonFolder(of paths: [String]) -> Int {
    guard let first = paths.first.map({ Array($0.utf8) }) else { return 0 }
    var count = (first.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    for path in paths where count > 0 {
      let same = zip(first, path.utf8).prefix(count).prefix { $0 == $1 }.count
      guard same < count else { continue }
      count = (first[..<same].lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    }
    return count
  }
}

/// The stylesheets to browse, and where they were found.
package struct ThemeListing: Hashable, Sendable {
  /// In the order of the list.
  package var paths: [String]

  /// Those named one by one, which are listed whatever they contain.
  package var named: Set<String>

  /// The bundled ones, if all of them are listed; the list then has groups.
  package var bundled: Set<String> = []

  /// The bundled ones for texts of a format.
  package var forFormats: Set<String> = []

  /// Paths that only have variants for dark and light.
  package var pairs: Set<String> = []

  /// The directories that were searched, also missing ones.
  package var folders: [String]

  /// Messages about directories that were not searched.
  package var notes: [String] = []

  package init(_ paths: [String] = [], named: Set<String> = [], folders: [String] = []) {
    self.paths = paths
    self.named = named
    self.folders = folders
  }
}

/// The styles of a row in the list: the theme's text on its background, and words in its classes.
package struct RowLook: Hashable, Sendable {
  /// A word in the style of the class of that name.
  package struct Word: Hashable, Sendable {
    package let text: String
    package let rendition: GraphicRendition
  }

  /// The words that show a theme.
  package static let words = ["ok", "warn", "fail"]

  /// The text of the object, in exact colours.
  package let text: GraphicRendition

  /// The words that have classes in the theme.
  package let words: [Word]

  package init(of sheet: Stylesheet, _ environment: Environment, _ host: HostObject) {
    let environment = environment.adopting(sheet.palette)
    let resolver = StyleResolver(stylesheet: sheet, environment: environment, host: host)
    let backdrop = resolver.hostBackdrop
    func rendition(_ style: ResolvedTextStyle) -> GraphicRendition {
      var rendition = style.rendition(on: backdrop, in: environment)
      if rendition.background == .standard {
        rendition.background = backdrop.cellColor(in: environment)
      }
      return rendition
    }
    text = rendition(
      ResolvedTextStyle(resolver.hostStyle.text, CompositingState(), in: environment))
    let known = Set(sheet.classNames)
    words = Self.words.filter(known.contains).map { word in
      let node = resolver[
        resolver.child(of: resolver.hostNode, ElementDescription(tag: "span", classes: [word]))]
      let style = ResolvedTextStyle(node.style, node.compositing, in: environment)
      return Word(text: word, rendition: rendition(style))
    }
  }
}

/// A group of themes in the list of all; the raw value is its heading.
enum ThemeGroup: String, Hashable, Sendable, CaseIterable {
  case yours = "Yours"
  case bothSides = "Dark and light"
  case dark = "Dark"
  case light = "Light"
  /// Themes for texts of a format.
  case formats = "For logs, tables, Markdown"

  /// The heading in a narrow list.
  var shortHeading: String { self == .formats ? "Logs, tables, Markdown" : rawValue }

  /// The group of a bundled theme.
  init(of sheet: Stylesheet, _ host: HostObject, in environment: Environment) {
    guard sheet.input.isEmpty else {
      self = .formats
      return
    }
    let sides = Set(
      ColorScheme.allCases.map { scheme in
        ShownObject(host, in: sheet, environment.turned(to: scheme)).side.scheme
      })
    switch sides.count == 1 ? sides.first ?? nil : nil {
    case .dark: self = .dark
    case .light: self = .light
    case nil: self = .bothSides
    }
  }
}
