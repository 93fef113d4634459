/// A tab of the inspector, which shows one aspect of the selected run; the raw value is its title.
package enum InspectorTab: String, CaseIterable, Sendable {
  /// Every declaration that was a candidate, rule by rule.
  case styles = "Styles"
  /// The values that came out.
  case computed = "Computed"
  /// Contrast of the run.
  case contrast = "Contrast"
  /// The sheet.
  case source = "Source"
  /// The custom properties of the sheet.
  case variables = "Variables"
  /// Differences from the pinned theme.
  case compare = "Compare"

  /// The tabs there are.
  static func all(isComparing: Bool) -> [InspectorTab] {
    allCases.filter { $0 != .compare || isComparing }
  }
}
