package import CellLayout

/// What the browser shows.
package struct BrowserView: Hashable, Sendable {
  /// The cells, fitted to the terminal's colour depth.
  package var buffer: CellBuffer

  /// Where the cursor stands while text is typed; nil hides it.
  package var cursor: Cursor?

  /// A cell of the screen, both from 0.
  package struct Cursor: Hashable, Sendable {
    /// From the left.
    package var column: Int
    /// From the top.
    package var row: Int
  }
}
