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

  /// True if the whole text becomes one picture, which cannot be made piece by piece.
  package var isPicture: Bool { self == .svg || self == .png }

  /// True if the form has a place for links, whatever the terminal can do.
  package var holdsLinks: Bool { self == .html || self == .svg || self == .json }

  /// True if the result is made for the terminal that there is, and not for the best one.
  package var followsTerminal: Bool { self == .ansi || self == .plain }
}

extension RenderForm {
  /// The form that the name of a file tells by its ending; nil where it tells none.
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

  /// The ending of a file that holds a picture or a page in no form that there is here.
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
