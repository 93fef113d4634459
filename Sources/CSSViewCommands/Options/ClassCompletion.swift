import CSSView

/// Completes class names from the sheet that stands on the command line already.
enum ClassCompletion {
  /// The names that fit; `words` is the whole command line.
  static func names(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    guard let path = words.first(where: { $0.hasSuffix(".json") || $0.hasSuffix(".css") }),
      let bytes = try? SystemFiles().contents(of: path)
    else { return [] }
    let sheet = StylesheetLoader(files: SystemFiles()).load(SourceText(name: path, bytes: bytes))
    // Several classes are one word of the shell: the last of them is being typed.
    let typed = prefix.split(separator: " ", omittingEmptySubsequences: false)
    let before = typed.dropLast().map { $0 + " " }.joined()
    let last = typed.last ?? ""
    return sheet.classNames.filter { $0.hasPrefix(last) }.sorted().map { before + $0 }
  }
}
