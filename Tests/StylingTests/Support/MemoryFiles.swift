import Styling

/// Files that exist only in a test.
struct MemoryFiles: StylesheetFiles {
  var files: [String: String]

  /// Links: a path and what it leads to.
  var links: [String: String] = [:]

  /// Files and directories that exist and cannot be read.
  var locked: Set<String> = []

  init(_ files: [String: String]) {
    self.files = files
  }

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    guard let path = canonicalPath(of: path) else { return nil }
    if locked.contains(path) { throw StylesheetFileError("permission denied") }
    return files[path].map { Array($0.utf8) }
  }

  func names(in directory: String) throws(StylesheetFileError) -> [String] {
    guard let directory = canonicalPath(of: directory) else { return [] }
    if locked.contains(directory) { throw StylesheetFileError("permission denied") }
    return files.keys.compactMap { path in
      guard path.hasPrefix(directory + "/") else { return nil }
      let name = path.dropFirst(directory.count + 1)
      return name.contains("/") ? nil : String(name)
    }
  }

  /// Everything lies below `/`; relative paths start there, too.
  func canonicalPath(of path: String) -> String? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    var canonical = "/" + parts.joined(separator: "/")
    if let target = links[canonical] { canonical = target }
    let isDirectory =
      canonical == "/" || files.keys.contains { $0.hasPrefix(canonical + "/") }
    return files[canonical] != nil || isDirectory ? canonical : nil
  }
}
