import ArgumentParser
import CSSView

/// Measures plain text: cells, grapheme clusters, places where a line may break.
struct MeasureCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Prints how many cells a text takes, its clusters and its line breaks.",
    discussion: """
      Widths and clusters follow Unicode \(Version.unicode), UAX #11 and #29; line breaks UAX #14.
      A break is a UTF-8 byte offset after which a line may end.
      """)

  @Argument(help: "The text; several are joined by a space. None, or '-': standard input.")
  var text: [String] = []

  @Option(
    help: ArgumentHelp(
      "Measure what this stylesheet makes of the text, which is markup.", valueName: "sheet"),
    completion: .file(extensions: ["json", "css"]))
  var markup: String?

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Measure each line of standard input, a JSON string, and print a line of JSON.")
  var batch = false

  func validate() throws {
    if batch, !text.isEmpty || markup != nil {
      throw ValidationError("'--batch' takes no TEXT and no --markup.")
    }
  }

  func run(in console: Console) throws -> ExitStatus {
    if batch {
      try LineExchange(console).run { Array(Self.answer(to: $0).text.utf8) }
      return .success
    }
    let bytes = try TextArgument(text).readLines(in: console)
    let measure = Measure(try plainText(bytes, in: console))
    try console.write((json ? measure.json.text : measure.text) + "\n")
    return .success
  }

  /// The text that is measured, as valid UTF-8.
  private func plainText(_ bytes: [UInt8], in console: Console) throws -> [UInt8] {
    guard let markup else { return Array(String(decoding: bytes, as: UTF8.self).utf8) }
    let terminal = Environment()
    let sheet = try SheetOptions.parse([]).load(markup, for: terminal, in: console)
    let renderer = TextRenderer(stylesheet: sheet, environment: terminal)
    let source = SourceText(name: TextArgument(text).name, bytes: bytes)
    return renderer.attributedText(source).value.bytes
  }

  private static func answer(to line: [UInt8]) -> JSONOutput {
    let document = JSONDocument(SourceText(name: "<stdin>", bytes: line))
    if let failure = JSONOutput(firstErrorIn: document) { return failure }
    guard let root = document.root, case .string(let string) = root.value else {
      return JSONOutput(error: "expected a string", column: 1)
    }
    return Measure(Array(document.string(string).utf8)).json
  }
}

/// What there is to know about the room that a text takes.
struct Measure {
  private let bytes: [UInt8]
  private let clusters: [TextCluster]
  private let breaks: [LineBreak]

  /// Measures valid UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    clusters = Array(TextClusters(bytes))
    breaks = Array(LineBreaks(bytes))
  }

  /// Cells of the whole text, as if it were on one line.
  var width: Int { clusters.reduce(0) { $0 + $1.width } }

  var json: JSONOutput {
    [
      "width": .number(Double(width)),
      "clusters": .array(
        clusters.map { .string(String(decoding: bytes[$0.range], as: UTF8.self)) }),
      "widths": .array(clusters.map { .number(Double($0.width)) }),
      "breaks": .array(breaks.map { .number(Double($0.offset)) }),
      "mandatory": .array(breaks.filter(\.isMandatory).map { .number(Double($0.offset)) }),
    ]
  }

  /// Three lines for a person and for `cut`.
  var text: String {
    let marked = breaks.map { $0.isMandatory ? "\($0.offset)!" : "\($0.offset)" }
    return """
      width \(width)
      clusters \(clusters.count)
      breaks \(marked.isEmpty ? "none" : marked.joined(separator: " "))
      """
  }
}
