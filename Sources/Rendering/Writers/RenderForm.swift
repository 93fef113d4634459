/// The forms in which text is written.
package enum RenderForm: String, CaseIterable, Sendable {
  /// Text with escape sequences for the terminal.
  case ansi
  /// Text without any.
  case plain
  /// A page.
  case html
  /// A picture made of shapes and text.
  case svg
  /// A picture made of pixels.
  case png
  /// A line of JSON for each line of the text.
  case json

  /// True if the whole text becomes one picture, which cannot be written piece by piece.
  package var isPicture: Bool { self == .svg || self == .png }

  /// True if the form can contain links, whatever the terminal supports.
  package var holdsLinks: Bool { self == .html || self == .svg || self == .json }

  /// True if the result is for the actual terminal, and not for the best one.
  package var followsTerminal: Bool { self == .ansi || self == .plain }
}

extension RenderForm {
  /// The form of a file name's extension; nil if it has none of these.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[dot...].lowercased() {
    case ".html", ".htm": self = .html
    case ".svg": self = .svg
    case ".png": self = .png
    case ".json": self = .json
    case ".txt": self = .plain
    case ".ansi": self = .ansi
    default: return nil
    }
  }

  /// The extension of a file name if it is one of a picture or page in no supported form.
  package static func otherEnding(of fileName: String) -> String? {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    let ending = fileName[dot...].lowercased()
    return otherEndings.contains(ending) ? ending : nil
  }

  private static let otherEndings: Set = [
    ".avif", ".bmp", ".doc", ".docx", ".eps", ".gif", ".ico", ".jpeg", ".jpg", ".jxl", ".pdf",
    ".ps", ".rtf", ".tif", ".tiff", ".webp",
  ]
}
