import CellLayout
import Rendering

/// A form in which the preview can be written, by the ending of its file's name.
enum ExportForm: String, CaseIterable {
  /// With escape sequences, as the terminal gets it.
  case ansi
  /// A page for a browser.
  case html
  /// A picture of lines and letters.
  case svg
  /// A picture of pixels.
  case png
  /// The letters alone.
  case txt

  /// All endings, for a person.
  static let endings = allCases.map { ".\($0.rawValue)" }.joined(separator: " ")

  /// The form that a path asks for; nil if it asks for none.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }

  /// What a preview is in this form.
  func bytes(of preview: Preview, title: String) -> [UInt8] {
    let buffer = preview.layout.buffer
    let colors = ScreenColors(preview.target.environment)
    var bytes: [UInt8] = []
    switch self {
    case .ansi: bytes = preview.output
    case .txt: BlockWriter(.init().withoutEscapes).append(buffer, into: &bytes)
    case .html:
      var page = HTMLPage(colors: colors, title: title)
      page.append(buffer, into: &bytes)
    case .svg: SVGWriter(colors: colors).append(buffer, into: &bytes)
    case .png: PNGWriter(colors: colors).append(buffer, into: &bytes)
    }
    return bytes
  }
}
