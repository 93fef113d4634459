import CellLayout
import Rendering
import Styling

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
    let name = path.fileName
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }

  /// What a preview is in this form.
  func bytes(of preview: Preview, title: String) -> [UInt8] {
    var target = preview.target
    target.environment.colorDepth = .truecolor
    let picture = CellPicture(preview.layout, for: target)
    var bytes: [UInt8] = []
    switch self {
    case .ansi: bytes = preview.output
    case .txt:
      BlockWriter(.init().withoutEscapes).append(preview.layout.buffer, into: &bytes)
    case .html:
      var page = HTMLPage(colors: ScreenColors(target.environment), title: title)
      page.append(picture, into: &bytes)
    case .svg: SVGWriter().append(picture, into: &bytes)
    case .png: PNGWriter().append(picture, into: &bytes)
    }
    return bytes
  }
}
