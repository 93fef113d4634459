import Diagnostics
import StyleValues

extension StylesheetLoader {
  /// The terminals on which all variants of a sheet's files are read: the loader's own first, and
  /// no other where there are none.
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
      let file = FileName.name(of: source.source.name)
      let directory = FileName.directory(of: source.source.name)
      let names = (try? files?.names(besides: file, in: directory)) ?? []
      for suffix in SheetVariants.suffixes(of: file, among: names) {
        let parts = suffix.split(separator: "~", omittingEmptySubsequences: false)
        if let width = SheetVariants.width(ofSuffix: parts[0]) {
          // The widest has all of them.
          if width > columns.max() ?? 0 { columns = [environment.columns, width] }
        } else if !parts[0].isEmpty {
          continue
        }
        for part in parts.dropFirst() {
          if let scheme = ColorScheme(rawValue: String(part)) { include(scheme, in: &schemes) }
          if let depth = ColorDepth(rawValue: String(part)) { include(depth, in: &depths) }
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
  /// Returns the suffixes that names of files add to a base name with the same extension.
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

  /// The width that `-80w` and `-80w~dark` name.
  static func width(ofSuffix suffix: Substring) -> Int? {
    let word = suffix.prefix { $0 != "~" }
    guard word.hasPrefix("-"), word.hasSuffix("w"), let width = Int(word.dropFirst().dropLast()),
      width >= 0
    else { return nil }
    return width
  }
}
