import TestSupport
import Testing

/// An input of at most a megabyte that costs more than others.
struct WorstInput: Sendable, CustomTestStringConvertible {
  /// What is bad about it.
  let testDescription: String

  /// What is run, without the program's name.
  let commands: [String]

  /// The files, each at most a megabyte.
  let files: @Sendable () -> [String: String]

  init(
    _ name: String, _ commands: String..., files: @escaping @Sendable () -> [String: String]
  ) {
    testDescription = name
    self.commands = commands
    self.files = files
  }

  fileprivate static func many(_ count: Int, _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined()
  }

  static let all: [WorstInput] = [
    WorstInput("a cycle of variables", "preview s.css x", "check s.css") {
      ["s.css": ":root{" + many(20_000) { "--v\($0):var(--v\(($0 + 1) % 20_000));" } + "}"]
    },
    WorstInput("a chain of variables to none", "preview s.css x", "check s.css") {
      ["s.css": ":root{" + many(20_000) { "--v\($0):var(--v\($0 + 1));" } + "}i{color:var(--v0)}"]
    },
    WorstInput(
      "variables of a long one, in many elements", "render s.css t", "preview s.css - <t",
      "explain s.css - <t"
    ) {
      [
        "s.css": ":root{--b:" + many(60_000) { _ in "x" } + "}.c{"
          + many(400) { "--c\($0):var(--b) 1;" } + "}",
        "t": many(500) { "<i class=c style=\"--z:\($0)\">x</i>" },
      ]
    },
    WorstInput("a long variable in nested elements", "render s.css t", "preview s.css - <t") {
      [
        "s.css": ":root{--b:" + many(60_000) { _ in "x" } + "}",
        "t": many(9000) { "<i style=\"--c\($0):var(--b) \($0)\">x" },
      ]
    },
    WorstInput(
      "huge boxes", "preview s.css x --to svg", "preview s.css x --to html", "preview s.css x"
    ) {
      ["s.css": "text{margin:1e6px;padding:1e5lh 1e5ch}"]
    },
    WorstInput(
      "a large picture", "preview s.css - --to png --scale 8 <t",
      "render s.css t --to png --scale 8"
    ) {
      ["s.css": "", "t": many(1000) { "line \($0)\n" }]
    },
    WorstInput(
      "many shadows of many words", "preview s.css - --color truecolor <t",
      "preview s.css - --color truecolor --text-sizing block --class big <t",
      "preview s.css - --to html --class big <t", "render s.css t --color truecolor --width 80",
      "render s.css t --color truecolor"
    ) {
      [
        "s.css": "text{text-shadow:" + many(5000) { "\($0 % 9)px 1px 9px red," } + "0 0 red}"
          + ".big{font-size:45px}",
        "t": many(2500) { "<i style='--z:\($0)'>word</i>" + ($0 % 9 == 0 ? "\n" : " ") },
      ]
    },
    WorstInput(
      "far shadows of many words", "preview s.css - --color truecolor <t",
      "render s.css t --color truecolor --width 80"
    ) {
      [
        "s.css": ".a{text-shadow:0 0 9000px red}.b{text-shadow:1px 0 9000px red}",
        "t": many(20_000) { "<i class=\($0 % 2 == 0 ? "a" : "b")>w</i> " },
      ]
    },
    WorstInput(
      "many colours of many words", "preview s.css - --color truecolor <t",
      "render s.css t --color truecolor --width 80"
    ) {
      [
        "s.css": "i{background-image:linear-gradient(" + many(5000) { "#\(100_000 + $0)," }
          + "red)}",
        "t": many(9000) { "<i style='color:#\(100_000 + $0)'>word</i> " },
      ]
    },
    WorstInput("rules of little contrast", "check --contrast AA s.css") {
      ["s.css": many(1000) { ".r\($0){color:#\(100_000 + $0);background-color:#333}" }]
    },
    WorstInput("the same key again and again", "check s.json", "preview s.json x") {
      ["s.json": "{" + many(100_000) { _ in "\"a\":1," } + "\"b\":2}"]
    },
    WorstInput("mistakes", "check s.css", "preview s.css x", "check s.json") {
      [
        "s.css": ".a{" + many(60_000) { _ in "color:x;" } + "}" + many(10_000) { _ in "}" },
        "s.json": "{\".a\":{" + many(30_000) { "\"k\($0)\":x," } + "}",
      ]
    },
    WorstInput("imports of imports that are not there", "check s.css", "preview s.css x") {
      [
        "s.css": many(300) { "@import \"m.css\" (min-width:\($0)px);" },
        "m.css": many(5000) { "@import \"x\($0).css\";" },
      ]
    },
    WorstInput("imports in a folder of as many files", "check s.css", "check .") {
      var files = ["s.css": many(2000) { "@import \"i\($0).css\";" }]
      for index in 0..<2000 { files["i\(index).css"] = ".c\(index){color:red}" }
      return files
    },
    WorstInput("images that are not there, in a folder of many files", "check s.json") {
      var files = [
        "s.json": "{"
          + many(4000) { "\".a\($0)\":{\"background-image\":\"image(x\($0).png)\"}," } + "\"b\":{}}"
      ]
      for index in 0..<4000 { files["i\(index).png"] = "" }
      return files
    },
    WorstInput("long formulas", "check s.css", "check p.css") {
      [
        "s.css": "text{width:calc(min(1%,1px)" + many(160_000) { _ in " + 1px" } + ")}",
        "p.css": "text{width:calc(min(1%" + many(100_000) { _ in ",1px" } + ")"
          + many(100_000) { _ in " * 1" } + ")}",
      ]
    },
    WorstInput("one line", "preview s.css - <t", "measure - <t", "render --width 80 s.css t") {
      ["s.css": "", "t": many(500_000) { _ in "x " }]
    },
    WorstInput("one line in JSON", "explain s.css - --json <t", "render --to json s.css t") {
      ["s.css": "", "t": many(500_000) { _ in "x " }]
    },
    WorstInput(
      "a long text in the place of very many short names",
      "render none t --set a=$(head -c 100000 /dev/zero | tr '\\0' x)",
      "render none t --width 80 --set a=$(head -c 100000 /dev/zero | tr '\\0' x)",
      "render none t --to json --set a=$(head -c 100000 /dev/zero | tr '\\0' x)"
    ) {
      ["t": many(2000) { _ in "{a}" }]
    },
    WorstInput("many runs in one line of JSON", "render --to json s.css t") {
      ["s.css": "", "t": many(100_000) { _ in "<b>x</b>" }]
    },
    WorstInput("many rules that each of many elements loses", "explain s.css - <t") {
      [
        "s.css": many(20_000) { "b{color:#\(100_000 + $0)}" },
        "t": many(500) { _ in "<b>x</b>" },
      ]
    },
    WorstInput("tags and brackets", "render s.css t", "preview s.css - <t", "check s.css") {
      [
        "s.css": many(100_000) { _ in "({[" }, "t": many(60_000) { _ in "<b><i" } + "</b></i>",
      ]
    },
    WorstInput("empty lines", "preview s.css - <t", "render s.css t", "render --to svg s.css t") {
      ["s.css": "", "t": many(1_000_000) { _ in "\n" }]
    },
    WorstInput("parts without content", "check s.css") {
      [
        "s.css": many(15_000) { ".a\($0)::before{content:'x'}" }
          + many(15_000) { ".b\($0)::before{color:red}" }
      ]
    },
    WorstInput(
      "text that the sheet puts into elements", "render s.css t", "preview s.css - <t",
      "render --width 80 s.css t"
    ) {
      [
        "s.css": "b::before{content:'" + many(4000) { _ in "x" } + "'}",
        "t": many(30_000) { _ in "<b>x</b>" },
      ]
    },
    WorstInput("boxes in a line", "render s.css t", "preview s.css - <t") {
      ["s.css": "b{display:inline-block;width:2ch}", "t": many(60_000) { _ in "<b>x</b>" }]
    },
    WorstInput("gradients of many stops, in many elements", "preview s.css - <t") {
      [
        "s.css": "b{background-image:linear-gradient(" + many(120) { _ in "red,blue," } + "red)}",
        "t": many(20_000) { _ in "<b>xyz</b>\n" },
      ]
    },
    WorstInput(
      "gradients and shadows that every element computes", "render s.css t", "preview s.css - <t"
    ) {
      [
        "s.css": "b{background-image:linear-gradient(" + many(120) { _ in "currentcolor,blue," }
          + "red);text-shadow:1px 1px" + many(60) { _ in ",1px 1px currentcolor" } + "}",
        "t": many(25_000) { "<b style='color:#\(100_000 + $0)'>x</b>\n" },
      ]
    },
    WorstInput(
      "a long variable that every element reads", "render s.css t", "preview s.css - <t"
    ) {
      [
        "s.css": "text{--g:linear-gradient(" + many(12_000) { _ in "red," }
          + "red)}b{background-image:var(--g)}",
        "t": many(9000) { "<b style='color:#\(100_000 + $0)'>x</b>\n" },
      ]
    },
    WorstInput(
      "text that the sheet puts into distinct elements", "render s.css t", "preview s.css - <t"
    ) {
      [
        "s.css": "b::before{content:'" + many(4000) { _ in "x" } + "'}b::after{content:'"
          + many(4000) { _ in "y" } + "'}",
        "t": many(50_000) { "<b id=\($0)>x</b>" },
      ]
    },
    WorstInput(
      "placeholders in an attribute",
      "render none t --set a=$(head -c 100000 /dev/zero | tr '\\0' x)",
      "preview none - <t --set a=$(head -c 100000 /dev/zero | tr '\\0' x)"
    ) {
      ["t": "<b class='" + many(300_000) { _ in "{a}" } + "'>x</b>"]
    },
    WorstInput("a long media query around many", "check s.css", "render s.css t") {
      [
        "s.css": "@media " + many(30_000) { _ in "(width>1px) or " } + "(width>1px){"
          + many(10_000) { _ in "@media(width>0){b{color:red}}" } + "}",
        "t": "<b>x</b>",
      ]
    },
    WorstInput("signs that begin no tag", "render s.css t", "preview s.css - <t") {
      ["s.css": "", "t": many(500_000) { _ in "<" }]
    },
    WorstInput("a long attribute that the sheet asks for again and again", "render s.css t") {
      [
        "s.css": "b::before{content:" + many(300) { _ in "attr(data-a) " } + "}",
        "t": many(200) { "<b data-a=\($0)" + many(4000) { _ in "y" } + ">x</b>" },
      ]
    },
    WorstInput("wide boxes in a line", "preview s.css - <t") {
      [
        "s.css": "b{display:inline-block;min-width:1e9ch;padding-left:1e9ch}",
        "t": many(100_000) { _ in "<b>x</b>" },
      ]
    },
    WorstInput(
      "many rules and declarations inside of one with many selectors", "render s.css t",
      "check s.css"
    ) {
      [
        "s.css": many(20_000) { "[data-p=a\($0)]," } + "i{"
          + many(10_000) { "&.c\($0){color:red}@layer{color:red}" } + "}",
        "t": many(1000) { "<i class=c\($0)>x</i>" },
      ]
    },
    WorstInput("lists that many selectors ask for", "render s.css t") {
      [
        "s.css": many(10_000) { "b:is([data-p=a\($0)],.d\($0)) :is(u,:is(.c\($0))){color:red}" },
        "t": many(4000) { "<b style='--z:\($0)' data-p=z><i style='--y:\($0)'>x</i></b>" },
      ]
    },
    WorstInput("attributes that many selectors ask for", "render s.css t", "preview s.css - <t") {
      [
        "s.css": many(15_000) { "[class*=a\($0)]{color:red}" },
        "t": many(6000) { "<b class=b\($0)>x</b>" },
      ]
    },
    WorstInput("positions that many selectors ask for", "render s.css t") {
      [
        "s.css": many(8000) { "b:nth-child(\($0 + 2)n+\($0)){color:red}" },
        "t": many(20_000) { _ in "<b>x</b>" },
      ]
    },
    WorstInput("rules for all of many distinct elements", "render s.css t", "render a.css t") {
      [
        "s.css": many(20_000) { _ in "*{color:red}" },
        "a.css": many(20_000) { _ in ".a{color:red}" },
        "t": many(4000) { "<b class=a style='--z:\($0)'>x</b>" },
      ]
    },
    WorstInput("distinct tags", "render s.css t", "preview s.css - <t") {
      ["s.css": ".a{color:red}", "t": many(25_000) { "<b class='a c\($0)' style='color:#123'>x" }]
    },
    WorstInput("brackets of Markdown", "convert t.md --to html", "convert t.md --to markup") {
      ["t.md": many(300_000) { _ in "[" } + "a" + many(300_000) { _ in "]" }]
    },
    WorstInput("tags in Markdown", "convert t.md --to html", "convert t.md --to markup") {
      ["t.md": many(20_000) { "<b class=a\($0)><i>*x " }]
    },
    WorstInput(
      "a document that is one word", "render none t.html", "preview none --from html - <t.html"
    ) {
      ["t.html": "<pre>" + many(150_000) { _ in "&quot;" }]
    },
    WorstInput("a paragraph in wide rows", "render s.css t.md --color always --width 10000") {
      [
        "s.css": "blockquote{margin:0;border:none;padding:0 0 0 9990ch;background:#333}",
        "t.md": "> " + many(55_000) { _ in "x " },
      ]
    },
    WorstInput("tables in tables", "render none t.html --width 80") {
      ["t.html": many(3000) { _ in "<table><tr><td>" } + "x"]
    },
    WorstInput(
      "rows of data", "render none t.csv --to json", "render none t.csv --to svg",
      "preview none --from csv - <t.csv"
    ) {
      ["t.csv": many(120_000) { _ in "x,y,z\n" }]
    },
    WorstInput(
      "items of a page", "render none t.html --to json", "render none t.html --to svg",
      "preview none --from html - <t.html"
    ) {
      ["t.html": many(120_000) { _ in "<li>x" }]
    },
    WorstInput(
      "paragraphs", "render none t.md --to json", "render none t.md --to svg",
      "preview none --from markdown - <t.md"
    ) {
      ["t.md": many(20_000) { _ in "a word and *another* word of `some` text\n\n" }]
    },
    WorstInput("tabs", "render none t.html", "preview none --from html - <t.html") {
      ["t.html": "<pre>" + many(999_000) { _ in "\t" }]
    },
    WorstInput(
      "characters without cells", "render none j.html", "render none s.html", "render none b.html",
      "render none b.html --width 40", "preview none --from html - <b.html"
    ) {
      [
        "j.html": "<p>" + many(330_000) { _ in "\u{200D}" },
        "s.html": "<p>" + many(490_000) { _ in "\u{AD}" },
        "b.html": "<p>" + many(190_000) { _ in "<wbr>" },
      ]
    },
    WorstInput("open blocks and paragraphs", "render none t.html", "render none p.html") {
      [
        "t.html": many(9000) { _ in "<div>" } + many(24_000) { _ in "<p>x" },
        "p.html": many(160_000) { _ in "<pre>\n" },
      ]
    },
    WorstInput("a huge pattern", "render s.css t --from text", "render --highlight s.css t") {
      [
        "s.css": "@line a \"((a?){100}){300}[cd]\"; @highlight b \"((b?){100}){300}[cd]\";",
        "t": many(240) { number in many(4000) { _ in number % 2 == 0 ? "a" : "b" } + "c\n" },
      ]
    },
    WorstInput("a table of many columns", "render none t.csv", "render none t.csv --flat") {
      ["t.csv": many(20_000) { "c\($0)," } + "\n" + many(20_000) { "\($0)," } + "\n"]
    },
    WorstInput(
      "short records of many columns", "render none t.csv", "render none t.csv --flat",
      "render none t.csv --width 5000", "render none t.jsonl", "render none t.jsonl --width 9000",
      "render none t.csv --to json", "convert t.csv --to html", "convert t.jsonl --to markup"
    ) {
      [
        "t.csv": many(1000) { "c\($0)," } + "\n" + many(5000) { _ in "1\n" },
        "t.jsonl": "{" + many(999) { "\"c\($0)\":1," } + "\"z\":1}\n"
          + many(2000) { _ in "{}\n{\"c900\":1}\n" },
      ]
    },
    WorstInput(
      "a long template of short records", "render none t.csv --template {1}$(cat u)",
      "convert t.csv --to markup --template {1}$(cat u)",
      "render none t.csv --to json --template {1}$(cat u)"
    ) {
      [
        "t.csv": many(12_000) { _ in "1\n" },
        "u": many(5000) { _ in "x" },
      ]
    },
    WorstInput(
      "a long record", "render none t.csv", "render none u.csv", "render none t.jsonl",
      "render none t.jsonl --template {...}", "render none u.csv --template {...}",
      "render none u.csv --flat", "convert u.csv --to html", "convert t.jsonl --to markup"
    ) {
      [
        "t.csv": "a,b\n" + many(990_000) { _ in "x" } + ",1\n",
        "u.csv": "a,b\n" + many(50_000) { _ in "1," } + "\n",
        "t.jsonl": "{" + many(30_000) { "\"k\($0)\":1," } + "\"z\":1}\n",
      ]
    },
    WorstInput(
      "columns that records lack", "render none t.jsonl --columns $(head -c 60000 u)",
      "render none t.csv --columns $(head -c 60000 u)",
      "render none t.jsonl --template $(head -c 60000 u | tr , {)"
    ) {
      [
        "t.jsonl": many(30_000) { _ in "{\"a\":1}\n" },
        "t.csv": "a\n" + many(60_000) { _ in "1\n" },
        "u": many(12_000) { "x\($0),x}\($0)," },
      ]
    },
    WorstInput("quotes and lists of Markdown", "convert t.md --to html", "convert t.md --to markup")
    {
      ["t.md": many(900) { _ in many(250) { _ in "> - " } + "a\n" }]
    },
  ]
}

/// The worst that a megabyte can do, in little memory and little time.
@Suite("The worst inputs of at most a megabyte", .serialized)
struct WorstInputTests {
  @Test("take less than 256 MB of address space", arguments: WorstInput.all)
  func memory(input: WorstInput) throws {
    let directory = try ScratchDirectory()
    for (name, text) in input.files() {
      #expect(text.utf8.count <= 1_000_000)
      try directory.file(name, text)
    }
    for command in input.commands {
      // A debug build takes some thirty times as long; what grows with the square takes longer.
      let output = try directory.shell(
        """
        ulimit -v 262144; ulimit -t 60
        \(builtProductsDirectory())/cssview \(command) >out 2>err
        echo $?; grep -c Fatal err
        """)
      let status = output.split(separator: "\n").first.map(String.init) ?? ""
      #expect(["0", "1", "65"].contains(status), "\(command): \(output)")
    }
  }
}

/// A line that a stream gets over and over.
struct RepeatedLine: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let command: String

  /// What `awk` prints, with `L` for a long text and `n` for the number of the line.
  let line: String

  static let all: [RepeatedLine] = [
    RepeatedLine(
      testDescription: "the same long class", command: "render s.css",
      line: #""<b class=\"" L "\">x</b>""#),
    RepeatedLine(
      testDescription: "long attributes that the sheet shows", command: "render s.css",
      line: #""<b data-a=\"" n L "\">x</b>""#),
    RepeatedLine(
      testDescription: "long attributes in lines of JSON", command: "render s.css --to json",
      line: #""<b data-a=\"" n L "\">x</b>""#),
    RepeatedLine(
      testDescription: "long attributes in lines of some width", command: "render s.css --width 40",
      line: #""<b data-a=\"" n L "\" style=\"--a:" n L "\">x</b>""#),
    RepeatedLine(
      testDescription: "open elements with long tags", command: "render s.css",
      line: #""<b data-a=\"" n L "\">x""#),
  ]
}

/// Inputs that are longer than the memory.
@Suite("A stream of long tags", .serialized)
struct FlatStreamTests {
  @Test("takes less memory than its input is long", arguments: RepeatedLine.all)
  func memory(input: RepeatedLine) throws {
    let directory = try ScratchDirectory()
    try directory.file("s.css", "b::before{content:attr(data-b)}u::before{content:attr(data-a)}")
    let output = try directory.shell(
      """
      awk 'BEGIN { L = "y"; while (length(L) < 50000) L = L L
        for (n = 1; n <= 1300; n++) print \(input.line) }' >t
      ulimit -v 100000; ulimit -t 120
      \(builtProductsDirectory())/cssview \(input.command) t >out 2>err
      echo $?; grep -c Fatal err
      """)
    let status = output.split(separator: "\n").first.map(String.init) ?? ""
    #expect(["0", "1", "65"].contains(status), "\(output)")
  }
}

/// What even flat memory cannot hold: a line that has to be known as a whole.
@Suite("Lines that are too long for the memory", .serialized)
struct LongLineTests {
  @Test(
    "are told of, with a status of its own",
    arguments: [
      ("explain s.css - --json <t", 70, "the memory that it may use is not enough for this$"),
      ("render --to json s.css t", 70, "the memory that it may use is not enough for this$"),
      ("render --width 80 s.css t", 70, "the memory that it may use is not enough for this$"),
      ("preview s.css - <t", 65, "a block of more than 52428 rows of 80 columns is too large"),
    ])
  func outOfMemory(command: String, status: Int, message: String) throws {
    let directory = try ScratchDirectory()
    try directory.file("s.css", "")
    let output = try directory.shell(
      """
      head -c 64000000 /dev/zero | tr '\\0' 'x' >t
      ulimit -v 200000
      \(builtProductsDirectory())/cssview \(command) >out 2>err
      echo $?; grep -c '^cssview: \(message)' err
      """)
    #expect(output == "\(status)\n1\n")
  }
}

/// Something that nests in itself.
struct DeepInput: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let commands: [String]

  /// The file that it is in; a sheet is there in any case.
  let file: String
  let start: String
  let open: String
  let middle: String
  let close: String
  let end: String

  init(
    _ name: String, _ commands: [String], _ file: String, _ start: String, _ open: String,
    _ middle: String, _ close: String, _ end: String
  ) {
    testDescription = name
    self.commands = commands
    self.file = file
    self.start = start
    self.open = open
    self.middle = middle
    self.close = close
    self.end = end
  }

  func text(depth: Int) -> String {
    start + String(repeating: open, count: depth) + middle + String(repeating: close, count: depth)
      + end
  }

  static let all: [DeepInput] = [
    DeepInput(
      "blocks", ["check s.css", "convert s.css --to json"], "s.css", "", ".a{", "color:red", "}",
      ""),
    DeepInput(
      "groups", ["check s.css", "preview s.css x"], "s.css", "", "@layer a{", ".a{color:red}", "}",
      ""),
    DeepInput(
      "parentheses", ["check s.css", "preview s.css '<b class=a>x</b>'"], "s.css",
      ".a{width:calc", "(", "1px", ")", "}"),
    DeepInput(
      "functions", ["check s.css", "preview s.css x"], "s.css", ".a{color:", "light-dark(", "red",
      ",red)", "}"),
    DeepInput("minima", ["check s.css"], "s.css", ".a{width:", "min(1px,", "1px", ")", "}"),
    DeepInput(
      "selectors", ["check s.css", "render s.css t"], "s.css", "", ":is(", ".a", ")",
      "{color:red}"),
    DeepInput(
      "fallbacks", ["check s.css", "explain s.css '<b class=a>x</b>'"], "s.css", ".a{color:",
      "var(--b,", "red", ")", "}"),
    DeepInput(
      "JSON", ["check s.json", "convert s.json --to css"], "s.json", "{\".a\":{\"color\":", "[",
      "1", "]", "}}"),
    DeepInput(
      "a theme file", ["preview s.css x --palette p"], "p", "[colors.primary]\nbackground=", "[",
      "1", "]", "\n"),
    DeepInput(
      "a style", ["render s.css t", "preview s.css - <t"], "t", "<b style='width:calc", "(", "1px",
      ")", "'>x</b>"),
    DeepInput(
      "tags", ["render s.css t", "preview s.css - <t", "explain s.css - <t"], "t", "", "<b><sup>",
      "x", "", ""),
    DeepInput(
      "quotes", ["render s.css t.md", "convert --from markdown --to html t.md"], "t.md", "", "> ",
      "x", "", ""),
    DeepInput(
      "links", ["render s.css t.md", "convert --from markdown --to html t.md"], "t.md", "", "![",
      "x", "](y)", ""),
    DeepInput(
      "a page", ["render s.css t.html", "convert --from html --to markup t.html"], "t.html", "",
      "<div><ul><li>", "x", "", ""),
    DeepInput(
      "a record", ["render s.css t.jsonl", "render log t.jsonl"], "t.jsonl", "{\"a\":",
      "[{\"b\":", "1", "}]", "}"),
    DeepInput(
      "a pattern", ["render --from text s.css s.css"], "s.css", "@highlight b \"", "(", "a", ")",
      "\";"),
  ]
}

/// What nests as deep as may be and deeper, where there is hardly any stack.
@Suite("The deepest inputs", .serialized)
struct DeepInputTests {
  @Test(
    "take 256 KiB of stack and 256 MB of address space", arguments: DeepInput.all, [511, 50_000])
  func stack(input: DeepInput, depth: Int) throws {
    let directory = try ScratchDirectory()
    try directory.file("s.css", "b{color:red}sup{color:lime}")
    try directory.file("t", "<b class=a>x</b>")
    try directory.file(input.file, input.text(depth: depth))
    for command in input.commands {
      let output = try directory.shell(
        """
        ulimit -s 256; ulimit -v 262144; ulimit -t 60
        { \(builtProductsDirectory())/cssview \(command) >out 2>err; } 2>/dev/null
        echo $?; grep -c Fatal err
        """)
      let status = output.split(separator: "\n").first.map(String.init) ?? ""
      #expect(["0", "1", "65"].contains(status), "\(command): \(output)")
    }
  }
}
