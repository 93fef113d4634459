import CSSView
import Diagnostics
import OperatingSystem
import StyleValues
import SystemPackage
import TerminalPalettes

/// The palette files in a folder and its subfolders.
struct PaletteFolder {
  /// A palette with its name, which is its path in the folder.
  struct Entry {
    var name: String
    var palette: TerminalPalette
  }

  /// In the order of their names.
  private(set) var entries: [Entry] = []

  /// Findings about palette files that were left out.
  private(set) var findings: [Diagnostic] = []

  /// Messages about folders that were not read.
  private(set) var notes: [String] = []

  /// In bytes; larger files are ignored.
  private static let largestFile = 1 << 20

  private static let mostFiles = 10_000

  /// Reads a folder; nil if it is none.
  ///
  /// Files that are not palettes, such as a page about them, are ignored.
  init?(_ path: String) {
    guard SheetFolder.isFolder(path) else { return nil }
    let start = path.hasSuffix("/") ? path : path + "/"
    let files = SystemFiles(largest: Self.largestFile)
    var walk = FolderWalk(from: path)
    var left = Self.mostFiles
    while left > 0, let folder = walk.next() {
      for name in folder.names.prefix(left) {
        let path = folder.start + name
        guard let bytes = try? files.contents(of: path) else { continue }
        add(String(path.dropFirst(start.count)), SourceText(name: path, bytes: bytes))
      }
      left -= folder.names.count
    }
    notes = walk.notes
    entries.sort { $0.name < $1.name }
  }

  private mutating func add(_ name: String, _ source: SourceText) {
    let file = PaletteFile(source)
    if let palette = file.palette {
      entries.append(Entry(name: name, palette: palette))
    } else if file.format != nil,
      let finding = file.diagnostics.first(where: { $0.severity == .error })
    {
      // One theme less is no mistake of the sheet's.
      var warning = finding
      warning.severity = .warning
      findings.append(warning)
    }
  }
}
