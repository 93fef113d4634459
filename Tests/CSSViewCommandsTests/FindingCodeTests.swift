import CSSViewCommands
import TestSupport
import Testing

@Suite("The codes of findings")
struct FindingCodeTests {
  /// The codes that the sources have, and those of the enumeration of what is wrong with markup.
  private func codesOfSources() throws -> Set<String> {
    var codes: Set<String> = []
    let names = try runProgram(["find", "\(packageDirectory)/Sources", "-name", "*.swift"]).output
    for name in String(decoding: names, as: UTF8.self).split(separator: "\n") {
      let text = try readFile(String(name))
      for match in text.matches(of: #/DiagnosticCode\("([a-z0-9-]+)"\)/#) {
        codes.insert(String(match.1))
      }
      guard name.hasSuffix("/MarkupProblem.swift") else { continue }
      let cases = text.prefix(
        upTo: text.firstRange(of: "package var code")?.lowerBound ?? text.endIndex)
      for match in cases.matches(of: #/case \w+ = "([a-z0-9-]+)"/#) {
        codes.insert(String(match.1))
      }
    }
    // Too many marks are told as controls.
    codes.remove("too-many-marks")
    return codes
  }

  @Test("all are rules in SARIF, with a sentence each")
  func sarif() throws {
    let run = CommandRun("check", "-", "--format", "sarif", input: "{}")
    let rules = run.output.matches(
      of: #/\{"id": "([a-z0-9-]+)", "shortDescription": \{"text": "([^"]+\.)"\}\}/#)
    #expect(Set(rules.map { String($0.1) }) == (try codesOfSources()))
    #expect(Set(rules.map { String($0.2) }).count == rules.count)
  }

  @Test("all are in the man page, with the same sentence")
  func manPage() throws {
    let page = try readManPage("cssview-findings.7")
    let section = try #require(page.split(separator: ".Sh DESCRIPTION\n").last)
    let codes = section.prefix(
      upTo: section.firstRange(of: "\n.Sh ")?.lowerBound ?? section.endIndex
    )
    .matches(of: #/\.It Cm ([a-z0-9-]+)\n((?:[^.\n][^\n]*\n?)+)/#)
    #expect(Set(codes.map { String($0.1) }) == (try codesOfSources()))
    let sarif = CommandRun("check", "-", "--format", "sarif", input: "{}").output
    for code in codes {
      let sentence = code.2.split(separator: "\n").joined(separator: " ")
        .replacing("\\&", with: "")
      #expect(
        sarif.contains(#"{"id": "\#(code.1)", "shortDescription": {"text": "\#(sentence)"}}"#))
    }
  }
}
