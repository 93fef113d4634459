import CSSViewCommands
import CellLayout
import FuzzProperties
import StyleValues
import Styling
import TerminalOutput
import TestSupport
import Testing
import ThemeBrowser

/// Every place of a string in sheets, markup, options, file names and the environment, through
/// every command and form.
@Suite("Strings from outside")
struct StringRoadTests {
  /// Pieces that a terminal, an editor or a reader would obey or be misled by.
  private static let hostile: [String] =
    ["\u{1B}[2J", "\u{1B}]0;owned\u{7}", "\u{1B}]8;;http://x\u{1B}\\", "\u{1B}[31m", "\u{1B}c"]
    + [0x1...0x8, 0xB...0xC, 0xD...0xF, 0x11...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069]
    .joined().compactMap(Unicode.Scalar.init).map { String($0) }
    + [0xFEFF, 0xFFF9, 0xE0041, 0xE007F, 0xFDD0, 0xFFFE, 0x10FFFF].compactMap(Unicode.Scalar.init)
    .map { String($0) }

  /// A string that is long enough to be cut, with some hostile pieces among its words.
  private static func payload(_ generator: inout SeededGenerator) -> String {
    (0..<4).map { "word\($0)" + (hostile.randomElement(using: &generator) ?? "") }.joined(
      separator: " ")
  }

  // MARK: How strings are written

  /// The string in a sheet, each character that is no letter as an escape; it fits names, too.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map {
      $0.properties.isAlphabetic ? String($0) : "\\\(String($0.value, radix: 16)) "
    }
    .joined()
  }

  /// The string in markup, each character that is no letter as a reference.
  private static func referenced(_ text: String) -> String {
    text.unicodeScalars.map {
      $0.properties.isAlphabetic || $0 == " " ? String($0) : "&#x\(String($0.value, radix: 16));"
    }
    .joined()
  }

  /// The string in JSON.
  private static func quoted(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16)
        return scalar == "\"" || scalar == "\\"
          ? "\\\(scalar)"
          : scalar.value < 0x20
            ? "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits : String(scalar)
      }.joined() + "\""
  }

  // MARK: Places

  /// Sheets with `@` where the string goes and `#` where it goes as an escaped name.
  private static let sheets: [String] = [
    ".t { text-overflow: \"@\"; width: 6ch; display: inline-block }",
    ".t { text-overflow: \"@\" middle; width: 9ch; display: inline-block }",
    ".t { text-overflow: \"@\" clip; width: 9ch; display: inline-block }",
    "* { white-space: nowrap; text-overflow: \"@\" }", "* { max-lines: 1; text-overflow: \"@\" }",
    ".t { font-family: \"@\", #, serif }", "* { font-family: # }",
    ".t::before { content: \"@\" } .t::after { content: attr(title) \"@\" attr(class) }",
    ".t::before { content: \"@\"; display: inline-block; width: 3ch; text-overflow: ellipsis }",
    ".t::before { content: \"@\"; font-size: 30px } .t { font-size: 30px }",
    ".t { --x: \"@\"; --y: #; text-overflow: var(--x); font-family: var(--y, \"@\"); width: 5ch; "
      + "display: inline-block }", ".t { --#: red; color: var(--#); background: var(--w#, \"@\") }",
    ".t { background-image: url(\"@\") }", ".t { background: url(#) }", "@import \"@\";",
    "@import url(#);", "@palette \"@\"; .t { color: ansi(1) }", ".# { color: red }",
    "# .t, .t > # { color: red }", "[title=\"@\"], [#] { color: blue }", "@media (#) { .t {} }",
    "@media (min-width: #) { .t {} }", "@# { .t {} }", "@keyframes # { from {} }",
    ".t { #: red; color: #; width: #; border: # }", "/* @ */ .t { color: red /* @ */ }",
    ".t:# { color: red } .t::# { color: red }", ".t:not(.#) { color: #; color: blue }",
    "@ { @: @ }", ".t { color: @; text-overflow: @ }", ".t { text-transform: #; content: \"@\" }",
    ".t { color: color-mix(in #, red, \"@\") } .t { color: rgb(#) }",
  ]

  /// Dictionaries, with the string as a part of strings.
  private static let dictionaries: [String] = [
    #"{".t": {"text-overflow": "'@'", "width": "6ch", "display": "inline-block"}}"#,
    #"{".t": {"font-family": "@", "color": "@", "@": "red", "--@": "@"}}"#,
    #"{".@": {"color": "red"}, "@@": 1, "@import": "@", "text": {"font-family": "@"}}"#,
    #"{"dialect": "@", "@": ["@", {"@": "@"}], ".t": {"background-image": "@"}}"#,
  ]

  /// Markup with `@` where the string goes, and `&@` where it goes as references.
  private static let markups: [String] = [
    "<b class='t @'>hello @ world</b> <i class=t title='&@' id='@'>more &@ text</i>",
    "<span class=t style='text-overflow: \"@\"; width: 7ch; display: inline-block'>a long text</span>",
    "<span style='font-family: \"@\", &@; --x: @; @: @; color: @'>text @</span>",
    "<a class=t href='https://x.org/@?&@' title='@'>link @</a> <a href='@'>@</a> <a href='javascript:@'>x",
    "<@ x='@'>@</@> <x-@ @=@ class=\"&@\">text</x-@> <!-- @ --> &@; &#27; &#155; &#x202e; {@}",
    "<span class='t &@' lang='@' style='font-size: 30px'>Big @ &@</span>",
    "<sup class=t>1@2</sup> <sub>&@</sub> <span class=t hidden>@</span>",
    "<span class=t style='display: inline-block; width: 8ch; text-align: right'>@</span>@",
  ]

  /// What makes something of a sheet `S` and of markup that comes from standard input.
  private static let writers: [[String]] = [
    ["render", "S", "-"], ["render", "S", "-", "--to", "plain"],
    ["render", "S", "-", "--to", "html"], ["render", "S", "-", "--to", "html", "--fragment"],
    ["render", "S", "-", "--to", "json"], ["render", "S", "-", "--to", "svg"],
    ["render", "S", "-", "--width", "9"], ["render", "S", "-", "--width", "3", "--to", "plain"],
    ["render", "S", "-", "--width", "5", "--to", "html"], ["render", "S", "-", "--lines"],
    ["render", "S", "-", "--class", "t", "--width", "12"],
    ["preview", "S", "-"], ["preview", "S", "-", "--width", "8"],
    ["preview", "S", "-", "--to", "plain", "--width", "5"], ["preview", "S", "-", "--to", "html"],
    ["preview", "S", "-", "--to", "html", "--fragment", "--width", "7"],
    ["preview", "S", "-", "--to", "svg", "--width", "9"], ["preview", "S", "-", "--to", "json"],
    ["preview", "S", "-", "--text-sizing", "osc66"], ["preview", "S", "-", "--class", "t"],
    ["preview", "S", "-", "--text-sizing", "block"],
    ["preview", "S", "-", "--text-sizing", "dechl"],
    ["explain", "S", "-"], ["explain", "S", "-", "--json"], ["explain", "S", "-", "--class", "t"],
    ["check", "S", "--markup", "-"], ["check", "S", "--markup", "-", "--format", "json"],
    ["check", "S", "--markup", "-", "--format", "sarif", "--contrast", "AA", "--distinct"],
    ["snoop", "S", "-"], ["measure", "--markup", "S", "-"],
    ["measure", "--markup", "S", "-", "--json"], ["convert", "S", "--to", "css"],
    ["convert", "S", "--to", "json"], ["convert", "S", "--to", "bat"],
    ["value", "string", "--sheet", "S", "--key", ".t.font-family"],
    ["value", "color", "--sheet", "S", "--key", ".t.color"],
  ]

  /// Runs a command for a pipe or for a terminal, and tells what must not be in its outputs.
  ///
  /// Into a pipe goes no sequence at all, unless somebody wants colour there.
  private static func intruders(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    _ generator: inout SeededGenerator
  ) -> [String] {
    let terminal = Bool.random(using: &generator) ? (40, 12) : nil
    let run = CommandRun(
      arguments, input: input, terminal: terminal,
      environment: ["TERM": "xterm-256color"].merging(environment) { $1 })
    var found: [String] = []
    var sequences: ShownOutput.Sequences = []
    if terminal != nil || environment.keys.contains(where: { $0.contains("FORCE") }) {
      sequences.insert(.styles)
    }
    if terminal != nil, arguments.contains("--text-sizing") { sequences.insert(.sizes) }
    if let intruder = ShownOutput(run.bytes, sequences).intruder {
      found.append("\(intruder) in the output")
    }
    if let intruder = ShownOutput(Array(run.errors.utf8)).intruder {
      found.append("\(intruder) in the errors")
    }
    if run.status == .internalError { found.append("an internal error") }
    return found
  }

  /// Some of the writers: all of them come up with as many places.
  private static func someWriters(_ number: Int, count: Int) -> [[String]] {
    (0..<count).map { writers[(number * count + $0) % writers.count] }
  }

  // MARK: Properties

  @Test("in a sheet control no terminal", arguments: [1, 2] as [UInt64])
  func sheets(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let scratch = try ScratchDirectory()
    let markup = Array(
      "hello <b class=t title=tip>a long text of a box</b> and more words\n".utf8)
    for (number, sheet) in (Self.sheets + Self.dictionaries).enumerated() {
      let isJSON = sheet.hasPrefix("{")
      for writer in Self.someWriters(number + Int(seed), count: 7) {
        let payload = Self.payload(&generator)
        let isEscaped = Bool.random(using: &generator)
        let string =
          isEscaped
          ? Self.escaped(payload) : payload.replacing("\n", with: "").replacing("\"", with: "")
        let written =
          isJSON
          ? sheet.replacing("@", with: Self.quoted(string).dropFirst().dropLast())
          : Self.filled(sheet, string, name: Self.escaped(payload))
        let path = try scratch.file(isJSON ? "s.json" : "s.css", written)
        let arguments = writer.map { $0 == "S" ? path : $0 }
        let found = Self.intruders(arguments, input: markup, &generator)
        #expect(found.isEmpty, "\(arguments) with \(written.debugDescription)")
      }
    }
  }

  /// The sheet with the string where `@` stands alone or in quotes, and the name where `#` stands.
  private static func filled(_ sheet: String, _ string: String, name: String) -> String {
    let rules = ["@import", "@palette", "@media", "@keyframes"]
    var text = sheet
    for (number, rule) in rules.enumerated() {
      text = text.replacing(rule, with: "\u{E000}\(number)")
    }
    text = text.replacing("#", with: "\u{E001}").replacing("@", with: "\u{E002}")
    text = text.replacing("\u{E002}\u{E001}", with: "@\u{E001}")
    text = text.replacing("\u{E001}", with: name).replacing("\u{E002}", with: string)
    for (number, rule) in rules.enumerated() {
      text = text.replacing("\u{E000}\(number)", with: rule)
    }
    return text
  }

  @Test("in markup control no terminal", arguments: [1, 2] as [UInt64])
  func markups(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let scratch = try ScratchDirectory()
    let sheet = try scratch.file(
      "s.css",
      """
      .t::before { content: attr(title) attr(class) attr(id) } .t { color: red }
      .w { width: 6ch; display: inline-block }
      """)
    let invalid: [[UInt8]] = [
      [0xFF], [0xC3], [0xE2, 0x80], [0xF0, 0x9F, 0x92], [0xC0, 0x9B], [0],
    ]
    for (number, template) in Self.markups.enumerated() {
      for writer in Self.someWriters(number, count: 19) where writer.contains("-") {
        let payload = Self.payload(&generator)
        let text = template.replacing("&@", with: Self.referenced(payload)).replacing(
          "@", with: payload)
        var bytes = Array(text.utf8)
        for _ in 0..<3 {
          let place = Int.random(in: 0...bytes.count, using: &generator)
          bytes.insert(contentsOf: invalid.randomElement(using: &generator) ?? [], at: place)
        }
        let arguments = writer.map { $0 == "S" ? sheet : $0 }
        let found = Self.intruders(arguments, input: bytes, &generator)
        #expect(found.isEmpty, "\(arguments) of \(text.debugDescription)")
      }
    }
  }

  @Test("in options and in names of files control no terminal", arguments: [1, 2] as [UInt64])
  func options(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let scratch = try ScratchDirectory()
    let name = Self.payload(&generator).replacing("/", with: "")
    let sheet = try scratch.file("\(name).css", ".t { color: nonsense; font-family: '\(name)' }")
    let roads: [[String]] = [
      ["preview", sheet, "x <b class=t>y</b>"], ["render", sheet, sheet], ["explain", sheet, "x"],
      ["check", sheet], ["check", scratch.path], ["check", sheet, "--markup", sheet],
      ["check", sheet, "--format", "sarif"], ["snoop", sheet, sheet],
      ["convert", sheet, "--to", "json"], ["convert", sheet, "--to", "bat"],
      ["check", sheet, "--palettes", scratch.path],
    ]
    let options = [
      "--class", "--element", "--set", "--style", "--color", "--width", "--background", "--palette",
      "--dialect", "--title", "--window", "--text-sizing", "--format", "--to", "--key", "--sheet",
      "--file", "-o", "--from", "--chrome", "--allow-imports-from", "--markup",
    ]
    for road in roads {
      let found = Self.intruders(road, &generator)
      #expect(found.isEmpty, "\(road)")
    }
    for command in [
      "preview", "render", "explain", "check", "snoop", "value", "measure", "convert",
    ] {
      for option in options.shuffled(using: &generator).prefix(10) {
        let value = Self.payload(&generator)
        let text = option == "--set" ? "n=\(value)" : option == "-o" ? "/nowhere/\(value)" : value
        let arguments = [command, "fjord", "{n} <b class='\(value)'>x</b>", option, text]
        let found = Self.intruders(arguments, &generator)
        #expect(found.isEmpty, "\(arguments)")
      }
    }
  }

  @Test("in the environment control no terminal", arguments: [1, 2] as [UInt64])
  func environment(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let scratch = try ScratchDirectory()
    let theme = Self.payload(&generator).replacing("/", with: "")
    try scratch.shell("mkdir -p cssview/themes .config")
    _ = try scratch.file("cssview/themes/\(theme).css", ".t { color: nonsense }")
    let names = [
      "TERM", "COLORTERM", "HOME", "XDG_CONFIG_HOME", "CSSVIEW_PALETTE", "LANG", "LC_ALL",
      "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR",
      "COLORFGBG", "SSH_CONNECTION", "COLUMNS", "VTE_VERSION", "TMUX",
    ]
    let roads: [[String]] = [
      ["doctor"], ["doctor", "--json"], ["themes"], ["themes", "--json"],
      ["preview", "fjord", "x"], ["preview", "nosuch", "x"], ["check", "fjord"],
      ["explain", "fjord", "x"],
    ]
    for name in names {
      let value = Self.payload(&generator)
      for road in roads.shuffled(using: &generator).prefix(3) {
        let found = Self.intruders(road, environment: [name: value], &generator)
        #expect(found.isEmpty, "\(road) with \(name)=\(value.debugDescription)")
      }
    }
    for road in roads + [
      ["preview", theme, "x"], ["check", theme], ["explain", theme, "<b class=t>x"],
    ] {
      let found = Self.intruders(
        road, environment: ["XDG_CONFIG_HOME": scratch.path], &generator)
      #expect(found.isEmpty, "\(road) with a theme \(theme.debugDescription)")
    }
  }

  @Test("in text that is no markup control no terminal", arguments: 1...4 as ClosedRange<UInt64>)
  func texts(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let roads: [[String]] = [
      ["render", "--escape"], ["render", "fjord", "-", "--from", "ansi"],
      ["render", "fjord", "-", "--from", "ansi", "--width", "7"],
      ["render", "fjord", "-", "--from", "ansi", "--to", "html"],
      ["render", "fjord", "-", "--from", "ansi", "--controls", "drop"],
      ["render", "fjord", "-", "--sgr", "apply"], ["render", "fjord", "-", "--sgr", "strip"],
      ["preview", "fjord", "-", "--from", "ansi", "--width", "9"],
      ["convert", "--from", "ansi", "--to", "markup"], ["measure", "-"],
      ["measure", "-", "--json"],
      ["measure", "--batch"], ["value", "string", "--batch"], ["explain", "--batch"],
      ["convert", "-", "--to", "css"], ["check", "-"],
    ]
    for road in roads {
      var text = (0..<6).map { _ in Self.payload(&generator) }.joined(separator: "\n")
      if road.contains("--batch") { text = Self.quoted(text.replacing("\n", with: " ")) }
      let found = Self.intruders(road, input: Array(text.utf8), &generator)
      #expect(found.isEmpty, "\(road) of \(text.debugDescription)")
    }
  }

  @Test(
    "in themes and their names are harmless on the screen of the browser",
    arguments: [1, 2] as [UInt64])
  func browser(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var themes: [String: String] = [:]
    for _ in 0..<6 {
      let payload = Self.payload(&generator)
      let sheet = Self.sheets.randomElement(using: &generator) ?? ""
      themes["t/\(payload.replacing("/", with: "")).css"] = Self.filled(
        sheet, Self.escaped(payload), name: Self.escaped(payload))
    }
    let environment = Environment(columns: 70, rows: 20, colorDepth: .ansi256)
    var settings = BrowserSettings(
      target: OutputTarget(environment), loader: StylesheetLoader(environment: environment))
    let payload = Self.payload(&generator)
    settings.sample = Sample(
      markup: "a <b class='t \(payload)' title='\(payload)'>long \(payload) text</b> <i class=t>x")
    var browser = Browser(settings, columns: 70, rows: 20)
    BrowserProperties.perform(browser.firstEffects, themes, &browser)
    let keys: [Key] = [
      .down, .down, .tab, .down, .right, .tab, .down, .enter, .character("/"), .character("w"),
      .enter, .escape, .character("?"), .escape, .up, .character("n"), .character("e"),
    ]
    for key in keys {
      BrowserProperties.perform(browser.handle(.input(.key(KeyPress(key)))), themes, &browser)
      let cells = browser.view().buffer.cells
      let shown = ShownOutput(cells.flatMap { Array($0.text.utf8) })
      #expect(shown.intruder == nil && !shown.text.contains { $0.isNewline || $0 == "\t" })
      #expect(shown.text.contains { $0 != " " })
    }
  }
}
