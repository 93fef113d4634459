import Bytes
import CSSSyntax
import Diagnostics
import StyleValues

/// The meaning that tags have without a stylesheet: that of a browser, as far as cells go.
///
/// All cells are monospace, so that program text and keys are bold to be told from other text.
/// HTML Standard, §15.3 Rendering, for the elements that markup knows.
enum BuiltInElements {
  /// The element of text that was coloured for a terminal.
  static let terminalText = "ansi"

  /// The declarations of a tag; empty for `span` and for names without a meaning.
  /// - Parameters:
  ///   - tag: The name in lower case.
  ///   - isLink: True if the tag has a link target. `<a>` without one is plain text.
  /// - Returns: The declarations that a stylesheet for the tag would have.
  static func declarations(of tag: String, isLink: Bool) -> [Declaration] {
    if tag == "a", !isLink { return [] }
    return table[tag] ?? []
  }

  private static let table: [String: [Declaration]] = {
    var table: [String: [Declaration]] = [:]
    let syntax = parseStylesheet(SourceText(name: "<built-in>", text: sheet))
    for case .qualified(let rule) in syntax.rules {
      let declarations = declarations(in: rule.block)
      for tag in rule.prelude.string.split(separator: ",") {
        table[tag.trimmingASCIIWhitespace, default: []] += declarations
      }
    }
    return table
  }()

  /// The declarations of an element that has some by itself.
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
}
