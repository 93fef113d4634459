import CSSView
import TestSupport
import Testing

// Sentences of the guides that no other test holds, a suite for each guide.

@Suite("Guide: getting started")
struct GettingStartedGuideTests {
  @Test("The name is green and bold, and appears as it came in")
  func hello() {
    let theme: Theme = [".good": ["color": "#86d99a", "font-weight": "bold"]]
    let name = "<b>Bob</b> & co"
    let text: Markup = "Hello, <span class=good>\(name)</span>!"
    #expect(theme.render(text, for: .plain) == "Hello, <b>Bob</b> & co!")
    #expect(
      theme.render(text, for: Terminal())
        == "Hello, \u{1B}[38;2;134;217;154;1m<b>Bob</b> & co\u{1B}[0m!")
    let forced = Terminal(environment: ["FORCE_COLOR": "3"], isTerminal: false)
    #expect(forced.colors == .exact)
    #expect(theme.render(text, for: forced) == theme.render(text, for: Terminal()))
  }

  @Test(
    "A theme is unusable only if nothing of the stylesheet can be used",
    arguments: [
      (".ok { colr: red } .bold { font-weight: bold }", true), (".ok { color: red } }", true),
      (#"{".ok": {"colr": "red"}, ".bold": {"font-weight": "bold"}}"#, true),
      (#"{".ok": {"color": "red""#, true), ("", true), ("{", false), ("{]", false),
    ])
  func usableThemes(sheet: String, isUsable: Bool) {
    let theme = Theme(sheet)
    #expect(theme.isUsable == isUsable)
    #expect(theme.findings.isEmpty == sheet.isEmpty)
  }

  @Test("A stylesheet with a mistake has all its valid parts, and prints its mistakes")
  func validParts() {
    let theme = Theme(".ok { colr: red; font-weight: bold } .up { text-transform: uppercase }")
    #expect(theme.render("<i class='ok up'>x</i>", for: .plain) == "X")
    #expect(theme.renderer(for: .plain).styled("<i class=ok>x</i>").runs[0].style.isBold)
    #expect("\(theme)".hasSuffix(Finding.report(theme.findings)))
    #expect("\(theme)".contains("unknown property 'colr'"))
  }

  @Test("Without a number of columns, a block is as wide as the terminal", arguments: [7, 33, 80])
  func widths(columns: Int) {
    let terminal = Terminal(colors: .plain, columns: columns)
    #expect(Theme("").renderer(for: terminal).block("a").columns == columns)
  }

  @Test("Printing keeps nothing back, and in a pipe each line of progress is a line of plain text")
  func printing() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let theme: Theme = [".bad": ["text-transform": "uppercase"]]
      let file = "<disk>"
      theme.print("Cannot read \(file, class: "bad")", to: .standardError)
      let renderer = theme.renderer(for: .plain)
      for done in 1...3 { renderer.printProgress("\(done) of 3\r", isLast: done == 3) }
      // Nothing that the program has written yet gets out any more.
      fatalError("end")
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.hasSuffix("1 of 3␍\n2 of 3␍\n3 of 3␍\n"))
    #expect(error.contains("Cannot read <DISK>\n"))
  }

  @Test("The repository has seven programs of under sixty lines each")
  func programs() {
    let files = SourceDocumentation.swiftFiles(in: packageFolder + "/demo/programs/Sources")
    #expect(files.count == 7)
    for file in files {
      #expect(SourceDocumentation.text(of: file).split(separator: "\n").count < 60, "\(file)")
    }
  }
}

@Suite("Guide: the cascade")
struct CascadeGuideTests {
  private static let order = [
    "b.first", ".first", "b.second", ".second", "b[data-level]", "[data-level]", "b",
  ]

  @Test("In a dictionary, the first value found wins, in the order of the list", arguments: 0...7)
  func lookup(skipped: Int) {
    // Written from the last to the first, so that the place in the dictionary cannot decide.
    let rules = Self.order.enumerated().dropFirst(skipped).reversed()
      .map { #""\#($1)": {"color": "ansi(\#($0))"}"# }
    let renderer = Theme("{\(rules.joined(separator: ", "))}").renderer(for: .plain)
    let tag = "<b class='first second' data-level=x>t</b>"
    let expected = skipped == 7 ? StyleColor.standard : .palette(UInt8(skipped))
    #expect(renderer.styled(Markup(trusted: tag)).runs[0].style.color == expected)
    let own = tag.replacing("<b", with: "<b style='color: ansi(15)'")
    #expect(renderer.styled(Markup(trusted: own)).runs[0].style.color == .palette(15))
  }

  @Test(
    "If two rules have the same selector, the later one wins",
    arguments: [
      (#"".a": {"color": "ansi(1)"}, "@media (width > 1)": {".a": {"color": "ansi(2)"}}"#, 2),
      (#""@media (width > 1)": {".a": {"color": "ansi(2)"}}, ".a": {"color": "ansi(1)"}"#, 1),
    ] as [(String, UInt8)])
  func laterRules(rules: String, color: UInt8) {
    let text = Theme("{\(rules)}").renderer(for: .plain).styled("<i class=a>x</i>")
    #expect(text.runs[0].style.color == .palette(color))
  }

  @Test(
    "The element is a tag's name or the name of the object, and span matches nothing",
    arguments: [
      ("b", true), ("b.loud", true), ("card.loud", true), ("span", false), ("span.loud", false),
      ("i.loud", false),
    ])
  func elements(selector: String, isMatched: Bool) {
    let theme = Theme(#"{"\#(selector)": {"text-transform": "uppercase"}}"#)
    let renderer = theme.renderer(for: .plain, as: StyledObject(element: "card"))
    #expect(renderer.render("<b class=loud>x</b>") == (isMatched ? "X" : "x"))
    let isMatchedBySpan = selector == "card.loud"
    #expect(renderer.render("<span class=loud>x</span>") == (isMatchedBySpan ? "X" : "x"))
  }

  @Test(
    "In a dictionary, all properties of text are inherited",
    arguments: [
      "color: red", "background-color: ansi(4)", "font-weight: bold", "font-style: italic",
      "text-decoration: underline wavy red", "opacity: 0.5", "text-transform: uppercase",
      "font-size: 30px", "text-shadow: 1px 1px red", "visibility: hidden",
      "font-family: Avenir", "tint-color: red",
    ])
  func inheritance(declaration: String) {
    let parts = declaration.split(separator: ": ", maxSplits: 1)
    let theme = Theme(#"{".out": {"\#(parts[0])": "\#(parts[1])"}}"#)
    #expect(theme.findings.isEmpty)
    let runs = theme.renderer(for: .plain)
      .styled("<span class=out>a<span id=in>b</span></span>").runs
    #expect(runs.count == 2 && runs[0].style != RunStyle())
    #expect(runs[1].style == runs[0].style)
  }

  @Test("Width and padding are not inherited", arguments: ["width: 8ch", "padding: 0 2ch"])
  func boxes(declaration: String) {
    let parts = declaration.split(separator: ": ", maxSplits: 1)
    let theme = Theme(
      """
      {".out": {"display": "inline-block", "\(parts[0])": "\(parts[1])"},
       ".in": {"display": "inline-block"}}
      """)
    let outer = theme.render("<span class=out>a</span>|", for: .plain)
    #expect(outer.count > 2)
    #expect(
      theme.render("<span class=out><span class=in>a</span></span>|", for: .plain) == outer)
  }

  @Test(
    "text-align is inherited from the whole text and from boxes in a line, and from no other span",
    arguments: [
      ("text-align: right", "<b>x</b>|", "   x|"), ("", "<b>x</b>|", "x   |"),
      ("", "<span class=box><b>x</b></span>|", "       x|"),
      ("", "<span class=right><b>x</b></span>|", "x   |"),
      ("text-align: right", "<span class=left><b>x</b></span>|", "   x|"),
    ])
  func alignment(style: String, markup: String, output: String) {
    let theme: Theme = [
      ".right": ["text-align": "right"], ".left": ["text-align": "left"],
      ".box": ["text-align": "right", "display": "inline-block", "width": "8ch"],
      "b": ["display": "inline-block", "width": "4ch"],
    ]
    let object = StyledObject(style: style)
    #expect(theme.render(Markup(trusted: markup), for: .plain, as: object) == output)
  }

  @Test("Nested opacities multiply")
  func opacity() {
    let theme: Theme = ["text": ["color": "#ffffff"], ".half": ["opacity": 0.5]]
    let black = Terminal(background: .rgb(red: 0, green: 0, blue: 0))
    let text = theme.render(
      "<span class=half>a<span class=half>b</span></span>", for: black)
    #expect(text == "\u{1B}[38;2;128;128;128ma\u{1B}[38;2;64;64;64mb\u{1B}[0m")
  }

  @Test(
    "A dictionary with the dialect css does the same as CSS",
    arguments: [
      ([".b { color: ansi(2) }", ".a { color: ansi(1) }"], 1),
      (["b.b { color: ansi(3) }", ".a { color: ansi(1) }"], 3),
      ([".b { color: ansi(2) !important }", "b.a { color: ansi(1) }"], 2),
    ] as [([String], UInt8)])
  func dialect(rules: [String], color: UInt8) {
    let members = rules.map {
      "\""
        + $0.replacing(" { ", with: "\": {\"").replacing(": ansi", with: "\": \"ansi")
        .replacing(" }", with: "\"}")
    }
    let dictionary = #"{"@dialect": "css", "# + members.joined(separator: ", ") + "}"
    for sheet in [rules.joined(separator: "\n"), dictionary] {
      let theme = Theme(sheet)
      #expect(theme.findings.isEmpty, "\(sheet)")
      let text = theme.renderer(for: .plain).styled("<b class='a b'>x</b>")
      #expect(text.runs[0].style.color == .palette(color), "\(sheet)")
    }
  }

  @Test("A dictionary cannot declare layers")
  func layers() {
    let css = Theme("@layer low { i.a { color: ansi(1) } } .a { color: ansi(2) }")
    #expect(css.findings.isEmpty)
    #expect(
      css.renderer(for: .plain).styled("<i class=a>x</i>").runs[0].style.color == .palette(2))
    let json = Theme(#"{"@dialect": "css", "@layer low": {".a": {"color": "red"}}}"#)
    #expect(json.findings.map(\.code) == ["unknown-at-rule"])
  }
}

@Suite("Guide: writing a theme")
struct WritingAThemeGuideTests {
  @Test("A bare number is in px", arguments: [#""15px""#, "15", #""15""#, #""2ch""#])
  func numbers(length: String) {
    let theme = Theme(#"{"text": {"padding": \#(length), "font-weight": 700}}"#)
    #expect(theme.findings.isEmpty)
    let renderer = theme.renderer(for: .plain)
    // 15px are a row and two columns.
    #expect(renderer.naturalColumns(of: StyledString("a")) == 5)
    #expect(renderer.objectStyle.weight == 700)
  }

  @Test("Of a dictionary without order, the selectors are read first and the media queries last")
  func dictionaries() {
    let rules: [String: Any] = [
      "@media (width > 1)": [".a": ["color": "ansi(2)"]], ".a": ["color": "ansi(1)"],
      "@media (width > 500)": [".a": ["color": "ansi(3)"]],
    ]
    let text = Theme(dictionary: rules).renderer(for: .plain).styled("<i class=a>x</i>")
    #expect(text.runs[0].style.color == .palette(2))
  }

  @Test(
    "Imports by a name without a path or an ending are for the program, where no file has the name",
    arguments: [
      ("house", "program", ["house"]), ("beside", "file", []), ("house.css", nil, []),
      ("./house", nil, []),
    ] as [(String, String?, [String])])
  func imports(name: String, className: String?, asked: [String]) throws {
    let directory = try ScratchDirectory()
    try directory.file("beside.css", ".file { color: red }")
    let path = try directory.file("theme.css", "@import '\(name)';")
    let program: @Sendable (String) -> String? = { _ in ".program { color: red }" }
    let theme = try Theme(contentsOf: path, for: .plain, imports: program)
    #expect(theme.classNames == [className].compactMap(\.self))
    #expect(theme.findings.map(\.code) == (className == nil ? ["import-failed"] : []))
    #expect(
      Theme("@import '\(name)';") { asked.contains($0) ? "" : nil }.findings.isEmpty == !asked
        .isEmpty)
  }

  @Test("The library has no stylesheets of its own", arguments: ["fjord", "night", "default"])
  func ownStylesheets(name: String) {
    let theme = Theme("@import '\(name)';")
    #expect(theme.classNames.isEmpty && theme.findings.map(\.code) == ["import-failed"])
  }

  @Test(
    "1ch is a column of 7.5px, 1lh is a row of 15px",
    arguments: [("0 1ch", 3, 1), ("0 7.5px", 3, 1), ("1lh 0", 1, 3), ("15px 0", 1, 3)])
  func cells(padding: String, columns: Int, rows: Int) {
    let renderer = Theme("").renderer(
      for: .plain, as: StyledObject(style: "padding: \(padding)"))
    let text = StyledString("a")
    let block = renderer.block(text, columns: renderer.naturalColumns(of: text))
    #expect(block.columns == columns && block.rows == rows)
  }

  @Test("A theme warns of plain values without the dialect architect")
  func plainValues() {
    #expect(
      Theme(#"{"title": "Inbox"}"#).findings.map { "\($0.severity) \($0.code)" }
        == ["warning not-a-rule"])
    #expect(Theme(#"{"@dialect": "architect", "title": "Inbox"}"#).findings.isEmpty)
  }
}

@Suite("Guide: markup and untrusted text")
struct MarkupGuideTests {
  private func run(_ markup: Markup) -> StyledString.Run {
    Theme(".a, .b { color: red }").renderer(for: .plain).styled(markup).runs[0]
  }

  @Test(
    "A value in href is a link target, and its scheme has to be allowed",
    arguments: [
      ("https://example.com/?a='b'&c", true), ("javascript:alert(1)", false),
      ("mailto:bob@example.com", true), ("guide.html", true), ("//example.com", true),
    ])
  func targets(target: String, isLink: Bool) {
    let (quoted, bare) = (run("<a href=\"\(target)\">x</a>"), run("<a href=\(target)>x</a>"))
    #expect((quoted.link != nil) == isLink && quoted.link == bare.link)
    #expect(quoted.link == (isLink ? target : nil))
  }

  @Test("A value in style is declarations, and a value in class is one or more class names")
  func attributes() {
    let (style, names) = ("font-weight: bold; color: ansi(2)", "a b")
    for run in [run("<i style='\(style)'>x</i>"), run("<i style=\(style)>x</i>")] {
      #expect(run.style.isBold && run.style.color == .palette(2))
    }
    #expect(run("<i class=\(names)>x</i>").classes == ["a", "b"])
  }

  @Test("A target without a scheme passes every list of schemes", arguments: ["a.html", "//e.x"])
  func relativeTargets(target: String) {
    var theme = Theme("")
    theme.policy.linkSchemes = []
    let text: Markup = "\("x", link: target)"
    #expect(theme.renderer(for: .plain).styled(text).runs[0].link == target)
    theme.policy.allowsRelativeLinks = false
    #expect(theme.renderer(for: .plain).styled(text).runs[0].link == nil)
  }

  @Test(
    "Text, classes and file names cannot write an escape sequence",
    arguments: ["\u{1B}[2J", "\u{9B}2J"])
  func escapes(evil: String) {
    let theme = Theme(".a { color: red }", name: evil)
    let renderer = theme.renderer(for: Terminal(colors: .attributes, showsLinks: true))
    let link = "https://example.com/" + evil
    let text = renderer.styled("<i class=\(evil)>\(evil)</i>\("x", link: link)", name: evil)
    let broken = Theme(".a { \(evil): red }", name: evil)
    #expect(!text.findings.isEmpty && !broken.findings.isEmpty)
    let texts = [
      text.text, "\(text.runs[0].classes)", Finding.report(text.findings),
      Finding.report(broken.findings),
    ]
    for text in texts {
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" }, "\(text)")
    }
    // The output has escape sequences, but not this one.
    let output = renderer.render(text)
    #expect(output.contains("\u{1B}]8") && !output.contains(evil) && output.contains("2J"))
  }

  @Test("A value keeps its line feeds and tabs, and a tab goes to the next tab stop")
  func linesAndTabs() {
    let value = "a\tb\nc"
    #expect(Theme("").render("\(value)", for: .plain) == value)
    let block = Theme("").renderer(for: .plain).block("\(value)", columns: 12)
    #expect("\(block)" == "a       b\nc")
  }

  @Test(
    "Output shows all text that no declaration hides",
    arguments: [
      ("5 < 6", "5 < 6"), ("List<String>", "List<String>"), ("a <nothing b", "a <nothing b"),
      ("</i>x", "x"), ("<i class=none>x</i>", "x"), ("a<i class=hidden>b</i>c", "ac"),
      ("a\u{FEFF}b", "ab"), ("a\u{7}b", "a␇b"), ("a\u{9B}31mb", "a\u{FFFD}31mb"),
      (
        "e" + String(repeating: "\u{301}", count: 31), "e" + String(repeating: "\u{301}", count: 30)
      ),
    ])
  func shownText(markup: String, shown: String) {
    let theme: Theme = [".hidden": ["display": "none"]]
    let text = theme.render(Markup(trusted: markup), for: .plain)
    #expect(text.unicodeScalars.elementsEqual(shown.unicodeScalars), "\(text.debugDescription)")
  }
}

@Suite("Guide: colour depth")
struct ColorDepthGuideTests {
  @Test("A terminal without arguments has all colours, 80 columns and 24 rows")
  func defaults() {
    let terminal = Terminal()
    #expect(terminal.colors == .exact && terminal.columns == 80 && terminal.rows == 24)
  }

  @Test(
    "NO_COLOR decides first, and FORCE_COLOR next; other output than a terminal is plain",
    arguments: [
      (["NO_COLOR": "1", "FORCE_COLOR": "3"], true, Terminal.Colors.attributes),
      (["NO_COLOR": "1", "FORCE_COLOR": "3"], false, .plain),
      (["FORCE_COLOR": "3", "CLICOLOR_FORCE": "1"], false, .exact),
      (["FORCE_COLOR": "0", "CLICOLOR_FORCE": "1"], true, .plain),
      (["CLICOLOR_FORCE": "1"], false, .palette16), (["COLORTERM": "truecolor"], false, .plain),
      (["COLORTERM": "truecolor"], true, .exact), ([:], true, .palette16),
    ] as [([String: String], Bool, Terminal.Colors)])
  func environment(variables: [String: String], isTerminal: Bool, colors: Terminal.Colors) {
    let all = variables.merging(["TERM": "xterm"]) { $1 }
    #expect(Terminal(environment: all, isTerminal: isTerminal).colors == colors)
  }

  @Test(
    "ansi(0) to ansi(15) stay as they are; at 8 colours, ansi(9) to ansi(15) become the others",
    arguments: 0..<16)
  func paletteColors(number: Int) {
    let theme = Theme("b { color: ansi(\(number)); font-weight: normal }")
    for colors in [Terminal.Colors.palette8, .palette16, .palette256, .exact] {
      if colors == .palette8, number == 8 { continue }
      let entry = colors == .palette8 ? number % 8 : number
      let code = entry < 8 ? 30 + entry : 82 + entry
      #expect(
        theme.render("<b>x</b>", for: Terminal(colors: colors)) == "\u{1B}[\(code)mx\u{1B}[0m")
    }
  }

  @Test(
    "At 8 colours, dark grey text becomes light grey on a dark terminal",
    arguments: ["#333", "#666666", "ansi(8)", "ansi(240)"])
  func darkGreys(color: String) {
    let theme: Theme = ["text": ["color": .init(color)]]
    for (background, code) in [(Terminal.Background.dark, 37), (.light, 30)] {
      let terminal = Terminal(colors: .palette8, background: background)
      #expect(theme.render("x", for: terminal) == "\u{1B}[\(code)mx\u{1B}[0m")
    }
  }

  @Test("On flat terminals, colours stay, and borders and padding are left out")
  func flat() {
    var terminal = Terminal()
    terminal.isFlat = true
    let object = StyledObject(style: "border: 1px solid; padding: 1ch; color: #ff8800")
    let block = Theme("").renderer(for: terminal, as: object).block("x")
    var bytes: [UInt8] = []
    block.append(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[38;2;255;136;0mx\u{1B}[0m\n")
  }

  @Test(
    "A stylesheet can ask for the colour depth, the background and the size of the terminal",
    arguments: [
      ("(color-depth: 256)", Terminal(colors: .palette256), Terminal(colors: .palette16)),
      ("(color)", Terminal(colors: .palette8), Terminal(colors: .attributes)),
      ("(prefers-color-scheme: light)", Terminal(background: .light), Terminal()),
      ("(width < 60)", Terminal(columns: 59), Terminal(columns: 60)),
      ("(height >= 30)", Terminal(rows: 30), Terminal(rows: 29)),
    ])
  func mediaQueries(query: String, matching: Terminal, other: Terminal) {
    let theme = Theme("@media \(query) { text { text-transform: uppercase } }")
    #expect(theme.render("x", for: matching).contains("X"))
    #expect(theme.render("x", for: other).contains("x"))
  }
}

@Suite("Guide: streaming")
struct StreamingGuideTests {
  private static let theme: Theme = [
    ".box": ["display": "inline-block", "width": "4ch"], ".up": ["text-transform": "uppercase"],
  ]

  @Test(
    "A tag belongs to its line; a span or an element with attributes may go on over several lines",
    arguments: [
      ("a <b>x</b>\n", "a x\n"), ("a <b\nid=k>x</b>\n", "a <b\nid=k>x</b>\n"),
      ("<b>x\ny</b>\n", "<b>x\ny</b>\n"), ("<span>x\ny</span>\n", "x\ny\n"),
      ("<b class=up>x\ny</b>z\n", "X\nYz\n"), ("<span class=up>x\ny</span>z\n", "X\nYz\n"),
    ])
  func tags(input: String, output: String) {
    var stream = Self.theme.renderer(for: .plain).stream()
    var bytes: [UInt8] = []
    stream.write(input, to: &bytes)
    stream.finish(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == output)
  }

  @Test(
    "Flushing writes what waits for the end of its line, and no incomplete tag, character or box",
    arguments: [
      (TextFormat.text, Array("open".utf8), "", "open"),
      (.markup, Array("a <b>x".utf8), "a ", "a <b>x"),
      (.markup, Array("a <b class=u".utf8), "a ", "a "), (.markup, [0x61, 0xC3], "a", "a"),
      (.markup, Array("a<span class=box>bc".utf8), "a", "a"),
    ])
  func flushing(format: TextFormat, input: [UInt8], before: String, after: String) {
    var stream = Self.theme.renderer(for: .plain).stream(format: format)
    var bytes: [UInt8] = []
    stream.write(input, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == before)
    stream.flush(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == after)
  }

  @Test("What goes on waiting is complete later")
  func waiting() {
    for (first, rest, shown) in [
      ("a <b class=u", "p>x</b>", "a X"), ("a<span class=box>b", "c</span>|", "abc  |"),
    ] {
      var stream = Self.theme.renderer(for: .plain).stream()
      var bytes: [UInt8] = []
      stream.write(first, to: &bytes)
      stream.flush(to: &bytes)
      stream.write(rest, to: &bytes)
      stream.finish(to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == shown)
    }
  }

  @Test("A stream may pass its output on to a standard stream at once")
  func standardStreams() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let theme: Theme = [".up": ["text-transform": "uppercase"]]
      for output in StandardStream.allCases {
        var stream = theme.renderer(for: .plain).stream(to: output)
        stream.write("<span class=up>pa")
        stream.write(output == .standardError ? "ss" : "ssed")
        // What is not written now is lost in the end.
        if output == .standardError { fatalError("end") }
        stream.finish()
      }
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.hasSuffix("PASSED") && error.contains("PASS"))
  }

  @Test("In plain text, nothing is a tag, and a line waits for its end")
  func plainText() {
    var stream = Self.theme.renderer(for: .plain).stream(format: .text)
    var bytes: [UInt8] = []
    stream.write("<i class=up>x</i> &lt;", to: &bytes)
    #expect(bytes.isEmpty)
    stream.write("\n", to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "<i class=up>x</i> &lt;\n")
  }

  @Test("With findsPatterns, a theme finds its patterns in streams, texts and blocks of markup")
  func patterns() {
    var theme = Theme(#"@highlight n "\d+"; .n { font-weight: bold }"#)
    for findsPatterns in [false, true] {
      theme.policy.findsPatterns = findsPatterns
      let renderer = theme.renderer(for: Terminal(colors: .attributes))
      let expected = findsPatterns ? "a \u{1B}[1m1\u{1B}[0m" : "a 1"
      var stream = renderer.stream()
      var (streamed, block): ([UInt8], [UInt8]) = ([], [])
      stream.write("a 1", to: &streamed)
      stream.finish(to: &streamed)
      renderer.block("a 1", columns: 3).append(to: &block)
      #expect(String(decoding: streamed, as: UTF8.self) == expected)
      #expect(renderer.render("a 1") == expected)
      #expect(String(decoding: block, as: UTF8.self) == expected + "\n")
    }
  }
}

@Suite("Guide: embedding in a TUI")
struct EmbeddingGuideTests {
  @Test("Offsets count bytes of UTF-8")
  func offsets() {
    let text = Theme("").renderer(for: .plain).styled("é漢<b>x</b>")
    #expect(text.count == 6 && text.ranges(of: "x") == [5..<6])
    #expect(text[0..<5].text == "é漢" && text.runs[1].range == 5..<6)
  }

  @Test("Cells keep the colours of the theme, and lines have the nearest that the terminal has")
  func colors() {
    let theme: Theme = ["text": ["color": "#ff8800"]]
    let block = theme.renderer(for: Terminal(colors: .palette256)).block("x", columns: 1)
    #expect(block[0, 0].color == .rgb(red: 255, green: 136, blue: 0))
    var bytes = Array(">".utf8)
    block.append(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == ">\u{1B}[38;5;208mx\u{1B}[0m\n")
  }

  @Test("For a new size, a theme with variants in files is read again", arguments: [99, 100, 120])
  func variants(columns: Int) throws {
    let directory = try ScratchDirectory()
    let path = try directory.file("theme.json", #"{"text": {"color": "ansi(1)"}}"#)
    try directory.file("theme-100w.json", #"{"text": {"color": "ansi(2)"}}"#)
    let theme = try Theme(contentsOf: path, for: Terminal(columns: columns))
    let color = theme.renderer(for: .plain).objectStyle.color
    #expect(color == .palette(columns < 100 ? 1 : 2))
  }
}
