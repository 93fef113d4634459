import Bytes
package import Diagnostics

/// The browser's own stylesheet and keys, which `--chrome` replaces.
package enum ChromeSheet {
  /// The sheet that comes with the program; it leaves the colours to the terminal, so that it is
  /// readable on any, and what matters is also said by signs.
  package static let bundled = SourceText(name: "<chrome>", text: DataFile.chrome.text)
}
