import CSSSyntax
import StyleValues

extension SheetOutline {
  /// The sheet in CSS syntax.
  ///
  /// The later of two imports wins there, so the strongest comes last.
  var cssText: String {
    var writer = CSSOutlineWriter()
    let (head, body) = headAndBody
    writer.write(head)
    if dialect != StylesheetForm.css.standardDialect {
      writer.line("@dialect \(dialect.rawValue);")
    }
    if let palette { writer.line("@palette \(serialiseString(palette));") }
    for name in imports.reversed() { writer.line("@import \(serialiseString(name));") }
    writer.write(body)
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
  mutating func write(_ parts: [SheetOutline.Part], indent: String = "") {
    for part in parts {
      switch part {
      case .comment(let comment):
        write(comment, indent: indent)
      case .declaration(let name, let value):
        line("\(indent)\(serialiseIdentifier(name)):\(value.isEmpty ? "" : " ")\(value);")
      case .rule(let rule):
        writeBlock(rule.selectors, rule.parts, indent)
      case .media(let query, let parts):
        writeBlock("@media \(query)", parts, indent)
      }
    }
  }

  private mutating func writeBlock(
    _ prelude: String, _ parts: [SheetOutline.Part], _ indent: String
  ) {
    line("\(indent)\(prelude) {")
    write(parts, indent: indent + "  ")
    line("\(indent)}")
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
