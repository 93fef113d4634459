package import Styling

/// Environment variables about the reader and the size, which no terminal tells or sets.
package struct ReaderVariables {
  private let variable: (String) -> String?

  /// Columns and rows outside of this range are taken for mistakes.
  package static let sizes = 1...10_000

  /// Reads variables through a closure that returns the value of a name.
  package init(_ variable: @escaping (String) -> String?) {
    self.variable = variable
  }

  /// `COLUMNS`: cells in a row; nil where it is no size.
  package var columns: Int? { size("COLUMNS") }

  /// `LINES`: rows of the screen; nil where it is no size.
  package var rows: Int? { size("LINES") }

  /// `CSSVIEW_CONTENT_SIZE`: what `font-size-scale: auto` follows; nil where it makes no sense.
  package var contentSize: ContentSize? {
    variable("CSSVIEW_CONTENT_SIZE").flatMap { ContentSize($0) }
  }

  /// `CSSVIEW_FLAT`: whether nothing is to be written that is only drawn.
  package var isFlat: Bool { variable("CSSVIEW_FLAT").map { $0 != "" && $0 != "0" } ?? false }

  /// `CSSVIEW_PREFERS_CONTRAST`: what `@media (prefers-contrast)` is told; nil where it makes no
  /// sense.
  package var contrast: ContrastPreference? {
    variable("CSSVIEW_PREFERS_CONTRAST").flatMap { ContrastPreference(rawValue: $0) }
  }

  private func size(_ name: String) -> Int? {
    variable(name).flatMap { Int($0) }.flatMap { Self.sizes.contains($0) ? $0 : nil }
  }
}
