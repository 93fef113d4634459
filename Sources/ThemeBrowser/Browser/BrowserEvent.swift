/// What can happen to the browser.
public enum BrowserEvent: Hashable, Sendable {
  /// A key, the mouse, or pasted text.
  case input(InputEvent)

  /// The screen has another size.
  case resize(columns: Int, rows: Int)

  /// These are the themes there are.
  case paths([String])

  /// A file that was asked for: its bytes.
  case contents(path: String, bytes: [UInt8])

  /// A file that was asked for cannot be read, and why.
  case unreadable(path: String, reason: String)

  /// Watched files have other contents.
  case changed([String])

  /// Something that was asked for is done or went wrong; a few words for the status line.
  case note(String)

  /// The program was asked to end.
  case interrupted
}

/// What the browser wants done outside of itself, in order.
public enum BrowserEffect: Hashable, Sendable {
  /// Find the themes again; `paths` answers.
  case listThemes

  /// Read files; `contents` or `unreadable` answers for each.
  case read([String])

  /// Watch these files and no others.
  case watch([String])

  /// Write a file; `note` answers.
  case write(path: String, bytes: [UInt8])

  /// Open the editor at a line (from 1) and wait for its end.
  case edit(path: String, line: Int)

  /// Put text on the clipboard.
  case copy([UInt8])

  /// Show output on the main screen and wait for a key.
  case show([UInt8])

  /// Draw everything again.
  case redraw

  /// End; the chosen path is the answer.
  case finish(String?)
}
