import CellLayout
import Rendering
import Styling

extension RenderForm {
  /// The endings of the files that a preview is written to, for a person.
  static let previewEndings = ".ansi .html .svg .png .txt"

  /// Returns a preview in this form.
  ///
  /// - Parameters:
  ///   - preview: The preview.
  ///   - title: Title of a page.
  /// - Returns: The content of a file; nil for JSON, which is no picture of a text.
  func bytes(of preview: Preview, title: String) -> [UInt8]? {
    var target = preview.target
    target.environment.colorDepth = .truecolor
    let picture = CellPicture(preview.layout, for: target)
    var bytes: [UInt8] = []
    switch self {
    case .ansi: bytes = preview.output
    case .plain:
      BlockWriter(.init().withoutEscapes).append(preview.layout.buffer, into: &bytes)
    case .html:
      var page = HTMLPage(colors: ScreenColors(target.environment), title: title)
      page.append(picture, into: &bytes)
    case .svg: SVGWriter().append(picture, into: &bytes)
    case .png: PNGWriter().append(picture, into: &bytes)
    case .json: return nil
    }
    return bytes
  }
}
