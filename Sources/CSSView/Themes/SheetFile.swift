package import Diagnostics
import OperatingSystem
import StyleValues
package import Styling
import SystemPackage

/// Hands the files of the system to the loader of stylesheets: regular ones, as whoever waits for
/// a FIFO or reads a device to its end may do so for ever.
package struct SystemFiles: StylesheetFiles {
  /// A larger file is refused, in bytes.
  package var largest: Int

  /// Files up to a size.
  package init(largest: Int = StylesheetLoader.largestFile) {
    self.largest = largest
  }

  /// The bytes of a file, or nil when there is none of that name.
  package func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    try contents(of: path, in: nil)
  }

  /// The bytes of a file that has to be in a directory, if one is given.
  fileprivate func contents(
    of path: String, in directory: OpenedDirectory?
  ) throws(StylesheetFileError) -> [UInt8]? {
    let bytes: [UInt8]?
    do throws(Errno) {
      bytes = try FileReading.text(
        ofRegular: FilePath(argument: path), in: directory, limit: largest)
    } catch .noSuchFileOrDirectory {
      return nil
    } catch .improperLink where directory != nil {
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

  /// The names in a directory; none when it is not there.
  package func names(in directory: String) throws(StylesheetFileError) -> [String] {
    do throws(Errno) {
      return try FilePath(argument: directory).readNames().map(\.argument)
    } catch .noSuchFileOrDirectory {
      return []
    } catch .notDirectory {
      return []
    } catch {
      throw StylesheetFileError(error.reason)
    }
  }

  /// The path without links and `..`, or nil when nothing is there.
  package func canonicalPath(of path: String) -> String? {
    FilePath(argument: path).canonical?.argument
  }

  /// The directory, held open; nil when there is none.
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

/// Directory of the system's that files are imported from.
private struct SystemFolder: ImportFolder {
  let files: SystemFiles
  let directory: OpenedDirectory

  var location: String { directory.location.argument }

  func contents(of path: String) throws(StylesheetFileError) -> [UInt8]? {
    try files.contents(of: path, in: directory)
  }
}

/// Reads the files that somebody names: sheets and texts.
package enum SheetFile {
  /// A longer file is refused where it has to be in memory as a whole.
  package static let largest = StylesheetLoader.largestFile

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isFound: true if it was found in a folder, or is read again and again: then it has to be a
  ///     regular file, as a FIFO could keep whoever reads it for ever.
  /// - Returns: its bytes.
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
      throw ThemeError(
        path: path, reason: "larger than \(largest >> 20) MiB", isUnreadable: false)
    }
    return bytes
  }

  /// A file as a source, under its own name.
  package static func source(
    _ path: String, isFound: Bool = false
  ) throws(ThemeError) -> SourceText {
    SourceText(name: path, bytes: try bytes(of: path, isFound: isFound))
  }

  /// The sheet of a type: named as the type is, or as its element.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - directory: The directory; nil is that of the program, then the working directory.
  /// - Returns: The sheet as a source, under its path.
  /// - Throws: `ThemeError` if there is none, which says where it was looked for, or it cannot be
  ///   read.
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
