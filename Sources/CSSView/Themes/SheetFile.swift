package import Diagnostics
import OperatingSystem
import StyleValues
package import Styling
import SystemPackage

/// The system's files for the loader of stylesheets.
///
/// Only regular ones, because reading a FIFO or a device might never end.
package struct SystemFiles: StylesheetFiles {
  /// In bytes; larger files are rejected.
  package var largest: Int

  /// Files up to a size in bytes.
  package init(largest: Int = StylesheetLoader.largestFile) { self.largest = largest }

  /// The bytes of a file; nil if it does not exist.
  package func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    try contents(of: path, in: nil)
  }

  /// The bytes of a file, which has to be in the directory if there is one.
  fileprivate func contents(
    of path: String, in directory: OpenedDirectory?
  ) throws(StylesheetFileError) -> [UInt8]? {
    let bytes: [UInt8]?
    do throws(Errno) {
      bytes = try FileReading.text(
        ofRegular: FilePath(argument: path), in: directory, limit: largest)
    } catch .noSuchFileOrDirectory { return nil } catch .improperLink where directory != nil {
      throw .outside
    } catch {
      throw StylesheetFileError(error.reason)
    }
    guard let bytes else { throw StylesheetFileError("not a regular file") }
    guard bytes.count <= largest else {
      throw StylesheetFileError("larger than \(largest >> 20) MiB")
    }
    return bytes
  }

  /// The names in a directory; none if it does not exist.
  package func names(in directory: String) throws(StylesheetFileError) -> [String] {
    do throws(Errno) {
      return try FilePath(argument: directory).readNames().map(\.argument)
    } catch .noSuchFileOrDirectory { return [] } catch .notDirectory { return [] } catch {
      throw StylesheetFileError(error.reason)
    }
  }

  /// The path without links and `..`; nil if it does not exist.
  package func canonicalPath(of path: String) -> String? {
    FilePath(argument: path).canonical?.argument
  }

  /// An open directory; nil if it does not exist.
  package func importFolder(
    _ directory: String
  ) throws(StylesheetFileError) -> (any ImportFolder)? {
    do throws(Errno) {
      return SystemFolder(
        files: self, directory: try OpenedDirectory(FilePath(argument: directory)))
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      throw StylesheetFileError(error.reason)
    }
  }
}

/// An open directory of the system that files are imported from.
private struct SystemFolder: ImportFolder {
  let files: SystemFiles
  let directory: OpenedDirectory

  var location: String { directory.location.argument }

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    try files.contents(of: path, in: directory)
  }
}

/// Reads the stylesheets and texts that a caller names.
package enum SheetFile {
  /// In bytes; larger files that have to be in memory as a whole are rejected.
  package static let largest = StylesheetLoader.largestFile

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isFound: True if it was found in a folder, or is read repeatedly: then it has to be a
  ///     regular file, because reading a FIFO might never end.
  /// - Returns: The bytes.
  /// - Throws: `ThemeError` if it cannot be read or is too large.
  package static func bytes(of path: String, isFound: Bool = false) throws(ThemeError) -> [UInt8] {
    let file = FilePath(argument: path)
    let read: [UInt8]?
    do throws(Errno) {
      read =
        isFound
        ? try FileReading.text(ofRegular: file, limit: largest)
        : try FileReading.text(of: file, limit: largest)
    } catch {
      throw ThemeError(path: path, reason: error.reason)
    }
    guard let bytes = read else { throw ThemeError(path: path, reason: "not a regular file") }
    guard bytes.count <= largest else {
      throw ThemeError(path: path, reason: "larger than \(largest >> 20) MiB", isUnreadable: false)
    }
    return bytes
  }

  /// A file as a source with its own name.
  package static func source(
    _ path: String, isFound: Bool = false
  ) throws(ThemeError) -> SourceText {
    SourceText(name: path, bytes: try bytes(of: path, isFound: isFound))
  }

  /// The stylesheet of a type: named as the type is, or as its element.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - directory: The directory; nil is that of the program, then the working directory.
  /// - Returns: The stylesheet, named by its path.
  /// - Throws: `ThemeError` if there is none, with the places that were searched, or if it cannot
  ///   be read.
  package static func source(
    of type: Any.Type, in directory: String?
  ) throws(ThemeError) -> SourceText {
    let name = String(String(describing: type).prefix { $0 != "<" })
    let names = [".json", ".css"].flatMap { [name + $0, ElementName.of(type) + $0] }
    let directories = directory.map { [$0] } ?? [CurrentProcess.directory, "."].compactMap(\.self)
    for directory in directories {
      let there = Set((try? SystemFiles().names(in: directory.isEmpty ? "." : directory)) ?? [])
      guard let found = names.first(where: there.contains) else { continue }
      return try source(join(directory, found), isFound: true)
    }
    guard let directory else {
      let places = directories.map { $0 == "." ? "the working directory" : "'\($0)'" }
      throw ThemeError(
        path: name + ".json", reason: "no such file in \(places.joined(separator: " or "))")
    }
    return try source(join(directory, name + ".json"), isFound: true)
  }

  private static func join(_ directory: String, _ name: String) -> String {
    directory.isEmpty || directory.hasSuffix("/") ? directory + name : directory + "/" + name
  }
}
