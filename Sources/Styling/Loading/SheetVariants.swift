import StyleValues

/// The files that stand beside a stylesheet and add to it on some terminals.
///
/// MRGArchitect's `name-568h~iphone.json` with the terminal in the place of the phone.
struct SheetVariants {
  /// A file that may exist, and what its name adds to that of the base.
  struct Variant: Hashable {
    var name: String
    var suffix: String
  }

  /// The variants of a file for a terminal, weakest first, of which the directory has a file.
  /// - Parameters:
  ///   - file: The base file's name.
  ///   - environment: The terminal.
  ///   - names: The names in its directory.
  /// - Returns: The files that exist.
  static func variants(
    of file: String, for environment: Environment, among names: [String]
  ) -> [Variant] {
    let (stem, fileExtension) = FileName.split(file)
    let scheme = "~" + environment.colorScheme.rawValue
    var suffixes = [scheme]
    if environment.colorDepth > .none { suffixes.append("~" + environment.colorDepth.rawValue) }
    for width in widths(stem, fileExtension, names).sorted() where width <= environment.columns {
      suffixes += ["-\(width)w", "-\(width)w" + scheme]
    }
    let existing = Set(names)
    return suffixes.map { Variant(name: stem + $0 + fileExtension, suffix: $0) }
      .filter { existing.contains($0.name) }
  }

  /// The file of size classes beside a base file, if there is one.
  static func traits(of file: String, among names: [String]) -> Variant? {
    let (stem, fileExtension) = FileName.split(file)
    let name = stem + "-traits" + fileExtension
    return names.contains(name) ? Variant(name: name, suffix: "-traits") : nil
  }

  /// The widths that file names such as `name-80w~dark.json` mention.
  private static func widths(
    _ stem: String, _ fileExtension: String, _ names: [String]
  ) -> Set<Int> {
    let prefix = stem + "-"
    return Set(
      names.compactMap { name in
        guard name.hasPrefix(prefix), name.hasSuffix(fileExtension) else { return nil }
        let digits = name.dropFirst(prefix.count).prefix { ("0"..."9").contains($0) }
        guard name.dropFirst(prefix.count + digits.count).first == "w" else { return nil }
        return Int(digits)
      })
  }
}
