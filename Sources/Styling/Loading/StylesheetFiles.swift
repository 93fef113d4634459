import Bytes
import Diagnostics

/// Access of the loader to files, because the library reads none itself.
///
/// Paths are those of the system.
package protocol StylesheetFiles {
  /// The bytes of a file; nil if it does not exist.
  /// - Throws: If an existing file cannot be read.
  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]?

  /// The names in a directory; none if it does not exist.
  /// - Throws: If an existing directory cannot be read.
  func names(in directory: String) throws(StylesheetFileError) -> [String]

  /// The names in a directory with a prefix, if that is faster than a list of all; else nil.
  /// - Throws: If an existing directory cannot be read.
  func names(
    in directory: String, beginningWith start: String
  ) throws(StylesheetFileError) -> [String]?

  /// The path without links and `..`; nil if it does not exist.
  func canonicalPath(of path: String) -> String?

  /// Opens a directory to import from; nil if it does not exist.
  /// - Throws: If an existing directory cannot be opened.
  func importFolder(_ directory: String) throws(StylesheetFileError) -> (any ImportFolder)?

  /// The bytes of a file in a directory, as for `contents(of:)`.
  func contents(
    of path: String, in folder: any ImportFolder
  ) throws(StylesheetFileError) -> [UInt8]?
}

/// An open directory that files are imported from.
package protocol ImportFolder {
  /// Its path without links and `..`.
  var location: String { get }

  /// The bytes of a file; nil if it does not exist.
  ///
  /// Links in its path may lead to other places in the directory.
  /// - Throws: If an existing file cannot be read. A file outside of the directory cannot, even if
  /// a link changes meanwhile.
  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]?
}

extension StylesheetFiles {
  /// nil, so that all are listed.
  package func names(
    in directory: String, beginningWith start: String
  ) throws(StylesheetFileError) -> [String]? { nil }

  /// A directory whose files nobody changes.
  package func importFolder(
    _ directory: String
  ) throws(StylesheetFileError) -> (any ImportFolder)? {
    canonicalPath(of: directory).map { UnchangingFolder(files: self, location: $0) }
  }

  package func contents(
    of path: String, in folder: any ImportFolder
  ) throws(StylesheetFileError) -> [UInt8]? { try folder.contents(of: path) }
}

/// A directory of files in memory.
private struct UnchangingFolder<Files: StylesheetFiles>: ImportFolder {
  let files: Files
  let location: String

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    guard let place = files.canonicalPath(of: path) else { return nil }
    guard FileName.isInside(place, location) else { throw .outside }
    return try files.contents(of: path)
  }
}

package struct StylesheetFileError: Error, Hashable, Sendable {
  /// A phrase such as `permission denied`.
  package var reason: String

  package init(_ reason: String) { self.reason = reason }

  /// The file is in none of the directories that imports may come from.
  package static let outside = StylesheetFileError("it is outside the stylesheet's directory")

  static let tooLarge = StylesheetFileError("larger than 64 MiB")
}

/// Files whose directories are listed only once, until `forgetNames()`.
///
/// A stylesheet with thousands of imports needs the variants of each, and all stylesheets of a
/// folder list the same one.
package final class ListedFiles: StylesheetFiles {
  private struct Listing {
    /// In the order of their bytes.
    var names: [String]
    /// Made when the first name is missing.
    var index: NameIndex?
  }

  private let files: any StylesheetFiles
  private var listings: [String: Listing] = [:]

  package init(_ files: any StylesheetFiles) { self.files = files }

  /// The files themselves if they already cache listings.
  static func of(_ files: any StylesheetFiles) -> ListedFiles {
    files as? ListedFiles ?? ListedFiles(files)
  }

  /// Makes the next request list a directory again.
  package func forgetNames() { listings = [:] }

  package func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    try files.contents(of: path)
  }

  package func canonicalPath(of path: String) -> String? { files.canonicalPath(of: path) }

  package func importFolder(
    _ directory: String
  ) throws(StylesheetFileError) -> (any ImportFolder)? { try files.importFolder(directory) }

  package func contents(
    of path: String, in folder: any ImportFolder
  ) throws(StylesheetFileError) -> [UInt8]? { try files.contents(of: path, in: folder) }

  /// In the order of their bytes.
  package func names(in directory: String) throws(StylesheetFileError) -> [String] {
    if let known = listings[directory] { return known.names }
    let names = try files.names(in: directory).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    listings[directory] = Listing(names: names)
    return names
  }

  /// The names in a directory with a prefix; never nil.
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

  func nearestName(to name: String, in directory: String) -> String? {
    guard let names = try? names(in: directory) else { return nil }
    let index = listings[directory]?.index ?? NameIndex(names)
    listings[directory]?.index = index
    return index.nearest(to: name)
  }
}

/// Operations on paths that do not use the file system.
///
/// Paths are bytes: a combining mark after a `/` is part of the name, and two encodings of a letter
/// are two names.
enum FileName {
  private static let slash = UInt8(ascii: "/")

  /// The path before the last `/`; `.` if there is none.
  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func name(of path: String) -> String {
    path.utf8.lastIndex(of: slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// A path relative to a directory; an absolute one is returned as it is.
  static func join(_ directory: String, _ path: String) -> String {
    path.utf8.first == slash || directory == "." ? path : withSlash(directory) + path
  }

  /// The stem, and the extension with its dot (empty without one).
  static func split(_ name: String) -> (stem: String, suffix: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return (name, "")
    }
    return (String(name[..<dot]), String(name[dot...]))
  }

  /// True if a canonical path is the directory or in it.
  static func isInside(_ path: String, _ directory: String) -> Bool {
    path.utf8.elementsEqual(directory.utf8) || path.hasBytePrefix(withSlash(directory))
  }

  private static func withSlash(_ directory: String) -> String {
    directory.utf8.last == slash ? directory : directory + "/"
  }
}
