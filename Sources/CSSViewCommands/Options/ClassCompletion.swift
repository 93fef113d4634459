import CSSView
import Diagnostics
import OperatingSystem
import Styling

/// Completes class names from the sheet that stands on the command line already.
enum ClassCompletion {
  /// The names that fit; `words` is the whole command line.
  ///
  /// bash expands what it is offered as it expands a command line. So nothing is offered that means
  /// something to a shell; none of them has to quote the rest.
  static func names(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let catalog = ThemeCatalog(variable: CurrentProcess.variable)
    let paths = words.dropFirst(2).lazy.compactMap { word in
      SheetFolder.hasExtension(word) ? word : SheetArgument.entry(word, catalog)?.path
    }
    guard let path = paths.first,
      let bytes = BundledThemes.contents(of: path) ?? (try? SystemFiles().contents(of: path))
    else { return [] }
    let sheet = StylesheetLoader(files: SystemFiles()).load(SourceText(name: path, bytes: bytes))
    // Several classes are one word of the shell: the last of them is being typed.
    let typed = prefix.split(separator: " ", omittingEmptySubsequences: false)
    let before = typed.dropLast()
    guard before.allSatisfy(isPlain) else { return [] }
    return sheet.classNames.filter { isPlain($0) && $0.hasPrefix(typed.last ?? "") }.sorted()
      .map { (before + [$0[...]]).joined(separator: " ") }
  }

  /// Whether there are only letters, digits, `-` and `_`.
  private static func isPlain(_ name: some StringProtocol) -> Bool {
    name.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
        || scalar == "-" || scalar == "_"
    }
  }
}
