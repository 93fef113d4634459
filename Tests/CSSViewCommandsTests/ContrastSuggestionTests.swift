import Diagnostics
import StyleValues
import StyledText
import Styling
import TerminalOutput
import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("Colours that check --contrast suggests")
struct ContrastSuggestionTests {
  private static let depths: [ColorDepth] = [.truecolor, .ansi256, .ansi16]

  private func findings(
    _ css: String, _ level: ContrastLevel, depths: [ColorDepth] = Self.depths,
    schemes: [ColorScheme] = ColorScheme.allCases
  ) -> [Diagnostic] {
    let options = SheetOptions.defaults
    let source = SourceText(name: css.hasPrefix("{") ? "a.json" : "a.css", text: css)
    let check = try? SheetCheck(
      sources: SheetSources(main: source, catalog: ThemeCatalog { _ in nil }),
      options: options, terminal: Environment(), host: HostObject(), texts: []
    ) { (_) throws(CommandFailure) in MarkupOptions() }
    // Outside of a block, nothing is suggested.
    return (check?.contrast(level, depths: depths, schemes: schemes).findings ?? []).filter {
      !$0.message.hasSuffix("the background of the block")
    }
  }

  @Test(
    "A sheet that has other rules at a depth is looked at there",
    arguments: [
      "@media (color-depth: 16) { .a { color: #222 } }",
      "@media not (color-depth: 256) { .a { color: #222 } }",
      "@media (color-depth: truecolor) { .a { color: #222 } }",
      "@media (width > 1px) { .a { color: #222 } }",
    ])
  func otherRules(css: String) {
    let sheet = ".a { color: white; background-color: black } \(css)"
    // One alone has nothing to share with the others.
    let alone = Self.depths.filter { !findings(sheet, .aa, depths: [$0]).isEmpty }
    #expect(!alone.isEmpty)
    for order in [Self.depths, Self.depths.reversed()] {
      let together = findings(sheet, .aa, depths: order)
      for finding in together {
        guard case .contrast(_, let depth, _)? = finding.detail else {
          Issue.record("no contrast")
          continue
        }
        #expect(alone.map(\.rawValue).contains(depth))
      }
      #expect(together.count == ColorScheme.allCases.count)
    }
    for pair in [[0, 1], [1, 2], [2, 0]].map({ $0.map { Self.depths[$0] } }) {
      #expect(findings(sheet, .aa, depths: pair).isEmpty == alone.filter(pair.contains).isEmpty)
    }
  }

  /// Where a finding is: on which background, at which depth.
  private struct Place: Hashable {
    var scheme: ColorScheme
    var depth: ColorDepth

    init(_ finding: Diagnostic) throws {
      guard case .contrast(let background, let depth, _)? = finding.detail else {
        throw TestFailure()
      }
      scheme = try #require(ColorScheme(rawValue: background))
      self.depth = try #require(ColorDepth(rawValue: depth))
    }
  }

  private struct TestFailure: Error {}

  private static func selector(_ finding: Diagnostic) -> String {
    String(finding.message.split(separator: "'")[1])
  }

  /// Applies every suggestion where it is given for, and measures again.
  private func expectTruth(of css: String, at level: ContrastLevel, _ name: String) throws -> Int {
    let first = findings(css, level)
    for (place, found) in Dictionary(grouping: first, by: { try? Place($0) }) {
      let place = try #require(place)
      let better = found.compactMap { finding in
        finding.suggestion.map {
          $0.hasPrefix("@media") ? $0 : "\(Self.selector(finding)) { \($0) }"
        }
      }
      let after = findings(
        css + better.joined(separator: "\n"), level, depths: [place.depth],
        schemes: [place.scheme])
      let failing = Set(after.map(Self.selector))
      for finding in found {
        let selector = Self.selector(finding)
        // Such a rule of an imported stylesheet is none in this dialect.
        if selector.contains(" "), css.hasPrefix("@dialect viewcss") { continue }
        let saysNone = finding.message.contains(", but no text colour reaches it ")
        #expect(saysNone == (finding.suggestion == nil), "\(name): \(finding.message)")
        #expect(
          failing.contains(selector) == saysNone,
          "\(name): \(finding.message); \(finding.suggestion ?? "")")
      }
      let hopeless = found.filter { $0.message.hasSuffix("it on this background") }
        .map(Self.selector)
      guard !hopeless.isEmpty else { continue }
      for color in ["black", "white", "gray", "silver", "red", "yellow", "lime", "aqua", "blue"] {
        let other = hopeless.map { "\($0) { color: \(color) }" }.joined(separator: "\n")
        let again = findings(css + other, level, depths: [place.depth], schemes: [place.scheme])
        #expect(Set(hopeless).isSubset(of: again.map(Self.selector)), "\(name): \(color)")
      }
    }
    return first.count
  }

  @Test(
    "are near, and leave the other background as it is where that can be read",
    arguments: [
      // Black alone is readable at 16 colours, which is no red.
      (".a { color: red }", [ColorScheme.light], ["color: #e70000"]),
      (
        ".a { color: hotpink }", ColorScheme.allCases, ["color: light-dark(#cd3a89, hotpink)"]
      ),
      (
        ".a { color: light-dark(#8a5a00, rgb(255, 204, 102)) }", ColorScheme.allCases,
        ["@media (color-depth: 16) { .a { color: light-dark(#382400, rgb(255, 204, 102)) } }"]
      ),
      (
        ".a { color: #111; background-color: #333 }", ColorScheme.allCases,
        ["color: #9c9c9c", "color: #9c9c9c"]
      ),
    ])
  func near(css: String, schemes: [ColorScheme], suggestions: [String]) {
    let found = findings(css, .aa, schemes: schemes)
    #expect(found.map(\.suggestion) == suggestions)
  }

  @Test(
    "are put into the half of light-dark() that they are for",
    arguments: [
      ("light-dark(red, lime)", "red", "lime"), ("LIGHT-DARK( red ,lime )", "red", "lime"),
      ("light-dark(rgb(1, 2, 3), hsl(1, 2%, 3%))", "rgb(1, 2, 3)", "hsl(1, 2%, 3%)"),
      ("light-dark(red)", nil, nil), ("light-dark(a, b, c)", nil, nil), ("red", nil, nil),
      ("light-dark(a), b(c, d)", nil, nil), ("light-dark((a, b)", nil, nil),
    ] as [(String, String?, String?)])
  func halves(value: String, light: String?, dark: String?) {
    let pair = SchemePair(value)
    #expect(pair?.light == light && pair?.dark == dark)
  }

  @Test(
    "end, one after the other, and never lead in a circle",
    arguments: ["#888", "#777", "#5d5d5d", "#dd5152", "#c5c5c5", "#0a0", "#00f", "#fc6"])
  func ending(background: String) {
    for first in ["#777", "red", "#fff"] {
      var (color, rules) = (first, "")
      var css: String { ".x { color: \(color); background-color: \(background) } \(rules)" }
      for _ in 0..<5 {
        for suggestion in findings(css, .aa).compactMap(\.suggestion) {
          if suggestion.hasPrefix("color: ") {
            color = String(suggestion.dropFirst("color: ".count))
          } else {
            rules += suggestion
          }
        }
      }
      #expect(findings(css, .aa).allSatisfy { $0.suggestion == nil }, "\(color), \(background)")
    }
  }

  @Test(
    "are all there at once: those who follow them need not check again",
    arguments: ["#86d99a", "#ffe08a", "gold", "skyblue", "orange", "cyan", "#ff9ec7"])
  func once(color: String) {
    for isJSON in [false, true] {
      func sheet(_ value: String, _ rules: [String]) -> String {
        isJSON
          ? #"{".ok": {"color": "\#(value)"}\#(rules.map { ", \($0)" }.joined())}"#
          : ".ok { color: \(value) } \(rules.joined())"
      }
      let suggestions = findings(sheet(color, []), .aa).compactMap(\.suggestion)
      let values = suggestions.filter { $0.hasPrefix("color: ") }
      let mended = sheet(
        values.first.map { String($0.dropFirst("color: ".count)) } ?? color,
        suggestions.filter { !$0.hasPrefix("color: ") })
      #expect(values.count == 1 && suggestions.count <= 2)
      #expect(!findings(mended, .aa).contains { $0.severity == .error }, "\(mended)")
    }
  }

  @Test("The background that is named is the one that is looked at")
  func namedBackground() throws {
    let sheet = try ScratchFile(".a { color: #777 }")
    for (background, scheme) in [("#ffffff", "light"), ("#101010", "dark")] {
      let run = CommandRun(
        "check", "--contrast", "AA", "--background", background, sheet.path, "--strict")
      let count = run.output.matches(of: #/low-contrast/#).count
      #expect(
        count > 0 && run.output.split(separator: "in a \(scheme) terminal").count == count + 1)
      #expect(run.output.split(separator: " on \(background)").count == count + 1)
    }
  }

  @Test("Faint text is measured as it is seen, and the suggestion is seen better")
  func faint() throws {
    let sheet = try ScratchFile(".a { color: #707070; font-weight: 200 }")
    let options = ["--background", "#ffffff", "--color", "truecolor"]
    let run = CommandRun(["check", "--contrast", "AA", sheet.path] + options)
    #expect(run.status == .findings)
    #expect(run.output.contains("#707070, faint, on #ffffff; AA needs 4.5"), "\(run.output)")
    let suggestion = try #require(
      run.output.firstMatch(of: #/use .color: (#[0-9a-f]+)/#)?.1)
    let mended = try ScratchFile(".a { color: \(suggestion); font-weight: 200 }")
    #expect(
      CommandRun(["check", "--contrast", "AA", mended.path] + options).status == .success)
    // What is explained agrees.
    let explained = CommandRun(
      ["explain", "--all", sheet.path, "<span class=a>x</span>", "--readable", "AA"] + options)
    #expect(explained.output.contains(#/readable: .* was #707070|#707070 was [12]\./#))
  }

  @Test(
    "What a class says itself is blamed before what it inherits",
    arguments: [
      (".a{opacity:.5}", 1, "opacity"), (".a{background-color:#222}", 1, "background-color"),
      (".a{color:#333;opacity:.9}", 1, "color"),
    ])
  func blame(rule: String, line: Int, property: String) throws {
    let css = "\(rule)\nlabel { color: #444 }\n"
    var options = SheetOptions.defaults
    options.dialect = .css
    let source = SourceText(name: "a.css", text: css)
    let check = try SheetCheck(
      sources: SheetSources(main: source, catalog: ThemeCatalog { _ in nil }), options: options,
      terminal: Environment(), host: HostObject(element: "label"), texts: []
    ) { (_) throws(CommandFailure) in MarkupOptions() }
    let found = check.contrast(.aa, depths: [.truecolor], schemes: [.dark]).findings
      .first { $0.message.contains("'.a'") }
    #expect(found?.location?.line == line)
    let column = css.firstRange(of: property + ":").map { range in
      css.distance(from: css.startIndex, to: range.upperBound) + 1
    }
    #expect(found?.location?.column == column, "\(found?.message ?? "")")
  }

  @Test("Text that only the background of its block makes readable is a warning")
  func outsideBlock() throws {
    let css = "text { color: #eee; background-color: #111 } .b { background-color: #111 }"
    let sheet = try ScratchFile(css)
    func run(_ options: String...) -> CommandRun {
      CommandRun(["check", "--contrast", "AA", "--json", sheet.path] + options)
    }
    let found = run("--background", "light")
    #expect(found.status == .success)
    #expect(found.output.contains("; 'render' does not draw the background of the block"))
    #expect(found.output.split(separator: "low-contrast").count == 2)
    #expect(!found.output.contains("suggestion\": \""))
    #expect(!run("--background", "dark").output.contains("low-contrast"))
    #expect(!run("--class", "b").output.contains("low-contrast"))
  }

  @Test(
    "Each selector is checked that text can match, on the backgrounds around it",
    arguments: [
      ("b { color: #777 }", ["b"]),
      ("h1, a { color: #777 }", ["a", "h1"]),
      (".x .y { color: #777 }", [".x .y"]),
      (".x { background: #777; color: #000 } .x > i.y { color: #888 }", [".x i.y"]),
      (".x.y { color: #777 }", [".x.y"]),
      ("[data-a=\"1\"], [data-b] { color: #777 }", ["[data-a=\"1\"]", "[data-b]"]),
      (".x { &:is(.y, i) { color: #777 } .z { color: #777 } }", [".x .z", ".y.x", "i.x"]),
      (":is(b .x) .y:not(.z) { background: #777; color: #888 }", ["b .x .y"]),
      ("text .x, text { color: #777 }", [".x", "text"]),
      (".x { color: #777 } .x:first-child, .x:nth-child(2n) { color: #000 }", [".x"]),
      (".x:selected, .x::before, text.x, nosuch { color: #777 }", []),
      (##"{"text.x": {"color": "#777"}, "i.x": {"color": "#777"}}"##, [".x", "i.x"]),
    ])
  func selectors(sheet: String, names: [String]) throws {
    let file = try ScratchFile(sheet)
    let run = CommandRun(
      "check", "--contrast", "AA", file.path, "--background", "light", "--color", "truecolor")
    let found = run.output.matches(of: #/contrast of '(.*?)' is/#).map { String($0.1) }
    #expect(found.sorted() == names, "\(run.output)")
  }

  @Test("Nested rules, whose paths double with each level, are not followed to all ends")
  func nested() throws {
    let file = try ScratchFile(
      String(repeating: ".a, .b { color: #777; ", count: 100) + String(repeating: "}", count: 100))
    let run = CommandRun("check", "--contrast", "AA", file.path, "--background", "light")
    #expect(run.status == .findings && run.output.contains("contrast of '.a .b'"))
  }

  @Test("A warning about text outside its block hides no error inside it at fewer colours")
  func insideBlock() throws {
    let sheet = try ScratchFile(
      """
      text { background-color: #111 } .b { color: #eee }
      @media (color-depth: 16) { .b { color: #222 } }
      """)
    let run = CommandRun("check", "--contrast", "AA", sheet.path, "--background", "light")
    #expect(run.status == .findings)
    #expect(run.output.contains(#/error: contrast of '.b' is .* at 16 colours/#), "\(run.output)")
    #expect(run.output.contains("warning: contrast of '.b'"))
  }

  @Test("A palette for one background says nothing of text on the other")
  func palette() throws {
    let palette = try ScratchFile("background #151718\nforeground #cacecd\n")
    for arguments in [["--palette", palette.path], []] {
      let run = CommandRun(["check", "--contrast", "AA", "none"] + arguments)
      #expect(run.status == .success, "\(run.output)")
    }
  }

  @Test("pass when they are applied to the bundled themes", arguments: BundledThemes.paths)
  func bundled(path: String) throws {
    let css = CommandRun("convert", path, "--to", "css").output + "\n"
    #expect(!css.isEmpty)
    _ = try expectTruth(of: css, at: .aaa, path)
  }

  @Test("pass when they are applied to random pairs, translucent ones too", arguments: 1...3)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func color() -> String {
      let alpha = number(0...1) == 0 ? 100 : number(20...100)
      return "rgb(\(number(0...255)) \(number(0...255)) \(number(0...255)) / \(alpha)%)"
    }
    var css = "text { background-color: \(color()) }\n"
    for name in 0..<40 {
      let opacity = number(0...2) == 0 ? "; opacity: \(number(30...100))%" : ""
      css += ".c\(name) { color: \(color()); background-color: \(color())\(opacity) }\n"
    }
    #expect(try expectTruth(of: css, at: .aa, "seed \(seed)") > 20)
  }
}
