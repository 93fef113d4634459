package import Diagnostics

/// A stylesheet for a bare name in an import.
package enum NamedSheet: Sendable {
  /// A file, which imports from its own directory. A pair has only variants for dark and for light.
  case file(String, isPair: Bool = false)

  /// A stylesheet in memory, with its name in findings; it imports others by name only.
  case embedded(SourceText)
}

/// The stylesheets for bare names in imports, if no file beside the importing one has the name: the
/// themes of a program.
package struct NamedSheets: Sendable {
  /// The stylesheets of a name in the order of preference; their files exist.
  package var find: @Sendable (_ name: String, _ files: (any StylesheetFiles)?) -> [NamedSheet]

  /// For suggestions.
  package var names: @Sendable () -> [String]

  /// The prefix of names of main stylesheets that are in memory; nil if there are none.
  package var prefix: String?

  package init(
    find: @escaping @Sendable (String, (any StylesheetFiles)?) -> [NamedSheet],
    names: @escaping @Sendable () -> [String] = { [] }, prefix: String? = nil
  ) { (self.find, self.names, self.prefix) = (find, names, prefix) }

  /// True if the main stylesheet of this name is in memory.
  func isEmbedded(_ name: String) -> Bool { prefix.map(name.hasPrefix) ?? false }
}

/// A stylesheet as bytes.
package struct SheetSource: Sendable {
  /// Its name is the path that imports are relative to.
  package var source: SourceText

  package var form: StylesheetForm

  /// Without a form the name's extension decides, then the first byte.
  package init(_ source: SourceText, form: StylesheetForm? = nil) {
    self.source = source
    self.form = form ?? StylesheetForm(of: source)
  }
}
