import TestSupport
import Testing

@Suite("Documentation of pictures")
struct DocumentationTests {
  @Test("every example is compiled, and prints what its comments say")
  func examples() {
    let documentation = SourceDocumentation(folder: packageFolder + "/Sources/CSSViewPictures")
    let file = packageFolder + "/Tests/CSSViewPicturesTests/DocumentationExamples.swift"
    #expect(!documentation.examples.isEmpty)
    #expect(documentation.problems(with: DocumentationExamples.all, in: file) == [])
  }
}
