import OperatingSystem
import Styling
import SystemPackage

/// Tells sheets from other files, and from the variants of sheets, by their names.
enum SheetFolder {
  /// The paths of the sheets in a folder and in those inside it, and the walk through them; nil if
  /// it is none.
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

  /// The names of the variants that have no sheet of their own: of a pair each half is one.
  private static func halves(among names: [String]) -> [String] {
    let paired = Set(pairs(among: names).map(stem))
    return names.filter { name in
      hasExtension(name) && ["~dark", "~light"].contains { stem(of: name).hasSuffix($0) }
        && paired.contains(String(stem(of: name).prefix { $0 != "~" }))
    }
  }

  /// True if there is a folder of that name.
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

  /// True if a name has the extension of sheets.
  static func hasExtension(_ name: String) -> Bool {
    StylesheetForm(ofFile: name) != nil
  }

  /// Returns the name that `name-80w` and `name-traits` are variants of.
  private static func base(ofVariant stem: String) -> String? {
    guard let dash = stem.lastIndex(of: "-") else { return nil }
    let suffix = stem[stem.index(after: dash)...]
    let isWidth =
      suffix.last == "w" && suffix.count > 1
      && suffix.dropLast().allSatisfy { ("0"..."9").contains($0) }
    return isWidth || suffix == "traits" ? String(stem[..<dash]) : nil
  }
}
