import TestSupport
import Testing

@Suite("Documentation comments of styling")
struct DocumentationTests {
  @Test("every example is compiled, and prints what its comments say")
  func examples() {
    let documentation = SourceDocumentation(folder: packageFolder + "/Sources/Styling")
    let file = packageFolder + "/Tests/StylingTests/DocumentationExamples.swift"
    #expect(!documentation.examples.isEmpty)
    #expect(documentation.problems(with: DocumentationExamples.all, in: file) == [])
  }
}
