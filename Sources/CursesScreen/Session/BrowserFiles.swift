package import Styling

/// The files that a browser works on, as a program hands them in.
package protocol BrowserFiles: StylesheetFiles {
  /// The paths of the themes there are, in the order in which they are listed.
  func themePaths() -> [String]

  /// Puts bytes in a file, in place of what it holds: all of them, or it stays as it was.
  ///
  /// - Throws: why that cannot be done.
  func write(_ bytes: [UInt8], to path: String) throws(StylesheetFileError)
}
