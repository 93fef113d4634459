import Styling

/// The files that decide what a sheet is: those it was put together from, and those that would be a
/// part of it if they were there.
package struct SheetDependencies: Hashable, Sendable {
  /// Files that were read or looked for.
  package var files: Set<String>

  /// Directories that were searched for variants.
  package var directories: Set<String> = []

  /// True if changes of files, or new files, may change the sheet.
  ///
  /// A variant is named after its sheet: `night.json` has `night~dark.json` and `night-80w.json`.
  func isAffected(by changed: Set<String>) -> Bool {
    if !files.isDisjoint(with: changed) { return true }
    return changed.contains { path in
      if directories.contains(path) { return true }
      return files.contains { file in
        let stem = file[..<(file.lastIndex(of: ".") ?? file.endIndex)]
        let rest = path.dropFirst(stem.count)
        return path.hasPrefix(stem) && (rest.first == "~" || rest.first == "-")
      }
    }
  }
}

/// The files of a sheet as they are, but for one that is being edited, with a note of everything
/// that was asked for.
final class AskedFiles: StylesheetFiles {
  private let files: (any StylesheetFiles)?
  private let draft: (path: String, bytes: [UInt8])?

  /// Files that were asked for so far.
  private(set) var dependencies: SheetDependencies

  /// Nothing but the sheet itself was asked for yet.
  init(
    _ files: (any StylesheetFiles)?, for path: String,
    draft: (path: String, bytes: [UInt8])? = nil
  ) {
    self.files = files
    self.draft = draft
    dependencies = SheetDependencies(files: [path])
  }

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    if let draft, draft.path == path { return draft.bytes }
    dependencies.files.insert(path)
    return try files?.contents(of: path)
  }

  func names(in directory: String) throws(StylesheetFileError) -> [String] {
    dependencies.directories.insert(directory)
    return try files?.names(in: directory) ?? []
  }

  func names(
    in directory: String, beginningWith start: String
  ) throws(StylesheetFileError) -> [String]? {
    dependencies.directories.insert(directory)
    return try files?.names(in: directory, beginningWith: start)
  }

  func canonicalPath(of path: String) -> String? {
    // The loader asks about directories, too; those have no extension of a sheet.
    if StylesheetForm(ofFile: path) != nil { dependencies.files.insert(path) }
    return files.map { $0.canonicalPath(of: path) } ?? path
  }
}
