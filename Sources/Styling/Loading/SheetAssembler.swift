import CSSSyntax
import Diagnostics
import StyleValues

/// A file with its variants, and what its import says of it.
struct SheetPart {
  /// The file, then its variants, weakest first.
  var files: [(syntax: SheetSyntax, reason: LoadedSource.Reason)]

  /// The media queries on the way to it, from the outside in.
  var media: [CSSText]

  /// The layers on the way to it, from the outside in.
  var layers: [[String]]

  /// Layers that are only named here, so that they have their place.
  var namedLayers: CSSText?
}

/// Turns parts into rules.
struct SheetAssembler {
  var sheet: Stylesheet
  private let overridesDialect: Bool

  init(dialect: Dialect, overridesDialect: Bool) {
    sheet = Stylesheet(dialect: dialect)
    self.overridesDialect = overridesDialect
  }

  /// Adds the rules of one file and its variants.
  mutating func add(_ part: SheetPart) {
    guard let first = part.files.first else { return nameLayers(of: part) }
    var builder = StylesheetBuilder(adding: dialect(of: first.syntax), to: takeSheet())
    for media in part.media { builder.condition = builder.parseCondition(media) }
    for layer in part.layers {
      builder.layer = builder.sheet.layers.layer(layer, in: builder.layer)
    }
    // Variants have the form of their file.
    switch first.syntax.content {
    case .dictionary(let document):
      var reader = DictionarySheetReader(document, builder: consume builder)
      for (syntax, reason) in part.files {
        guard case .dictionary(let document) = syntax.content else { continue }
        begin(syntax, reason, &reader.builder)
        reader.read(document)
      }
      reader.finish()
      sheet = reader.builder.sheet
    case .css:
      var reader = CSSSheetReader(builder: consume builder)
      for (syntax, reason) in part.files {
        guard case .css(let content) = syntax.content else { continue }
        begin(syntax, reason, &reader.builder)
        reader.read(content)
      }
      sheet = reader.builder.sheet
    }
  }

  /// The sheet, which nobody else holds then: the first change of a shared one would copy all that
  /// was added before.
  private mutating func takeSheet() -> Stylesheet {
    var taken = Stylesheet(dialect: sheet.dialect)
    swap(&taken, &sheet)
    return taken
  }

  /// Notes a file whose rules are added next.
  private func begin(
    _ syntax: SheetSyntax, _ reason: LoadedSource.Reason, _ builder: inout StylesheetBuilder
  ) {
    builder.sheet.sources.append(LoadedSource(source: syntax.source, reason: reason))
    builder.sheet.findings.add(contentsOf: syntax.diagnostics)
    builder.dialect = dialect(of: syntax)
  }

  private mutating func nameLayers(of part: SheetPart) {
    guard let names = part.namedLayers else { return }
    var outer: Int?
    for layer in part.layers { outer = sheet.layers.layer(layer, in: outer) }
    for name in LayerName.parseList(names) { _ = sheet.layers.layer(name, in: outer) }
  }

  /// Returns the dialect of a file: the one it names, else that of its form, but a file of the main
  /// sheet's form follows the main sheet.
  private func dialect(of syntax: SheetSyntax) -> Dialect {
    if overridesDialect { return sheet.dialect }
    if let own = syntax.dialect { return own }
    let isCSS = sheet.dialect == .css
    return (syntax.form == .css) == isCSS ? sheet.dialect : syntax.form.standardDialect
  }
}
