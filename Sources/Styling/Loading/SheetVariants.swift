import Diagnostics
import StyleValues

/// Files beside a stylesheet that add to it on some terminals.
///
/// MRGArchitect's `name-568h~iphone.json`, for terminals instead of phones.
struct SheetVariants {
  /// A file, and the suffix that its name adds to that of the base.
  struct Variant: Hashable {
    var name: String
    var suffix: String
  }

  /// The existing variants of a file for a terminal, the weakest first.
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

  /// The variants that MRGArchitect reads on some device, in its order.
  static func deviceFiles(of file: String, among names: Set<String>) -> [String] {
    let (stem, fileExtension) = FileName.split(file)
    let heights = names.compactMap { name -> String? in
      guard name.hasPrefix(stem + "-") else { return nil }
      let digits = name.dropFirst(stem.count + 1).prefix { $0.isASCII && $0.isNumber }
      return digits.isEmpty ? nil : "-\(digits)h"
    }
    let suffixes = ([""] + Set(heights).sorted()).flatMap { [$0, $0 + "~iphone"] } + ["~ipad"]
    return suffixes.dropFirst().map { stem + $0 + fileExtension }.filter(names.contains)
  }

  /// The file of size classes beside a base file, if there is one.
  static func traits(of file: String, among names: Set<String>) -> Variant? {
    let (stem, fileExtension) = FileName.split(file)
    let name = stem + "-traits" + fileExtension
    return names.contains(name) ? Variant(name: name, suffix: "-traits") : nil
  }
}

extension StylesheetLoader {
  /// Terminals that together read all variants of a stylesheet's files: first the loader's own,
  /// which is the only one if there are no variants.
  package func environments(ofVariantsOf sheet: Stylesheet) -> [Environment] {
    var schemes = [environment.colorScheme]
    var depths = [environment.colorDepth]
    var columns = [environment.columns]
    let files = files.map(ListedFiles.of)
    func include<Value: Equatable>(_ value: Value, in values: inout [Value]) {
      if !values.contains(value) { values.append(value) }
    }
    for source in sheet.sources {
      if case .variant = source.reason { continue }
      if source.isEmbedded { continue }
      let file = FileName.name(of: source.source.name)
      let directory = FileName.directory(of: source.source.name)
      let names = (try? files?.names(besides: file, in: directory)) ?? []
      for suffix in SheetVariants.suffixes(of: file, among: names) {
        let components = suffix.split(separator: "~", omittingEmptySubsequences: false)
        if let width = SheetVariants.width(ofSuffix: components[0]) {
          // The widest has all of them.
          if width > columns.max() ?? 0 { columns = [environment.columns, width] }
        } else if !components[0].isEmpty {
          continue
        }
        for component in components.dropFirst() {
          if let scheme = ColorScheme(rawValue: String(component)) { include(scheme, in: &schemes) }
          if let depth = ColorDepth(rawValue: String(component)) { include(depth, in: &depths) }
        }
      }
    }
    return schemes.flatMap { scheme in
      depths.flatMap { depth in
        columns.map { columns in
          var other = environment.turned(to: scheme)
          other.colorDepth = depth
          other.columns = columns
          return other
        }
      }
    }
  }
}

extension SheetVariants {
  /// The suffixes of a file's variants with the same extension.
  static func suffixes(of file: String, among names: some Sequence<String>) -> [Substring] {
    let (stem, fileExtension) = FileName.split(file)
    return names.compactMap { name in
      guard name.hasPrefix(stem), name.hasSuffix(fileExtension),
        name.utf8.count > stem.utf8.count + fileExtension.utf8.count
      else { return nil }
      let suffix = name.dropFirst(stem.count).dropLast(fileExtension.count)
      return suffix.hasPrefix("~") || suffix.hasPrefix("-") ? suffix : nil
    }
  }

  /// The width in `-80w` and `-80w~dark`.
  static func width(ofSuffix suffix: Substring) -> Int? {
    let word = suffix.prefix { $0 != "~" }
    guard word.hasPrefix("-"), word.hasSuffix("w"), let width = Int(word.dropFirst().dropLast()),
      width >= 0
    else { return nil }
    return width
  }
}
