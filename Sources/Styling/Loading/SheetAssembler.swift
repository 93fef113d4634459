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
    var builder = StylesheetBuilder(adding: dialect(of: first.syntax), to: sheet)
    for media in part.media { builder.condition = builder.parseCondition(media) }
    for layer in part.layers {
      builder.layer = builder.sheet.layers.layer(layer, in: builder.layer)
    }
    var dictionary: DictionarySheetReader?
    for (syntax, reason) in part.files {
      builder = dictionary?.builder ?? builder
      builder.sheet.sources.append(LoadedSource(source: syntax.source, reason: reason))
      builder.sheet.findings.add(contentsOf: syntax.diagnostics)
      builder.dialect = dialect(of: syntax)
      switch syntax.content {
      case .dictionary(let document):
        if dictionary != nil {
          dictionary?.builder = builder
          dictionary?.read(document)
        } else {
          dictionary = DictionarySheetReader(document, builder: builder)
        }
      case .css(let content):
        var reader = CSSSheetReader(builder: builder)
        reader.read(content)
        builder = reader.builder
      }
    }
    dictionary?.finish()
    sheet = (dictionary?.builder ?? builder).sheet
  }

  private mutating func nameLayers(of part: SheetPart) {
    guard let names = part.namedLayers else { return }
    var outer: Int?
    for layer in part.layers { outer = sheet.layers.layer(layer, in: outer) }
    for name in LayerName.parseList(names) { _ = sheet.layers.layer(name, in: outer) }
  }

  /// How the values of a file are read: as it says, else as its form is read, but a file of the
  /// main sheet's form follows the main sheet.
  private func dialect(of syntax: SheetSyntax) -> Dialect {
    if overridesDialect { return sheet.dialect }
    if let own = syntax.dialect { return own }
    let isCSS = sheet.dialect == .css
    return (syntax.form == .css) == isCSS ? sheet.dialect : syntax.form.standardDialect
  }
}
