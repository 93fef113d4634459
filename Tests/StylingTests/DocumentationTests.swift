import TestSupport
import Testing

@Suite("Documentation comments of styling")
struct DocumentationTests {
  @Test("every example is compiled, and prints what its comments say")
  func examples() {
    let package = #filePath.split(separator: "/", omittingEmptySubsequences: false)
      .dropLast(3).joined(separator: "/")
    let documentation = SourceDocumentation(folder: package + "/Sources/Styling")
    let file = package + "/Tests/StylingTests/DocumentationExamples.swift"
    #expect(!documentation.examples.isEmpty)
    #expect(documentation.problems(with: DocumentationExamples.all, in: file) == [])
  }
}
