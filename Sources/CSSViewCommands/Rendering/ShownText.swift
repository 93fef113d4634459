import Diagnostics

/// A text as one terminal shows it.
struct ShownText {
  var bytes: [UInt8] = []

  /// Findings about the sheet, the text and the drawing.
  var diagnostics: [Diagnostic]

  /// Notes that a summary of findings would leave out.
  var notes: [Diagnostic] = []

  /// The files that the sheet was put together from.
  var files: [String]

  /// True if the sheet is more than its mistakes.
  var isUsable: Bool

  /// Why there are no bytes.
  var failure: CommandFailure?

  /// The same with what is found for another version.
  func adding(_ other: ShownText) -> ShownText {
    var both = self
    both.diagnostics = diagnostics.adding(other.diagnostics)
    both.files += other.files.filter { !files.contains($0) }
    both.isUsable = isUsable && other.isUsable
    return both
  }
}
