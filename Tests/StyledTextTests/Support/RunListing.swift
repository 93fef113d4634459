import Diagnostics
import StyleValues
import Styling

@testable import StyledText

/// Attributed text written down so that a table can hold what is expected.
///
/// Runs are separated by `|`. A run in an element is `tag.class.class(text)`, with `@lang` and
/// `->link` where there are such.
func listing(_ text: AttributedText) -> String {
  text.runs.map { run in
    guard let tag = run.tag else { return run.string }
    var result = tag.name + run.classes.map { "." + $0 }.joined()
    if let language = run.language { result += "@" + language }
    if let link = run.link { result += "->" + link }
    return result + "(" + run.string + ")"
  }.joined(separator: "|")
}

/// A resolver for a sheet written as CSS.
func resolver(css: String = "", host: HostObject = HostObject()) -> StyleResolver {
  let loader = StylesheetLoader(environment: Environment(), dialect: .css)
  return StyleResolver(
    stylesheet: loader.load(SourceText(name: "sheet.css", text: css)), environment: Environment(),
    host: host)
}

/// What becomes of markup.
struct Built {
  let text: AttributedText
  let diagnostics: [Diagnostic]

  init(_ markup: String, css: String = "", options: MarkupOptions = MarkupOptions()) {
    self.init(bytes: Array(markup.utf8), css: css, options: options)
  }

  init(bytes: [UInt8], css: String = "", options: MarkupOptions = MarkupOptions()) {
    var builder = TreeBuilder(styles: resolver(css: css), options: options)
    builder.append(markup: SourceText(name: "<markup>", bytes: bytes))
    (text, diagnostics) = builder.finish()
  }

  /// The codes of the diagnostics, without those about classes that no rule names.
  var codes: [String] {
    diagnostics.map(\.code.rawValue).filter { $0 != "unknown-class" }
  }
}
