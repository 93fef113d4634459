import CSSView
import StyledText
import TestSupport
import Testing

@Suite("Markup by interpolation")
struct MarkupTests {
  private func listing(_ markup: Markup) -> String {
    Theme("").renderer(for: .plain).styled(markup).runs.map { run in
      guard run.element != "text" else { return run.text }
      let names = ([run.element] + run.classes).joined(separator: ".")
      return names + (run.link.map { "->\($0)" } ?? "") + "(\(run.text))"
    }.joined(separator: "|")
  }

  @Test("an interpolated value is text wherever it stands")
  func values() {
    let evil = "</b>\" onclick='x' <i>&lt;{0}"
    #expect(listing("Hi <b>\(evil)</b>!") == "Hi |b(\(evil))|!")
    #expect(listing("\(1) + \(2.5)") == "1 + 2.5")
    #expect(listing("<b class=\"\(evil)\">x</b>").hasSuffix("(x)"))
    #expect(listing("<b class=\(evil)>x</b>").hasSuffix("(x)"))
    #expect(listing("<\(evil)") == "<\(evil)")
    #expect(listing("&\("lt;")") == "&lt;")
    #expect(listing("{name} {{ \("x")") == "{name} {{ x")
    #expect(listing("{{ {name}") == "{{ {name}")
    #expect(listing("\("{0}")\("{1}")") == "{0}{1}")
    #expect(listing("\("\u{1B}[2J")") == "␛[2J")
  }

  @Test("a value may have classes, a style and a link")
  func elements() {
    #expect(listing("Hi \("Bob", class: "bold link")!") == "Hi |span.bold.link(Bob)|!")
    #expect(listing("\("x", class: "a\"b")") == "span.a\"b(x)")
    #expect(listing("\("x", link: "http://e.x/\"", class: "c")") == "a.c->http://e.x/\"(x)")
    #expect(listing("\("x", link: "javascript:y")") == "a(x)")
    #expect(listing("\("x", class: "", style: "text-transform: uppercase")") == "span(X)")
  }

  @Test("markup put into markup stays markup")
  func nested() {
    let inner: Markup = "<i>\("<u>")</i>"
    #expect(listing("a\("<b>")\(inner)\("c")") == "a<b>|i(<u>)|c")
    #expect(listing(inner + " " + Markup(trusted: "<b>x</b>")) == "i(<u>)| |b(x)")
    let other: Markup = "<b class=\("p")>\("1")</b>"
    let another: Markup = "<b class=\("q")>\("2")</b>"
    #expect(listing(other + another) == "b.p(1)|b.q(2)")
  }

  // MARK: Hostile values

  /// Pieces of which hostile values are made.
  private static let pieces = [
    "<", ">", "</", "</span>", "</b>", "<b>", "<span class=evil>", "<br>", "<!--", "-->", "&",
    "&lt;", "&#60;", "&#x3c", "lt;", "\"", "'", "`", "=", " ", "\t", "\n", "/", "/>", "{", "}",
    "{{",
    "{0}", "class=evil", " class=evil ", "style=color:red", "a", "é", "漢", "\u{1B}[31m", "\0",
    "\u{202E}", "\u{FFFD}", "!", "#", ";", "0", "-",
  ]

  private static func value(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  private func styled(_ before: String, _ value: String, _ after: String) -> StyledString {
    let markup = Markup(trusted: before) + "\(value)" + Markup(trusted: after)
    return Theme("").renderer(for: .plain).styled(markup)
  }

  private func shape(_ text: StyledString) -> [[String]] {
    text.runs.map { [$0.element] + $0.classes }
  }

  @Test(
    "a hostile value in a text is shown as it is, and opens nothing",
    arguments: [
      ("a ", " b"), ("<b>", "</b>"), ("&", "lt;"), ("&l", ";"), ("<", ">x"), ("<sp", ">x</span>"),
      ("<", "/b>"), ("<span ", ">x</span>"), ("<span ", "=k>x</span>"), ("<span cl", "=k>x"),
      ("<span class=k", "='l'>x</span>"), ("<!-", "- x -->y"), ("{", "}"), ("<b>a</", "b>"),
    ])
  func hostileText(before: String, after: String) {
    let mark = "\u{E000}mark\u{E000}"
    let expected = styled(before, mark, after)
    for seed in 0..<UInt64(150) {
      var random = SeededGenerator(seed: seed)
      let value = Self.value(&random)
      let text = styled(before, value, after)
      let shown = SafeText.text(value).string
      guard expected.text.contains(mark) else {
        // The value is part of a class.
        #expect(text.text == expected.text, "seed \(seed): \(value.debugDescription)")
        continue
      }
      let parts = expected.text.split(
        separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
      #expect(
        text.text == parts[0] + shown + parts[1], "seed \(seed): \(value.debugDescription)")
      guard !shown.isEmpty else { continue }
      #expect(shape(text) == shape(expected), "seed \(seed): \(value.debugDescription)")
    }
  }

  @Test(
    "a hostile value in an attribute stays in it: no other text, run or attribute comes of it",
    arguments: [
      ("x<span class=", ">y</span>z"), ("x<span class=\"", "\">y</span>z"),
      ("x<span class='", "'>y</span>z"), ("x<span class = ", " id=k>y</span>z"),
      ("x<span id=k class=\"", "\"   >y</span>z"),
    ])
  func hostileClass(before: String, after: String) {
    for seed in 0..<UInt64(300) {
      var random = SeededGenerator(seed: seed)
      let value = Self.value(&random)
      let text = styled(before, value, after)
      #expect(text.runs.map(\.text) == ["x", "y", "z"], "seed \(seed): \(value.debugDescription)")
      let names = value.utf8.split { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
      #expect(
        text.runs[1].classes == names.map { SafeText.label(String(Substring($0))).string },
        "seed \(seed): \(value.debugDescription)")
      #expect(
        text.runs[1].attribute("id") == (before + after).firstRange(of: "id=k").map { _ in "k" })
    }
  }

  @Test(
    "a hostile value in another attribute gives no class and no style",
    arguments: [
      ("<a href=", ">y</a>"), ("<a href=\"", "\">y</a>"), ("<span lang=", ">y</span>"),
      ("<span data-x='", "'>y</span>"), ("<span id=", ">y</span>"),
    ])
  func hostileAttribute(before: String, after: String) {
    for seed in 0..<UInt64(300) {
      var random = SeededGenerator(seed: seed)
      let value = Self.value(&random)
      let text = styled(before, value, after)
      #expect(text.runs.map(\.text) == ["y"], "seed \(seed): \(value.debugDescription)")
      #expect(text.runs[0].classes.isEmpty, "seed \(seed): \(value.debugDescription)")
      #expect(text.runs[0].style == RunStyle() || text.runs[0].element == "a")
    }
  }

  @Test("markup is added up in place and joined, in time that grows with its length")
  func joining() {
    var markup: Markup = ""
    for number in 0..<20_000 { markup += "<i>\(number)</i>" }
    markup.append(" end")
    #expect(Theme("").render(markup, for: .plain).hasSuffix("1999819999 end"))
    let parts: [Markup] = ["<i>\("<")</i>", "", "<b>x</b>"]
    #expect(listing(Markup(joining: parts, separator: "|\("<")|")) == "i(<)||<||<||b(x)")
    #expect(listing(Markup(joining: [])) == "")
    #expect(listing("\("x", style: "text-transform: uppercase")") == "span(X)")
    let styled = Theme("").renderer(for: .plain).styled("<b>a</b><")
    #expect("\(styled)" == "a<" && listing("\(styled)") == "a<")
  }

  @Test("findings show what the author wrote, with values as they stand in the program")
  func findings() throws {
    let renderer = Theme(".a { color: red }").renderer(for: .plain)
    let evil = "x\ny"
    let text = renderer.styled(
      "{ \(evil) <b class=\(evil) titel=1>\n{\(1)<span class=b></span></i>", name: "greeting")
    #expect(text.findings.allSatisfy { $0.file == "greeting" })
    #expect(
      text.findings.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message)" }.sorted()
        == [
          "1:8 no rule for class 'x' of <b>", "1:8 no rule for class 'y' of <b>",
          "1:22 attribute 'titel' has no effect",
          "2:27 </i> has no start tag and is ignored",
          "2:6 no rule for class 'b'",
          "1:8 <b> is not closed; add </b>",
        ].sorted())
    #expect(!Finding.report(text.findings).contains("\u{FFFD}"))
    #expect(Finding.report(text.findings).contains(#"{ \(…) <b class=\(…) titel=1>"#))
  }

  @Test("a text has all of its findings, whatever was rendered before")
  func repeatedFindings() {
    let renderer = Theme(".good { color: red }").renderer(for: .plain)
    for _ in 0..<3 {
      let text = renderer.styled("<b class='godo good'>x</b><b class=godo>y</b><i class=godo></i>")
      #expect(
        text.findings.map(\.message) == [
          "no rule for class 'godo' of <b>", "no rule for class 'godo' of <i>",
        ])
      #expect(text.findings.map(\.column) == [1, 46] && text.findings[0].suggestion == "good")
    }
  }
}
