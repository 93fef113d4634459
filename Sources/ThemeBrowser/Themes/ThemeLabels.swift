/// What themes are called in the list, and what a filter looks for them by.
struct ThemeLabels: Sendable {
  /// What one theme is called.
  struct Label: Hashable, Sendable {
    /// Its name, with as much of its folder and its ending as tells it from those that are alike.
    var text: String

    /// Folder, name and ending: what a filter searches.
    var searched: String

    /// Where the name stands in that, in UTF-8.
    var name: Range<Int>

    /// Where the text begins in that.
    var textStart: Int
  }

  /// A label for each theme.
  private(set) var labels: [Label] = []

  /// Labels for themes with these paths and names.
  init(_ themes: [(path: String, name: String)] = []) {
    let start = Self.commonFolder(of: themes.map(\.path))
    let parts = themes.map { Parts(String($0.path.utf8.dropFirst(start)) ?? $0.path, $0.name) }
    var counts: [String: Int] = [:]
    for part in parts { counts[part.name, default: 0] += 1 }
    var folders: [String: Int] = [:]
    for part in parts where counts[part.name] != 1 { folders[part.withFolder, default: 0] += 1 }
    labels = parts.map { part in
      let text =
        if counts[part.name] == 1 {
          part.name
        } else if folders[part.withFolder] == 1, !part.folder.isEmpty {
          part.withFolder
        } else {
          part.path
        }
      return Label(
        text: text, searched: part.path,
        name: part.folder.utf8.count..<part.withFolder.utf8.count,
        textStart: counts[part.name] == 1 ? part.folder.utf8.count : 0)
    }
  }

  private struct Parts {
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
