import Styling

/// Files that count how often their directories are listed.
final class CountedFiles: StylesheetFiles {
  let files: MemoryFiles
  private(set) var listings = 0

  init(_ files: [String: String]) {
    self.files = MemoryFiles(files)
  }

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    try files.contents(of: path)
  }

  func names(in directory: String) throws(StylesheetFileError) -> [String] {
    listings += 1
    return try files.names(in: directory)
  }

  func canonicalPath(of path: String) -> String? { files.canonicalPath(of: path) }
}
