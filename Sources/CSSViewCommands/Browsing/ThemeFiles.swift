import CSSView
import CursesScreen
import Diagnostics
import FileChanges
import OperatingSystem
import StyledText
import Styling
import SystemPackage
import ThemeBrowser

/// The stylesheets of the browser: files, and those in directories.
struct ThemeFiles: BrowserFiles {
  /// Without any, the bundled themes and the user's are listed.
  let arguments: [String]

  let userThemes: String?

  /// The arguments that are directories, even while they do not exist.
  private let folders: Set<String>

  /// The HTML page of the sample, in the encoding that it declares.
  var page: String?

  var paletteFolder: String?

  private let system = SystemFiles(largest: 16 << 20)

  /// Caches listings, because all themes of a folder look for their variants there.
  private let listed: ListedFiles

  private static let mostThemes = 10_000

  init(arguments: [String], userThemes: String? = nil) {
    self.arguments = arguments
    self.userThemes = userThemes
    listed = ListedFiles(system)
    folders = Set(arguments.filter { SheetFolder.isFolder($0) })
  }

  /// The first argument that does not exist.
  var missingArgument: String? {
    arguments.first { argument in
      !folders.contains(argument) && BundledThemes.contents(of: argument) == nil
        && system.canonicalPath(of: argument) == nil && !SheetArgument.isPair(argument)
    }
  }

  // MARK: Listing

  func themes() -> ThemeListing {
    guard !arguments.isEmpty else {
      var own = ThemeListing()
      if let userThemes, SheetFolder.isFolder(userThemes) { search(userThemes, into: &own) }
      own.paths = BundledThemes.paths + own.paths
      own.named = Set(BundledThemes.paths)
      own.bundled = own.named
      own.forFormats = BundledThemes.forFormats
      return own
    }
    var listing = ThemeListing()
    for argument in arguments {
      if folders.contains(argument) {
        search(argument, into: &listing)
      } else {
        listing.paths.append(argument)
        listing.named.insert(argument)
        if SheetArgument.isPair(argument) { listing.pairs.insert(argument) }
      }
    }
    if arguments.count > 1 { keepFirst(&listing) }
    return listing
  }

  /// Removes files that are listed under two paths.
  private func keepFirst(_ listing: inout ThemeListing) {
    var known: [FilePath: String] = [:]
    for path in listing.paths {
      let location = Self.location(of: path)
      if let first = known[location], listing.named.contains(path) { listing.named.insert(first) }
      if known[location] == nil { known[location] = path }
    }
    let first = Set(known.values)
    listing.paths.removeAll { !first.contains($0) }
  }

  /// The path of a file with its canonical folder; a link is another file.
  private static func location(of path: String) -> FilePath {
    let file = FilePath(argument: path)
    let folder = file.removingLastComponent()
    guard let name = file.lastComponent,
      let known = (folder.isEmpty ? FilePath(".") : folder).canonical
    else { return file }
    return known.appending(name)
  }

  /// Adds the stylesheets in a directory and its subdirectories, each directory once with its files
  /// first, sorted by name.
  private func search(_ root: String, into listing: inout ThemeListing) {
    var walk = FolderWalk(from: root, takingForFiles: SheetFolder.hasExtension)
    defer { listing.notes += walk.notes }
    while let folder = walk.next() {
      let remaining = Self.mostThemes - listing.paths.count
      guard remaining > 0 else {
        listing.notes.append(
          "\(folder.path): not listed; there are more than \(Self.mostThemes) themes")
        return
      }
      listing.folders.append(folder.path)
      let pairs = SheetFolder.pairs(among: folder.names)
      listing.pairs.formUnion(pairs.map { folder.start + $0 })
      let sheets = folder.names.filter(Self.isSheet) + pairs
      let names = sheets.map { (SheetFolder.stem(of: $0), $0) }.sorted { $0 < $1 }
      listing.paths += names.prefix(remaining).map { folder.start + $0.1 }
    }
  }

  /// True for the name of a stylesheet that is not a variant (`~dark`).
  private static func isSheet(_ name: String) -> Bool {
    SheetFolder.hasExtension(name) && !name.contains("~")
  }

  func palettes() -> PaletteListing {
    guard let folder = paletteFolder.flatMap({ PaletteFolder($0) }) else { return PaletteListing() }
    return PaletteListing(
      folder.entries.map { PaletteChoice(ArgumentText.label($0.name).string, $0.palette) },
      problems: folder.findings)
  }

  func forgetNames() { listed.forgetNames() }

  func names(
    in directory: String, beginningWith start: String
  ) throws(StylesheetFileError) -> [String]? {
    try listed.names(in: directory, beginningWith: start)
  }

  // MARK: Contents

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    if let bundled = BundledThemes.contents(of: path) { return bundled }
    guard path == page, let bytes = try system.contents(of: path) else {
      return try system.contents(of: path)
    }
    return InputFile.decoded(SourceText(name: path, bytes: bytes), as: .html).bytes
  }

  func names(in directory: String) throws(StylesheetFileError) -> [String] {
    try system.names(in: directory)
  }

  func canonicalPath(of path: String) -> String? { system.canonicalPath(of: path) }

  func importFolder(_ directory: String) throws(StylesheetFileError) -> (any ImportFolder)? {
    try system.importFolder(directory)
  }

  func write(
    _ bytes: [UInt8]?, to path: String, over replaced: BrowserEffect.Replaced
  ) throws(StylesheetFileError) -> WriteResult {
    if BundledThemes.contents(of: path) != nil {
      throw StylesheetFileError("bundled themes cannot be changed")
    }
    guard let bytes else {
      if case .bytes(let expected) = replaced, try system.contents(of: path) != expected {
        return .changedMeanwhile
      }
      FilePath(argument: path).remove()
      return .written
    }
    let expected: FileReplacement.Replaceable
    let otherwise: WriteResult
    switch replaced {
    case .anything: (expected, otherwise) = (.anything, .changedMeanwhile)
    case .nothing: (expected, otherwise) = (.nothing, .exists)
    case .bytes(let bytes): (expected, otherwise) = (.bytes(bytes), .changedMeanwhile)
    }
    return try Self.saying { () throws(Errno) in
      let file = FilePath(argument: path)
      if let userThemes, path.hasPrefix(userThemes + "/") {
        try file.removingLastComponent().makeDirectories()
      }
      return try FileReplacement.replace(file, with: bytes, over: expected) ? .written : otherwise
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
      throw StylesheetFileError(error.reason)
    }
  }
}

/// The themes of the program, the files in `Themes`; their paths begin with `bundled:/`.
///
/// All style the same classes, those of the texts in `demo`.
enum BundledThemes {
  static let prefix = "bundled:/"

  /// In alphabetical order.
  static let names = EmbeddedFile.themes.map(\.name)

  /// In alphabetical order.
  static let paths = names.map { prefix + $0 }

  /// The paths of themes for texts of a format.
  static let forFormats = Set(["log", "markdown", "table"].map { prefix + $0 + ".css" })

  /// The bytes of a theme; nil for another path.
  static func contents(of path: String) -> [UInt8]? {
    guard path.hasPrefix(prefix) else { return nil }
    let name = path.dropFirst(prefix.count)
    return (EmbeddedFile.themes + EmbeddedFile.parts).first {
      $0.name == name || stem(of: $0) == name
    }?.bytes
  }

  /// A theme, or a part that themes import, by its name.
  static func source(named name: String) -> SourceText? {
    (EmbeddedFile.themes + EmbeddedFile.parts).first { stem(of: $0) == name }
      .map { SourceText(name: prefix + $0.name, bytes: $0.bytes) }
  }

  private static func stem(of file: EmbeddedFile) -> Substring { file.name.prefix { $0 != "." } }
}
