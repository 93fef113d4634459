/// What the inspector shows of the selected run.
package enum InspectorTab: Int, Hashable, Sendable, CaseIterable {
  /// Every declaration that was a candidate, rule by rule.
  case styles
  /// The values that came out.
  case computed
  /// How readable it is.
  case contrast
  /// The sheet.
  case source

  /// The tab's title.
  package var title: String {
    switch self {
    case .styles: "Styles"
    case .computed: "Computed"
    case .contrast: "Contrast"
    case .source: "Source"
    }
  }
}

/// A line of the inspector.
package struct InspectorLine: Hashable, Sendable {
  /// What kind of line it is; decides its look.
  package enum Kind: Hashable, Sendable {
    /// A selector, or another title.
    case heading
    /// A declaration that is in force.
    case declaration
    /// A declaration that lost.
    case lost
    /// A remark.
    case note
    /// A warning.
    case problem
  }

  /// What kind it is.
  package var kind: Kind

  /// What stands at the left.
  package var text: String

  /// What stands at the right, where there is room; its parts with `detailSeparator` between them.
  package var detail: String

  /// Between the parts of a detail, of which the last ones are left out where room is short.
  static let detailSeparator = "   "

  /// The declaration that it shows, in `Inspector.declarations`.
  package var declaration: Int?

  /// Puts a line together.
  package init(_ kind: Kind, _ text: String, detail: String = "", declaration: Int? = nil) {
    self.kind = kind
    self.text = text
    self.detail = detail
    self.declaration = declaration
  }
}
