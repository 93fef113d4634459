import StyleValues
import StyledText
import Styling
import TerminalOutput

@testable import CellLayout

/// What the cells of a buffer show, one string a row, spaces at the end kept.
func picture(_ buffer: CellBuffer) -> [String] {
  (0..<buffer.rows).map { row in buffer.row(row).map(\.text).joined() }
}

/// Lays out a text that looks the same throughout.
func layOut(
  _ text: String, columns: Int, environment: Environment = Environment(),
  largeText: LargeText = .off, rules: WidthRules = .clusters,
  _ edit: (inout ComputedStyle) -> Void = { _ in }
) -> BlockLayout {
  var style = ComputedStyle()
  edit(&style)
  var environment = environment
  environment.columns = columns
  return StyledParts([(SafeText.text(text).string, style.text)]).block(
    style,
    backdrop: Backdrop.none.painting(
      style.text.backgroundColor, opacity: style.text.opacity, palette: .median),
    for: OutputTarget(environment, largeText: largeText, widthRules: rules))
}

/// The lines of a text as strings: what is shown of each.
func shownLines(_ text: String, _ fitting: LineFitting) -> [String] {
  let bytes = Array(text.utf8)
  return LineFitter(bytes, in: 0..<bytes.count, fitting).map {
    String(decoding: bytes[$0.range], as: UTF8.self) + ($0.showsHyphen ? "-" : "")
  }
}

extension BorderSide {
  /// A border of so many pixels.
  init(_ width: Double, _ style: BorderStyle = .solid, _ color: ColorValue? = nil) {
    self.init()
    self.width = width
    self.style = style
    self.color = color
  }
}

extension BoxLength {
  /// So many columns.
  static func columns(_ count: Double) -> BoxLength { BoxLength(pixels: count * 7.5) }
}
