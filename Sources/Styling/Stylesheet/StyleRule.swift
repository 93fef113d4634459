import CSSSyntax
import StyleValues

/// Selectors and what they declare; a few numbers, because a sheet may have very many.
struct StyleRule: Sendable {
  private let firstSelector: UInt32
  private let selectorEnd: UInt32
  private let firstDeclaration: UInt32
  private let declarationEnd: UInt32

  /// Number of its condition in the sheet; -1 when it counts on every terminal.
  let condition: Int32

  /// Number of its layer in the sheet's layer tree; -1 outside of layers.
  let layer: Int32

  /// Dialect of the values in it.
  let dialect: Dialect

  init(
    selectors: Range<Int>, declarations: Range<Int>, condition: Int32, layer: Int32,
    dialect: Dialect
  ) {
    firstSelector = UInt32(truncatingIfNeeded: selectors.lowerBound)
    selectorEnd = UInt32(truncatingIfNeeded: selectors.upperBound)
    firstDeclaration = UInt32(truncatingIfNeeded: declarations.lowerBound)
    declarationEnd = UInt32(truncatingIfNeeded: declarations.upperBound)
    self.condition = condition
    self.layer = layer
    self.dialect = dialect
  }

  /// Indices into the stylesheet's selectors; any of them makes the rule apply.
  var selectors: Range<Int> { Int(firstSelector)..<Int(selectorEnd) }

  /// Indices into the stylesheet's declarations.
  var declarations: Range<Int> { Int(firstDeclaration)..<Int(declarationEnd) }
}

/// A selector and the text it was read from.
struct RuleSelector: Sendable {
  var selector: Selector
  var text: CSSText
}
