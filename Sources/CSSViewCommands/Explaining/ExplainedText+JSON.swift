import CSSView

extension ExplainedText {
  /// The answer of `explain --json`; its names are a contract.
  ///
  /// The `id` is what the asker calls the question; it is left out when nil.
  func json(id: JSONOutput? = nil) -> JSONOutput {
    let environment = renderer.environment
    var members: [JSONOutput.Member] = []
    if let id { members.append(.init("id", id)) }
    members += [
      .init("version", 1),
      .init("text", .string(text.string)),
      .init(
        "environment",
        [
          "color": .string(environment.colorDepth.rawValue),
          "background": .string(environment.colorScheme.rawValue),
          "columns": .number(Double(environment.columns)),
          "rows": .number(Double(environment.rows)),
          "contentSizeScale": .number(environment.contentSize.scale),
        ]),
      .init(
        "sources",
        .array(
          renderer.styles.stylesheet.sources.map { .string(ArgumentText.shown($0.source.name)) })),
      .init("runs", .array(text.runs.map(json))),
      .init("diagnostics", JSONOutput(diagnostics)),
    ]
    return .object(members)
  }

  private func json(_ run: AttributedText.Run) -> JSONOutput {
    var terminal: [JSONOutput.Member] = []
    for depth in Self.depths {
      terminal.append(.init(depth.rawValue, .string(parameters(of: run, at: depth))))
    }
    let declarations = declaredProperties(of: run).map { property in
      JSONOutput.Member(
        property.name,
        .array(
          self.declarations(of: property, for: run).map {
            json($0, isInherited: $0.isInherited || belongsToHost(property, run))
          }))
    }
    return [
      "text": .string(run.string),
      "start": .number(Double(run.range.lowerBound)),
      "end": .number(Double(run.range.upperBound)),
      "sourceStart": .number(Double(run.sourceRange.lowerBound)),
      "sourceEnd": .number(Double(run.sourceRange.upperBound)),
      "element": .string(run.element),
      "tag": JSONOutput(run.tag?.name),
      "classes": .array(run.classes.map(JSONOutput.string)),
      "link": JSONOutput(run.link),
      "cells": .number(Double(cellWidth(of: run.string))),
      "style": StyleJSON(
        run.style, block: renderer.styles.hostStyle.block,
        contentSize: renderer.environment.contentSize
      ).value,
      "declarations": .object(declarations),
      "terminal": .object(terminal),
    ]
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
      "file": JSONOutput(step.location.map { ArgumentText.shown($0.file) }),
      "line": JSONOutput(step.location.map { Double($0.line) }),
      "column": JSONOutput(step.location.map { Double($0.column) }),
    ]
  }
}
