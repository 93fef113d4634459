/// What the inspector shows of the selected run.
public enum InspectorTab: Int, Hashable, Sendable, CaseIterable {
  /// Every declaration that was a candidate, rule by rule.
  case styles
  /// The values that came out.
  case computed
  /// How readable it is.
  case contrast
  /// The sheet.
  case source

  /// The tab's title.
  public var title: String {
    switch self {
    case .styles: "Styles"
    case .computed: "Computed"
    case .contrast: "Contrast"
    case .source: "Source"
    }
  }
}

/// A line of the inspector.
public struct InspectorLine: Hashable, Sendable {
  /// What kind of line it is; decides its look.
  public enum Kind: Hashable, Sendable {
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
  public var kind: Kind

  /// What stands at the left.
  public var text: String

  /// What stands at the right, where there is room; its parts with `detailSeparator` between them.
  public var detail: String

  /// Between the parts of a detail, of which the last ones are left out where room is short.
  static let detailSeparator = "   "

  /// The declaration that it shows, in `Inspector.declarations`.
  public var declaration: Int?

  /// Puts a line together.
  public init(_ kind: Kind, _ text: String, detail: String = "", declaration: Int? = nil) {
    self.kind = kind
    self.text = text
    self.detail = detail
    self.declaration = declaration
  }
}
