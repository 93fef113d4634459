import Styling

/// Files that do not change, by their absolute paths.
struct FixedFiles: StylesheetFiles {
  var files: [String: String]

  func contents(of path: String) -> [UInt8]? { files[Self.plain(path)].map { Array($0.utf8) } }

  func names(in directory: String) -> [String] {
    let start = Self.plain(directory) + "/"
    return files.keys.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
      .filter { !$0.contains("/") }
  }

  func canonicalPath(of path: String) -> String? {
    let plain = Self.plain(path)
    return files[plain] != nil || files.keys.contains { $0.hasPrefix(plain + "/") } ? plain : nil
  }

  /// A path without `..`.
  private static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
