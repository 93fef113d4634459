import CSSSyntax
import Diagnostics

/// The JSON reader and the CSS parser: places are inside of the input, and what was read is written
/// so that it reads back.
enum SyntaxProperties {
  static func json(_ bytes: [UInt8]) throws {
    let document = JSONDocument(SourceText(name: "x.json", bytes: bytes))
    try arePlaced(document.diagnostics, in: document.source)
    var pending = document.root.map { [$0] } ?? []
    while let node = pending.popLast() {
      try hold(
        node.range.upperBound <= bytes.count && !node.range.isEmpty, "a node outside of the input")
      switch node.value {
      case .string(let string): try readsBack(document.string(string))
      case .array(let elements): pending += elements
      case .object(let members):
        for member in members {
          try readsBack(document.string(member.key))
          pending.append(member.value)
        }
      case .null, .bool, .number: break
      }
    }
  }

  private static func readsBack(_ text: String) throws {
    let written = serialiseJSONString(text)
    let document = JSONDocument(SourceText(name: "x.json", text: written))
    try hold(document.diagnostics.isEmpty, "a string is written with mistakes: \(written)")
    guard case .string(let string)? = document.root?.value else {
      throw BrokenProperty(description: "a string is written as something else: \(written)")
    }
    try hold(document.string(string) == text, "a string reads back as another one: \(written)")
    try hold(
      written.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "a control in JSON: \(written)")
  }

  static func css(_ bytes: [UInt8]) throws {
    let source = SourceText(name: "x.css", bytes: bytes)
    try arePlaced(parseStylesheet(source).diagnostics, in: source)
    let text = CSSText(source: source, range: 0..<bytes.count)
    try arePlaced(parseDeclarations(text).diagnostics, in: source)
    // What a name or a string becomes is read as that and nothing else.
    let string = text.string
    let written = CSSText(serialiseString(string))
    var tokens = CSSTokenizer(written)
    let token = tokens.next()
    try hold(
      token.kind == .string && token.range == written.range, "no string: \(written.string)")
  }

  /// Findings are in lines that there are.
  static func arePlaced(_ diagnostics: [Diagnostic], in source: SourceText) throws {
    try hold(diagnostics.count < 10_000, "findings without end")
    for finding in diagnostics {
      guard let location = finding.location, location.file == source.name else { continue }
      try hold(
        (1...source.lineCount).contains(location.line) && location.column >= 1,
        "a finding outside of the input: \(location)")
      guard let excerpt = finding.excerpt else { continue }
      let scalars = excerpt.text.unicodeScalars.count
      try hold(
        scalars <= SourceExcerpt.longestLine && excerpt.caret <= scalars && excerpt.length >= 1,
        "an excerpt that is too long")
    }
  }
}
