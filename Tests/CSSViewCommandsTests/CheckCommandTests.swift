import CSSViewCommands
import Testing

@Suite("cssview check")
struct CheckCommandTests {
  @Test(
    "the demo themes are without fault",
    arguments: ["night.json", "paper.json", "plain.json", "harbour.css"])
  func demo(theme: String) {
    let run = CommandRun("check", "\(packageDirectory)/demo/\(theme)", "--strict")
    #expect(run.status == .success)
    #expect(run.output.isEmpty)
  }

  @Test("errors are 1, in each form of report")
  func forms() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("bad.json", #"{".a": {"colour": "red"}}"#)
    let text = CommandRun("check", sheet)
    #expect(text.status == .findings)
    #expect(text.output.contains("bad.json:1:9: error: unknown property 'colour'"))
    let json = CommandRun("check", sheet, "--format", "json")
    #expect(json.status == .findings)
    #expect(
      json.output.hasPrefix(#"{"diagnostics": [{"severity": "error", "code": "unknown-property""#))
    #expect(json.output.contains(#""line": 1, "column": 9, "suggestion": "color""#))
    let sarif = CommandRun("check", sheet, "--format", "sarif")
    #expect(sarif.output.contains(#""version": "2.1.0""#))
    #expect(sarif.output.contains(#""startLine": 1, "startColumn": 9, "endColumn": 17"#))
  }

  @Test("at most twenty findings of one code are shown, then a count")
  func manyFindings() throws {
    let directory = try ScratchDirectory()
    let members = (1...50).map { "\"zz\($0)\": 1" }.joined(separator: ", ")
    let sheet = try directory.file("many.json", "{\".a\": {\(members)}}")
    let run = CommandRun("check", sheet)
    #expect(run.output.split(separator: "\n").count { $0.contains(": error: ") } == 20)
    #expect(run.output.hasSuffix("… and 30 more [unknown-property]\n"))
  }
}
