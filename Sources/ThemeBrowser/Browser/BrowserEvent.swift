/// An event that the browser handles.
package enum BrowserEvent: Hashable, Sendable {
  /// A key, the mouse, or pasted text.
  case input(InputEvent)

  /// The screen has another size.
  case resize(columns: Int, rows: Int)

  /// These are the themes there are.
  case themes(ThemeListing)

  /// A file that was asked for: its bytes.
  case contents(path: String, bytes: [UInt8])

  /// A file that was asked for is not there.
  case missing(path: String)

  /// A file that was asked for cannot be read, and why.
  case unreadable(path: String, reason: String)

  /// Watched files have other contents, or there are new sheets in watched directories.
  case changed([String])

  /// A change of files is on the screen, so many milliseconds after it was noticed.
  case shown(milliseconds: Int)

  /// Result of writing a file.
  case wrote(path: String, WriteResult)

  /// The text that was handed to the editor, as it came back.
  case edited(String)

  /// Something that was asked for is done or went wrong; a few words for the status line.
  case note(String)
}

/// Result of writing a file.
package enum WriteResult: Hashable, Sendable {
  /// It holds the new bytes.
  case written

  /// It does not hold the bytes that were to be replaced; it was left alone.
  case changedMeanwhile

  /// There is a file where none was expected; it was left alone.
  case exists

  /// It cannot be written, and why; it is as it was.
  case failed(String)
}

/// An effect that the browser asks of its environment; effects are performed in order.
package enum BrowserEffect: Hashable, Sendable {
  /// Find the themes again; `themes` answers.
  case listThemes

  /// Read files; `contents` or `unreadable` answers for each.
  case read([String])

  /// Watch these files, and the directories for new sheets, and no others.
  case watch(files: [String], directories: [String])

  /// Write a file; `wrote` answers.
  case write(path: String, bytes: [UInt8], over: Replaced)

  /// Open the editor at a line (from 1) and wait for its end.
  case edit(path: String, line: Int)

  /// Open a text that is in no file in the editor; `edited` answers if it was changed.
  case editText(String)

  /// Put text on the clipboard.
  case copy([UInt8])

  /// Show output on the main screen and wait for a key.
  case show([UInt8])

  /// Draw everything again.
  case redraw

  /// End; the chosen path is the answer.
  case finish(String?)

  /// Maximum number of bytes to copy: xterm and others drop more.
  package static let longestCopy = 74_000

  /// Contents that a file may have before it is written.
  package enum Replaced: Hashable, Sendable {
    /// There must be no such file.
    case nothing

    /// These bytes and no others: nobody else has changed it.
    case bytes([UInt8])

    /// Anything: the person has agreed.
    case anything
  }
}
