import CSSSyntax
package import Diagnostics
package import StyleValues

/// A sheet file written in the other form, and what could not be.
package struct ConvertedStylesheet: Sendable {
  package let text: String

  /// Findings about parts that are missing from the text or that were wrong before.
  ///
  /// An error names something that the form has no place for; that is not in the text.
  package let diagnostics: [Diagnostic]
}

/// Writes one sheet file as a dictionary or as CSS, so that it gives the same computed styles.
///
/// Order and comments are kept where the form has a place for them; imports and variants stay
/// files of their own. A file whose dialect is not the usual one of the form says so.
///
/// Without a form the name's extension decides, then the first byte. A dialect counts whatever the
/// file says; nil leaves it to the sheet. A dictionary gets the comments, too, if `keepsComments`:
/// JSON has none, but sheets do.
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
  let text =
    target == .css ? outline.cssText : outline.jsonText(keepsComments: keepsComments)
  return ConvertedStylesheet(text: text, diagnostics: diagnostics)
}
