import CSSViewCommands
import TestSupport
import Testing

@Suite("GitHub's Markdown on the command line")
struct GitHubMarkdownTests {
  private static let text = """
    # Head

    Water[^b] and `x`[^a], again[^b], 5 $x_i*y_i*$.

    > [!WARNING]
    > Stay *here*.

    [^a]: One.
    [^b]: Two.

        More.
    [^c]: Unused.

    - [x] done
    - [ ] open

    <sub>small <kbd>K</kbd></sub>

    <picture><source srcset="d.png"><img alt="Chart" src="l.png"></picture>

    """

  private static func render(_ arguments: [String], piece: Int = .max) -> String {
    CommandRun(
      ["render", "none", "--width", "40"] + arguments, input: Array(text.utf8), piece: piece
    ).output
  }

  @Test("a file has its footnotes at the end, in the order of their numbers")
  func file() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("a.md", Self.text)
    let run = CommandRun("render", "none", "--width", "40", file)
    #expect(run.errors == "")
    #expect(
      run.output == """
        Head
        \(String(repeating: "─", count: 40))

        Water¹ and x², again¹, 5 $x_i*y_i*$.

        │ Warning
        │
        │ Stay here.

        ☑ done
        ☐ open

        small K

        Chart (l.png)

        \(String(repeating: "─", count: 40))

         1. Two.

            More.

         2. One.

         3. Unused.

        """)
  }

  @Test("a stream has its footnotes where they are written, at every cut")
  func stream() {
    let whole = Self.render(["--from", "markdown"])
    #expect(whole.contains("Water¹ and x², again¹"))
    #expect(whole.contains("\n\n 2. One.\n\n 1. Two.\n\n    More.\n\n 3. Unused.\n\n☑ done\n"))
    for piece in [1, 2, 7] {
      #expect(Self.render(["--from", "markdown"], piece: piece) == whole)
      #expect(
        Self.render(["--from", "markdown", "--flat"], piece: piece)
          == Self.render(["--from", "markdown", "--flat"]))
    }
  }

  @Test("converts to the HTML of GitHub")
  func html() {
    let run = CommandRun(
      ["convert", "--from", "markdown", "--to", "html", "--fragment"],
      input: Array("> [!TIP]\n> a[^x] [^x]\n\n[^x]: b\n\n[^y]: c\n\n$x$".utf8))
    #expect(
      run.output == """
        <blockquote class="alert tip">
        <p class="alert-title"><strong>Tip</strong></p>
        <p>a\(Self.mark("x", 1)) \(Self.mark("x-2", 1))</p>
        </blockquote>
        <p><code class="math">$x$</code></p>
        <section class="footnotes" data-footnotes="">
        <ol>
        <li id="fn-x">
        <p>b \(Self.back("x", 1)) \(Self.back("x-2", 1))</p>
        </li>
        </ol>
        </section>

        """)
    #expect(run.errors == "")
  }

  private static func mark(_ label: String, _ number: Int) -> String {
    let target = label.split(separator: "-")[0]
    return "<sup class=\"footnote-ref\"><a href=\"#fn-\(target)\" id=\"fnref-\(label)\" "
      + "data-footnote-ref=\"\">\(number)</a></sup>"
  }

  private static func back(_ label: String, _ number: Int) -> String {
    "<a class=\"footnote-backref\" href=\"#fnref-\(label)\" data-footnote-backref=\"\" "
      + "aria-label=\"Back to reference \(number)\">↩</a>"
  }

  @Test("writes the same HTML wherever the input is cut")
  func cuts() {
    for target in ["html", "markup"] {
      let arguments = ["convert", "--from", "markdown", "--to", target]
      let whole = CommandRun(arguments, input: Array(Self.text.utf8))
      let parts = CommandRun(arguments, input: Array(Self.text.utf8), piece: 1)
      #expect(parts.output == whole.output && whole.errors == "")
    }
  }

  @Test("--commonmark switches it off, and needs Markdown")
  func commonMark() {
    let plain = Self.render(["--from", "markdown", "--commonmark"])
    for part in ["[^b]", "[!WARNING]", "[x] done"] { #expect(plain.contains(part)) }
    let run = CommandRun(
      ["convert", "--from", "markdown", "--to", "html", "--fragment", "--commonmark"],
      input: Array("www.a.b ~~c~~".utf8))
    #expect(run.output == "<p>www.a.b ~~c~~</p>\n")
    let linked = CommandRun(
      ["convert", "--from", "markdown", "--to", "html", "--fragment", "--allow-html"],
      input: Array("www.a.b".utf8))
    #expect(linked.output == "<p><a href=\"http://www.a.b\">www.a.b</a></p>\n")
    #expect(
      CommandRun("render", "none", "--commonmark", input: "a").errors
        .contains("'--commonmark' needs '--from markdown'"))
  }

  @Test("white space between HTML is no row where the object has a width of its own")
  func rowsBetweenHTML() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("s.css", "text { max-width: 20ch }")
    let text = "<!-- a -->\n<div>\n\nb\n\n</div>\n\n<p>\nc\n</p>\n\nd\n"
    let run = CommandRun(["render", sheet, "--from", "markdown"], input: Array(text.utf8))
    #expect(run.output == "b\n\nc\n\nd\n")
  }

  @Test("a short file has underlined headings and tables without outer bars in a terminal, too")
  func wholeFile() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("a.md", "Title\n=====\n\na | b\n--|--\n1 | 2\n")
    let run = CommandRun(
      ["show", file, "--paging", "never", "--color", "never"], terminal: (30, 24))
    #expect(!run.output.contains("===") && run.output.contains("a │ b"), "\(run.output)")
  }

  @Test("READMEs look as on file", arguments: ["header", "tables", "asia"])
  func readmes(name: String) throws {
    let file = "\(packageDirectory)/Tests/Data/Markdown/readme-\(name).md"
    let forms = [
      ["--width", "60", "--color", "never"],
      ["--width", "100", "--no-link-text", "--color", "never"],
      ["--width", "80", "--color", "truecolor", "--background", "dark"],
    ]
    let shown = forms.map { options in
      let run = CommandRun(["render", "markdown", file] + options)
      #expect(run.errors == "" && run.status == .success)
      return options.joined(separator: " ") + "\n\n" + run.visible
    }
    try expectSnapshot(shown.joined(separator: "\n\n"), "readme-\(name).txt")
  }
}
