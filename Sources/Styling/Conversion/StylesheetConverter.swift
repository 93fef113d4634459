import CSSSyntax
package import Diagnostics
package import StyleValues

/// A stylesheet file in the other form, with findings.
package struct ConvertedStylesheet: Sendable {
  package let text: String

  /// Findings of the source, and about parts that the text lacks; an error names a part that the
  /// form cannot express.
  package let diagnostics: [Diagnostic]
}

/// Converts one stylesheet file to a dictionary or CSS with the same computed styles.
///
/// Order and comments are kept where the form has a place for them; imports and variants stay
/// separate files. The text names its dialect unless it is the form's usual one.
///
/// Without `form` the name's extension decides, then the first byte. `dialect` overrides the
/// file's. `keepsComments` also writes comments into dictionaries, which JSON lacks.
package func convertStylesheet(
  _ source: SourceText, from form: StylesheetForm? = nil, to target: StylesheetForm,
  dialect: Dialect? = nil, keepsComments: Bool = true
) -> ConvertedStylesheet {
  let form = form ?? StylesheetForm(of: source)
  let syntax = SheetSyntax(source, form: form)
  let dialect = dialect ?? syntax.dialect ?? form.standardDialect
  var diagnostics = syntax.diagnostics
  var outline: SheetOutline
  switch syntax.content {
  case .dictionary(let document):
    var outliner = DictionaryOutliner(document, dialect: dialect)
    outline = outliner.outline(importing: syntax.imports.map(\.name))
    diagnostics += document.diagnostics.filter { $0.severity > .note } + outliner.diagnostics
  case .css(let content):
    var outliner = CSSOutliner(content, dialect: dialect, target: target)
    outline = outliner.outline(importing: syntax.imports)
    diagnostics += content.diagnostics + outliner.diagnostics
  }
  outline.input = syntax.input ?? []
  outline.palette = syntax.palette?.name
  let text = target == .css ? outline.cssText : outline.jsonText(keepsComments: keepsComments)
  return ConvertedStylesheet(text: text, diagnostics: diagnostics)
}
