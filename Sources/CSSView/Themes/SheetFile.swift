package import Diagnostics
import OperatingSystem
import Styling
import SystemPackage

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
        ? try FileReading.contents(ofRegular: file, limit: largest)
        : try FileReading.contents(of: file, limit: largest)
    } catch {
      throw ThemeError(path: path, systemReason: "\(error)")
    }
    guard let bytes = read else {
      throw ThemeError(path: path, systemReason: "Not a regular file")
    }
    guard bytes.count <= largest else {
      throw ThemeError(path: path, reason: "larger than \(largest >> 20) MiB")
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
  static func path(of type: Any.Type, in directory: String) -> String {
    let name = String(String(describing: type).prefix { $0 != "<" })
    let folder = directory.isEmpty || directory.hasSuffix("/") ? directory : directory + "/"
    let there = Set((try? SystemFiles().names(in: directory.isEmpty ? "." : directory)) ?? [])
    let names = [".json", ".css"].flatMap { [name + $0, ElementName.of(type) + $0] }
    return folder + (names.first { there.contains($0) } ?? name + ".json")
  }
}
