import CSSView
import CursesScreen
import OperatingSystem
import Styling
import SystemPackage
import ThemeBrowser

/// The sheets that the browser was started with: files, and those in directories.
struct ThemeFiles: BrowserFiles {
  /// What was named on the command line; without anything, the bundled themes and the user's.
  let arguments: [String]

  /// Where the user's own themes are.
  let userThemes: String?

  /// The arguments that are directories; they stay so when they are gone for a while.
  private let folders: Set<String>

  private let system = SystemFiles(largest: 16 << 20)

  /// More themes than these are not listed.
  private static let mostThemes = 10_000

  init(arguments: [String], userThemes: String? = nil) {
    self.arguments = arguments
    self.userThemes = userThemes
    folders = Set(arguments.filter { SheetFolder.isFolder($0) })
  }

  /// The first argument where there is nothing.
  var missingArgument: String? {
    arguments.first { argument in
      !folders.contains(argument) && BundledThemes.contents(of: argument) == nil
        && system.canonicalPath(of: argument) == nil
    }
  }

  // MARK: Listing

  func themes() -> ThemeListing {
    guard !arguments.isEmpty else {
      var own = ThemeListing()
      if let userThemes, SheetFolder.isFolder(userThemes) { search(userThemes, into: &own) }
      own.paths = BundledThemes.paths + own.paths
      own.named = Set(BundledThemes.paths)
      return own
    }
    var listing = ThemeListing()
    for argument in arguments {
      if folders.contains(argument) {
        search(argument, into: &listing)
      } else {
        listing.paths.append(argument)
        listing.named.insert(argument)
      }
    }
    return listing
  }

  /// Adds the sheets in a directory and in those inside it, each directory once.
  ///
  /// In each the files come first, by name.
  private func search(_ root: String, into listing: inout ThemeListing) {
    for folder in FolderWalk(from: root) {
      let room = Self.mostThemes - listing.paths.count
      guard room > 0 else { return }
      listing.folders.append(folder.path)
      listing.paths += folder.names.filter(Self.isSheet).prefix(room).map { folder.start + $0 }
    }
  }

  /// Whether a name in a directory is that of a sheet, and not of a variant of one (`~dark`).
  private static func isSheet(_ name: String) -> Bool {
    SheetFolder.hasExtension(name) && !name.contains("~")
  }

  // MARK: Contents

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    if let bundled = BundledThemes.contents(of: path) { return bundled }
    return try system.contents(of: path)
  }

  func names(in directory: String) throws(StylesheetFileError) -> [String] {
    try system.names(in: directory)
  }

  func canonicalPath(of path: String) -> String? { system.canonicalPath(of: path) }

  func write(_ bytes: [UInt8], to path: String) throws(StylesheetFileError) {
    if BundledThemes.contents(of: path) != nil {
      throw StylesheetFileError("it comes with the program")
    }
    try Self.saying { () throws(Errno) in
      let file = FilePath(argument: path)
      if let userThemes, path.hasPrefix(userThemes + "/") {
        try file.removingLastComponent().makeDirectories()
      }
      try FileReplacement.replace(file, with: bytes)
    }
  }

  func makeTemporaryFile(
    _ bytes: [UInt8], extension: String
  ) throws(StylesheetFileError) -> String {
    try Self.saying { () throws(Errno) in
      try FilePath.makeTemporaryFile(bytes, extension: `extension`).argument
    }
  }

  func removeTemporaryFile(_ path: String) { FilePath(argument: path).remove() }

  private static func saying<Result>(
    _ body: () throws(Errno) -> Result
  ) throws(StylesheetFileError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw StylesheetFileError("\(error)".lowercased())
    }
  }
}
