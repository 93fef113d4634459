#if Logging
  import CSSView
  import Foundation
  import Logging
  import TestSupport
  import Testing

  @testable import CSSViewLogging

  @Suite("Records as text")
  struct LogPainterTests {
    private static let time = Array("2026-02-28T23:59:59+0100".utf8)

    private func record(
      _ message: String, level: Logger.Level = .info, label: String = "shop",
      _ metadata: Logger.Metadata = [:]
    ) -> LogRecord {
      var texts = LogTexts()
      texts.append(message)
      texts.append(pairs: metadata)
      return LogRecord(level: level, label: LogTexts.label(label), texts: texts)
    }

    private func shown(
      _ record: LogRecord, theme: Theme = StyledLogHandler.defaultTheme, terminal: Terminal = .plain
    ) -> String {
      var painter = LogPainter(theme: theme, terminal: terminal)
      var output: [UInt8] = []
      painter.append(record, time: Self.time, to: &output)
      var again: [UInt8] = []
      painter.append(record, time: Self.time, to: &again)
      let areEqual = output == again
      #expect(areEqual)
      guard !output.isEmpty else { return "" }
      #expect(output.last == 0x0A)
      return String(decoding: output.dropLast(), as: UTF8.self)
    }

    private let plain = "2026-02-28T23:59:59+0100 info shop: "

    @Test("a record without colours is time, level, label, message and sorted metadata")
    func plainRecord() {
      #expect(
        shown(record("order placed", ["user": "ada", "id": "7"])) == plain
          + "order placed id=7 user=ada")
      var terminal = Terminal()
      terminal.colors = .attributes
      #expect(shown(record("a", ["k": "v"]), terminal: terminal) == plain + "a k=v")
    }

    @Test(
      "every text is one line of text, whatever it holds",
      arguments: [
        ("", ""), ("<span class=error>x</span> &amp; {0}", "<span class=error>x</span> &amp; {0}"),
        ("a\u{1B}[2Jb", "a␛[2Jb"), ("a\r\nb\rc\nd\te", "a␍␊b␍c␊d␉e"),
        ("a\u{202E}b\u{2066}", "a<U+202E>b<U+2066>"), ("a\u{2028}b\u{85}", "a<U+2028>b\u{FFFD}"),
        ("größe 漢字 👩‍💻", "größe 漢字 👩‍💻"), ("\u{301}x", "\u{301}x"), ("\u{0}\u{7F}", "␀␡"),
        ("\u{F0001}\u{F0000}", "\u{F0001}\u{F0000}"),
      ])
    func texts(text: String, expected: String) {
      let result = shown(record("<\(text)>", label: text, [text: .string(text)]))
      #expect(result.hasSuffix("<\(expected)> \(expected)=\(expected)"))
      #expect(!result.contains("\n") && !result.contains("\u{1B}"))
      let colored = shown(record(text, label: text, [text: .string(text)]), terminal: Terminal())
      #expect(!colored.contains("\n") && !colored.contains("\u{1B}[2J"))
    }

    @Test("rules added to the default theme keep its others, and a theme alone has no look")
    func addedRules() {
      #expect(shown(record("m"), theme: Theme(""), terminal: Terminal()) == plain + "m")
      let theme = StyledLogHandler.defaultTheme(
        adding: """
          [data-level=debug] { display: none; colr: red }
          [data-level=error] .message { text-decoration: underline }
          """)
      #expect(theme.findings.map(\.line) == [1])
      #expect(shown(record("m", level: .debug), theme: theme, terminal: Terminal()).isEmpty)
      let error = shown(record("m", level: .error), theme: theme, terminal: Terminal())
      #expect(error.contains("\u{1B}[38;2;215;55;63;1merror   "))
      #expect(error.contains("\u{1B}[38;2;215;55;63;4mm\u{1B}[0m"))
    }

    @Test("an empty message or label takes its space with it")
    func emptyParts() {
      #expect(shown(record("", ["k": "v"])) == plain + "k=v")
      #expect(shown(record("m", label: "")) == "2026-02-28T23:59:59+0100 info m")
      #expect(shown(record("")) == "2026-02-28T23:59:59+0100 info shop:")
    }

    @Test("a hidden part takes its space with it, and a hidden record shows nothing")
    func hiddenTexts() {
      let theme = Theme(
        ".time, .label { display: none } [data-level=debug] { display: none }", syntax: .css)
      #expect(shown(record("m", ["k": "v"]), theme: theme) == "info m k=v")
      #expect(shown(record("m", level: .debug), theme: theme) == "")
      let values = Theme(".metadata { display: none }", syntax: .css)
      #expect(shown(record("m", ["k": "v"]), theme: values) == plain + "m")
    }

    @Test("level and label are columns in colour")
    func columns() {
      var terminal = Terminal(columns: 100)
      let levels: [Logger.Level] = [.info, .critical]
      let starts = levels.map { level -> Int in
        let line = CapturedScreen(
          capture: shown(record("message", level: level), terminal: terminal)
        ).text
        return line.distance(
          from: line.startIndex, to: line.firstRange(of: "message")?.lowerBound ?? line.endIndex)
      }
      #expect(starts == [51, 51])
      terminal.columns = 20
      #expect(shown(record("m"), terminal: terminal).contains("shop"))
    }

    @Test("a long text is cut at a character")
    func longTexts() {
      let million = String(repeating: "x", count: 1_000_000)
      #expect(shown(record(million)) == plain + million)
      let huge = shown(record(String(repeating: "é", count: 3_000_000), ["k": "v"]))
      #expect(huge.hasPrefix(plain + "éé") && huge.contains("é… "))
      #expect(huge.utf8.count < LogTexts.mostBytes + 100)
      let controls = shown(record(String(repeating: "\u{1}", count: 5_000_000)))
      #expect(controls.hasSuffix("␁…"))
      let label = shown(record("m", label: String(repeating: "ü", count: 5000)))
      #expect(label.contains("ü…: m") && label.utf8.count < 4200)
    }

    @Test("nested metadata is sorted, and cut where it is very deep")
    func nestedMetadata() {
      let nested: Logger.MetadataValue = ["b": ["x", ["k": "v"]], "a": [], "c": [:]]
      #expect(shown(record("m", ["n": nested])) == plain + "m n=[a: [], b: [x, [k: v]], c: [:]]")
      let deep = (0..<1000).reduce(Logger.MetadataValue.string("x")) { value, _ in [value] }
      #expect(
        shown(record("m", ["n": deep]))
          == plain + "m n=" + String(repeating: "[", count: 32) + "…"
          + String(repeating: "]", count: 32))
    }

    @Test("a record may have very many keys")
    func manyKeys() {
      for count in [64, 65, 5000] {
        let pairs = (0..<count).map { ("k\($0)", Logger.MetadataValue.string("v")) }
        let record = record("m", Logger.Metadata(uniqueKeysWithValues: pairs))
        #expect(shown(record).split(separator: "=").count == count + 1)
      }
    }

    @Test("more labels than are kept are shown, too")
    func manyLabels() {
      var painter = LogPainter(theme: StyledLogHandler.defaultTheme, terminal: Terminal())
      var output: [UInt8] = []
      for number in 0..<5000 {
        output.removeAll(keepingCapacity: true)
        painter.append(record("m", label: "label\(number)"), time: Self.time, to: &output)
      }
      #expect(String(decoding: output, as: UTF8.self).contains("label4999"))
    }

    @Test("a theme with mistakes is used as far as it is valid")
    func themesWithMistakes() {
      let theme = Theme(".time { colr: red; display: none } .level {", syntax: .css)
      #expect(!theme.findings.isEmpty)
      #expect(shown(record("m"), theme: theme) == "info shop: m")
      #expect(shown(record("m"), theme: [:]) == plain + "m")
    }

    @Test("a theme may transform, decorate and box any part")
    func transformedParts() {
      let theme = Theme(
        """
        .level { text-transform: uppercase } .level::before { content: "[" }
        .level::after { content: "]" } .message { display: inline-block; width: 6ch }
        .value { text-transform: uppercase }
        """, syntax: .css)
      #expect(
        shown(record("m", ["k": "v"]), theme: theme)
          == "2026-02-28T23:59:59+0100 [INFO] shop: m      k=V")
    }

    @Test("colours of the default theme have a contrast of 4.5 on black and on white")
    func contrast() {
      let renderer = StyledLogHandler.defaultTheme.renderer(for: Terminal())
      for level in Logger.Level.allCases {
        let record = record("m", level: level, ["k": "v"])
        var markup: [UInt8] = []
        record.appendMarkup(time: Self.time, hidden: [], to: &markup)
        let text = renderer.styled(Markup(trusted: String(decoding: markup, as: UTF8.self)))
        for run in text.runs {
          guard let color = luminance(run.style.color) else { continue }
          let background = luminance(run.style.backgroundColor)
          let backgrounds: [Double] = if let background { [background] } else { [0, 1] }
          for background in backgrounds {
            let ratio = (max(color, background) + 0.05) / (min(color, background) + 0.05)
            #expect(ratio >= 4.5, "\(level) \(run.classes)")
          }
        }
      }
    }

    /// Relative luminance (WCAG 2); nil for the terminal's own colours.
    private func luminance(_ color: StyleColor) -> Double? {
      guard case .rgb(let red, let green, let blue, 255) = color else { return nil }
      let channels = [red, green, blue].map { channel -> Double in
        let value = Double(channel) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }

    // MARK: Markup

    private static let declarations = [
      "color: red", "background-color: #224", "font-weight: bold", "text-decoration: underline",
      "display: none", "display: inline-block; width: 9ch", "display: inline-block; padding: 0 1ch",
      "display: inline-block; width: 4ch; text-overflow: ellipsis", "text-transform: uppercase",
      "text-transform: capitalize", "text-transform: lowercase", "visibility: hidden",
      "opacity: 0.5", "font-variant: small-caps", "letter-spacing: 1ch", "white-space: pre",
      "font-style: italic", "vertical-align: super", "font-size: 30px", "text-shadow: 1px 1px red",
      "background: linear-gradient(red, blue)",
    ]

    private static let selectors = [
      ".log", ".time", ".level", ".label", ".colon", ".message", ".metadata", ".key", ".value",
      "[data-level=error]", "[data-label^=a] .message", ".key:first-child", ".value:last-child",
      ".key:nth-child(3)", "span", "span:not(.log)", ".log > .level", "text", ":is(.key, .time)",
    ]

    private static let contents = ["[", "] ", "é", "\\301", "x", "\\A", "\\9", " ", "\\200D", "Σ"]

    private static let texts = [
      "a", "order placed", "", " ", " a ", "é", "\u{301}", "漢字", "x\u{200D}", "\u{200D}x", "👩‍💻",
      "\u{1F3FB}", "ΟΔΟΣ", "ß", "ij", "a\nb", "\u{1B}[31m", "<b>", "&lt;", "{0}", "\u{202E}x",
      "\u{600}",
      "\u{F0000}", "\u{F0001}x", "\t", "=", "\u{FE0F}", "🇩🇪", "🇩", "가", "\u{1161}", "don't", "123",
      "\u{E0061}", "\u{1F3F4}\u{E0067}\u{E007F}", "نص", "i̇", "a\u{327}\u{301}",
    ]

    @Test("a record is the line that its markup is rendered as", arguments: 0..<8)
    func renderedMarkup(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      for _ in 0..<150 {
        var sheet = ""
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          let selector = Self.selectors.randomElement(using: &random)!
          switch Int.random(in: 0..<5, using: &random) {
          case 0:
            let part = Bool.random(using: &random) ? "before" : "after"
            let content = Self.contents.randomElement(using: &random)!
            let rest = Self.declarations.randomElement(using: &random)!
            sheet += "\(selector)::\(part) { content: \"\(content)\"; \(rest) }\n"
          default: sheet += "\(selector) { \(Self.declarations.randomElement(using: &random)!) }\n"
          }
        }
        var terminal = Terminal(
          colors: Terminal.Colors.allCases.randomElement(using: &random)!,
          columns: Int.random(in: 1...200, using: &random))
        terminal.isFlat = Int.random(in: 0..<5, using: &random) == 0
        var theme = Theme(sheet, syntax: .css)
        theme.policy.allowsBidirectional = Bool.random(using: &random)
        var painter = LogPainter(theme: theme, terminal: terminal)
        let renderer = theme.renderer(for: terminal)
        for _ in 0..<12 {
          func text() -> String {
            let count = Int.random(in: 1...2, using: &random)
            return (0..<count).map { _ in Self.texts.randomElement(using: &random)! }.joined()
          }
          var metadata: Logger.Metadata = [:]
          for _ in 0..<Int.random(in: 0...3, using: &random) { metadata[text()] = .string(text()) }
          let record = record(
            text(), level: Logger.Level.allCases.randomElement(using: &random)!,
            label: ["a", "shop", text()].randomElement(using: &random)!, metadata)
          var output: [UInt8] = []
          painter.append(record, time: Self.time, to: &output)
          var markup: [UInt8] = []
          record.appendMarkup(
            time: Self.time, hidden: painter.hiddenClasses(of: record), to: &markup)
          var expected: [UInt8] = []
          renderer.append(Markup(trusted: String(decoding: markup, as: UTF8.self)), to: &expected)
          if !expected.isEmpty { expected.append(0x0A) }
          #expect(
            output == expected,
            """
            \(sheet)\(terminal)
            \(String(decoding: output, as: UTF8.self).debugDescription)
            \(String(decoding: expected, as: UTF8.self).debugDescription)
            """)
        }
      }
    }
  }
#endif
