#if Logging
  import CSSView
  import Logging
  import Testing

  @testable import CSSViewLogging

  /// Sentences of the guide that no other test holds.
  @Suite("Guide: log in colour")
  struct LogInColourGuideTests {
    private func shown(_ theme: Theme?, _ terminal: Terminal, level: Logger.Level) -> String {
      var texts = LogTexts()
      texts.append("placed")
      let record = LogRecord(level: level, label: LogTexts.label("shop"), texts: texts)
      var painter = LogPainter(
        theme: theme ?? StyledLogHandler.defaultTheme, terminal: terminal)
      var output: [UInt8] = []
      painter.append(record, time: Array("now".utf8), to: &output)
      return String(decoding: output, as: UTF8.self)
    }

    @Test(
      "A stylesheet sees a record as a span with the class log, a level and a label",
      arguments: [
        ("span.log", true), (".log", true), ("[data-level=error]", true),
        ("[data-label=shop]", true),
        ("[data-label^=sh] .message", true), ("b.log", false), ("[data-level=info]", false),
        ("[data-label=store]", false),
      ])
    func selectors(selector: String, isMatched: Bool) {
      let theme = Theme("\(selector) { text-transform: uppercase }", syntax: .css)
      #expect(theme.findings.isEmpty)
      let line = shown(theme, .plain, level: .error)
      #expect(line.contains(isMatched ? "PLACED" : "placed"))
    }

    @Test("Records have colours and columns on a terminal, and are plain elsewhere")
    func terminals() {
      let plain = shown(nil, .plain, level: .info)
      #expect(plain == "now info shop: placed\n")
      let colored = shown(nil, Terminal(), level: .info)
      #expect(colored.contains("\u{1B}[38;2;36;124;181;1minfo    ") && !colored.contains("shop:"))
      #expect(shown(Theme("", syntax: .css), Terminal(), level: .info) == plain)
    }
  }
#endif
