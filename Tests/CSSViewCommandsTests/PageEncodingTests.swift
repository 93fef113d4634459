import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("Encodings that pages declare") struct PageEncodingTests {
  private static func page(_ meta: String, _ bytes: [UInt8]) -> [UInt8] {
    Array("<!doctype html><html><head><title>t</title>\(meta)</head><body><p>".utf8) + bytes
      + Array("</p></body></html>\n".utf8)
  }

  private func shown(_ page: [UInt8], piece: Int = .max) -> String {
    CommandRun(
      ["render", "--from", "html", "none", "--to", "plain", "--quiet"], input: page, piece: piece
    ).output
  }

  @Test(
    "text is decoded as a meta element says",
    arguments: [
      ("<meta charset=windows-1252>", [0x93, 0xE9, 0x80, 0x94], "“é€”"),
      ("<META CHARSET='ISO-8859-1'>", [0xE9, 0x85], "é…"),
      (
        "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=latin1\">", [0xFC],
        "ü"
      ),
      ("<meta name=x content=y><meta charset = koi8-r />", [0xF0, 0xD2], "Пр"),
      ("<meta charset=windows-1251>", [0xCF, 0xF0], "Пр"),
      ("<meta charset=iso-8859-2>", [0xB1], "ą"), ("<meta charset=iso-8859-15>", [0xA4], "€"),
      ("<meta charset=windows-1254>", [0xF0], "ğ"), ("<meta charset=iso-8859-7>", [0xE1], "α"),
      ("<meta charset=utf-8>", [0xC3, 0xA9], "é"), ("<meta charset=utf-16>", [0xC3, 0xA9], "é"),
      ("<!-- <meta charset=latin1> -->", [0xC3, 0xA9], "é"),
      ("<meta name=charset content=latin1>", [0xC3, 0xA9], "é"),
      ("<meta content=xcharset=latin1>", [0xC3, 0xA9], "é"),
      ("<meta charset=windows-1252><meta charset=utf-8>", [0xE9], "é"), ("", [0xC3, 0xA9], "é"),
    ] as [(String, [UInt8], String)])
  func decoded(meta: String, bytes: [UInt8], text: String) {
    let page = Self.page(meta, bytes)
    #expect(shown(page) == text + "\n")
    #expect(shown(page, piece: 1) == text + "\n")
    #expect(shown([0xEF, 0xBB, 0xBF] + Self.page(meta, [0xC3, 0xA9])) == "é\n")
  }

  @Test("every way to read a page decodes it")
  func commands() throws {
    let directory = try ScratchDirectory()
    let page = Self.page("<meta charset=latin1>", [0xE9, 0x62])
    let path = try directory.file("a.html", bytes: page)
    #expect(CommandRun("preview", "none", "--file", path).output == "éb\n")
    #expect(CommandRun("show", path).output == "éb\n")
    #expect(CommandRun("render", "none", path, "--to", "svg").output.contains(">é<"))
    #expect(CommandRun("convert", path, "--to", "html", "--fragment").output.contains("<p>éb</p>"))
    #expect(!CommandRun("check", "none", "--markup", path).output.contains("UTF-8"))
    #expect(
      CommandRun(["explain", "none", "-", "--from", "html"], input: page).output.contains("éb"))
    // Nothing else has such a declaration.
    let markdown = CommandRun(
      ["render", "none", "--from", "markdown", "--quiet"],
      input: Array("<meta charset=latin1>\n\nb\n".utf8) + [0xE9])
    #expect(markdown.output.contains("\u{FFFD}"))
  }

  @Test("the browser reads a changed page that is its sample as it was read first")
  func sampleOfTheBrowser() throws {
    let directory = try ScratchDirectory()
    let page = Self.page("<meta charset=latin1>", [0xE9])
    let path = try directory.file("a.html", bytes: page)
    var files = ThemeFiles(arguments: [])
    #expect(try files.contents(of: path) == page)
    files.page = path
    let text = String(decoding: try #require(try files.contents(of: path)), as: UTF8.self)
    #expect(text.contains("<p>é</p>"))
  }
}
