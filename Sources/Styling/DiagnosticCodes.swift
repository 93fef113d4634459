import CSSSyntax
package import Diagnostics

extension DiagnosticCode {
  /// A property that neither CSS, cssview nor the host program knows.
  package static let unknownProperty = DiagnosticCode("unknown-property")
  /// A property of CSS that a terminal cannot show.
  package static let noEffect = DiagnosticCode("no-effect")
  /// An attribute in a selector that no markup has.
  package static let unknownAttribute = DiagnosticCode("unknown-attribute")
  /// A length without a unit.
  package static let missingUnit = DiagnosticCode("missing-unit")
  /// A property of boxes on an element that has none.
  package static let missingBox = DiagnosticCode("missing-box")
  /// A value that is invalid once its variables are replaced.
  package static let invalidAtComputedTime = DiagnosticCode("invalid-at-computed-value-time")
  /// A selector that no element in a terminal meets.
  package static let unmatchable = DiagnosticCode("unmatchable-selector")
  package static let invalidSelector = DiagnosticCode("invalid-selector")
  /// An unknown at-rule or reserved key.
  package static let unknownAtRule = DiagnosticCode("unknown-at-rule")
  package static let invalidMediaQuery = DiagnosticCode("invalid-media-query")
  /// A pattern of `@highlight` or `@line` that is invalid.
  package static let invalidPattern = DiagnosticCode("invalid-pattern")
  package static let unusedPattern = DiagnosticCode("unused-pattern")
  package static let hiddenPattern = DiagnosticCode("hidden-pattern")
  /// The same key twice in one object; the last one counts.
  package static let duplicateKey = DiagnosticCode("duplicate-key")
  /// A dictionary entry that is no rule.
  package static let notARule = DiagnosticCode("not-a-rule")
  package static let unknownDialect = DiagnosticCode("unknown-dialect")
  /// An `@input` that names no format.
  package static let invalidInput = DiagnosticCode("invalid-input")
  /// A class of markup or a program that no rule names.
  package static let unknownClass = DiagnosticCode("unknown-class")
  package static let importFailed = DiagnosticCode("import-failed")
  /// A file whose name is for a device of iOS.
  package static let deviceVariant = DiagnosticCode("device-variant")
  package static let missingImage = DiagnosticCode("missing-image")
  /// A rule that later ones for the same selector replace entirely.
  package static let shadowedRule = DiagnosticCode("shadowed-rule")
  /// A declaration that a later one for the same selector replaces.
  package static let shadowedDeclaration = DiagnosticCode("shadowed-declaration")
  /// A custom property that no value mentions.
  package static let unusedVariable = DiagnosticCode("unused-variable")
  /// A reference to a custom property that nothing declares, without a fallback.
  package static let undefinedVariable = DiagnosticCode("undefined-variable")
  /// Custom properties that refer to each other in a cycle.
  package static let variableCycle = DiagnosticCode("variable-cycle")
  /// A value that dialect `css` reads differently.
  package static let dialectDependent = DiagnosticCode("dialect-dependent")
  /// A rule whose classes the markup lacks.
  package static let unusedRule = DiagnosticCode("unused-rule")
  /// `!important` in a dialect that ignores it.
  package static let importantIgnored = DiagnosticCode("important-ignored")
  /// An invalid part of `:is()` or `:where()` that is left out.
  package static let ignoredSelector = DiagnosticCode("ignored-selector")
  /// Something that the other form of a stylesheet cannot express.
  package static let notExpressible = DiagnosticCode("not-expressible")
}

/// An error in a selector, a media query or a reference, with its range.
struct SyntaxProblem: Error {
  var message: String
  var range: Range<Int>
  var suggestion: String?

  func diagnostic(
    _ severity: Diagnostic.Severity, _ code: DiagnosticCode, in text: CSSText,
    _ introduction: String = ""
  ) -> Diagnostic {
    Diagnostic(
      severity, code, introduction + message, at: text.location(of: range), suggestion: suggestion)
  }
}
