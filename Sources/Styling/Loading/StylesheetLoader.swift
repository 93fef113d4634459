import CSSSyntax
package import Diagnostics
package import StyleValues

/// Reads a palette file: its colours, or nil if it is invalid, and the findings.
package typealias PaletteReading =
  @Sendable (SourceText) -> (palette: TerminalPalette?, findings: [Diagnostic])

/// Loads a stylesheet with its imports and their variants.
///
/// The importing file wins over its imports. The first import wins over later ones in dictionaries,
/// the later over the earlier in CSS.
package struct StylesheetLoader {
  /// The longest chain of imports.
  package static let deepestImport = 32

  /// The most imports of a stylesheet, with those of its imports.
  static let mostImports = 4096

  /// The most bytes of files that are imported again, under another condition or in another layer.
  static let mostRepeated = 4 << 20

  /// In bytes.
  package static let largestFile = 64 * 1024 * 1024

  /// The terminal, which decides on variants.
  package var environment: Environment

  /// Overrides the dialect of the stylesheet.
  package var dialect: Dialect?

  /// nil forbids imports.
  package var files: (any StylesheetFiles)?

  package var extensions: StyleExtensions

  /// Directories for imports besides that of the stylesheet.
  package var allowedDirectories: [String]

  /// The stylesheets of bare names in imports.
  package var named: NamedSheets?

  /// The reader of palette files.
  package var palettes: PaletteReading?

  /// More stylesheets; later ones win, as on a page.
  package var added: [SheetSource] = []

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

  /// Loads a stylesheet; the name of the source is the path that imports are relative to.
  ///
  /// Without a form its extension decides, then the first byte.
  package func load(_ source: SourceText, form: StylesheetForm? = nil) -> Stylesheet {
    // It names its formats, and its dialect decides the order of classes.
    let main = SheetSource(source, form: form)
    var collector = ImportCollector(loader: self)
    var tooLarge: [Diagnostic] = []
    var own: Dialect?
    // The collector goes from the strongest to the weakest.
    for (number, sheet) in ([main] + added).enumerated().reversed() {
      guard sheet.source.bytes.count <= Self.largestFile else {
        tooLarge.append(
          Diagnostic(
            .error, .inputTooLarge, StylesheetFileError.tooLarge.reason,
            location: SourceLocation(file: sheet.source.name, line: 1, column: 1)))
        continue
      }
      let syntax = SheetSyntax(sheet.source, form: sheet.form, among: named)
      if number == 0 { own = syntax.dialect }
      collector.collect(sheet: syntax, reason: number == 0 ? .main : .added)
    }
    var assembler = SheetAssembler(
      dialect: dialect ?? own ?? main.form.standardDialect, overridesDialect: dialect != nil)
    assembler.sheet.extensions = extensions
    for segment in collector.segments.reversed() { assembler.add(segment) }
    assembler.sheet.findings.add(contentsOf: tooLarge)
    assembler.sheet.findings.add(contentsOf: collector.findings)
    assembler.sheet.input = collector.input ?? []
    assembler.sheet.palette = collector.palette
    assembler.sheet.missingFiles = collector.missing
    assembler.sheet.limitHighlights()
    return assembler.sheet
  }
}

/// A file with its variants, and the conditions of its import.
struct SheetSegment {
  /// The file, then its variants, the weakest first.
  var files: [(syntax: SheetSyntax, reason: LoadedSource.Reason)]

  /// From the outside in.
  var media: [CSSText]

  /// From the outside in.
  var layers: [[String]]

  /// True if the file is in memory, where the user cannot change it.
  var isEmbedded = false

  /// Layers that are only named here, which decides on their order.
  var namedLayers: CSSText?
}

struct SheetAssembler {
  var sheet: Stylesheet
  private let overridesDialect: Bool

  init(dialect: Dialect, overridesDialect: Bool) {
    sheet = Stylesheet(dialect: dialect)
    self.overridesDialect = overridesDialect
  }

  mutating func add(_ segment: SheetSegment) {
    guard let first = segment.files.first else { return nameLayers(of: segment) }
    var builder = StylesheetBuilder(adding: dialect(of: first.syntax), to: takeSheet())
    for media in segment.media { builder.condition = builder.parseCondition(media) }
    for layer in segment.layers {
      builder.layer = builder.sheet.layers.layer(layer, in: builder.layer)
    }
    // Variants have the form of their file.
    switch first.syntax.content {
    case .dictionary(let document):
      var reader = DictionarySheetReader(document, builder: consume builder)
      for (syntax, reason) in segment.files {
        guard case .dictionary(let document) = syntax.content else { continue }
        begin(syntax, reason, segment, &reader.builder)
        reader.read(document)
      }
      reader.finish()
      sheet = reader.builder.sheet
    case .css:
      var reader = CSSSheetReader(builder: consume builder)
      for (syntax, reason) in segment.files {
        guard case .css(let content) = syntax.content else { continue }
        begin(syntax, reason, segment, &reader.builder)
        reader.read(content)
      }
      sheet = reader.builder.sheet
    }
  }

  /// Moves the stylesheet out, so that it has no second owner: the first change of a shared one
  /// would copy it.
  private mutating func takeSheet() -> Stylesheet {
    var taken = Stylesheet(dialect: sheet.dialect)
    swap(&taken, &sheet)
    return taken
  }

  private func begin(
    _ syntax: SheetSyntax, _ reason: LoadedSource.Reason, _ segment: SheetSegment,
    _ builder: inout StylesheetBuilder
  ) {
    builder.sheet.sources.append(
      LoadedSource(source: syntax.source, reason: reason, isEmbedded: segment.isEmbedded))
    builder.sheet.findings.add(contentsOf: syntax.diagnostics)
    builder.dialect = dialect(of: syntax)
  }

  private mutating func nameLayers(of segment: SheetSegment) {
    guard let names = segment.namedLayers else { return }
    var outer: Int?
    for layer in segment.layers { outer = sheet.layers.layer(layer, in: outer) }
    for name in LayerName.parseList(names) { _ = sheet.layers.layer(name, in: outer) }
  }

  /// The dialect that a file names, else that of its form; files of the main stylesheet's form use
  /// the main dialect.
  private func dialect(of syntax: SheetSyntax) -> Dialect {
    if overridesDialect { return sheet.dialect }
    if let own = syntax.dialect { return own }
    let isCSS = sheet.dialect == .css
    return (syntax.form == .css) == isCSS ? sheet.dialect : syntax.form.standardDialect
  }
}
