import TestSupport
import Testing

@Suite("Documentation comments")
struct DocumentationTests {
  private static let documentation = SourceDocumentation(
    folder: packageFolder + "/Sources/StyleValues")

  @Test("every example is compiled, and prints what its comments say")
  func examples() {
    let file = packageFolder + "/Tests/StyleValuesTests/DocumentationExamples.swift"
    #expect(Self.documentation.examples.count > 80)
    #expect(Self.documentation.problems(with: DocumentationExamples.all, in: file) == [])
  }

  @Test("every public type, operator and free function has an example")
  func declarations() {
    #expect(Self.documentation.declarations.count > 80)
    for declaration in Self.documentation.declarations {
      #expect(declaration.hasExample, "\(declaration.place): \(declaration.name)")
    }
  }

  @Test("every public member is used by an example")
  func members() {
    // What a protocol of the standard library asks for needs no example.
    var words: Set<Substring> = ["hash", "rawValue", "description"]
    for line in Self.documentation.examples.flatMap(\.code) {
      words.formUnion(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
    }
    #expect(Self.documentation.members.count > 150)
    let unused = Self.documentation.members.filter { !words.contains(Substring($0)) }
    #expect(unused.sorted() == [])
  }
}
