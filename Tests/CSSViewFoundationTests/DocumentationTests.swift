import TestSupport
import Testing

@Suite("Documentation of what is for Foundation")
struct DocumentationTests {
  @Test("every example is compiled, and prints what its comments say")
  func examples() {
    let documentation = SourceDocumentation(folder: packageFolder + "/Sources/CSSViewFoundation")
    let file = packageFolder + "/Tests/CSSViewFoundationTests/DocumentationExamples.swift"
    #expect(documentation.examples.count == 3)
    #expect(documentation.problems(with: DocumentationExamples.all, in: file) == [])
  }
}
