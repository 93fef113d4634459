import CSSView
import Diagnostics
import OperatingSystem
import StyleValues
import SystemPackage
import TerminalPalettes

/// The theme files of terminals in a folder and in those inside it.
struct PaletteFolder {
  /// A palette and what it is called: its path in the folder.
  struct Entry {
    var name: String
    var palette: TerminalPalette
  }

  /// The palettes, by their names.
  private(set) var entries: [Entry] = []

  /// Diagnostics about theme files that were left out.
  private(set) var findings: [Diagnostic] = []

  /// Messages about parts of the folder that were not read.
  private(set) var notes: [String] = []

  /// A larger file is no theme.
  private static let largestFile = 1 << 20

  /// More files are not read.
  private static let mostFiles = 10_000

  /// Reads a folder; nil if it is none; files that are no theme of a terminal, such as a page
  /// about them, are passed over.
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
