import CSSView
import CursesScreen
import OperatingSystem
import Styling
import SystemPackage

/// The sheets that the browser was started with: files, and those in directories.
struct ThemeFiles: BrowserFiles {
  /// What was named on the command line; without anything, the bundled themes.
  let arguments: [String]

  private let system = SystemFiles(largest: 16 << 20)

  /// More than these are not listed.
  private static let most = 10_000

  func themePaths() -> [String] {
    guard !arguments.isEmpty else { return BundledThemes.paths }
    var paths: [String] = []
    for argument in arguments {
      let names = system.names(in: argument)
      if names.isEmpty {
        paths.append(argument)
      } else {
        let start = argument.hasSuffix("/") ? argument : argument + "/"
        paths += names.filter(Self.isSheet).sorted().map { start + $0 }
      }
    }
    return Array(paths.prefix(Self.most))
  }

  /// Whether a name in a directory is that of a sheet, and not of a variant of one (`~dark`).
  private static func isSheet(_ name: String) -> Bool {
    (name.hasSuffix(".json") || name.hasSuffix(".css")) && !name.contains("~")
      && !name.hasPrefix(".")
  }

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    if let bundled = BundledThemes.contents(of: path) { return bundled }
    return try system.contents(of: path)
  }

  func names(in directory: String) -> [String] { system.names(in: directory) }

  func canonicalPath(of path: String) -> String? { system.canonicalPath(of: path) }

  func write(_ bytes: [UInt8], to path: String) throws(StylesheetFileError) {
    if BundledThemes.contents(of: path) != nil {
      throw StylesheetFileError("it comes with the program")
    }
    do throws(Errno) {
      try FileReplacement.replace(FilePath(argument: path), with: bytes)
    } catch {
      throw StylesheetFileError("\(error)".lowercased())
    }
  }
}
