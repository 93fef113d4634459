import CSSView
import OperatingSystem

extension ExplainedText {
  /// The answer of `explain --json`; its names are a contract.
  ///
  /// It is handed out run by run, so that a long text costs no more memory than its own.
  /// - Parameters:
  ///   - id: What the asker calls the question, as JSON text; left out when nil.
  ///   - write: Takes the next piece of the answer, which has no line break.
  /// - Throws: What `write` throws.
  func json<Failure: Error>(
    id: String? = nil, _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var head = id.map { "{\"id\": \($0), " } ?? "{"
    head += "\"version\": 1, \"text\": \(JSONOutput.string(text.string).text), "
    head += "\"environment\": \(environment.text), \"sources\": \(sources.text), "
    head += "\"loaded\": \(loaded.text), \"runs\": ["
    try write(Array(head.utf8))
    for (index, run) in text.runs.enumerated() {
      var piece: [UInt8] = []
      if index > 0 { piece += ", ".utf8 }
      json(run).write(into: &piece)
      try write(piece)
    }
    try write(Array("], \"diagnostics\": \(JSONOutput(diagnostics).text)}".utf8))
  }

  private var environment: JSONOutput {
    let environment = renderer.environment
    return [
      "color": .string(environment.colorDepth.rawValue),
      "background": .string(environment.colorScheme.rawValue),
      "columns": .number(Double(environment.columns)),
      "rows": .number(Double(environment.rows)),
      "contentSizeScale": .number(environment.contentSize.scale),
    ]
  }

  private var sources: JSONOutput {
    let sources = renderer.styles.stylesheet.sources
    return .array(sources.map { .string(ArgumentText.shown($0.source.name)) })
  }

  /// The files with the reason why each was read.
  private var loaded: JSONOutput {
    .array(
      renderer.styles.stylesheet.sources.map { source in
        let file = JSONOutput.string(ArgumentText.shown(source.source.name))
        switch source.reason {
        case .main:
          return ["file": file, "reason": "main"]
        case .imported(let location):
          return [
            "file": file, "reason": "import", "by": .string(ArgumentText.shown(location.file)),
            "line": .number(Double(location.line)), "column": .number(Double(location.column)),
          ]
        case .variant(let name, let suffix):
          return [
            "file": file, "reason": "variant", "of": .string(ArgumentText.shown(name)),
            "suffix": .string(ArgumentText.shown(suffix)),
          ]
        }
      })
  }

  private func json(_ run: AttributedText.Run) -> JSONOutput {
    var members: [JSONOutput.Member] = [
      .init("text", .string(run.string)),
      .init("start", .number(Double(run.range.lowerBound))),
      .init("end", .number(Double(run.range.upperBound))),
      .init("sourceStart", .number(Double(run.sourceRange.lowerBound))),
      .init("sourceEnd", .number(Double(run.sourceRange.upperBound))),
      .init("element", .string(run.element)),
      .init("tag", JSONOutput(run.tag?.name)),
      .init("classes", .array(run.classes.map(JSONOutput.string))),
      .init("link", JSONOutput(run.link)),
      .init("cells", .number(Double(cellWidth(of: run.string)))),
      .init(
        "style",
        StyleJSON(
          run.style, block: renderer.styles.hostStyle.block,
          contentSize: renderer.environment.contentSize
        ).value),
    ]
    let properties = declaredProperties(of: run)
    let declarations = properties.map { property in
      JSONOutput.Member(property.name, candidates(for: property, of: run))
    }
    members.append(.init("declarations", .object(declarations)))
    let omitted = properties.map { (name: $0.name, count: omittedCount(of: $0, for: run)) }
      .filter { $0.count > 0 }
    if !omitted.isEmpty {
      members.append(
        .init("omitted", .object(omitted.map { .init($0.name, .number(Double($0.count))) })))
    }
    let entries = renditions(of: run)
    let terminal = entries.map { depth, _, parameters in
      JSONOutput.Member(depth.rawValue, .string(parameters))
    }
    members.append(.init("terminal", .object(terminal)))
    let contrasts = entries.compactMap { entry -> JSONOutput.Member? in
      guard let contrast = contrast(of: entry, in: entries) else { return nil }
      return .init(
        entry.depth.rawValue,
        [
          "wcag": .number((contrast.ratio * 100).rounded() / 100),
          "apca": .number((contrast.lightness * 10).rounded() / 10),
        ])
    }
    members.append(.init("contrast", .object(contrasts)))
    return .object(members)
  }

  private func candidates(for property: PropertyID, of run: AttributedText.Run) -> JSONOutput {
    let isOfHost = belongsToHost(property, run)
    return .array(
      declarations(of: property, for: run).map {
        json($0, isInherited: $0.isInherited || isOfHost)
      })
  }

  private func json(_ declaration: ExplainedDeclaration, isInherited: Bool) -> JSONOutput {
    var members: [JSONOutput.Member] = [
      .init("value", .string(declaration.value)),
      .init("resolved", JSONOutput(declaration.resolvedColor ?? declaration.resolved)),
      .init("selector", JSONOutput(declaration.selector)),
      .init("origin", .string(declaration.origin.rawValue)),
      .init("inherited", .bool(isInherited)),
      .init("won", .bool(declaration.won)),
      .init("reason", .string(declaration.reason)),
      .init("file", .string(ArgumentText.shown(declaration.location.file))),
      .init("line", .number(Double(declaration.location.line))),
      .init("column", .number(Double(declaration.location.column))),
    ]
    if !declaration.variables.isEmpty {
      members.append(.init("variables", .array(declaration.variables.map(json))))
    }
    return .object(members)
  }

  private func json(_ step: VariableStep) -> JSONOutput {
    [
      "name": .string(step.name), "value": JSONOutput(step.value),
      "depth": .number(Double(step.depth)),
      "file": JSONOutput(step.location.map { ArgumentText.shown($0.file) }),
      "line": JSONOutput(step.location.map { Double($0.line) }),
      "column": JSONOutput(step.location.map { Double($0.column) }),
    ]
  }
}
