public import CellLayout

/// What the browser shows.
public struct BrowserView: Hashable, Sendable {
  /// The cells, fitted to the terminal's colour depth.
  public var buffer: CellBuffer

  /// Where the cursor stands while text is typed; nil hides it.
  public var cursor: Cursor?

  /// A cell of the screen, both from 0.
  public struct Cursor: Hashable, Sendable {
    /// From the left.
    public var column: Int
    /// From the top.
    public var row: Int
  }
}
