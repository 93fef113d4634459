#if Logging
  import TestSupport
  import Testing

  @Suite("Documentation of the log handler")
  struct DocumentationTests {
    @Test("every example is compiled, and prints what its comments say")
    func examples() {
      let documentation = SourceDocumentation(folder: packageFolder + "/Sources/CSSViewLogging")
      let file = packageFolder + "/Tests/CSSViewLoggingTests/DocumentationExamples.swift"
      #expect(documentation.examples.count == 2)
      #expect(documentation.problems(with: DocumentationExamples.all, in: file) == [])
    }
  }
#endif
