package import ThemeBrowser

/// An event that `Screen.nextEvent` returns.
package enum ScreenEvent: Hashable, Sendable {
  /// A key, the mouse, or pasted text.
  case input(InputEvent)

  case resize(columns: Int, rows: Int)

  /// The program was stopped and is back: the screen has to be drawn again.
  case resumed

  /// The program was asked to end, by a signal (its number) or because the terminal went away.
  case quit(signal: Int32)

  /// Watched files have other contents now, or there are new ones; paths as they were given, and
  /// when the first sign of it came.
  case filesChanged([String], noticed: ContinuousClock.Instant)
}
