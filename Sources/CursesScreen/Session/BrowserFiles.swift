package import Styling
package import ThemeBrowser

/// The files that a browser works on, as a program hands them in.
package protocol BrowserFiles: StylesheetFiles {
  /// The themes there are, in the order in which they are listed.
  func themes() -> ThemeListing

  /// Lets the names in directories be read again; until then they may be those from before.
  func forgetNames()

  /// Puts bytes in a file, in place of what it may hold: all of them, or it stays as it was.
  ///
  /// - Returns: the result; something else in the file stays as it is.
  /// - Throws: an error if the file cannot be written.
  func write(
    _ bytes: [UInt8], to path: String, over replaced: BrowserEffect.Replaced
  ) throws(StylesheetFileError) -> WriteResult

  /// Makes a file that nobody else can read, for an editor.
  ///
  /// - Returns: its path.
  /// - Throws: an error if the file cannot be made.
  func makeTemporaryFile(
    _ bytes: [UInt8], extension: String
  ) throws(StylesheetFileError) -> String

  /// Removes such a file.
  func removeTemporaryFile(_ path: String)
}

extension BrowserFiles {
  /// Nothing is kept.
  package func forgetNames() {}
}
