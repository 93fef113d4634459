import CSSView

/// A line of text as JSON: the text, and each run with its style.
struct TextJSON {
  private let text: AttributedText
  private let renderer: TextRenderer

  init(_ text: AttributedText, _ renderer: TextRenderer) {
    self.text = text
    self.renderer = renderer
  }

  /// The object.
  var value: JSONOutput {
    ["text": .string(text.string), "runs": .array(text.runs.map { Self.run($0, renderer) })]
  }

  /// A run, under the names that programs rely on.
  ///
  /// - Parameter isExplained: Whether its place in the markup and its width are told, too.
  static func run(
    _ run: AttributedText.Run, _ renderer: TextRenderer, isExplained: Bool = false
  ) -> JSONOutput {
    var object: JSONOutput = [
      "text": .string(run.string), "start": .integer(run.range.lowerBound),
      "end": .integer(run.range.upperBound),
    ]
    if isExplained {
      object += [
        "sourceStart": .integer(run.sourceRange.lowerBound),
        "sourceEnd": .integer(run.sourceRange.upperBound),
      ]
    }
    object += [
      "element": .string(run.element), "tag": JSONOutput(run.tag?.name),
      "classes": .array(run.classes.map(JSONOutput.string)), "link": JSONOutput(run.link),
    ]
    if isExplained { object += ["cells": .integer(cellWidth(of: run.string))] }
    let style = StyleJSON(
      run.style, block: renderer.styles.hostStyle.block,
      contentSize: renderer.environment.contentSize)
    object += ["style": style.value]
    return object
  }
}
