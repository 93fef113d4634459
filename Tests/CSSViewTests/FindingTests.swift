import CSSView
import CSSViewObjects
import TestSupport
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

  @Test("nothing is said of a command's options or name to who uses the library")
  func options() throws {
    let directory = try ScratchDirectory()
    try directory.shell("mkdir sheets")
    try directory.file("sheets/theme.css", "@import '../other.css'; b { border: 1px solid }")
    try directory.file("other.css", "")
    let theme = try Theme(contentsOf: directory.path + "/sheets/theme.css", for: .plain)
    let renderer = theme.renderer(for: .plain)
    var findings = theme.findings + renderer.styled("<b>x</b>\("y", link: "gopher://x")").findings
    var stream = renderer.stream()
    var output: [UInt8] = []
    stream.write(Array("<b title='\n<!-- \n".utf8), to: &output)
    stream.finish(to: &output)
    findings += stream.takeFindings()
    #expect(
      Set(findings.map(\.code)) == [
        "import-failed", "missing-box", "link-scheme", "unclosed-tag", "unclosed-comment",
      ])
    #expect(
      !Finding.report(findings).contains(#/[ ']--[a-z]/#) && !"\(findings)".contains("--class"))
    #expect(findings.allSatisfy { $0.suggestion?.hasPrefix("--") != true })
    #expect(findings[0].message.hasSuffix("; allow it with importsFrom: '\(directory.path)'"))
    var actions = ControlActions()
    actions.add("save", for: "touchDown")
    struct Nobody: ActionResponder { var actionNames: [String] { [] } }
    let text = Finding.report(actions.findings(along: [Nobody()]))
    #expect(text == "warning: unknown action 'save' [unknown-action]\n")
  }
}
