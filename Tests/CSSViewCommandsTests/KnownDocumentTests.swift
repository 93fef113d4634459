import CSSViewCommands
import TestSupport
import Testing

@Suite("Documents as their readers know them")
struct KnownDocumentTests {
  private static func render(
    _ text: String, from format: String = "html", _ options: [String] = [], piece: Int = .max
  ) -> String {
    CommandRun(
      ["render", "none", "--width", "20", "--from", format] + options, input: Array(text.utf8),
      piece: piece
    ).output
  }

  static let lineBreaks: [(String, String)] = [
    ("源文件中\n断开。", "源文件中断开。"),
    ("かな\nカナ", "かなカナ"),
    ("、\n「", "、「"),
    ("ｱ\nｲ", "ｱｲ"),
    ("漢字\nabc", "漢字 abc"),
    ("abc\n漢字", "abc 漢字"),
    ("한글\n한글", "한글 한글"),
    ("漢\n한", "漢 한"),
    ("漢\n😀", "漢 😀"),
    ("*漢*\n**字**", "漢字"),
    ("漢\n`字`\na", "漢字 a"),
    ("漢 字\n字", "漢 字字"),
  ]

  @Test("a line break between East Asian characters is no space", arguments: lineBreaks)
  func eastAsianLines(text: String, expected: String) {
    for piece in [1, 2, 5, .max] {
      #expect(Self.render(text, from: "markdown", piece: piece) == expected + "\n")
    }
    if !text.contains("*"), !text.contains("`") {
      for piece in [1, 3, .max] {
        #expect(Self.render("<p>\(text)</p>", piece: piece) == expected + "\n")
      }
    }
    let preview = CommandRun("preview", "none", "--from", "markdown", input: text)
    #expect(preview.output.contains(expected))
  }

  static let html: [(String, String)] = [
    ("<p hidden>no</p>yes", "yes\n"),
    ("a<span hidden=until-found>b</span>c", "ac\n"),
    ("<dialog>no</dialog>a<dialog open>b</dialog>c", "a\nb\nc\n"),
    ("<span aria-hidden=true>★</span> star", "★ star\n"),
    ("<ol type=a start=3><li>c<li>d</ol>", " c. c\n d. d\n"),
    ("<ol type=I><li>a<li>b</ol>", " I. a\nII. b\n"),
    ("<ol type=A><li>a<li type=i>b</ol>", " A. a\nii. b\n"),
    ("<ul type=square><li>a</ul>", "▪ a\n"),
    ("<center>Title</center>After", "       Title\nAfter\n"),
    ("&copy 2024 &lt;b&gt &notit; &#65 &#x42;", "© 2024 <b> ¬it; A B\n"),
    ("&ampx &AMP &unknown &am", "&x & &unknown &am\n"),
    ("<img alt='&copy=1 &copyx &copy &#65'>", "&copy=1 &copyx © A\n"),
    ("x<sub>i</sub><br><sub>small print</sub>", "xᵢ\nsmall print\n"),
    ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)\n"),
    ("<picture><source srcset=a><img alt=b></picture>", "b\n"),
  ]

  @Test("HTML means what browsers show, at every cut", arguments: html)
  func elements(text: String, expected: String) {
    for piece in [1, 3, .max] { #expect(Self.render(text, piece: piece) == expected) }
  }

  @Test("what is only drawn is left out for readers")
  func drawings() {
    #expect(Self.render("<span aria-hidden=true>★</span> star", ["--flat"]) == "star\n")
  }

  @Test("attributes that somebody else wrote are no findings")
  func attributes() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file(
      "a.html", "<p role=note hidden tabindex=1 onclick=x aria-live=off>a</p>")
    let run = CommandRun("check", "none", "--markup", file)
    #expect(run.status == .success && !run.output.contains("attribute"), "\(run.output)")
  }

  @Test("what is hidden stays hidden in a page")
  func pages() {
    let run = CommandRun(
      ["convert", "--from", "html", "--to", "html", "--fragment"],
      input: Array("<p hidden role=note>a &copy b".utf8))
    #expect(run.output == "<p hidden=\"\" role=\"note\">a © b</p>\n")
  }

  static let measures = [
    ("text", "text { margin: 1lh 2ch; padding-left: 1ch; max-width: 10ch }"),
    ("the root", ":root { margin: 1lh 2ch; padding-left: 1ch; max-width: 10ch }"),
    ("the body", "body { margin: 0 2ch; padding-left: 1ch; max-width: 10ch }"),
  ]

  @Test("margin, padding and width hold for a whole document", arguments: measures)
  func measure(name: String, css: String) throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("a.css", css)
    let file = try directory.file("a.md", "# One\n\ntwo three four five\n")
    let expected = "   One\n   ━━━━━━━━━━\n\n   two three\n   four five\n"
      .replacing("━", with: "─")
    for piece in [1, .max] {
      let run = CommandRun(
        ["render", sheet, "--from", "markdown", "--width", "40"],
        input: Array("# One\n\ntwo three four five\n".utf8), piece: piece)
      #expect(run.output == expected, "\(name)")
    }
    #expect(CommandRun("render", sheet, file, "--width", "40").output == expected)
    let flat = CommandRun("render", sheet, file, "--width", "40", "--flat")
    #expect(flat.output == "One\n\ntwo three four five\n")
    let preview = CommandRun("preview", sheet, "--file", file, "--width", "40").output
    #expect(preview.contains("\n   two three\n   four five\n"), "\(name): \(preview)")
  }
}
