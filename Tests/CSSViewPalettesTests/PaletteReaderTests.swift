import CSSView
import CSSViewPalettes
import TestSupport
import Testing

@Suite("Palettes of themes")
struct PaletteReaderTests {
  @Test("A theme is drawn with its palette, and names the file")
  func palette() throws {
    let directory = try ScratchDirectory()
    try directory.file("p.conf", "color1 #ff8800\nbackground #101010\nforeground #eeeeee\n")
    let mixed = "color-mix(in srgb, ansi(1), ansi(1))"
    try directory.file("theme.css", "@palette 'p.conf'; .warm { color: \(mixed) }")
    func color(_ palettes: PaletteReader?) throws -> StyleColor {
      let theme = try Theme(
        contentsOf: directory.path + "/theme.css", for: Terminal(), palettes: palettes)
      #expect(theme.files.contains { $0.hasSuffix("p.conf") } == (palettes != nil))
      let codes = theme.findings.map(\.code)
      #expect(codes == (palettes == nil ? ["import-failed"] : ["incomplete-palette"]))
      let block = theme.renderer(for: Terminal()).block("<span class=warm>x</span>", columns: 1)
      return block[0, 0].color
    }
    #expect(try color(.files) == .rgb(red: 255, green: 136, blue: 0))
    #expect(try color(nil) != .rgb(red: 255, green: 136, blue: 0))
  }
}
