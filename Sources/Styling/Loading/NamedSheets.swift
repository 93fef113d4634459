package import Diagnostics

/// A sheet that a bare name in an import stands for.
package enum NamedSheet: Sendable {
  /// A file; it imports from its own directory. A pair has only variants for dark and for light.
  case file(String, isPair: Bool = false)

  /// A sheet in memory, under the name that findings give it; it imports other sheets by name only.
  case embedded(SourceText)
}

/// The sheets that bare names in imports stand for, where no file beside the importing one has the
/// name: the themes of a program.
package struct NamedSheets: Sendable {
  /// Returns those of a name, in the order in which they are taken; files have to be there.
  package var find: @Sendable (_ name: String, _ files: (any StylesheetFiles)?) -> [NamedSheet]

  /// All names, for suggestions.
  package var names: @Sendable () -> [String]

  /// Beginning of the names of sheets that are in memory although they are the main one; nil where
  /// there are none.
  package var prefix: String?

  package init(
    find: @escaping @Sendable (String, (any StylesheetFiles)?) -> [NamedSheet],
    names: @escaping @Sendable () -> [String] = { [] }, prefix: String? = nil
  ) {
    (self.find, self.names, self.prefix) = (find, names, prefix)
  }

  /// True if the name of a main sheet is that of one in memory.
  func isEmbedded(_ name: String) -> Bool { prefix.map(name.hasPrefix) ?? false }
}

/// A sheet whose bytes are there.
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
