import Styling

/// What the inspector shows of the selected run, by its title.
package enum InspectorTab: String, CaseIterable, Sendable {
  /// Every declaration that was a candidate, rule by rule.
  case styles = "Styles"
  /// The values that came out.
  case computed = "Computed"
  /// How readable it is.
  case contrast = "Contrast"
  /// The sheet.
  case source = "Source"
}

/// A line of the inspector.
struct InspectorLine {
  /// The object of the chrome that it is, which decides its look.
  var name: ChromeClass

  /// Whether it shows a declaration that lost.
  var isLost: Bool

  /// What stands at the left.
  var text: String

  /// What stands at the right, where there is room; its parts with `detailSeparator` between them.
  var detail: String

  /// Between the parts of a detail, of which the last ones are left out where room is short.
  static let detailSeparator = "   "

  /// The declaration that it shows.
  var declaration: ExplainedDeclaration?

  init(
    _ name: ChromeClass, _ text: String, detail: String = "", isLost: Bool = false,
    declaration: ExplainedDeclaration? = nil
  ) {
    self.name = name
    self.text = text
    self.detail = detail
    self.isLost = isLost
    self.declaration = declaration
  }
}
