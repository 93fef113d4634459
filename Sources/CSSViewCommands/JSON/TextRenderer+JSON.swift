import CSSView
import CellLayout
import StyleValues
import StyledText
import Styling

extension TextRenderer {
  /// A line of text as JSON: the text, and each run with its style.
  func json(_ text: AttributedText) -> JSONOutput {
    ["text": .string(text.string), "runs": .array(text.runs.map { json($0) })]
  }

  /// A run, under the names that programs rely on; explained, with its width, its place in the
  /// markup is told, too.
  func json(_ run: AttributedText.Run, cells: Int? = nil) -> JSONOutput {
    let isExplained = cells != nil
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
    if let part = run.generated { object += ["generated": .string("::\(part.rawValue)")] }
    if let cells { object += ["cells": .integer(cells)] }
    let style = StyleJSON(
      text: run.style, block: styles.hostStyle.block, contentSize: environment.contentSize)
    object += ["style": style.value]
    return object
  }
}
