import TestSupport
import Testing

@Suite("Documentation of the conversions")
struct DocumentationTests {
  @Test("every example is compiled, and prints what its comments say")
  func examples() {
    let documentation = SourceDocumentation(folder: packageFolder + "/Sources/CSSViewConversions")
    let file = packageFolder + "/Tests/CSSViewConversionsTests/DocumentationExamples.swift"
    #expect(documentation.examples.count == 12)
    #expect(documentation.problems(with: DocumentationExamples.all, in: file) == [])
  }
}
