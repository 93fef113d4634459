import CSSViewCommands
import TestSupport
import Testing

@Suite("cssview render")
struct RenderCommandTests {
  private let sheet = "\(packageDirectory)/demo/night.json"

  @Test(
    "a document in JSON has a line for each line of its text; tags and comments may go over several",
    arguments: [1, 3, 7, Int.max])
  func documentLines(piece: Int) {
    let document = Array(
      """
      \u{FEFF}one <b
       class="bold">two\r
      three</b> four
      <!-- a
      b -->five <i>six<wrong class=x>
      &bogus; <span
      hrefs="x">z
      """.utf8)
    let run = CommandRun(
      ["render", sheet, "--document", "--to", "json"], input: document, piece: piece)
    let lines = run.output.split(separator: "\n")
    let texts = lines.map { $0.dropFirst(#"{"text": ""#.count).prefix { $0 != "\"" } }
    #expect(texts == ["one two", "three four", "five six<wrong class=x>", "&bogus; z"])
    #expect(lines[1].contains(#""start": 0, "end": 5, "element": "text", "tag": "b""#))
    for place in ["5:17", "6:1", "7:1"] { #expect(run.errors.contains(":\(place): warning: ")) }
  }

  @Test("the result does not depend on the pieces in which the input comes")
  func pieces() throws {
    var generator = SeededGenerator(seed: 42)
    let input = Array(try readFile("\(packageDirectory)/demo/build.txt").utf8)
    let whole = CommandRun(["render", sheet, "--color", "truecolor"], input: input)
    #expect(whole.output.contains("\u{1B}["))
    for _ in 0..<20 {
      let size = Int.random(in: 1...200, using: &generator)
      let parts = CommandRun(["render", sheet, "--color", "truecolor"], input: input, piece: size)
      #expect(parts.output == whole.output, "in pieces of \(size)")
    }
  }

  @Test("places of findings are those in the whole input, whatever the pieces", arguments: 1...40)
  func places(size: Int) {
    let input = Array("grüße\nzwei 5 <q class=x>\n\n<span class=ok>vier &nope; x".utf8)
    let run = CommandRun(["render", sheet], input: input, piece: size)
    #expect(run.errors.contains("<stdin>:2:8: warning: "), "\(run.errors)")
    #expect(run.errors.contains("<stdin>:4:21: warning: "))
    // The tag that is never closed, whose bytes may be long gone when that is known.
    #expect(run.errors.contains("<stdin>:4:1: warning: "))
  }

  @Test("what a style lacks has its place in the input, and is told once", arguments: [1, 7, 1000])
  func stylePlaces(size: Int) {
    let input = Array(
      "a\n<b class=lonely>x</b> <i style='colour: red'>y</i>\n<u class=lonely>".utf8)
    for form in [[], ["--width", "20"], ["--to", "json"]] {
      let run = CommandRun(["render", sheet, "--dialect", "css"] + form, input: input, piece: size)
      #expect(
        run.errors.contains("<stdin>:2:1: warning: no rule for class 'lonely'"), "\(run.errors)")
      #expect(
        run.errors.contains("<stdin>:2:33: warning: unknown property 'colour'"), "\(run.errors)")
      #expect(run.errors.split(separator: "no rule for class 'lonely' of <b>").count == 2)
    }
  }

  @Test(
    "the first finding of each code is told at once, further ones are counted at the end",
    arguments: [[], ["--to", "json"], ["--width", "40"]])
  func running(form: [String]) {
    let many = String(
      repeating: "5 < 6 &amp; & <q id=a class=b>\n<i class=x>a</i> &nope;\n", count: 300)
    let run = CommandRun(["render", sheet] + form, input: Array(many.utf8), piece: 500)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 4, "\(run.errors.prefix(2000))")
    #expect(lines[0].contains("<stdin>:1:15: warning: unknown element <q>"))
    #expect(run.errors.contains("<stdin>:2:1: warning: no rule for class 'x'"))
    #expect(run.errors.contains("<stdin>:2:18: warning: unknown character reference"))
    #expect(
      lines.last == """
        cssview: 299 more [unknown-element], 299 more [unknown-reference]; \
        to list all findings, save the text as text.txt: cssview check \(sheet) --markup text.txt
        """)
  }

  @Test("a log with & and < has no findings, and none under --strict")
  func log() {
    let input =
      "GET /?user=1&copy=2&times=3 a < b && c <- d\n5 <6, R&D <<EOF &lt\nfor (i=0;i<n;i++)\n"
    let run = CommandRun("render", sheet, "--strict", input: input)
    #expect(run.errors == "")
    #expect(run.status == .success)
    #expect(run.output == input)
  }

  @Test(
    "what the end of a line cuts is text, and the warning names --document",
    arguments: ["a <b then", "<a href=x", "<span class=\"x", "<!-- x"])
  func cutByLine(line: String) {
    for form in [[], ["--width", "40"], ["--to", "plain"]] {
      let run = CommandRun(["render", sheet] + form, input: Array("\(line)\nnext\n".utf8))
      #expect(run.output == "\(line)\nnext\n")
      #expect(run.errors.contains("--document"))
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
    let json = CommandRun("render", sheet, "--to", "json", input: "\(line)\nnext\n")
    #expect(json.errors.contains("--document"))
    #expect(json.output.split(separator: "\n").count == 2)
    let run = CommandRun("render", sheet, "--strict", input: "\(line)\nnext\n")
    #expect(run.status == .unusableInput)
  }

  @Test("raised text and styles inside clusters are the same in all commands and forms")
  func sameEverywhere() {
    let input = "10<sup>6</sup> a<sub>x y</sub> <code>c</code><br>x<b>\u{301} t</b>\n"
    let text = "10⁶ a_(x y) c\nx\u{301} t\n"
    for command in [["render", "--to", "plain"], ["render", "--width", "60"], ["preview"]] {
      let run = CommandRun(command + [sheet], input: Array(input.utf8))
      #expect(run.output == text, "\(command)")
    }
    for command in [["render", "--width", "60"], ["render"], ["preview"]] {
      let run = CommandRun(command + [sheet, "--color", "mono"], input: Array(input.utf8))
      #expect(
        run.visible.hasPrefix("10⁶ a_(x y) ␛[1mc␛[0m\nx\u{301}␛[1m t␛[0m"),
        "\(command) \(run.visible)")
    }
    let html = CommandRun("render", sheet, "--to", "html", "--fragment", input: "x<b>\u{301} t</b>")
    #expect(html.output.contains("x\u{301}<"))
    let json = CommandRun("explain", sheet, "--json", input: "a\tb<sup>2</sup>")
    #expect(json.output.contains(#""cells": 9"#) && json.output.contains("b²"))
    let measure = CommandRun("measure", "--markup", sheet, input: "10<sup>6</sup>")
    #expect(measure.output.hasPrefix("width 3\n"))
  }

  @Test("with --width a break at the end of a line makes an empty line, as it does without")
  func breakAtEnd() {
    for input in ["x<br>\ny\n", "<br>\n", "x<br>\n"] {
      let plain = CommandRun("render", sheet, input: input)
      #expect(CommandRun("render", sheet, "--width", "20", input: input).output == plain.output)
    }
  }

  @Test("--document lets tags and comments go over lines, and not with --lines")
  func document() {
    let input = "<b\nid=x>a</b><!--\n--> b\n"
    #expect(CommandRun("render", sheet, "--document", input: input).output == "a b\n")
    #expect(CommandRun("render", sheet, "--document", "--lines", input: input).status == .usage)
  }

  @Test("what is wrong in a value of --set is told where its placeholder stands")
  func placesOfValues() {
    let markup = "abc\r\nж\tf <b style='text-transform: uppercase'>{n}</b> {n} <q class=x>\n"
    let input = Array(markup.utf8)
    let value = "n=x\u{1}\u{202E}y"
    for command in [
      ["render"], ["render", "--to", "json"], ["preview", "--to", "plain"], ["explain"],
    ] {
      for piece in [1, 1000] {
        let run = CommandRun(command + [sheet, "--set", value], input: input, piece: piece)
        let places = run.errors.split(separator: "\n").compactMap { line in
          line.contains("warning") ? line.split(separator: " ").first.map(String.init) : nil
        }
        #expect(
          Set(places) == ["<stdin>:2:42:", "<stdin>:2:54:"], "\(command) \(run.errors)")
      }
    }
  }

  @Test("a misspelt placeholder is a finding, everywhere that --set is taken")
  func misspelt() {
    for command in [["render"], ["render", "--to", "json"], ["preview"], ["explain"]] {
      for text in ["{nmae}", "<b class='{nam}'>x</b>", "{Name}", "{namee}"] {
        let run = CommandRun(
          command + [sheet, "--set", "name=x", "--strict"], input: Array(text.utf8))
        #expect(run.errors.contains("unknown-placeholder"), "\(command) \(run.errors)")
        #expect(run.status == .unusableInput, "\(command) \(text)")
      }
      let run = CommandRun(
        command + [sheet, "--set", "name=x", "--strict"],
        input: Array("{other} {} {n} {nxyme} {".utf8))
      #expect(run.status == .success, "\(command) \(run.errors)")
    }
  }

  @Test("a CR alone at the end is shown, one before the last line feed is not")
  func returns() {
    let alone = CommandRun("render", sheet, "--to", "json", input: "a\r")
    #expect(alone.output.hasPrefix(#"{"text": "a␍""#))
    let line = CommandRun("render", sheet, "--to", "json", input: "a\r\n")
    #expect(line.output.hasPrefix(#"{"text": "a","#))
    #expect(!CommandRun("render", sheet, "--to", "svg", input: "a\r\n").output.contains("␍"))
    #expect(CommandRun("preview", sheet, input: "a\r\n").output == "a\n")
  }

  @Test("an element that is never closed is told with its place, long gone", arguments: [64, 4096])
  func unclosedLine(size: Int) {
    let rest = String(repeating: "and so on ", count: 2000)
    let input = Array("one\ntwo <b id=x>three\n\(rest)\n\(rest)".utf8)
    for form in [[], ["--to", "json"]] {
      let run = CommandRun(["render", sheet] + form, input: input, piece: size)
      #expect(run.errors.contains("<stdin>:2:5: warning: <b> is not closed"))
    }
  }

  @Test(
    "a name for --set that would end the text it stands in is refused by all commands",
    arguments: ["a<b", "a&b", "a}b", "a{b", "a b", "", "a\"b", "a\nb"],
    [
      ["render"], ["render", "--width", "9"], ["render", "--to", "json"], ["preview"], ["explain"],
    ])
  func placeholderNames(name: String, command: [String]) {
    let run = CommandRun(command + [sheet, "--set", "\(name)=x"], input: Array("{\(name)}".utf8))
    #expect(run.status == .usage)
    #expect(run.errors.contains("in '--set NAME=TEXT'"), "\(run.errors)")
  }

  @Test(
    "lines that need cells keep their text and their number, whatever draws large text",
    arguments: ["osc66", "dechl", "block"], ["ansi", "plain", "html"])
  func laidOutLargeText(way: String, form: String) throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "s.css",
      """
      .g { text-shadow: 1px 1px red }
      .h { background-image: linear-gradient(red, blue); font-size: 40px }
      """)
    let input = "A<sup class=g>q~r</sup>B\n<sub class=h>q~</sub> <b class=h>BIG</b>\n"
    func output(_ way: String) -> String {
      CommandRun(
        [
          "render", sheet, "--width", "40", "--color", "256", "--to", form, "--text-sizing", way,
        ], input: Array(input.utf8)
      ).output
    }
    #expect(output(way) == output("off"))
    #expect(output(way).contains("q~r"))
  }

  @Test("a file that is missing is told, and the others are shown")
  func missingFile() {
    let run = CommandRun("render", sheet, "/nowhere/x", "\(packageDirectory)/demo/status.txt")
    #expect(run.status == .noInput)
    #expect(run.errors == "cssview: /nowhere/x: no such file or directory\n")
    #expect(run.output.hasPrefix("On feature/tax"))
  }

  @Test("the line structure stays as it is")
  func lines() {
    let run = CommandRun(["render", sheet], input: Array("a\n\n<b id=x>b\nc</b>\n".utf8))
    #expect(run.output == "a\n\nb\nc\n")
  }

  @Test("with --lines what is open ends with its line")
  func separateLines() {
    let run = CommandRun(
      ["render", sheet, "--lines", "--color", "mono"], input: Array("<b id=x>x\ny\n".utf8))
    #expect(run.visible == "␛[1mx␛[0m\ny\n")
  }

  @Test("several threads write what one writes, and find what one finds")
  func jobs() {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "<b>", "</b>", "<span class=ok>", "</span>", "&amp;", "&nope;", "5 < 6", "ü", "<i",
      "<!--", "-->", "&am", "p;", "<span class=\"", "\">",
      "<span class=nowhere>", "{x}", "word ", "\r\n", "\n", "\n\n", "\u{1B}", "</i>", "\u{202E}",
    ]
    for round in 0..<12 {
      var input: [UInt8] = []
      for _ in 0..<Int.random(in: 0...60, using: &generator) {
        input += (pieces.randomElement(using: &generator) ?? "").utf8
        if Int.random(in: 0..<20, using: &generator) == 0 { input.append(0xC3) }
      }
      for form in [["--to", "ansi", "--color", "256"], ["--to", "json"], ["--width", "9"]] {
        let arguments = ["render", sheet, "--lines"] + form
        let one = CommandRun(arguments, input: input)
        let many = CommandRun(arguments + ["--jobs", "3"], input: input)
        #expect(many.output == one.output, "round \(round), \(form)")
        let difference = Set(many.errors.split(separator: "\n"))
          .symmetricDifference(one.errors.split(separator: "\n"))
        #expect(difference.isEmpty, "round \(round), \(form)")
      }
    }
  }

  @Test("more than fits in the threads' hands at once is written in order")
  func manyShares() {
    let line = "<b id=x>" + String(repeating: "x", count: 5000) + " "
    let input = (0..<600).map { "\(line)\($0)\n" }.joined()
    let arguments = ["render", sheet, "--lines", "--color", "mono"]
    let one = CommandRun(arguments, input: Array(input.utf8))
    let many = CommandRun(arguments + ["--jobs", "2"], input: Array(input.utf8), piece: 1 << 16)
    #expect(many.output == one.output)
    #expect(many.output.hasSuffix("599\u{1B}[0m\n"))
  }

  @Test("several threads tell what they find beside the lines that it is in, each code once")
  func jobsTell() {
    let line = "<span class=nowhere>\(String(repeating: "x", count: 999))</span>\n"
    let input = String(repeating: line, count: 5000)
    let run = CommandRun(
      ["render", sheet, "--lines", "--jobs", "2"], input: Array((input + "<q class=a>\n").utf8),
      piece: 1 << 16)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2, "\(run.errors)")
    #expect(lines.first?.contains("<stdin>:1:1: warning: no rule for class 'nowhere'") == true)
    #expect(lines.last?.contains("<stdin>:5001:1: warning: unknown element <q>") == true)
  }

  @Test("several threads tell what one tells, however many parts there are")
  func jobsTellTheSame() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "s.css", ".a { color: var(--none); width: 1px }\n.b { color: color-mix(in lab, red) }\n")
    var generator = SeededGenerator(seed: 21)
    let pieces = [
      "<span class=a>", "<span class=b>", "</span>", "&nope;", "<span class=c style='color: x'>",
      "<span class=d>", "<q>", "<a href=x>", "word ", "\u{202E}", "</i>", "<", "é\u{301}", "\n",
    ]
    var input = Array("\u{FEFF}<i>".utf8)
    while input.count < 1_100_000 {
      input += (pieces.randomElement(using: &generator) ?? "").utf8
      if Int.random(in: 0..<99, using: &generator) == 0 { input.append(0xC3) }
    }
    for form in [["--color", "256"], ["--to", "json"]] {
      let arguments = ["render", sheet, "--lines"] + form
      let one = CommandRun(arguments, input: input)
      let many = CommandRun(arguments + ["--jobs", "3"], input: input)
      #expect(many.output == one.output)
      #expect(many.errors == one.errors)
      #expect(one.errors.contains("more"))
    }
  }

  @Test(
    "a mistake of the sheet has its place there, wherever the text meets it",
    arguments: ["ansi", "json", "html"])
  func placeInSheet(form: String) throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("s.css", ".a { color: var(--none) }")
    for lines in [[], ["--lines"]] {
      let run = CommandRun(
        ["render", sheet, "--to", form] + lines, input: Array("x\ny\n<b class=a>z</b>".utf8))
      #expect(run.errors.contains("s.css:1:13: warning: 'color': '--none' is not defined"))
    }
  }

  @Test("--jobs needs lines that are texts of their own")
  func jobsNeedLines() {
    #expect(CommandRun("render", sheet, "--jobs", "2").status == .usage)
    #expect(CommandRun("render", sheet, "--jobs", "0", "--lines").status == .usage)
    #expect(CommandRun("render", sheet, "--jobs", "2", "--lines", "--to", "svg").status == .usage)
  }

  @Test(
    "with --lines no tag, comment or reference reaches into the next line",
    arguments: [[], ["--width", "40"], ["--to", "json"]])
  func brokenLines(form: [String]) {
    let lines = [
      "a <!-- open", "b -->", "<span", "class=x>y", "&am", "p; q", "<i title=\"", "z\">w",
    ]
    let input = Array(lines.joined(separator: "\r\n").utf8)
    for piece in [1, 3, 1000] {
      let run = CommandRun(
        ["render", sheet, "--lines", "--color", "never"] + form, input: input, piece: piece)
      let shown = run.output.split(separator: "\n")
      #expect(shown.count == lines.count)
      for (line, text) in zip(shown, lines) {
        let isJSON = line.hasPrefix("{")
        #expect(line.contains(isJSON ? text.replacing("\"", with: "\\\"") : text))
      }
    }
  }

  @Test("an invalid byte is shown as U+FFFD and does no harm")
  func invalidUTF8() {
    let run = CommandRun(["render", sheet], input: [0x61, 0xFF, 0xC2, 0x62, 0x0A])
    #expect(run.output == "a\u{FFFD}\u{FFFD}b\n")
  }
}

@Suite("cssview render to other forms")
struct RenderFormTests {
  private let sheet = "\(packageDirectory)/demo/night.json"

  @Test("with --width each line is wrapped and aligned, and what is open goes on")
  func wrapping() {
    let run = CommandRun(
      "render", sheet, "--width", "8", "--style", "text-align: right", "--color", "mono",
      input: "<b id=x>one two\nthree</b> four\n\nx")
    #expect(
      run.visible == """
         ␛[1mone two␛[0m
           ␛[1mthree␛[0m
            four

               x

        """)
  }

  @Test(
    "the file of -o stays as it was where the status says that something is wrong",
    arguments: [
      ["render", "s.css", "t", "--strict"], ["render", "empty.json", "t"],
      ["explain", "s.css", "<b class=q>x</b>", "--strict"], ["explain", "empty.json", "x"],
      ["preview", "s.css", "<b class=q>x</b>", "--strict"], ["preview", "empty.json", "x"],
      ["preview", "empty.json", "x", "--to", "html"], ["render", "empty.json", "t", "--to", "svg"],
      ["render", "s.css", "t", "--to", "png", "--strict"],
    ])
  func keptResult(arguments: [String]) throws {
    let directory = try ScratchDirectory()
    let names = [
      "s.css": try directory.file("s.css", ".a { color: red }"),
      "empty.json": try directory.file("empty.json", ""),
      "t": try directory.file("t", "<b class=q>x</b>\n"),
    ]
    let result = try directory.file("result", "as it was")
    let run = CommandRun(arguments.map { names[$0] ?? $0 } + ["-o", result])
    #expect(run.status == .unusableInput)
    #expect(try directory.shell("cat result") == "as it was")
  }

  @Test("pixels are not written on a terminal", arguments: ["render", "preview"])
  func pixels(command: String) {
    let run = CommandRun(command, sheet, "--to", "png", input: "x\n", terminal: (80, 24))
    #expect(run.status == .usage && run.output.isEmpty)
    #expect(run.errors.contains("cannot show PNG in a terminal; add '-o FILE.png'"))
    #expect(CommandRun(command, sheet, "--to", "png", input: "x\n").status == .success)
  }

  @Test("a file that is named twice stands twice in a picture, line by line")
  func repeatedInput() throws {
    let directory = try ScratchDirectory()
    let one = try directory.file("one", "one\n")
    let two = try directory.file("two", "two\n")
    let run = CommandRun("render", sheet, one, two, one, "--to", "svg")
    let texts = run.output.matches(of: #/>(one|two|[a-z]*onetwo[a-z]*)</#).map { String($0.1) }
    #expect(texts == ["one", "two", "one"], "\(run.output)")
  }

  @Test("places of findings are those of the input though lines are read one by one")
  func places() {
    let run = CommandRun(
      "render", sheet, "--width", "40", "--document",
      input: "<b class=ok\nid=x>a\nb &nope; </b>\n5 <q class=x>\n")
    #expect(run.errors.contains("<stdin>:3:3: warning: "))
    #expect(run.errors.contains("<stdin>:4:3: warning: "))
    #expect(!run.errors.contains("not closed"))
  }

  @Test("a fragment is the text alone, and a window surrounds a picture with its title")
  func frames() {
    let fragment = CommandRun("render", sheet, "--to", "html", "--fragment", input: "<b>x</b>")
    #expect(fragment.output.hasPrefix("<pre "))
    #expect(fragment.output.hasSuffix("</pre>\n"))
    let picture = CommandRun("render", sheet, "--to", "svg", "--window", "a < b", input: "x")
    #expect(picture.output.contains(">a &lt; b</text>"))
    #expect(picture.output.hasSuffix("</g>\n</svg>\n"))
    #expect(CommandRun("render", sheet, "--fragment", input: "x").status == .usage)
    #expect(CommandRun("render", sheet, "--window", "x", input: "x").status == .usage)
  }

  @Test("JSON has a line for each line of the text, with the runs and their styles")
  func json() {
    let run = CommandRun(
      "render", sheet, "--to", "json", input: "a <b id=x>b\nc</b>\n\n")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix(#"{"text": "a b", "runs": [{"text": "a ", "start": 0, "end": 2,"#))
    #expect(lines[1].hasPrefix(#"{"text": "c", "runs": [{"text": "c", "start": 0, "end": 1,"#))
    #expect(lines[1].contains(#""tag": "b""#))
    #expect(lines[2] == #"{"text": "", "runs": []}"#)
  }

  @Test("HTML is one page for all inputs, and no escape sequence is left in it")
  func html() {
    let run = CommandRun(
      "render", sheet, "--to", "html", "\(packageDirectory)/demo/build.txt",
      "\(packageDirectory)/demo/status.txt")
    #expect(run.output.hasPrefix("<!DOCTYPE html>"))
    #expect(run.output.hasSuffix("</html>\n"))
    #expect(run.output.contains("webshop 2.4.0"))
    #expect(run.output.contains("feature/tax"))
    #expect(run.output.contains("#86d99a"))
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test("a PNG starts as a PNG does")
  func png() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("x.png", "")
    let run = CommandRun(
      "render", sheet, "--to", "png", "-o", file, input: "Hi <b>Bob</b>")
    #expect(run.status == .success)
    #expect(run.output.isEmpty)
    #expect(try readFile(file).contains("PNG"))
  }

  @Test(
    "characters that PNG lacks are told in one line",
    arguments: [
      ("日", "no '日' (U+65E5); empty frames are drawn"),
      ("日本日", "no '日' (U+65E5), '本' (U+672C); empty frames are drawn"),
      ("日月火水木金土曜", "'金' (U+91D1) and 2 others; empty frames are drawn"),
    ])
  func missingGlyphs(text: String, message: String) throws {
    let directory = try ScratchDirectory()
    let run = CommandRun("render", "none", "-o", "\(directory.path)/x.png", input: text + "\n")
    #expect(run.status == .success && run.errors.contains(message))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "the name of the output file tells the form, unless it is told",
    arguments: [
      ("x.svg", [], "<svg "), ("x.html", [], "<!DOCTYPE html>"), ("x.png", [], "\u{FFFD}PNG"),
      ("x.json", [], #"{"text": "Hi""#), ("x.txt", ["--color", "16"], "\u{1B}[1mHi"),
      ("x.svg", ["--to", "plain"], "Hi\n"), ("x.log", [], "Hi\n"),
    ])
  func impliedForm(name: String, options: [String], start: String) throws {
    let directory = try ScratchDirectory()
    let file = "\(directory.path)/\(name)"
    for output in [["-o", file], ["-o" + file]] {
      let run = CommandRun(
        ["render", "none"] + output + options, input: Array("<b id=x>Hi</b>\n".utf8))
      #expect(run.status == .success && run.errors.isEmpty)
      #expect(try readFile(file).hasPrefix(start))
      try directory.shell("rm \(name)")
    }
  }

  @Test("what --escape makes renders back to the same text")
  func escape() throws {
    let text = "a < b && c > d {x} \"q\" 'r' &amp; <b>\n\n"
    let markup = CommandRun("render", "--escape", input: text)
    #expect(markup.status == .success)
    #expect(CommandRun("render", sheet, input: markup.output).output == text)
  }
}
