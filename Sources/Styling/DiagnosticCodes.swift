public import Diagnostics

extension DiagnosticCode {
  /// A property that neither CSS nor this product nor the host program knows.
  public static let unknownProperty = DiagnosticCode("unknown-property")
  /// A property of CSS that a terminal cannot show.
  public static let noEffect = DiagnosticCode("no-effect")
  /// A value that is invalid once its variables are replaced.
  public static let invalidAtComputedTime = DiagnosticCode("invalid-at-computed-value-time")
  /// A selector that cannot be used.
  public static let invalidSelector = DiagnosticCode("invalid-selector")
  /// An at-rule or reserved key that nobody knows.
  public static let unknownAtRule = DiagnosticCode("unknown-at-rule")
  /// A part of a media query that is not understood.
  public static let invalidMediaQuery = DiagnosticCode("invalid-media-query")
  /// The same key twice in one object; the last one counts.
  public static let duplicateKey = DiagnosticCode("duplicate-key")
  /// A dictionary entry that is no rule.
  public static let notARule = DiagnosticCode("not-a-rule")
  /// A dialect that does not exist.
  public static let unknownDialect = DiagnosticCode("unknown-dialect")
  /// A class that markup or a program asks for and no rule names.
  public static let unknownClass = DiagnosticCode("unknown-class")
  /// A file that could not be imported.
  public static let importFailed = DiagnosticCode("import-failed")
  /// A rule of which later ones for the same selector replace everything.
  public static let shadowedRule = DiagnosticCode("shadowed-rule")
  /// A declaration that a later one for the same selector replaces.
  public static let shadowedDeclaration = DiagnosticCode("shadowed-declaration")
  /// A custom property that no value mentions.
  public static let unusedVariable = DiagnosticCode("unused-variable")
  /// A reference to a custom property that nothing declares, without a fallback.
  public static let undefinedVariable = DiagnosticCode("undefined-variable")
  /// Custom properties that refer to each other in a ring.
  public static let variableCycle = DiagnosticCode("variable-cycle")
  /// A value that dialect `css` reads differently.
  public static let dialectDependent = DiagnosticCode("dialect-dependent")
  /// A rule whose classes the markup does not use.
  public static let unusedRule = DiagnosticCode("unused-rule")
  /// `!important` where the dialect's order has no place for it.
  public static let importantIgnored = DiagnosticCode("important-ignored")
  /// A part of `:is()` or `:where()` that is left out because it cannot be used.
  public static let ignoredSelector = DiagnosticCode("ignored-selector")
  /// Something that the other form of a stylesheet has no place for.
  public static let notExpressible = DiagnosticCode("not-expressible")
}
