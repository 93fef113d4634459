import CSSView
import Diagnostics
import OperatingSystem
import Styling
import SystemPackage

/// The themes that have names: the user's own, then the bundled ones.
struct ThemeCatalog: Sendable {
  struct Entry: Hashable {
    /// On the command line.
    var name: String

    var path: String

    var origin: Origin

    /// True if the path has no file, only variants for dark and light.
    var isPair = false
  }

  enum Origin: String { case user, bundled }

  /// The user's folder; nil without a home.
  let folder: String?

  init(variable: (String) -> String?) { folder = UserThemes.directory(variable) }

  /// All themes, each name once.
  var entries: [Entry] {
    let own = folder.map(Self.entries(in:)) ?? []
    let names = Set(own.map(\.name))
    return own + Self.bundled.filter { !names.contains($0.name) }
  }

  /// The theme of a name, which may be a bundled stylesheet that is not listed.
  func entry(_ name: String) -> Entry? {
    ownEntry(name, SystemFiles()) ?? (Self.bundled + Self.parts).first { $0.name == name }
  }

  private func ownEntry(_ name: String, _ files: any StylesheetFiles) -> Entry? {
    guard let folder, !name.isEmpty else { return nil }
    let names = (try? files.names(in: folder)) ?? []
    guard names.contains(where: { $0.hasPrefix(name) }) else { return nil }
    return Self.entry(name, among: names, in: folder, files)
  }

  /// The stylesheets for bare names in imports: the user's own theme, then the bundled one, or a
  /// part that bundled themes share.
  var named: NamedSheets {
    NamedSheets(
      find: { name, files in
        var found: [NamedSheet] = []
        if let own = files.flatMap({ ownEntry(name, $0) }) {
          found.append(.file(own.path, isPair: own.isPair))
        }
        if let bundled = BundledThemes.source(named: name) { found.append(.embedded(bundled)) }
        return found
      }, names: { entries.map(\.name) }, prefix: BundledThemes.prefix)
  }

  /// At most three similar names, the nearest first.
  func names(like name: String) -> [String] {
    var names = entries.map(\.name)
    var found: [String] = []
    while found.count < 3, let near = nearestName(to: name, in: names) {
      found.append(near)
      names.removeAll { $0 == near }
    }
    return found
  }

  private static let bundled = EmbeddedFile.themes.map(entry(of:))
  private static let parts = EmbeddedFile.parts.map(entry(of:))

  private static func entry(of file: EmbeddedFile) -> Entry {
    Entry(
      name: SheetFolder.stem(of: file.name), path: BundledThemes.prefix + file.name,
      origin: .bundled)
  }

  /// The themes in the user's folder; a theme of several files has a subfolder of its name.
  private static func entries(in folder: String) -> [Entry] {
    let names = (try? SystemFiles().names(in: folder)) ?? []
    var entries = sheets(among: names, in: folder)
    for name in names where entries[name] == nil {
      entries[name] = entry(ofFolder: name, in: folder, SystemFiles())
    }
    return entries.values.sorted { $0.name < $1.name }
  }

  private static func entry(
    _ name: String, among names: [String], in folder: String, _ files: any StylesheetFiles
  ) -> Entry? {
    if let entry = sheets(among: names, in: folder)[name] { return entry }
    return names.contains(name) ? entry(ofFolder: name, in: folder, files) : nil
  }

  private static func entry(
    ofFolder name: String, in folder: String, _ files: any StylesheetFiles
  ) -> Entry? {
    let folder = "\(folder)/\(name)"
    guard !name.hasPrefix("."), !SheetFolder.hasExtension(name), SheetFolder.isFolder(folder) else {
      return nil
    }
    return sheets(among: (try? files.names(in: folder)) ?? [], in: folder)[name]
  }

  private static func sheets(among names: [String], in folder: String) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    func add(_ file: String, isPair: Bool) {
      let name = SheetFolder.stem(of: file)
      // A name with two files means the dictionary.
      let known = entries[name].flatMap { StylesheetForm(ofFile: $0.path) }
      guard known != .json else { return }
      entries[name] = Entry(name: name, path: "\(folder)/\(file)", origin: .user, isPair: isPair)
    }
    for file in SheetFolder.sheets(among: names).sorted().reversed() { add(file, isPair: false) }
    for file in SheetFolder.pairs(among: names) where entries[SheetFolder.stem(of: file)] == nil {
      add(file, isPair: true)
    }
    return entries
  }
}

/// Distinguishes stylesheets from other files and from variants, by their names.
enum SheetFolder {
  /// The paths of the stylesheets in a folder and its subfolders, and the walk through them; nil if
  /// it is no folder.
  static func sheets(in folder: String) -> (paths: [String], walk: FolderWalk)? {
    guard isFolder(folder) else { return nil }
    var walk = FolderWalk(from: folder, takingForFiles: hasExtension)
    var paths: [String] = []
    while let inside = walk.next() {
      let names = (sheets(among: inside.names) + halves(among: inside.names)).sorted()
      paths += names.map { inside.start + $0 }
    }
    return (paths, walk)
  }

  /// The names of variants without a stylesheet; half of a pair is not one of them.
  private static func halves(among names: [String]) -> [String] {
    let paired = Set(pairs(among: names).map(stem))
    return names.filter { name in
      hasExtension(name) && ["~dark", "~light"].contains { stem(of: name).hasSuffix($0) }
        && paired.contains(String(stem(of: name).prefix { $0 != "~" }))
    }
  }

  static func isFolder(_ path: String) -> Bool {
    (try? Stat(FilePath(argument: path)).type) == .directory
  }

  static func sheets(among names: [String]) -> [String] {
    let all = Set(names)
    return names.filter { name in
      guard hasExtension(name), !name.hasPrefix("."), !name.contains("~") else { return false }
      let stem = stem(of: name)
      guard let base = base(ofVariant: stem) else { return true }
      return !all.contains(base + name.dropFirst(stem.count))
    }
  }

  /// The names of stylesheets that only have variants for dark and light.
  static func pairs(among names: [String]) -> [String] {
    let all = Set(names)
    return names.compactMap { name in
      guard hasExtension(name), !name.hasPrefix("."), stem(of: name).hasSuffix("~dark") else {
        return nil
      }
      let base = String(stem(of: name).dropLast("~dark".count))
      let suffix = name.dropFirst(stem(of: name).count)
      guard !base.isEmpty, all.contains(base + "~light" + suffix), !all.contains(base + suffix)
      else { return nil }
      return base + suffix
    }
  }

  /// A name without its extension.
  static func stem(of name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  static func hasExtension(_ name: String) -> Bool { StylesheetForm(ofFile: name) != nil }

  /// The name of which `name-80w` and `name-traits` are variants.
  private static func base(ofVariant stem: String) -> String? {
    guard let dash = stem.lastIndex(of: "-") else { return nil }
    let suffix = stem[stem.index(after: dash)...]
    let isWidth =
      suffix.last == "w" && suffix.count > 1
      && suffix.dropLast().allSatisfy { ("0"..."9").contains($0) }
    return isWidth || suffix == "traits" ? String(stem[..<dash]) : nil
  }
}

/// The names in a folder and its subfolders, each folder once.
///
/// Names that begin with a dot are left out, and links back or out of the folder are not followed.
struct FolderWalk {
  /// A folder with its entries, by name.
  struct Folder {
    var path: String

    /// With a slash at its end.
    var start: String { path.hasSuffix("/") ? path : path + "/" }

    var names: [String]
  }

  private struct Pending {
    var path: String

    /// Canonical, without links.
    var location: String

    var depth: Int
  }

  private let root: String

  /// The folder that the walk does not leave; nil if it cannot be opened.
  private let opened: OpenedDirectory?
  private var pending: [Pending]
  private var known: Set<String> = []
  private var linksOut: [String] = []
  private var isCutByDepth = false

  /// The number of names that may still be read, because the user may name a whole disk.
  private var namesLeft = mostNames

  private let isFile: (String) -> Bool

  private static let mostNames = 200_000
  private static let mostFolders = 10_000
  private static let deepest = 64

  /// Walks from a folder; names for which `isFile` is true count as files without reading their
  /// type.
  init(from folder: String, takingForFiles isFile: @escaping (String) -> Bool = { _ in false }) {
    opened = try? OpenedDirectory(FilePath(argument: folder))
    root = opened?.location.argument ?? folder
    pending = [Pending(path: folder, location: root, depth: 0)]
    self.isFile = isFile
  }

  /// The next folder; subfolders follow their folder.
  mutating func next() -> Folder? {
    while !isCutByNumber, let next = pending.popLast() {
      guard known.insert(next.location).inserted else { continue }
      let read = (try? opened?.readEntries(at: FilePath(argument: next.location))) ?? []
      let entries = read.map { ($0.name.argument, $0.kind) }
        .filter { !$0.0.hasPrefix(".") }.sorted { $0.0 < $1.0 }
      namesLeft -= entries.count
      let folder = Folder(path: next.path, names: entries.map(\.0))
      var inside: [Pending] = []
      for (name, kind) in entries where kind != .other && !isFile(name) {
        let path = folder.start + name
        guard let location = location(of: name, kind, at: path, in: next.location) else { continue }
        inside.append(Pending(path: path, location: location, depth: next.depth + 1))
      }
      if next.depth < Self.deepest {
        pending += inside.reversed()
      } else if !inside.isEmpty {
        isCutByDepth = true
      }
      return folder
    }
    return nil
  }

  /// The canonical path of a subfolder; nil for anything but a folder, and for a link that leads
  /// out.
  private mutating func location(
    of name: String, _ kind: FilePath.EntryKind, at path: String, in folder: String
  ) -> String? {
    guard kind != .directory else { return (folder == "/" ? "" : folder) + "/" + name }
    guard SheetFolder.isFolder(path), let location = FilePath(argument: path).canonical else {
      return nil
    }
    guard location.starts(with: FilePath(argument: root)) else {
      linksOut.append(path)
      return nil
    }
    return location.argument
  }

  private var isCutByNumber: Bool { namesLeft <= 0 || known.count >= Self.mostFolders }

  /// True if there are subfolders that were not read.
  var isCut: Bool { isCutByDepth || isCutByNumber && !pending.isEmpty }

  /// Messages about folders that were not read.
  var notes: [String] {
    var notes: [String] = []
    if let link = linksOut.first {
      let others = linksOut.count == 1 ? "" : " and \(linksOut.count - 1) more"
      notes.append("\(link)\(others): a link out of the directory is not followed")
    }
    if isCutByNumber, let next = pending.last {
      notes.append(
        "\(next.path): not read; there are more than \(Self.mostNames) names or "
          + "\(Self.mostFolders) directories")
    }
    if isCutByDepth {
      notes.append("\(root): directories deeper than \(Self.deepest) levels are not read")
    }
    return notes
  }
}
