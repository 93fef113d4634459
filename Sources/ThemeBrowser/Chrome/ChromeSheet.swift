import Bytes
package import Diagnostics

/// The browser's own stylesheet and keys, which `--chrome` replaces.
package enum ChromeSheet {
  /// The sheet that comes with the program.
  ///
  /// It leaves the colours to the terminal, so that it is readable on any; what matters is also
  /// said by signs.
  package static let bundled = SourceText(name: "<chrome>", text: DataFile.chrome.text)
}
