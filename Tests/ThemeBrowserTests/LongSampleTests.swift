import CellLayout
import StyledText
import Styling
import TestSupport
import Testing

@testable import ThemeBrowser

/// What is out of sight is not laid out, and nobody sees that.
@Suite("Long samples")
struct LongSampleTests {
  private static let parts = (0..<40_000).map { "<b>part \($0)</b> and <i>more</i>" }

  private func driver(_ markup: String, sheet: String? = nil) -> BrowserDriver {
    var files = BrowserDriver.themes
    if let sheet { files = ["themes/a.css": sheet] }
    return BrowserDriver(files: files, sample: Sample(markup: markup))
  }

  @Test(
    "are laid out as far as they are seen, and to their end when that is asked for",
    arguments: [" ", "\n"])
  func laidOut(separator: String) throws {
    var driver = driver(Self.parts.prefix(20_000).joined(separator: separator))
    let runs = try #require(driver.browser.preview.selected).text.runs.count
    #expect(driver.browser.preview.selected?.isWhole == false)
    #expect(runs < 5000)
    // Blanks between parts are none.
    let parts = try #require(driver.browser.preview.selected).parts.count
    #expect(parts < runs && driver.text().contains("part 1/\(parts)+"))
    let rows = try #require(driver.browser.preview.selected).layout.buffer.rows
    #expect(driver.text().contains(" 1/\(rows)+ "))
    let first = driver.lines()
    driver.press("2", "End")
    #expect(driver.browser.preview.selected?.isWhole == true)
    #expect(driver.text().contains("part 19999 and more"))
    driver.press("Home", "1")
    #expect(driver.browser.preview.selected?.isWhole == false)
    #expect(driver.lines() == first)
    driver.press("2", "PageDown", "PageDown", "PageDown")
    #expect(driver.browser.preview.selected?.isWhole == false)
    #expect(driver.lines() != first)
  }

  @Test(
    "are laid out whole where something asks for their end",
    arguments: [
      "b:last-child { color: red }", "text { background: linear-gradient(red, blue) }",
    ])
  func whole(sheet: String) {
    let driver = driver(Self.parts.prefix(2000).joined(separator: " "), sheet: sheet)
    #expect(driver.browser.preview.selected?.isWhole == true)
  }

  @Test(
    "are laid out as far as they are seen where only elements that they lack are counted",
    arguments: [InputFormat.markup, .text])
  func lacksElements(form: InputFormat) {
    let sheet = form == .text ? "b:last-child { color: red }" : "td:last-child { color: red }"
    var driver = BrowserDriver(
      files: ["themes/a.css": sheet],
      sample: Sample(markup: Self.parts.prefix(2000).joined(separator: "\n"))
    ) { $0.markupOptions.form = form }
    #expect(driver.browser.preview.selected?.isWhole == false)
    #expect(driver.text().contains("part 1"))
  }

  @Test("are cut at a character where no preview shows more")
  func cutsFiles() {
    let bytes = Array(String(repeating: "漢", count: 500_000).utf8)
    let markup = Sample(bytes, name: "a").markup ?? ""
    #expect(markup.utf8.count > 1 << 20 && markup.utf8.count < (1 << 20) + 4)
    #expect(markup.allSatisfy { $0 == "漢" })
    #expect(Sample(Array("ab".utf8), name: "a").markup == "ab")
  }

  @Test("have no findings about elements that are closed further on")
  func findings() {
    var driver = driver("<u>" + Self.parts.prefix(5000).joined(separator: "\n") + "</u>")
    #expect(driver.browser.preview.selected?.diagnostics.isEmpty == true)
    driver.press("2", "End")
    #expect(driver.browser.preview.selected?.diagnostics.isEmpty == true)
  }

  @Test("begin as the whole text does, wherever they are cut", arguments: 1...20)
  func starts(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "<b>", "</b>", "<span class=\"a b\">", "</span>", "&amp;", "&copy;", "&nope", "5 < 6", "ü漢é",
      "<!-- ", " -->", "word ", "\n", "<a href='x", "'>", "</a>",
      String(repeating: "long ", count: 3000), String(repeating: "<b x=\"", count: 400),
    ]
    var markup = ""
    while markup.utf8.count < 80_000 {
      markup += pieces.randomElement(using: &generator) ?? ""
    }
    let styles = StyleResolver(stylesheet: Stylesheet())
    func text(_ markup: String) -> String {
      var builder = TreeBuilder(styles: styles)
      builder.append(markup: markup)
      return builder.finish().text.string
    }
    let all = text(markup)
    let sample = Sample(markup: markup)
    var limit = SampleLimit.first
    while limit != .none {
      let start = sample.markup(for: Stylesheet(), limit: limit, MarkupOptions())
      #expect(all.utf8.starts(with: text(start.text).utf8), "seed \(seed)")
      #expect(start.isWhole == (start.text == markup), "seed \(seed)")
      limit = limit.next
    }
  }
}
