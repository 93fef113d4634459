import CSSView
import Diagnostics
import Styling

/// The themes that a name can stand for: the user's own, then the bundled ones.
struct ThemeCatalog {
  /// A theme.
  struct Entry: Hashable {
    /// Name on the command line.
    var name: String

    /// The path of its sheet.
    var path: String

    var origin: Origin

    /// True if there is no sheet of that path, only its variants for dark and light.
    var isPair = false
  }

  /// Source of a theme.
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

  /// The themes in the user's folder: a theme of several files has a folder of its name in it.
  private static func entries(in folder: String) -> [Entry] {
    let names = (try? SystemFiles().names(in: folder)) ?? []
    var entries = sheets(among: names, in: folder)
    for name in names where !name.hasPrefix(".") && entries[name] == nil {
      guard !SheetFolder.hasExtension(name), SheetFolder.isFolder("\(folder)/\(name)") else {
        continue
      }
      let inside = (try? SystemFiles().names(in: "\(folder)/\(name)")) ?? []
      entries[name] = sheets(among: inside, in: "\(folder)/\(name)")[name]
    }
    return entries.values.sorted { $0.name < $1.name }
  }

  /// The themes that sheets in a folder are, by name.
  private static func sheets(among names: [String], in folder: String) -> [String: Entry] {
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
    return entries
  }
}
