import StyleValues
import Styling
import TerminalOutput
import Testing

@testable import CellLayout

@Suite("The look of a run")
struct ResolvedTextStyleTests {
  private func rendition(
    _ compositing: CompositingState = CompositingState(), _ edit: (inout TextStyle) -> Void
  ) -> GraphicRendition {
    var style = TextStyle.initial
    edit(&style)
    var environment = Environment()
    environment.background = RGB8(0x000000)
    return ResolvedTextStyle(style, compositing, in: environment).rendition(in: environment)
  }

  @Test(
    "is bold from 600 on and faint up to 300",
    arguments: [
      (100, CellAttributes.faint), (300, .faint), (301, []), (400, []), (599, []), (600, .bold),
      (900, .bold),
    ] as [(Double, CellAttributes)])
  func weights(weight: Double, expected: CellAttributes) {
    #expect(rendition { $0.fontWeight = weight }.attributes == expected)
  }

  @Test("lets a size speak only where no weight does")
  func sizes() {
    #expect(rendition { $0.fontSize = 20 }.attributes == .bold)
    #expect(rendition { $0.fontSize = 9 }.attributes == .faint)
    #expect(rendition { ($0.fontSize, $0.fontWeight) = (20, 300) }.attributes == .faint)
    #expect(rendition { ($0.fontSize, $0.fontWeight) = (9, 700) }.attributes == .bold)
    #expect(rendition { ($0.fontSize, $0.fontSizeScale) = (15, .factor(2)) }.attributes == .bold)
  }

  @Test("has the lines of text-decoration")
  func decorations() {
    let all = rendition {
      $0.decorationLines = [.underline, .overline, .lineThrough, .blink]
      $0.decorationStyle = .wavy
      $0.decorationColor = .ansi(4)
      $0.fontStyle = .oblique
    }
    #expect(all.underline == .curly && all.underlineColor == .palette(4))
    #expect(all.attributes == [.overline, .strikethrough, .blink, .italic])
    #expect(rendition { $0.decorationColor = .ansi(4) }.underlineColor == .standard)
  }

  @Test("blends colours with alpha and opacity over what is behind")
  func blending() {
    let grey = rendition { $0.color = ColorValue(RGB8(0xffffff), alpha: 0.5) }
    #expect(grey.foreground == .rgb(RGB8(0x808080)) && grey.background == .standard)
    let faded = rendition(CompositingState(opacity: 0.5)) { $0.color = ColorValue(RGB8(0xffffff)) }
    #expect(faded.foreground == .rgb(RGB8(0x808080)))
    let behind = CompositingState(backdrop: .color(SRGBColor(RGB8(0x0000ff), alpha: 0.5)))
    #expect(rendition(behind) { _ in }.background == .rgb(RGB8(0x000080)))
    #expect(rendition(CompositingState(backdrop: .palette(7))) { _ in }.background == .palette(7))
  }

  @Test("shows half of an unknown colour as faint")
  func unknown() {
    #expect(rendition(CompositingState(opacity: 0.5)) { _ in }.attributes == .faint)
    #expect(rendition(CompositingState(opacity: 0.6)) { _ in }.attributes == [])
  }
}
