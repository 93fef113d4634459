import CSSSyntax
package import Diagnostics
package import StyleValues

/// Puts a stylesheet together from a file, its imports and their variants.
///
/// The importing file wins over what it imports. The first import wins over later ones in
/// dictionaries, the later over the earlier in CSS.
package struct StylesheetLoader {
  /// Imports may lead from file to file this often.
  package static let deepestImport = 32

  /// A sheet and what it imports may have this many imports in all.
  static let mostImports = 4096

  /// Files that are imported again, under another condition or in another layer, may add up to this
  /// many bytes.
  static let mostRepeated = 4 << 20

  /// The largest file in bytes.
  package static let largestFile = 64 * 1024 * 1024

  /// The terminal; it decides which variants are read.
  package var environment: Environment

  /// Dialect of the sheet, whatever the sheet says; nil leaves it to the sheet.
  package var dialect: Dialect?

  /// Access to files; nil when a sheet may not import anything.
  package var files: (any StylesheetFiles)?

  /// The properties that the host program adds.
  package var extensions: StyleExtensions

  /// Directories that imports may come from besides that of the sheet.
  package var allowedDirectories: [String]

  /// Puts a loader together.
  package init(
    environment: Environment = Environment(), dialect: Dialect? = nil,
    files: (any StylesheetFiles)? = nil, allowedDirectories: [String] = [],
    extensions: StyleExtensions = StyleExtensions()
  ) {
    self.environment = environment
    self.dialect = dialect
    self.files = files
    self.allowedDirectories = allowedDirectories
    self.extensions = extensions
  }

  /// Loads a sheet whose bytes are there already.
  /// - Parameters:
  ///   - source: The sheet. Its name is the path that imports are relative to.
  ///   - form: Form of the sheet; nil lets the name's extension decide, then its first byte.
  /// - Returns: The valid parts of the sheet, with all findings.
  package func load(_ source: SourceText, form: StylesheetForm? = nil) -> Stylesheet {
    let form = form ?? StylesheetForm(of: source)
    guard source.bytes.count <= Self.largestFile else {
      var sheet = Stylesheet(dialect: dialect ?? form.standardDialect)
      sheet.findings.add(
        Diagnostic(
          .error, .inputTooLarge, StylesheetFileError.tooLarge.reason,
          location: SourceLocation(file: source.name, line: 1, column: 1)))
      return sheet
    }
    let syntax = SheetSyntax(source, form: form)
    var collector = ImportCollector(loader: self, main: source.name)
    collector.collect(syntax, reason: .main)
    var assembler = SheetAssembler(
      dialect: dialect ?? syntax.dialect ?? form.standardDialect, overridesDialect: dialect != nil)
    assembler.sheet.extensions = extensions
    // The collector goes from the strongest to the weakest.
    for part in collector.parts.reversed() { assembler.add(part) }
    assembler.sheet.findings.add(contentsOf: collector.findings)
    assembler.sheet.palette = collector.palette
    assembler.sheet.missingFiles = collector.missing
    return assembler.sheet
  }
}
