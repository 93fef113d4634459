import CSSView

/// A line of text as JSON: the text, and each run with its style.
struct TextJSON {
  private let text: AttributedText
  private let renderer: TextRenderer

  init(_ text: AttributedText, _ renderer: TextRenderer) {
    self.text = text
    self.renderer = renderer
  }

  /// The object; the names of its members are those of `explain`.
  var value: JSONOutput {
    let runs = text.runs.map { run -> JSONOutput in
      [
        "text": .string(run.string),
        "start": .number(Double(run.range.lowerBound)),
        "end": .number(Double(run.range.upperBound)),
        "element": .string(run.element),
        "tag": JSONOutput(run.tag?.name),
        "classes": .array(run.classes.map(JSONOutput.string)),
        "link": JSONOutput(run.link),
        "style": StyleJSON(
          run.style, block: renderer.styles.hostStyle.block,
          contentSize: renderer.environment.contentSize
        ).value,
      ]
    }
    return ["text": .string(text.string), "runs": .array(runs)]
  }
}
