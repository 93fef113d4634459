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

  @Test("the tests that the table of the documents names are there")
  func documents() {
    let sources = SourceDocumentation.swiftFiles(in: packageFolder + "/Tests")
      .map(SourceDocumentation.text(of:)).joined()
    let article = packageFolder + "/Sources/CSSView/CSSView.docc/TheDocuments.md"
    let rows = SourceDocumentation.text(of: article).split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| sentence |") }
      .map { $0.split(separator: "|").map { $0.drop { $0 == " " } } }
    #expect(rows.count > 90 && rows.allSatisfy { $0.count == 3 })
    let named = rows.compactMap { $0.last?.trimmingSuffix(" ") }
    #expect(named.filter { !sources.contains("\"\($0)\"") } == [])
  }

  @Test("the README's Swift is compiled, line by line")
  func readme() {
    let lines = SourceDocumentation.text(of: packageFolder + "/README.md").split(separator: "```")
      .filter { $0.hasPrefix("swift\n") }
      .flatMap { $0.split(separator: "\n").dropFirst() }
      .map(Self.words)
    let logging = packageFolder + "/Tests/CSSViewLoggingTests/DocumentationExamples.swift"
    let compiled = [#filePath, logging].flatMap {
      SourceDocumentation.text(of: $0).split(separator: "\n").map(Self.words)
    }
    #expect(lines.count > 15)
    #expect(lines.filter { !compiled.contains($0) } == [])
  }

  final class Label: KeySettable {
    var textColor = StyleColor.standard
    static let settableKeys: [SettableKey<Label>] = [.value("textColor", \.textColor)]
  }

  /// What its third one is.
  private func objects(label: Label, controller: AnyObject) {
    let manager = StyleManager(["my_controller.label": ["color": "red"]])
    manager.css(object: label, of: controller, class: "label") { config in print(config.font.size) }
  }

  /// A line as its words: how it is indented does not matter.
  private static func words(_ line: Substring) -> [Substring] { line.split(separator: " ") }

  /// What the README's first example is.
  private func rendering(name: String) throws {
    let theme = try Theme(contentsOf: "theme.json")
    print(theme.render("Hi <span class=bold>\(name)</span>"))
  }

  /// What its second one is.
  private func library(message: String, count: Int, piece: [UInt8]) {
    var output: [UInt8] = []

    let theme: Theme = [
      ":root": ["--loud": "#ff6b6b"],
      ".error": ["color": "var(--loud)", "font-weight": "bold"],
      "my_controller.label": ["border": "1px solid", "padding": "0 1ch"],
    ]
    print(Finding.report(theme.findings), terminator: "")

    let renderer = theme.renderer(as: StyledObject(element: "my_controller", classes: ["label"]))
    print(renderer.block("\(message, class: "error")"))  // a block of cells, with its box

    var text = renderer.styled("all \(count) tests pass")  // text with runs
    text.restyle(0..<3) { $0.isItalic = true }
    for run in text.runs { print(run.text, run.classes, run.style.color, run.link ?? "") }

    var stream = renderer.stream(name: "build.log")  // bytes in, bytes out, in flat memory
    stream.write(piece, to: &output)
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
