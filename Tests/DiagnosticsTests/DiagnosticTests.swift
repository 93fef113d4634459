import Diagnostics
import Testing

@Test("A finding at a range has its place and its line")
func placeAndLine() {
  let source = SourceText(name: "theme.json", text: "{\n  \"colr\": 1\n}")
  let code = DiagnosticCode("unknown-property")
  let finding = Diagnostic(
    .error, code, "There is no property `colr`", at: SourceRange(source, 4..<10),
    suggestion: "color")
  #expect(finding.location == SourceLocation(file: "theme.json", line: 2, column: 3))
  #expect(finding.excerpt == SourceExcerpt(text: "  \"colr\": 1", caret: 2, length: 6))
  #expect(finding.suggestion == "color")
  #expect(finding.code == DiagnosticCode("unknown-property"))
}

@Test("A finding may be about no place at all")
func noPlace() {
  let finding = Diagnostic(.note, DiagnosticCode("a"), "b")
  #expect(finding.location == nil)
  #expect(finding.excerpt == nil)
  #expect(finding.suggestion == nil)
}

@Test("Notes come before warnings, and warnings before errors")
func severities() {
  let all: [Diagnostic.Severity] = [.error, .note, .warning]
  #expect(all.sorted() == [.note, .warning, .error])
  #expect(all.max() == .error)
  #expect(!(Diagnostic.Severity.note < .note))
}
