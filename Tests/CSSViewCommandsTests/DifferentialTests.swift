import CellLayout
import TerminalOutput
import TestSupport
import Testing

/// What `explain` says about a text against what every form of it shows.
@Suite("explain and what is shown")
struct DifferentialTests {
  /// Rules of a random sheet, in one of its two forms.
  private static func sheet(_ generator: inout SeededGenerator, isCSS: Bool) -> String {
    var random = generator
    defer { generator = random }
    func pick(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }
    let simple = ["b", "i", "u", "span", "a", ".x", ".y", ".z", "span.x", "b.y", "code"]
    let places = [
      "", "", ":first-child", ":last-child", ":only-child", ":nth-child(2n+1)",
      ":nth-last-child(2)", ":not(:last-child)", ":nth-last-child(3n)", ":not(.y)",
    ]
    func selector() -> String {
      guard isCSS else { return pick(simple) }
      let last = pick(simple) + pick(places)
      // The host object's own background fills its box, and not only the text.
      return random.next() % 3 == 0
        ? pick(simple + ["text"]) + pick([" ", " > "]) + last : last
    }
    func declaration() -> (String, String) {
      let color = pick([
        "#ff0000", "#00aa44", "#3366ff", "#ffcc00", "#884499", "#222222", "#eeeeee",
      ])
      switch random.next() % 8 {
      case 0, 1, 2: return ("color", color)
      case 3: return ("background-color", color)
      case 4: return ("font-weight", pick(["bold", "400", "200", "700"]))
      case 5: return ("font-style", pick(["italic", "normal"]))
      case 6: return ("text-decoration", pick(["underline", "line-through", "none"]))
      default: return ("text-transform", pick(["uppercase", "none", "capitalize"]))
      }
    }
    var rules: [(String, String, String)] = []
    for _ in 0..<14 {
      let (name, value) = declaration()
      rules.append((selector(), name, value))
    }
    if isCSS { return rules.map { "\($0.0) { \($0.1): \($0.2) }" }.joined(separator: "\n") }
    let entries = rules.enumerated().map { number, rule in
      // A key twice would be a duplicate.
      "\"\(rule.0), .n\(number)\": {\"\(rule.1)\": \"\(rule.2)\"}"
    }
    return "{" + entries.joined(separator: ",\n") + "}"
  }

  private static func markup(_ generator: inout SeededGenerator) -> String {
    let pieces = [
      "<b id=b>", "<i id=i>", "<u id=u>", "<span class=x>", "<span class='y z'>", "<b class=y>",
      "<code id=c>",
      "<span>",
      "<a href='https://example.org/'>", "</b>", "</i>", "</u>", "</span>", "</span>", "</code>",
      "</a>", "word", "two words", " ", "a", "\n", "é", "e\u{301}", "\u{301}", "漢字", "😀", "Σ",
      "ß", "&amp;", "&lt;", "<br>", "<!-- no -->", "x\u{200D}", "\u{200B}", "<sup>2</sup>", "a < b",
      "❤", "\u{FE0F}", "👩\u{200D}", "🚀", "<b></b>", "{", "\u{1}",
    ]
    var text = ""
    for _ in 0..<50 { text += pieces.randomElement(using: &generator) ?? "" }
    return text + "end\n"
  }

  private static func screen(_ bytes: some Sequence<UInt8>) -> [[ScreenModel.Cell]] {
    var screen = ScreenModel(columns: 600) { cellWidth(of: $0, rules: .clusters) }
    screen.feed(Array(bytes))
    #expect(screen.complaints == [])
    return (0..<screen.rows.count).map { screen.visibleCells(in: $0) }
  }

  /// Parameters as the writers put them out: those with colons, which old terminals skip, in a
  /// sequence of their own.
  private static func sequences(_ rendition: String) -> [UInt8] {
    let parameters = rendition.split(separator: ";")
    let plain = parameters.filter { !$0.contains(":") }.joined(separator: ";")
    let own = parameters.filter { $0.contains(":") }.map(String.init)
    return ([plain] + own).filter { !$0.isEmpty }.flatMap { Array("\u{1B}[\($0)m".utf8) }
  }

  /// The text and the look of each character but line feeds.
  private struct Character: Equatable {
    var scalar: Unicode.Scalar
    var look: TestJSON
  }

  private static func characters(_ runs: [TestJSON]) -> [Character] {
    runs.flatMap { run in
      (run["text"]?.string ?? "").unicodeScalars.compactMap { scalar in
        scalar == "\n" ? nil : Character(scalar: scalar, look: run["style"] ?? .null)
      }
    }
  }

  /// The characters of a page with their text colours.
  private static func page(_ html: String) -> [Character] {
    var found: [Character] = []
    var colors = ["-"]
    // By code points: a mark behind a tag is no part of it.
    var rest = Substring(html).unicodeScalars
    // The first element is the page.
    rest = rest.drop { $0 != ">" }.dropFirst()
    while let first = rest.first {
      if first == "<" {
        let tag = String(rest.prefix { $0 != ">" })
        rest = rest.drop { $0 != ">" }.dropFirst()
        if tag.hasPrefix("</") {
          if colors.count > 1 { colors.removeLast() }
        } else {
          let declarations = tag.split(whereSeparator: { "\";".contains($0) })
          let color = declarations.first { $0.hasPrefix("color:") && $0 != "color:inherit" }
          colors.append(color.map { String($0.dropFirst(6)) } ?? colors.last ?? "-")
        }
        continue
      }
      var scalar = first
      var length = 1
      for (name, meaning) in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\"")]
      where rest.starts(with: name.unicodeScalars) {
        scalar = Unicode.Scalar(meaning) ?? first
        length = name.count
      }
      rest.removeFirst(length)
      if scalar != "\n" {
        found.append(Character(scalar: scalar, look: .string(colors.last ?? "-")))
      }
    }
    return found
  }

  @Test(
    "The runs are what the stream, the block, lines of JSON and pages show",
    arguments: 1...UInt64(16),
    [true, false])
  func sameEverywhere(seed: UInt64, isCSS: Bool) throws {
    var generator = SeededGenerator(seed: seed)
    let sheet = Self.sheet(&generator, isCSS: isCSS)
    let file = try ScratchDirectory()
    let path = try file.file(isCSS ? "s.css" : "s.json", sheet)
    let markup = Self.markup(&generator)
    let note = Comment(rawValue: "seed \(seed)\n\(sheet)\n\(markup)")
    func run(_ arguments: String..., piece: Int = .max) -> String {
      CommandRun(
        arguments + [path], input: Array(markup.utf8), piece: piece,
        environment: [
          // It draws all that `explain` assumes, and takes bold black for grey, as that does.
          "TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm", "COLUMNS": "600", "LINES": "90",
        ]
      ).output
    }
    let runs = try TestJSON(run("explain", "--json"))["runs"]?.array ?? []
    #expect(!runs.isEmpty, note)
    for depth in ["truecolor", "256", "16", "mono"] {
      var expected: [UInt8] = []
      for run in runs {
        let rendition = run["terminal"]?[depth]?.string ?? ""
        let lines = (run["text"]?.string ?? "").split(
          separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
          if number > 0 { expected.append(0x0A) }
          guard !line.isEmpty else { continue }
          expected += Self.sequences(rendition)
          expected += line.utf8
          expected += rendition.isEmpty ? [] : Array("\u{1B}[m".utf8)
        }
      }
      expected.append(0x0A)
      let cells = Self.screen(expected)
      for piece in [3, Int.max] {
        #expect(Self.screen(run("render", "--color", depth, piece: piece).utf8) == cells, note)
      }
      #expect(Self.screen(run("preview", "--color", depth).utf8) == cells, note)
      #expect(
        Self.screen(run("render", "--width", "600", "--color", depth).utf8) == cells, note)
    }
    let all = Self.characters(runs)
    let lines = try run("render", "--to", "json").split(separator: "\n").map {
      try TestJSON(String($0))
    }
    #expect(lines.flatMap { Self.characters($0["runs"]?.array ?? []) } == all, note)
    // A page mixes a colour for faint text.
    let colored = runs.flatMap { run in
      let color = run["style"]?["color"]?.string.map { String($0.dropLast(2)) }
      let isFaint = run["style"]?["font-weight"] == .number(200)
      return (run["text"]?.string ?? "").unicodeScalars.compactMap { scalar in
        scalar == "\n"
          ? nil : Character(scalar: scalar, look: isFaint ? .null : .string(color ?? "-"))
      }
    }
    var page = Self.page(run("render", "--to", "html", "--fragment"))
    for (place, character) in colored.enumerated() where place < page.count {
      if character.look == .null { page[place].look = .null }
    }
    #expect(page == colored, note)
  }
}
