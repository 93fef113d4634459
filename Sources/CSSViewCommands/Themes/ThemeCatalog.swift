import CSSView
import Diagnostics
import OperatingSystem
import Styling
import SystemPackage

/// The themes that a name can stand for: the user's own, then the bundled ones.
struct ThemeCatalog {
  /// A theme.
  struct Entry: Hashable {
    /// What it is called on the command line.
    var name: String

    /// The path of its sheet.
    var path: String

    var origin: Origin

    /// Whether there is no sheet of that path, only its variants for dark and light.
    var isPair = false
  }

  /// Where a theme comes from.
  enum Origin: String {
    case user, bundled
  }

  /// The user's folder; nil without a home.
  let folder: String?

  /// - Parameter variable: The environment.
  init(variable: (String) -> String?) {
    folder = UserThemes.directory(variable)
  }

  /// All themes, each name once.
  var entries: [Entry] {
    let own = folder.map(Self.entries(in:)) ?? []
    let names = Set(own.map(\.name))
    return own + Self.bundled.filter { !names.contains($0.name) }
  }

  /// The theme of a name.
  func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

  /// Names like one that is none, the nearest first, three at most.
  func names(like name: String) -> [String] {
    var names = entries.map(\.name)
    var found: [String] = []
    while found.count < 3, let near = nearestName(to: name, in: names) {
      found.append(near)
      names.removeAll { $0 == near }
    }
    return found
  }

  private static let bundled = BundledThemes.paths.map { path in
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return Entry(name: SheetFolder.stem(of: file), path: path, origin: .bundled)
  }

  private static func entries(in folder: String) -> [Entry] {
    let names = (try? SystemFiles().names(in: folder)) ?? []
    var entries: [String: Entry] = [:]
    func add(_ file: String, isPair: Bool) {
      let name = SheetFolder.stem(of: file)
      // A name with two files stands for the dictionary.
      let known = entries[name].flatMap { StylesheetForm(ofFile: $0.path) }
      guard known != .json else { return }
      entries[name] = Entry(
        name: name, path: "\(folder)/\(file)", origin: .user, isPair: isPair)
    }
    for file in SheetFolder.sheets(among: names).sorted().reversed() { add(file, isPair: false) }
    for file in SheetFolder.pairs(among: names) where entries[SheetFolder.stem(of: file)] == nil {
      add(file, isPair: true)
    }
    return entries.values.sorted { $0.name < $1.name }
  }
}

/// Tells sheets from other files, and from the variants of sheets, by their names.
enum SheetFolder {
  /// The paths of the sheets in a folder and in those inside it; nil if it is none.
  static func sheets(in folder: String) -> [String]? {
    guard isFolder(folder) else { return nil }
    return FolderWalk(from: folder, takingForFiles: hasExtension).flatMap { inside in
      (sheets(among: inside.names) + halves(among: inside.names)).sorted().map {
        inside.start + $0
      }
    }
  }

  /// The names of the variants that have no sheet of their own: of a pair each half is one.
  private static func halves(among names: [String]) -> [String] {
    let paired = Set(pairs(among: names).map(stem))
    return names.filter { name in
      hasExtension(name) && ["~dark", "~light"].contains { stem(of: name).hasSuffix($0) }
        && paired.contains(String(stem(of: name).prefix { $0 != "~" }))
    }
  }

  /// Whether there is a folder of that name.
  static func isFolder(_ path: String) -> Bool {
    (try? Stat(FilePath(argument: path)).type) == .directory
  }

  /// The names of sheets.
  static func sheets(among names: [String]) -> [String] {
    let all = Set(names)
    return names.filter { name in
      guard hasExtension(name), !name.hasPrefix("."), !name.contains("~") else { return false }
      let stem = stem(of: name)
      guard let base = base(ofVariant: stem) else { return true }
      return !all.contains(base + name.dropFirst(stem.count))
    }
  }

  /// The names of the sheets that only have variants for dark and light.
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

  /// Whether a name has the extension of sheets.
  static func hasExtension(_ name: String) -> Bool {
    StylesheetForm(ofFile: name) != nil
  }

  /// What `name-80w` and `name-traits` are variants of.
  private static func base(ofVariant stem: String) -> String? {
    guard let dash = stem.lastIndex(of: "-") else { return nil }
    let suffix = stem[stem.index(after: dash)...]
    let isWidth =
      suffix.last == "w" && suffix.count > 1
      && suffix.dropLast().allSatisfy { ("0"..."9").contains($0) }
    return isWidth || suffix == "traits" ? String(stem[..<dash]) : nil
  }
}
