import CSSView
import TestSupport
import Testing

@Suite("Streams")
struct RenderStreamTests {
  private static let theme: Theme = [
    ".bold": ["font-weight": "bold"], ".red": ["color": "red"],
    ".u": ["text-decoration": "underline"], "b": ["background-color": "ansi(4)"],
  ]

  private func streamed(_ pieces: [[UInt8]], for terminal: Terminal) -> (String, [Finding]) {
    var stream = Self.theme.renderer(for: terminal).stream(name: "log")
    var output: [UInt8] = []
    var findings: [Finding] = []
    for piece in pieces {
      stream.write(piece, to: &output)
      findings += stream.takeFindings()
    }
    stream.finish(to: &output)
    return (String(decoding: output, as: UTF8.self), findings + stream.takeFindings())
  }

  @Test("a line comes out as soon as it is complete, and the end leaves the default state")
  func lines() {
    var stream = Self.theme.renderer(for: Terminal()).stream()
    var output: [UInt8] = []
    stream.write(Array("<span class=bold>a\nb".utf8), to: &output)
    #expect(String(decoding: output, as: UTF8.self).hasPrefix("\u{1B}[1ma\u{1B}[0m\n"))
    stream.finish(to: &output)
    stream.finish(to: &output)
    stream.write([0x78], to: &output)
    #expect(
      String(decoding: output, as: UTF8.self)
        == "\u{1B}[1ma\u{1B}[0m\n\u{1B}[1mb\u{1B}[0m")
  }

  @Test("a piece may be text, a part of a text, any bytes or a span, and all are the same")
  func pieces() {
    func rendered(_ write: (inout RenderStream, inout [UInt8]) -> Void) -> String {
      var stream = Self.theme.renderer(for: Terminal()).stream()
      var output: [UInt8] = []
      write(&stream, &output)
      stream.finish(to: &output)
      return String(decoding: output, as: UTF8.self)
    }
    let text = "<b class=red>é</b>\n"
    let bytes = Array(text.utf8)
    let expected = rendered { $0.write(bytes, to: &$1) }
    #expect(expected.contains("é") && expected.hasPrefix("\u{1B}["))
    #expect(rendered { $0.write(text, to: &$1) } == expected)
    #expect(rendered { $0.write(("x" + text).dropFirst(), to: &$1) } == expected)
    #expect(rendered { $0.write(bytes[...], to: &$1) } == expected)
    #expect(rendered { $0.write(bytes.lazy.map { $0 }, to: &$1) } == expected)
    if #available(macOS 26, *) {
      #expect(rendered { $0.write(bytes.span, to: &$1) } == expected)
    }
  }

  @Test("what is certain of a piece is passed on at once, and the findings at the end")
  func sink() {
    var passed: [String] = []
    var stream = Self.theme.renderer(for: .plain).stream(name: "log") {
      passed.append(String(decoding: $0, as: UTF8.self))
    }
    stream.write("one <span class=bold>tw")
    stream.write(Array("o</span>\n".utf8))
    stream.flush()
    stream.write("<span class=none>3")
    let findings = stream.finish()
    stream.write("late")
    let late = stream.finish()
    #expect(late.isEmpty)
    #expect(passed == ["one tw", "o\n", "3"])
    #expect(findings.map(\.code) == ["unknown-class", "unclosed-element"])
  }

  @Test(
    "lines of asynchronous bytes come when they are complete, whatever their lengths",
    arguments: ["", "a", "a\n", "\n\n", "<b>a</b>b\nc\n", String(repeating: "x", count: 10_000)])
  func asynchronousBytes(text: String) async {
    let renderer = Self.theme.renderer(for: .plain)
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in text.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    var lines: [String] = []
    for await line in renderer.render(bytes) { lines.append(line) }
    let plain = text.replacing("<b>", with: "").replacing("</b>", with: "")
    var expected = plain.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if expected.last == "" { expected.removeLast() }
    #expect(lines == expected)
  }

  @Test("an element that waits for its siblings waits no longer than it is let")
  func flushing() throws {
    let theme = Theme("b:last-child { font-style: italic }", syntax: .css)
    var stream = theme.renderer(for: Terminal()).stream()
    var outputs: [[UInt8]] = Array(repeating: [], count: 5)
    stream.write(Array("<b>a</b>\n".utf8), to: &outputs[0])
    stream.write(Array("<b>b</b>\n".utf8), to: &outputs[1])
    stream.flush(to: &outputs[2])
    let found = stream.takeFindings().map(\.code)
    stream.write(Array("<b>c</b>\n".utf8), to: &outputs[3])
    stream.finish(to: &outputs[4])
    stream.flush(to: &outputs[4])
    #expect(
      outputs.map { String(decoding: $0, as: UTF8.self) } == [
        "", "\u{1B}[1ma\u{1B}[0m\n", "\u{1B}[1mb\u{1B}[0m\n", "",
        "\u{1B}[1;3mc\u{1B}[0m\n",
      ])
    #expect(found == ["uncounted-siblings"])
  }

  @Test("patterns are found in plain and coloured text, and in markup if the policy says so")
  func patterns() {
    let css =
      #"@highlight n "\d+"; @line odd "odd.*"; .n { font-weight: bold } .odd { color: red }"#
    var theme = Theme(css, syntax: .css)
    func rendered(_ format: TextFormat, _ input: String) -> String {
      var stream = theme.renderer(for: Terminal()).stream(format: format)
      var output: [UInt8] = []
      stream.write(Array(input.utf8), to: &output)
      stream.finish(to: &output)
      #expect(stream.takeFindings().isEmpty)
      return String(decoding: output, as: UTF8.self)
    }
    #expect(rendered(.text, "a 1") == "a \u{1B}[1m1\u{1B}[0m")
    #expect(rendered(.ansi, "\u{1B}[4ma 1") == "\u{1B}[4ma \u{1B}[1m1\u{1B}[0m")
    #expect(rendered(.markup, "a <u>1</u>") == "a \u{1B}[4m1\u{1B}[0m")
    theme.policy.findsPatterns = true
    #expect(rendered(.markup, "a <u>1</u>") == "a \u{1B}[1;4m1\u{1B}[0m")
    #expect(theme.render("x 1", for: Terminal()) == "x \u{1B}[1m1\u{1B}[0m")
    #expect(theme.render("\("odd")", for: Terminal()) == "\u{1B}[38;2;255;0;0modd\u{1B}[0m")
  }

  @Test("a class of a pattern needs no rule")
  func patternsWithoutRules() {
    var theme = Theme(#"@highlight n "\d+"; .x { color: red }"#, syntax: .css)
    theme.policy.findsPatterns = true
    let text = theme.renderer(for: .plain).styled("1 <b class=z>2</b>")
    #expect(text.runs.map(\.classes) == [["n"], [], ["n"]])
    #expect(text.findings.map(\.message) == ["no rule for class 'z' of <b>"])
  }

  @Test("findings have their places in the whole text, once each")
  func findings() {
    let (text, findings) = streamed(
      ["a\n<span cl", "ass=bodl>b</span>\n", "5 < 6 </i>"].map { Array($0.utf8) }, for: .plain)
    #expect(text == "a\nb\n5 < 6 ")
    #expect(
      findings.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.code)" } == [
        "2:1 unknown-class", "3:3 unescaped-less-than", "3:7 stray-end-tag",
      ])
    #expect(findings.allSatisfy { $0.file == "log" })
  }

  @Test("each line may be a text of its own")
  func separateLines() {
    var stream = Self.theme.renderer(for: Terminal()).stream(separatesLines: true)
    var output: [UInt8] = []
    stream.write(Array("<span class=bold>a\nb\n".utf8), to: &output)
    stream.finish(to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "\u{1B}[1ma\u{1B}[0m\nb\n")
  }

  private static let parts = [
    "<span class=bold>", "<span class='red u'>", "<b id=x>", "<i id=x>", "</span>", "</b>", "</i>",
    "<br>",
    "a", " ", "\n", "\n\n", "漢字", "é", "&amp;", "&lt;b>", "\u{1B}[1m", "<a href=http://e.x>",
    "</a>", "<!-- c -->", "\t", "<span style='opacity:.5'>", "5 < 6",
  ]

  @Test("a stream writes what a text that is read whole is written as", arguments: 0..<40)
  func sameAsWhole(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let markup = (0..<40).map { _ in Self.parts.randomElement(using: &random) ?? "" }.joined()
    let depths: [Terminal.Colors] = [.plain, .attributes, .palette16, .exact]
    let terminal = Terminal(colors: depths[Int(seed % 4)])
    let whole = Self.theme.renderer(for: terminal).render(Markup(trusted: markup))
    var pieces: [[UInt8]] = []
    var rest = Array(markup.utf8)[...]
    while !rest.isEmpty {
      let count = min(rest.count, Int.random(in: 1...7, using: &random))
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    #expect(streamed(pieces, for: terminal).0 == whole, "seed \(seed): \(markup.debugDescription)")
  }
}
