import CSSViewCommands
import StyleValues
import TestSupport
import Testing

@Suite("cssview preview as pages and pictures")
struct PictureTests {
  private static let sheet = """
    { ".card": { "background-color": "#1d2b44", "border": "1px solid #7a8fb5", "width": "20ch" },
      ".heavy": { "border": "2px solid #7a8fb5" },
      ".big": { "font-size": "30px", "color": "#ffd166", "text-shadow": "1px 1px 2px #0008" },
      ".huge": { "font-size": "60px" }, ".ok": { "color": "#86d99a" } }
    """

  private func preview(_ markup: String, _ arguments: String...) -> CommandRun {
    CommandRun(["preview", "-", markup] + arguments, input: Array(Self.sheet.utf8))
  }

  @Test(
    "Each form is the same block",
    arguments: [
      ("plain", "Hi Bob\n"), ("html", "<!DOCTYPE html>"), ("svg", "<svg "), ("png", "\u{FFFD}PNG"),
      ("json", "{\"text\": \"Hi Bob\", \"runs\": ["),
    ])
  func forms(form: String, start: String) {
    let run = preview("Hi <span class=ok>Bob</span>", "--to", form)
    #expect(run.output.hasPrefix(start))
    #expect(run.status == .success)
    #expect(run.errors.isEmpty)
  }

  @Test("The text of JSON has its line breaks")
  func json() {
    #expect(preview("a<br>b\nc", "--to", "json").output.hasPrefix("{\"text\": \"a\\nb\\nc\""))
  }

  @Test(
    "The name of the result's file says its form",
    arguments: [
      ("svg", "<svg "), ("html", "<!DOCTYPE"), ("png", "\u{FFFD}PNG"), ("json", "{"), ("out", "Hi"),
    ])
  func fileNames(suffix: String, start: String) throws {
    let directory = try ScratchDirectory()
    let path = "\(directory.path)/x.\(suffix)"
    #expect(preview("Hi", "-o", path).status == .success)
    #expect(try readFile(path).hasPrefix(start))
    #expect(preview("Hi", "-o", path, "--to", "plain").status == .success)
    #expect(try readFile(path) == "Hi\n")
  }

  @Test(
    "A file for both backgrounds has what the files for one have",
    arguments: ["preview", "render"],
    [["--to", "svg"], ["--to", "html"], ["--to", "html", "--fragment"]])
  func both(command: String, options: [String]) throws {
    let sheet = try ScratchFile(
      """
      .a { color: light-dark(#770000, #ff9999) } .big { font-size: 30px; text-shadow: 1px 1px 2px red }
      @media (prefers-color-scheme: light) { .a::after { content: "!" } } .b { color: light-dark(1) }
      """)
    let host = command == "preview" ? ["--class", "big"] : []
    func run(_ background: String) -> CommandRun {
      CommandRun(
        [command, sheet.path, "--background", background] + host + options,
        input: Array("x <b class=a>y</b>\n".utf8))
    }
    /// The text without what is around it.
    func body(_ run: CommandRun) throws -> Substring {
      let name = options[1] == "svg" ? "svg" : "pre"
      let start = try #require(run.output.firstRange(of: "<\(name)"))
      let tag = try #require(run.output[start.upperBound...].firstIndex(of: ">"))
      let end = try #require(run.output.firstRange(of: "</\(name)>"))
      return run.output[tag..<end.lowerBound]
    }
    let (dark, light, both) = (run("dark"), run("light"), run("both"))
    // Filters have names of their own.
    let lightBody = try String(body(light)).replacing(#/(["#])blur/#) { "\($0.1)light-blur" }
    let first = try #require(both.output.firstRange(of: try body(dark)))
    let second = try #require(both.output.firstRange(of: lightBody))
    #expect(try first.upperBound <= second.lowerBound && body(dark) != body(light))
    #expect(both.output.contains("@media (prefers-color-scheme:dark){.cssview-dark{display:"))
    // What is found is told once.
    #expect(both.status == .success && both.errors == dark.errors && !dark.errors.isEmpty)
  }

  @Test(
    "One file for both backgrounds is a picture or a page",
    arguments: [
      (["preview", "none", "x", "--to", "png"], "needs '--to svg' or '--to html'"),
      (["render", "none"], "needs '--to svg' or '--to html'"),
      (["explain", "none", "x"], "needs cssview preview or render with '--to svg' or 'html'"),
      (
        ["render", "none", "--to", "html", "--lines", "--jobs", "2"], "'--jobs' cannot be used with"
      ),
    ])
  func onlyBoth(arguments: [String], message: String) {
    let run = CommandRun(arguments + ["--background", "both"])
    #expect(run.status == .usage && run.errors.contains(message), "\(run.errors)")
  }

  @Test(
    "Options of another form are mistakes",
    arguments: [
      ["--to", "svg", "--fragment"], ["--to", "html", "--window", "x"], ["--scale", "2"],
      ["--to", "png", "--scale", "0"], ["--to", "png", "--scale", "9"],
    ])
  func wrongOptions(arguments: [String]) {
    let run = CommandRun(["preview", "-", "Hi"] + arguments, input: Array(Self.sheet.utf8))
    #expect(run.status == .usage)
  }

  @Test("A background ends at the line of its border, a light one and a heavy one")
  func borders() {
    let light = preview("x", "--to", "svg", "--class", "card").output
    // Half a cell is left free above and below, and at each side.
    func ground(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
      "<rect x=\"\(NumberText.json(x))\" y=\"\(NumberText.json(y))\" "
        + "width=\"\(NumberText.json(width))\" height=\"\(NumberText.json(height))\" fill=\"#1d2b44\""
    }
    let pixel = 15.0 / 16
    #expect(light.contains(ground(11.25, 15, 157.5 + pixel, 7.5)))
    #expect(light.contains(ground(11.25, 22.5, 157.5 + pixel, 15)))
    #expect(light.contains(ground(11.25, 37.5, 157.5 + pixel, 7.5 + pixel)))
    #expect(light.split(separator: "fill=\"#1d2b44\"").count == 4)
    let heavy = preview("x", "--to", "svg", "--class", "heavy card").output
    #expect(heavy.contains(ground(11.25 - pixel, 15 - pixel, 157.5 + 3 * pixel, 7.5 + pixel)))
  }

  @Test("Large text is real type in HTML and SVG, in the cells that blocks take")
  func largeText() {
    let text = "a\n<span class=big>Night</span>\nb"
    let plain = preview(text, "--to", "plain", "--text-sizing", "block").output
    #expect(plain.split(separator: "\n").count == 4)
    let svg = preview(text, "--to", "svg").output
    #expect(svg.contains("height=\"75\""))
    #expect(
      svg.contains(
        "<text x=\"7.5\" y=\"45.5\" font-size=\"25\" textLength=\"82.5\" "
          + "lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" fill=\"#ffd166\">Night</text>"
      ))
    // The letter after it is two rows lower.
    #expect(svg.contains("<text x=\"7.5\" y=\"64\""))
    #expect(svg.contains("<feGaussianBlur stdDeviation=\"2\"/>"))
    let html = preview(text, "--to", "html").output
    #expect(
      html.contains(
        "<span style=\"position:absolute;font-size:2em;color:#ffd166;letter-spacing:0.1ch;"))
    #expect(html.contains("em #00000088\">Night</span>           \n"))
    #expect(
      preview("<span class=huge>A</span>", "--to", "html").output.contains("letter-spacing:0.25ch"))
    #expect(
      !preview(text, "--to", "svg", "--text-sizing", "off").output.contains("font-size=\"25\""))
  }

  @Test("Large text that does not fit is ordinary text, as in the block")
  func tooLarge() {
    let run = preview("<span class=big>Nightingale</span>", "--to", "svg", "--width", "12")
    #expect(run.output.contains("font-weight=\"bold\">ightingale"))
  }

  @Test("A fragment keeps the classes of the markup")
  func fragment() {
    let html = preview("a <span class='ok x'>b</span>", "--to", "html", "--fragment").output
    #expect(html.contains("a <span class=\"ok x\" style=\"color:#86d99a\">b</span>\n"))
    #expect(!html.contains("<html"))
    let stream = CommandRun(
      "render", "\(packageDirectory)/demo/night.json", "--to", "html", "--fragment",
      input: "<span class=ok>b</span>\n"
    ).output
    #expect(stream.contains("<span class=\"ok\" style=\"color:#86d99a\">b</span>\n"))
  }

  @Test("A PNG of too many pixels is refused, with their number and what to do")
  func tooManyPixels() {
    let text = String(repeating: "\n", count: 20_000)
    let run = preview(text, "--to", "png", "--scale", "8", "--width", "20")
    #expect(run.status == .unusableInput)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("a picture of 1408 × 2560256 pixels is too large"))
    #expect(run.errors.contains("use a smaller '--scale'"))
  }

  @Test("Each character that PNG has no letter for is told once")
  func missingLetters() {
    let run = preview("日本 日 ✓ é", "--to", "png")
    #expect(run.status == .success)
    let lines = run.errors.split(separator: "\n")
    #expect(run.errors.contains("'日' (U+65E5)"))
    #expect(lines.count <= 2)
    #expect(preview("日", "--to", "svg").errors.isEmpty)
  }
}
