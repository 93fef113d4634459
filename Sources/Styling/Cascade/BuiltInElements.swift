import Bytes
import CSSSyntax
import Diagnostics
import StyleValues

/// The built-in styles of tags, for elements of markup: those of a browser (HTML Standard §15.3),
/// as far as cells can show them.
///
/// All cells are monospace, so program text and keys are bold to stand out.
package enum BuiltInElements {
  /// The element of text that was coloured for a terminal.
  static let terminalText = "ansi"

  /// The declarations of a tag in lower case; empty for `span` and unknown names, and for `<a>`
  /// without a link target.
  static func declarations(of tag: String, isLink: Bool, isInDocument: Bool) -> [Declaration] {
    if tag == "a", !isLink { return [] }
    return table[tag] ?? (isInDocument ? documentTable[tag] : nil) ?? []
  }

  package static let stylesheet = """
    /* The look of elements where no rule says anything. */
    \(sheet)

    /* Elements of documents: --from html, markdown, csv, tsv and jsonl. */
    \(documentSheet)

    """

  static func isOfDocuments(_ name: String) -> Bool { documentTable[name] != nil }

  private static let table = declarations(ofTagsIn: sheet)
  private static let documentTable = declarations(ofTagsIn: documentSheet)

  private static func declarations(ofTagsIn sheet: String) -> [String: [Declaration]] {
    var table: [String: [Declaration]] = [:]
    let syntax = parseStylesheet(SourceText(name: "<built-in>", text: sheet))
    for case .qualified(let rule) in syntax.rules {
      let declarations = declarations(in: rule.block)
      for tag in rule.prelude.string.split(separator: ",") {
        table[tag.trimmingASCIIWhitespace, default: []] += declarations
      }
    }
    return table
  }

  static func declarations(of hints: CSSText) -> [Declaration] {
    declarations(in: parseDeclarations(hints).block)
  }

  private static func declarations(in block: CSSBlock) -> [Declaration] {
    let parser = PropertyParser(.css)
    return block.items.compactMap { item in
      guard case .declaration(let declaration) = item else { return nil }
      var read = Declaration(declaration)
      _ = read.specify(with: parser, sheetDialect: .css, extensions: StyleExtensions())
      return read
    }
  }

  private static let sheet = """
    b, strong { font-weight: bolder }
    i, em { font-style: italic }
    u, ins { text-decoration-line: underline }
    s, del { text-decoration-line: line-through }
    a { text-decoration-line: underline }
    mark { background-color: yellow; color: black }
    small, sub, sup { font-size: smaller }
    big { font-size: larger }
    code, kbd { font-family: monospace; font-weight: bolder }
    kbd { text-decoration-line: underline }
    """

  /// The rules of elements that only documents have (HTML Standard §15.3), with lengths in cells.
  private static let documentSheet = """
    head { display: none }
    html, body { display: block }
    h1, h2, h3, h4, h5, h6 { display: block; margin: 1lh 0; font-weight: bold }
    h1 { border-bottom: 1px solid }
    p, ul, ol, dl, blockquote, pre, table, hr { display: block; margin: 1lh 0 }
    li ul, li ol { margin: 0 }
    div, section, article, header, footer, main, nav, aside, address, hgroup, figure,
    figcaption, details, summary, fieldset, form, dt, dd, textarea, center,
    dialog { display: block }
    center { text-align: center }
    ul { padding-left: 2ch; list-style-type: disc }
    ol { padding-left: 4ch; list-style-type: decimal }
    li { display: list-item }
    blockquote { border-left: 1px solid; padding-left: 1ch }
    pre { white-space: pre; padding: 0 2ch }
    textarea { white-space: pre-wrap }
    tt, samp { font-family: monospace; font-weight: bolder }
    var { font-style: italic }
    strike { text-decoration-line: line-through }
    hr { border-top: 1px solid }
    table { display: table }
    caption { display: table-caption }
    colgroup { display: table-column-group }
    col { display: table-column }
    thead { display: table-header-group; border-bottom: 1px solid }
    tbody { display: table-row-group }
    tfoot { display: table-footer-group }
    tr { display: table-row }
    th, td { display: table-cell; padding-right: 1ch }
    th { font-weight: bold; text-align: left }
    dt, summary { font-weight: bold }
    dd { padding-left: 2ch }
    """
}
