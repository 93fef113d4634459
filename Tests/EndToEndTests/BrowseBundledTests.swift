import TestSupport
import Testing

@Suite("cssview browse over the bundled themes", .serialized)
struct BrowseBundledTests {
  private static let program = "\(builtProductsDirectory())/cssview"
  private static let themes = [
    "arcade", "blossom", "calculator", "console", "dawn", "ember", "fjord", "glacier", "harbour",
    "ledger", "midnight", "moss", "newsprint", "orchard", "phosphor", "terminal", "tide", "velvet",
    "log", "markdown", "table",
  ]
  private static let markup =
    "<span class=headline>Aa</span>\n<span class=title>title</span> <span class=bold>bold</span> "
    + "<span class=muted>muted</span> <span class=quote>quote</span> <span class=ok>ok</span> "
    + "<span class=warn>warn</span> <span class=fail>fail</span> <span class=badge>badge</span> "
    + "<span class=alarm>alarm</span> <span class=code>code</span> <span class=key>key</span> "
    + "<span class=arg>arg</span> <span class=path>path</span> <span class=time>time</span> "
    + "<a href=https://example.com/ class=link>link</a> <span class=typo>typo</span> "
    + "<span class=gone>gone</span>"

  /// Columns of the preview.
  private static let columns = 73

  @Test(
    "shows each cell for cell as preview prints it",
    arguments: ["truecolor", "256", "16", "mono"])
  func showsWhatPreviewPrints(depth: String) throws {
    let options = "--color \(depth) --background dark --hyperlinks never"
    // One after the other, each after a line with its name.
    let previews = Self.themes.map { name in
      "echo '== \(name)'; \(Self.program) preview \(options) --width \(Self.columns) "
        + "bundled:/\(name) '\(Self.markup)'"
    }
    let printing = try TmuxSession(
      previews.joined(separator: "; "), columns: Self.columns, rows: 400)
    try printing.waitForEnd()
    let printed = try printing.screen()

    let browse = try TmuxSession(
      "\(Self.program) browse \(options) --width \(Self.columns) --text '\(Self.markup)'",
      columns: 110, rows: 40)
    for (number, name) in Self.themes.enumerated() {
      if number > 0 { try browse.press("Down") }
      var shown = try browse.wait(forText: "bundled:/\(name).")
      // The terminal may still be reading the end of the frame.
      while case let again = try browse.screen(), again.rows != shown.rows { shown = again }
      let start = try #require(printed.lines.firstIndex(of: "== \(name)")) + 1
      let end = printed.lines[start...].firstIndex { $0.hasPrefix("== ") || $0.hasPrefix("[ended") }
      for row in start..<(end ?? start) {
        for column in 0..<Self.columns {
          #expect(
            printed[column, row] == shown[28 + column, 2 + row - start],
            "\(name) at \(depth), column \(column), row \(row - start)")
        }
      }
      #expect((end ?? start) - start >= 2)
    }
    try browse.press("q")
    #expect(try browse.waitForEnd() == 1)
  }
}
