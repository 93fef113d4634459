import Styling

/// Files as they are, but for one that is being edited.
struct DraftFiles: StylesheetFiles {
  let base: (any StylesheetFiles)?
  let path: String
  let bytes: [UInt8]

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    if path == self.path { return bytes }
    return try base?.contents(of: path)
  }

  func names(in directory: String) -> [String] { base?.names(in: directory) ?? [] }

  func canonicalPath(of path: String) -> String? { base?.canonicalPath(of: path) ?? path }
}
