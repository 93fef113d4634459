import CSSView
import CellLayout
import Diagnostics
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

extension ExplainedText {
  /// Writes the answer of `explain --json`, whose names are stable, without a line break.
  ///
  /// It is written run by run, so that a long text takes no more memory than its own.
  func json<Failure: Error>(
    id: String? = nil, _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var head = Array((id.map { "{\"id\": \($0), " } ?? "{").utf8)
    head += "\"version\": 1, \"text\": ".utf8
    JSONOutput.string(text.string).write(into: &head)
    head += ", \"environment\": \(environment.text), \"sources\": \(sources.text), ".utf8
    head += "\"loaded\": \(loaded.text), \"runs\": [".utf8
    try write(head)
    head = []
    var column = 0
    var shared = RepeatedTexts<Int, SafeText>()
    for (index, run) in text.runs.enumerated() {
      var piece = Array((index > 0 ? ", {" : "{").utf8)
      let cells = Measure.cells(
        of: Array(text.bytes[run.range]), rules: .clusters,
        tabSize: renderer.styles.hostStyle.block.tabSize, from: &column)
      renderer.identity(of: run, cells: cells).writeMembers(into: &piece)
      piece +=
        shared.text(explanationNumber(of: run)) { SafeText(trusted: ", " + reasons(of: run) + "}") }
        .utf8
      try write(piece)
    }
    let hidden = text.hidden.isEmpty ? "" : "\"hidden\": \(self.hidden.text), "
    try write(Array("], \(hidden)\"diagnostics\": \(JSONOutput(diagnostics).text)}".utf8))
  }

  /// The elements that `display: none` hides.
  private var hidden: JSONOutput {
    .array(
      text.hidden.map { element in
        [
          "text": .string(String(decoding: element.bytes, as: UTF8.self)),
          "sourceStart": .integer(element.source.lowerBound),
          "sourceEnd": .integer(element.source.upperBound),
        ]
      })
  }

  private var environment: JSONOutput {
    let environment = renderer.environment
    return [
      "color": .string(environment.colorDepth.rawValue),
      "background": .string(environment.colorScheme.rawValue),
      "columns": .integer(environment.columns), "rows": .integer(environment.rows),
      "contentSizeScale": .number(environment.contentSize.scale),
      "palette": .string(environment.palette.originName),
    ]
  }

  private var sources: JSONOutput {
    .array(renderer.styles.stylesheet.files.map { .file($0.source.name) })
  }

  /// The files, with the reason why each was read.
  private var loaded: JSONOutput {
    .array(
      renderer.styles.stylesheet.files.map { source in
        let file = JSONOutput.file(source.source.name)
        switch source.reason {
        case .main: return ["file": file, "reason": "main"]
        case .added: return ["file": file, "reason": "added"]
        case .imported(let location):
          return [
            "file": file, "reason": "import", "by": .file(location.file),
            "line": .integer(location.line), "column": .integer(location.column),
          ]
        case .variant(let name, let suffix):
          return [
            "file": file, "reason": "variant", "of": .file(name), "suffix": .file(suffix),
          ]
        }
      })
  }

  /// The style of a run with explanations, as the text of an object's members.
  private func reasons(of run: AttributedText.Run) -> String {
    var object: JSONOutput = ["style": renderer.style(of: run)]
    let properties = declaredProperties(of: run)
    object += [
      "declarations": .object(properties.map { .init($0.name, candidates(for: $0, of: run)) })
    ]
    let omitted = properties.map { (name: $0.name, count: omittedCount(of: $0, for: run)) }
      .filter { $0.count > 0 }
    if !omitted.isEmpty {
      object += ["omitted": .object(omitted.map { .init($0.name, .integer($0.count)) })]
    }
    if let match = run.content.tag?.match {
      object += [
        "pattern": [
          "rule": .string(match.rule), "file": .file(match.pattern.file),
          "line": .integer(match.pattern.line), "column": .integer(match.pattern.column),
        ]
      ]
    }
    let entries = renditions(of: run)
    let contrasts = entries.compactMap { entry -> JSONOutput.Member? in
      guard let contrast = contrast(of: entry, in: entries) else { return nil }
      return .init(
        entry.depth.rawValue,
        [
          "wcag": .number(contrast.ratio.roundedDown(decimals: 2)),
          "apca": .number((contrast.lightness * 10).rounded() / 10),
        ])
    }
    object += [
      "terminal": .object(entries.map { .init($0.depth.rawValue, .string($0.parameters)) }),
      "contrast": .object(contrasts),
    ]
    let changes = entries.compactMap { entry in
      change(of: entry).map { JSONOutput.Member(entry.depth.rawValue, $0.json) }
    }
    if !changes.isEmpty { object += ["readable": .object(changes)] }
    guard case .object(let members) = object else { return "" }
    var text: [UInt8] = []
    JSONOutput.write(members, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func candidates(for property: PropertyID, of run: AttributedText.Run) -> JSONOutput {
    let isOfHost = belongsToHost(property, run)
    return .array(
      declarations(of: property, for: run).map { declaration in
        var object: JSONOutput = [
          "value": Self.shown(declaration.value),
          "resolved": Self.shown(declaration.resolvedColor ?? declaration.resolved),
          "selector": Self.shown(declaration.selector),
          "origin": .string(declaration.origin.rawValue),
          "inherited": .bool(declaration.isInherited || isOfHost),
          "won": .bool(declaration.won), "reason": .string(declaration.reason),
        ]
        object += .location(declaration.location)
        if isAssumed(declaration) { object += ["palette": "assumed"] }
        if !declaration.variables.isEmpty {
          object += ["variables": .array(declaration.variables.map(json))]
        }
        return object
      })
  }

  /// A text of the stylesheet, shortened, because every run that it explains repeats it.
  private static func shown(_ text: String?) -> JSONOutput {
    JSONOutput(text?.limited(toBytes: longestText))
  }

  /// In bytes.
  private static let longestText = 1024

  private func json(_ step: VariableStep) -> JSONOutput {
    var object: JSONOutput = [
      "name": Self.shown(step.name), "value": Self.shown(step.value), "depth": .integer(step.depth),
    ]
    object += .location(step.location)
    if let error = step.error { object += ["error": .string(error)] }
    return object
  }
}

extension ReadableChange {
  /// The text's colours before and after, each with its contrast.
  var json: JSONOutput {
    func shown(_ contrast: ShownContrast) -> JSONOutput {
      [
        "color": .string(contrast.text.hex),
        "wcag": .number(contrast.ratio.roundedDown(decimals: 2)),
      ]
    }
    return [
      "background": .string(after.background.hex), "before": shown(before), "after": shown(after),
    ]
  }
}
