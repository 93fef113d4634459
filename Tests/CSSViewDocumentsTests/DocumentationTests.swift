import TestSupport
import Testing

@Suite("Documentation of documents")
struct DocumentationTests {
  @Test("every example is compiled, and prints what its comments say")
  func examples() {
    let documentation = SourceDocumentation(folder: packageFolder + "/Sources/CSSViewDocuments")
    let file = packageFolder + "/Tests/CSSViewDocumentsTests/DocumentationExamples.swift"
    #expect(!documentation.examples.isEmpty)
    #expect(documentation.problems(with: DocumentationExamples.all, in: file) == [])
  }
}
