/// Names of the themes in the list, and the texts that a filter searches.
struct ThemeLabels: Sendable {
  /// Name of one theme.
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

    fileprivate init(_ parts: Parts) {
      text = parts.name
      searched = parts.path
      name = parts.folder.utf8.count..<parts.withFolder.utf8.count
      textStart = name.lowerBound
      nameInText = 0
    }
  }

  /// A label for each theme.
  private(set) var labels: [Label] = []

  /// Labels for themes with these paths and names.
  init(_ themes: [(path: String, name: String)] = []) {
    let start = Self.commonFolder(of: themes.map(\.path))
    let parts = themes.map { Parts(String($0.path.utf8.dropFirst(start)) ?? $0.path, $0.name) }
    labels = parts.map { Label($0) }
    for group in Dictionary(grouping: parts.indices, by: { parts[$0].name }).values
    where group.count > 1 { tellApart(group, parts) }
  }

  /// Puts as many folders before equal names as it takes; of more than two only the outermost one.
  private mutating func tellApart(_ group: [Int], _ parts: [Parts]) {
    let places = Dictionary(grouping: group) { parts[$0].withFolder }
    // A file beside it may differ in nothing but its ending.
    let names = group.map { index in
      let part = parts[index]
      let isAlone = places[part.withFolder]?.count == 1 && !part.folder.isEmpty
      return isAlone ? part.name : String(part.path.dropFirst(part.folder.count))
    }
    let folders = group.map { parts[$0].folder.split(separator: "/") }
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

  fileprivate struct Parts {
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
