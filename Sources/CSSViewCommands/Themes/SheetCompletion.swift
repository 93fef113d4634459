import CSSView
import OperatingSystem

/// Completes what stands for a sheet: files, folders, and the names of themes.
enum SheetCompletion {
  /// Returns the files and themes that begin with `prefix`; `words` is the whole command line.
  static func names(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let names = ThemeCatalog(variable: CurrentProcess.variable).entries.map(\.name)
    return (files(prefix) + names).filter { $0.hasPrefix(prefix) && isPlain($0) }
  }

  /// Sheets and folders.
  private static func files(_ prefix: String) -> [String] {
    let start = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let folder = start.isEmpty ? "." : start
    let files = SystemFiles()
    return ((try? files.names(in: folder)) ?? []).sorted().filter { name in
      guard name.hasPrefix(".") == prefix.dropFirst(start.count).hasPrefix(".") else {
        return false
      }
      return SheetFolder.hasExtension(name) || SheetFolder.isFolder(start + name)
    }.map { start + $0 }
  }

  /// True if a shell takes it as it is: what it is offered bash expands.
  private static func isPlain(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
        || "-_./+,@%: ".unicodeScalars.contains(scalar)
    }
  }
}
