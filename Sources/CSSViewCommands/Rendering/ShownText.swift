import Diagnostics

/// A text rendered for one terminal.
struct ShownText {
  var bytes: [UInt8] = []

  /// Findings about the stylesheet, the text and the drawing.
  var diagnostics: [Diagnostic]

  /// Notes that a summary of findings would leave out.
  var notes: [Diagnostic] = []

  var files: [String]

  /// True if the stylesheet has valid parts.
  var isUsable: Bool

  /// Why there are no bytes.
  var failure: CommandFailure?

  /// The text with the findings of another version.
  func adding(_ other: ShownText) -> ShownText {
    var both = self
    both.diagnostics = diagnostics.adding(other.diagnostics)
    both.files += other.files.filter { !files.contains($0) }
    both.isUsable = isUsable && other.isUsable
    return both
  }
}
