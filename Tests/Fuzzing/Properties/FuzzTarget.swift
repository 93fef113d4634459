/// Something that takes any bytes, and what has to hold for all of them.
///
/// The fuzzer and the ordinary tests ask the same: the one invents bytes, the others go through
/// those that were worth keeping (`Tests/Fuzzing/Corpora`).
package struct FuzzTarget: Sendable {
  /// Its name, which is that of its folder of inputs.
  package let name: String

  /// Tries one input; throws a `BrokenProperty` where something does not hold.
  package let check: @Sendable ([UInt8]) throws -> Void

  /// All that there are.
  package static let all: [FuzzTarget] = [
    FuzzTarget(name: "json", check: SyntaxProperties.json),
    FuzzTarget(name: "css", check: SyntaxProperties.css),
    FuzzTarget(name: "sheet", check: SheetProperties.sheet),
    FuzzTarget(name: "selector", check: SheetProperties.selector),
    FuzzTarget(name: "media", check: SheetProperties.media),
    FuzzTarget(name: "variables", check: SheetProperties.variables),
    FuzzTarget(name: "value", check: ValueProperties.value),
    FuzzTarget(name: "calc", check: ValueProperties.calculation),
    FuzzTarget(name: "markup", check: StreamProperties.markup),
    FuzzTarget(name: "html", check: StreamProperties.html),
    FuzzTarget(name: "markdown", check: MarkdownProperties.markdown),
    FuzzTarget(name: "ansi", check: StreamProperties.terminalText),
    FuzzTarget(name: "patterns", check: PatternProperties.patterns),
    FuzzTarget(name: "records", check: RecordProperties.records),
    FuzzTarget(name: "escape", check: StreamProperties.escape),
    FuzzTarget(name: "sgr", check: TerminalProperties.renditions),
    FuzzTarget(name: "replies", check: TerminalProperties.replies),
    FuzzTarget(name: "palette", check: TerminalProperties.palette),
    FuzzTarget(name: "keys", check: BrowserProperties.keys),
  ]
}

/// Something that does not hold.
package struct BrokenProperty: Error, CustomStringConvertible {
  /// What, and where it was found.
  package let description: String
}

/// Throws where something does not hold.
func hold(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) throws {
  if !condition { throw BrokenProperty(description: "\(file):\(line): \(message())") }
}
