import CSSView
import Testing

@Suite("Findings")
struct FindingTests {
  @Test("a finding prints as the command prints it")
  func printing() throws {
    let theme = Theme("{\n  \".a\": {\n    \"font-weigth\": \"bold\"\n  }\n}", name: "theme.json")
    let finding = try #require(theme.findings.first)
    #expect(
      "\(finding)" == """
        theme.json:3:5: error: unknown property 'font-weigth' [unknown-property]
          3 |     "font-weigth": "bold"
            |     ^~~~~~~~~~~~~ did you mean 'font-weight'?

        """)
    #expect(finding.code == "unknown-property" && finding.severity == .error)
    #expect(finding.file == "theme.json" && finding.line == 3 && finding.column == 5)
    #expect(finding.suggestion == "font-weight")
    #expect(Finding.report([finding], usesColor: true).contains("\u{1B}[31m"))
  }

  @Test("what has no effect is a note; a tab before what is wrong is a space in its line")
  func notes() throws {
    let theme = Theme("@font-face { font-family: x }\n\tb { color: rde }", name: "t.css")
    #expect(theme.findings.map(\.severity) == [.note, .error])
    #expect(theme.findings.map(\.code) == ["no-effect", "invalid-value"])
    #expect("\(theme.findings[1])".contains("\n  2 |  b { color: rde }\n    |             ^~~"))
  }

  @Test("what an input says cannot control a terminal by way of a finding")
  func hostile() {
    let theme = Theme(#"{".a": {"\u001b[2J": "x"}}"#, name: "a\u{1B}b")
    #expect(!theme.findings.isEmpty)
    #expect(!Finding.report(theme.findings).contains("\u{1B}"))
  }

  @Test("what the object asks for and is not there is a finding of the renderer")
  func objects() {
    let theme: Theme = [".box": ["color": "red"]]
    #expect(theme.findings.isEmpty)
    let renderer = theme.renderer(for: .plain, as: StyledObject(classes: ["bxo"]))
    #expect(renderer.findings.map(\.code) == ["unknown-class"])
    #expect(renderer.findings[0].suggestion == "box")
  }
}
