package import Diagnostics

extension DiagnosticCode {
  /// A terminal's theme file that cannot be read, or a colour in it.
  package static let invalidPalette = DiagnosticCode("invalid-palette")
  /// A terminal's theme file without some of the sixteen colours.
  package static let incompletePalette = DiagnosticCode("incomplete-palette")
}
