import CellLayout
import Diagnostics
import StyleValues
import StyledText
package import Styling
package import TerminalOutput

package struct ThemeList: Sendable {
  package enum Choice: String, Sendable, CaseIterable {
    case all
    case dark
    case light
    case problems
  }

  package struct Row: Hashable, Sendable {
    /// Its number among all themes.
    package var theme: Int
    /// UTF-8 offsets of the letters in its label that the filter found.
    package var found: [Int]
  }

  /// All themes, in the order of their listing.
  package private(set) var themes: [Theme] = []

  /// Those that are listed: the best match first, else by their groups and paths.
  package private(set) var rows: [Row] = []

  /// Number of entries to list: themes, and what was named as one.
  package private(set) var count = 0

  /// Choice of the themes that are listed.
  package var choice = Choice.all { didSet { update() } }

  /// Letters that their names must have.
  package var filter = "" { didSet { update() } }

  /// The selected row, and which ones are seen.
  package var list = ScrollingList()

  /// The lines of the list: its rows, with headings between groups.
  private(set) var lines: [Line] = []

  /// Paths of the themes, and the directories that were searched.
  private(set) var listing = ThemeListing()

  private(set) var labels = ThemeLabels()
  private var indices: [String: Int] = [:]

  /// True if contents have changed since the rows were worked out.
  private var isStale = false

  /// The selected theme's number; nil if no theme is listed.
  package var selected: Int? {
    selectedRow.flatMap { rows.indices.contains($0) ? rows[$0].theme : nil }
  }

  package var selectedTheme: Theme? { selected.map { themes[$0] } }

  package func index(of path: String) -> Int? { indices[path] }

  package func label(of theme: Int) -> String { labels.labels[theme].text }

  /// The longest name of a theme, in characters.
  private(set) var longestLabel = 0

  /// True if there are themes whose files are gone.
  private var hasMissing = false

  /// Lists themes; those that are known already stay as they are, and those that are `kept`
  /// although their files are gone.
  mutating func set(_ listing: ThemeListing, keeping kept: Set<String> = []) {
    let known = Dictionary(themes.map { ($0.path, $0) }) { first, _ in first }
    let before = selectedTheme?.path
    self.listing = listing
    var paths: [String] = []
    var seen: Set<String> = []
    for path in listing.paths where seen.insert(path).inserted { paths.append(path) }
    hasMissing = false
    for (position, theme) in themes.enumerated() where !seen.contains(theme.path) {
      // One that is looked at does not go from under the eyes of who looks.
      guard kept.contains(theme.path) || theme.path == before && theme.sheet != nil else {
        continue
      }
      let previous = themes[..<position].last { seen.contains($0.path) }?.path
      let index = previous.flatMap { paths.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      paths.insert(theme.path, at: index)
      seen.insert(theme.path)
      hasMissing = true
    }
    themes = paths.map { known[$0] ?? Theme(path: $0) }
    readCount = 0
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

  /// Forgets a theme whose file was removed.
  mutating func remove(_ path: String) {
    var listing = listing
    listing.paths.removeAll { $0 == path }
    listing.named.remove(path)
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

  /// Number of themes from the first on that were read.
  private var readCount = 0

  /// The path of a theme that has to be read, or read again: those in sight come first.
  mutating func nextUnread() -> String? {
    for case .theme(let row) in lines[list.visible] where themes[rows[row].theme].isStale {
      return themes[rows[row].theme].path
    }
    while readCount < themes.count, !themes[readCount].isStale { readCount += 1 }
    return readCount < themes.count ? themes[readCount].path : nil
  }

  /// Makes all themes be read again.
  mutating func forgetContents() {
    for index in themes.indices { themes[index].isStale = true }
    readCount = 0
  }

  /// Takes the contents of a file.
  mutating func load(
    _ source: SourceText, at index: Int, in environment: Environment, _ settings: BrowserSettings
  ) {
    themes[index].load(source, with: settings.loader, for: settings.host, in: environment)
    isStale = true
  }

  /// Finds out which themes are dark or light on a terminal with another background.
  mutating func updateSides(in environment: Environment, _ host: HostObject) {
    for index in themes.indices { themes[index].updateSide(in: environment, host) }
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

  /// Works out how the themes of the rows that are seen write them.
  mutating func updateLooks(in environment: Environment, _ host: HostObject) {
    for case .theme(let row) in lines[list.visible] {
      themes[rows[row].theme].updateLook(environment, host)
    }
  }

  /// Works out the groups of the themes, if the list has any.
  mutating func updateGroups(in environment: Environment, _ host: HostObject) {
    guard !listing.bundled.isEmpty else { return }
    for index in themes.indices where themes[index].isUngrouped {
      themes[index].updateGroup(
        isBundled: listing.bundled.contains(themes[index].path), environment, host)
      isStale = true
    }
  }

  /// The group of a theme, or what is known of it before it was read; nil in a list without groups.
  private func group(of index: Int) -> ThemeGroup? {
    let theme = themes[index]
    guard theme.group == nil, !listing.bundled.isEmpty else { return theme.group }
    guard listing.bundled.contains(theme.path) else { return .yours }
    return listing.forFormats.contains(theme.path) ? .formats : .bothSides
  }

  mutating func setHeight(_ height: Int) {
    list.resize(count: lines.count, height: height)
  }

  // MARK: Lines

  enum Line: Hashable, Sendable {
    case heading(ThemeGroup)
    /// A theme, by the number of its row.
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

  /// Selects the theme in a line; false for a heading, which is passed over.
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

  /// Scrolls without moving further than needed.
  mutating func scroll(by rows: Int) {
    list.scroll(by: rows)
    leaveHeading(isUp: rows < 0 && list.selection > list.offset)
  }

  /// Selects the next theme if a heading is selected; the first heading is seen with its theme.
  private mutating func leaveHeading(isUp: Bool) {
    if lines.indices.contains(list.selection), case .heading = lines[list.selection] {
      list.move(by: isUp && list.selection > 0 ? -1 : 1)
    }
    if list.selection == 1, case .heading? = lines.first, list.height > 1 { list.scroll(by: -1) }
  }

  /// Puts headings between the rows of the groups.
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

  /// True if themes would be on a side that they are not on now, on a terminal of that side.
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

  /// The number of the first theme in sight that was not measured as the sample is seen.
  func unmeasuredInSight(_ view: SampleView) -> Int? {
    lines[list.visible].lazy.compactMap { line in
      if case .theme(let row) = line { rows[row].theme } else { nil }
    }.first { themes[$0].isUnmeasured(view) }
  }

  /// Notes what a preview of a theme shows.
  mutating func measure(_ index: Int, _ preview: Preview, _ view: SampleView) {
    themes[index].measure(preview, view)
  }

  /// Works out which themes are listed; the selected one stays selected if it still is.
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
      // Endings are alike; who wants one types its dot.
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

/// Names of the themes in the list, and the texts that a filter searches.
struct ThemeLabels: Sendable {
  struct Label: Hashable, Sendable {
    /// Its name, with as much of its folder and its ending as tells it from those that are alike.
    var text: String

    /// Folder, name and ending: what a filter searches.
    var searched: String

    /// Range of the name in that, in UTF-8.
    var name: Range<Int>

    /// From where on the text is the same as that.
    var textStart: Int

    /// Offset of the name in the text, in UTF-8.
    var nameInText: Int

    /// The characters of the text that tell it from those that are most alike.
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

  /// Notes the first character that tells each label from all others, from its start or its end.
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

  /// Puts as many folders before equal names as it takes; of more than two only the outermost one.
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
      open = same.values.filter { $0.count > 1 }.joined().filter {
        depths[$0] < folders[$0].count
      }
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

  /// UTF-8 units of the folder that all paths are in.
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

/// The sheets there are to browse, and where they were found.
package struct ThemeListing: Hashable, Sendable {
  /// The paths, in the order in which they are listed.
  package var paths: [String]

  /// Those that were named one by one: they are listed whatever they hold.
  package var named: Set<String>

  /// Those that come with the program, if all of them are listed: the list has groups then.
  package var bundled: Set<String> = []

  /// Those of them that are for texts of a format.
  package var forFormats: Set<String> = []

  /// Those that there are only variants of, for dark and for light.
  package var pairs: Set<String> = []

  /// The directories that were searched, and those that would be if they were there.
  package var folders: [String]

  /// Messages for a person about directories that were not searched.
  package var notes: [String] = []

  package init(_ paths: [String] = [], named: Set<String> = [], folders: [String] = []) {
    self.paths = paths
    self.named = named
    self.folders = folders
  }
}

/// Styles of a row in the list: the text of the theme on its background, and words in classes of it.
package struct RowLook: Hashable, Sendable {
  /// A word in the style of the class of that name.
  package struct Word: Hashable, Sendable {
    package let text: String
    package let rendition: GraphicRendition
  }

  /// The words that a theme is told by.
  package static let words = ["ok", "warn", "fail"]

  /// The text of the object, in exact colours.
  package let text: GraphicRendition

  /// Those of the words that the theme has classes for.
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

/// Group of themes in the list of all; the raw value is its heading.
enum ThemeGroup: String, Hashable, Sendable, CaseIterable, Comparable {
  case yours = "Yours"
  case bothSides = "Dark and light"
  case dark = "Dark"
  case light = "Light"
  /// For texts of a format that the theme names.
  case formats = "For logs, tables, Markdown"

  /// The heading where the list is narrow.
  var shortHeading: String { self == .formats ? "Logs, tables, Markdown" : rawValue }

  static func < (first: ThemeGroup, second: ThemeGroup) -> Bool {
    allCases.firstIndex(of: first) ?? 0 < allCases.firstIndex(of: second) ?? 0
  }

  /// The group of a theme that comes with the program.
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
