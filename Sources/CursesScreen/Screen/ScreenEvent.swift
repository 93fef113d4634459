package import ThemeBrowser

/// An event that `Screen.nextEvent` returns.
package enum ScreenEvent: Hashable, Sendable {
  /// A key, the mouse, or pasted text.
  case input(InputEvent)

  case resize(columns: Int, rows: Int)

  /// The program was stopped and continued: the screen has to be drawn again.
  case resumed

  /// The program has to end, because of a signal (its number) or because the terminal is gone.
  case quit(signal: Int32)

  /// Watched files have changed contents, or there are new ones; their paths as they were given,
  /// and the time of the first notice.
  case filesChanged([String], noticed: ContinuousClock.Instant)
}
