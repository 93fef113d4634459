import Bytes
package import Diagnostics

/// The browser's own stylesheet and keys, which `--chrome` replaces.
package enum ChromeSheet {
  /// The bundled stylesheet.
  ///
  /// It leaves colours to the terminal, so that it is readable on any, and important states also
  /// have signs.
  package static let bundled = SourceText(name: "<chrome>", text: DataFile.chrome.text)
}
