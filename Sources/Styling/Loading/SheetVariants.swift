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
    of file: String, for environment: Environment, among names: Set<String>
  ) -> [Variant] {
    let (stem, fileExtension) = FileName.split(file)
    let scheme = "~" + environment.colorScheme.rawValue
    var suffixes = [scheme]
    if environment.colorDepth > .none { suffixes.append("~" + environment.colorDepth.rawValue) }
    let widths = Set(self.suffixes(of: file, among: names).compactMap(width(ofSuffix:)))
    for width in widths.sorted() where width <= environment.columns {
      suffixes += ["-\(width)w", "-\(width)w" + scheme]
    }
    return suffixes.map { Variant(name: stem + $0 + fileExtension, suffix: $0) }
      .filter { names.contains($0.name) }
  }

  /// The files beside a base file that MRGArchitect reads on some device, in their order.
  static func deviceFiles(of file: String, among names: Set<String>) -> [String] {
    let (stem, fileExtension) = FileName.split(file)
    let heights = ["", "-568h", "-667h", "-736h"]
    let suffixes = heights.flatMap { [$0, $0 + "~iphone"] }.dropFirst() + ["~ipad"]
    return suffixes.map { stem + $0 + fileExtension }.filter(names.contains)
  }

  /// The file of size classes beside a base file, if there is one.
  static func traits(of file: String, among names: Set<String>) -> Variant? {
    let (stem, fileExtension) = FileName.split(file)
    let name = stem + "-traits" + fileExtension
    return names.contains(name) ? Variant(name: name, suffix: "-traits") : nil
  }
}
