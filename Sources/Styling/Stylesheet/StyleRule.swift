import CSSSyntax
import StyleValues

/// Selectors and what they declare.
struct StyleRule: Sendable {
  /// Any of them makes the rule apply.
  var selectors: [RuleSelector]

  /// Indices into the stylesheet's declarations.
  var declarations: Range<Int>

  /// What the terminal has to be; nil for every terminal.
  var condition: MediaQuery?

  /// Number of its layer in the sheet's layer tree; nil outside of layers.
  var layer: Int?

  /// How the values in it are read.
  var dialect: Dialect
}

/// A selector and the text it was read from.
struct RuleSelector: Sendable {
  var selector: Selector
  var text: CSSText
}
