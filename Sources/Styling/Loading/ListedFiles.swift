import Bytes
import Diagnostics

/// Files of which each directory is listed once, until the listings are forgotten.
///
/// A sheet of thousands of imports looks for variants of each of them, and all the sheets of a
/// folder look there.
package final class ListedFiles: StylesheetFiles {
  private struct Listing {
    /// In the order of their bytes.
    var names: [String]
    /// Made when a name is missing.
    var index: NameIndex?
  }

  private let files: any StylesheetFiles
  private var listings: [String: Listing] = [:]

  /// Nothing has been listed yet.
  package init(_ files: any StylesheetFiles) {
    self.files = files
  }

  /// The files themselves where their directories are listed once already.
  static func of(_ files: any StylesheetFiles) -> ListedFiles {
    files as? ListedFiles ?? ListedFiles(files)
  }

  /// Lists directories anew from now on.
  package func forgetNames() { listings = [:] }

  /// The bytes of a file, or nil when there is none of that name.
  package func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    try files.contents(of: path)
  }

  /// The path without links and `..`, or nil when nothing is there.
  package func canonicalPath(of path: String) -> String? { files.canonicalPath(of: path) }

  /// The names in a directory, in the order of their bytes.
  package func names(in directory: String) throws(StylesheetFileError) -> [String] {
    if let known = listings[directory] { return known.names }
    let names = try files.names(in: directory).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    listings[directory] = Listing(names: names)
    return names
  }

  /// The names in a directory that begin with a text; never nil.
  package func names(
    in directory: String, beginningWith start: String
  ) throws(StylesheetFileError) -> [String]? {
    if listings[directory] == nil,
      let few = try files.names(in: directory, beginningWith: start)
    {
      return few
    }
    let names = try names(in: directory)
    let first = names.partitioningIndex { !$0.utf8.lexicographicallyPrecedes(start.utf8) }
    return Array(names[first...].prefix { $0.utf8.starts(with: start.utf8) })
  }

  /// The names in a directory that a file and its variants may have.
  func names(besides file: String, in directory: String) throws(StylesheetFileError) -> [String] {
    try names(in: directory, beginningWith: FileName.split(file).stem) ?? []
  }

  /// The name in a directory that was probably meant by one that is not there.
  func nearestName(to name: String, in directory: String) -> String? {
    guard let names = try? names(in: directory) else { return nil }
    let index = listings[directory]?.index ?? NameIndex(names)
    listings[directory]?.index = index
    return index.nearest(to: name)
  }
}
