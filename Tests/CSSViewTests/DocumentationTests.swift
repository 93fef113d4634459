import CSSView
import TestSupport
import Testing

@Suite("Documentation of the library")
struct DocumentationTests {
  @Test("every example is compiled, and prints what its comments say")
  func examples() {
    let documentation = SourceDocumentation(folder: packageFolder + "/Sources/CSSView")
    let file = packageFolder + "/Tests/CSSViewTests/DocumentationExamples.swift"
    #expect(documentation.examples.count > 10)
    #expect(documentation.problems(with: DocumentationExamples.all, in: file) == [])
  }

  @Test("the README's Swift is compiled, line by line")
  func readme() {
    let lines = SourceDocumentation.text(of: packageFolder + "/README.md").split(separator: "```")
      .filter { $0.hasPrefix("swift\n") }
      .flatMap { $0.split(separator: "\n").dropFirst() }
      .map(Self.words)
    let compiled = SourceDocumentation.text(of: #filePath).split(separator: "\n").map(Self.words)
    #expect(lines.count > 7)
    #expect(lines.filter { !compiled.contains($0) } == [])
  }

  /// A line as its words: how it is indented does not matter.
  private static func words(_ line: Substring) -> [Substring] { line.split(separator: " ") }

  /// The README's example.
  private func library(message: String) {
    let theme: Theme = [
      ".fail": ["color": "ansi(red)", "font-weight": "bold"],
      ".card": ["border": "1px solid", "padding": "0 1ch"],
    ]
    print(theme.render("Not saved: <span class=fail>\(message)</span>"))

    let card = theme.renderer(as: StyledObject(classes: ["card"]))
    print(card.block("Two words", columns: 9))  // a box of nine columns
  }
}
