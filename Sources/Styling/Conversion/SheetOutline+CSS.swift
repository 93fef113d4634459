import CSSSyntax
import StyleValues

extension SheetOutline {
  /// The sheet in CSS syntax.
  ///
  /// The later of two imports wins there, so the strongest comes last.
  var cssText: String {
    var writer = CSSOutlineWriter()
    let leading = entries.prefix { if case .comment = $0 { true } else { false } }
    writer.write(Array(leading), indent: "")
    if dialect != StylesheetForm.css.standardDialect {
      writer.line("@dialect \(dialect.rawValue);")
    }
    for name in imports.reversed() { writer.line("@import \(serialiseString(name));") }
    writer.write(Array(entries.dropFirst(leading.count)), indent: "")
    return writer.text
  }
}

/// Writes the parts of an outline as CSS.
private struct CSSOutlineWriter {
  private(set) var text = ""

  mutating func line(_ line: String) {
    text += line + "\n"
  }

  /// Media queries hold rules; they nest only as deep as a file could be read.
  mutating func write(_ entries: [SheetOutline.Entry], indent: String) {
    for entry in entries {
      switch entry {
      case .comment(let comment):
        write(comment, indent: indent)
      case .rule(let rule):
        line("\(indent)\(rule.selectors) {")
        for item in rule.items {
          switch item {
          case .comment(let comment): write(comment, indent: indent + "  ")
          case .declaration(let name, let value):
            line("\(indent)  \(serialiseIdentifier(name)):\(value.isEmpty ? "" : " ")\(value);")
          }
        }
        line("\(indent)}")
      case .media(let query, let entries):
        line("\(indent)@media \(query) {")
        write(entries, indent: indent + "  ")
        line("\(indent)}")
      }
    }
  }

  private mutating func write(_ comment: SheetOutline.Comment, indent: String) {
    if comment.isTrailing, text.last == "\n" {
      text.removeLast()
      line(" " + comment.written)
    } else {
      line(indent + comment.written)
    }
  }
}
