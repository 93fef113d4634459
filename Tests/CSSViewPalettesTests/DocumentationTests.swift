import TestSupport
import Testing

@Suite("Documentation of palettes")
struct DocumentationTests {
  @Test("every example is compiled, and prints what its comments say")
  func examples() {
    let documentation = SourceDocumentation(folder: packageFolder + "/Sources/CSSViewPalettes")
    let file = packageFolder + "/Tests/CSSViewPalettesTests/DocumentationExamples.swift"
    #expect(!documentation.examples.isEmpty)
    #expect(documentation.problems(with: DocumentationExamples.all, in: file) == [])
  }
}
