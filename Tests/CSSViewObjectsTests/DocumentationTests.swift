import TestSupport
import Testing

@Suite("Documentation of objects")
struct DocumentationTests {
  @Test("every example is compiled, and prints what its comments say")
  func examples() {
    let documentation = SourceDocumentation(folder: packageFolder + "/Sources/CSSViewObjects")
    let file = packageFolder + "/Tests/CSSViewObjectsTests/DocumentationExamples.swift"
    #expect(documentation.examples.count > 10)
    #expect(documentation.problems(with: DocumentationExamples.all, in: file) == [])
  }

  @Test("the tests that the table of the documents names are there")
  func documents() {
    let sources = SourceDocumentation.swiftFiles(in: packageFolder + "/Tests")
      .map(SourceDocumentation.text(of:)).joined()
    let article = packageFolder + "/Sources/CSSViewObjects/CSSViewObjects.docc/TheDocuments.md"
    let rows = SourceDocumentation.text(of: article).split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| sentence |") }
      .map { $0.split(separator: "|").map { $0.drop { $0 == " " } } }
    #expect(rows.count > 90 && rows.allSatisfy { $0.count == 3 })
    let named = rows.compactMap { $0.last?.trimmingSuffix(" ") }
    #expect(named.filter { !sources.contains("\"\($0)\"") } == [])
  }
}

extension Substring {
  /// Without some characters at its end.
  fileprivate func trimmingSuffix(_ character: Character) -> Substring {
    var rest = self
    while rest.last == character { rest.removeLast() }
    return rest
  }
}
