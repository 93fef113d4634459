import CSSView
import CellLayout
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

extension TextRenderer {
  /// Appends a line of text as JSON: the text, and each run with its style.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - output: Destination of the bytes.
  ///   - takeAway: May take away what is there after each run: all runs of a long line together are
  ///     many times as long as it is.
  /// - Throws: Any error of `takeAway`.
  func json<Failure: Error>(
    _ text: AttributedText, to output: inout [UInt8],
    _ takeAway: (inout [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let readable = Readability(environment, asked: styles.hostStyle.block.readable)
    let depths = readable.map { _ in
      DepthTable(
        environment, depths: [environment.colorDepth], readable: styles.hostStyle.block.readable)
    }
    output += #"{"text": "#.utf8
    JSONOutput.string(text.string).write(into: &output)
    output += #", "runs": ["#.utf8
    for (index, run) in text.runs.enumerated() {
      if index > 0 { output += ", ".utf8 }
      var object = json(run)
      if let entry = depths?.entries(of: exact(run)).first,
        let change = ReadableChange(entry, on: ScreenColors(environment))
      {
        object += ["readable": change.json]
      }
      object.write(into: &output)
      try takeAway(&output)
    }
    output += "]}".utf8
  }

  /// Returns the exact rendition of a run, as a function of the depth.
  func exact(_ run: AttributedText.Run) -> (ColorDepth) -> GraphicRendition {
    let style = ResolvedTextStyle(run.style, run.compositing, in: environment)
    return { depth in
      // A shadow tints only where there are colours enough.
      var environment = environment
      environment.colorDepth = depth
      return style.rendition(in: environment, over: styles.hostBackdrop)
    }
  }

  /// A run, under the names that programs rely on.
  func json(_ run: AttributedText.Run) -> JSONOutput {
    var object = identity(of: run)
    object += ["style": style(of: run)]
    return object
  }

  /// Returns the members of a run besides its style, under the names that programs rely on;
  /// `cells`, the run's width, adds its place in the markup, too.
  func identity(of run: AttributedText.Run, cells: Int? = nil) -> JSONOutput {
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
    if let pseudoElement = run.generated {
      object += ["generated": .string("::\(pseudoElement.rawValue)")]
      if let label = run.content.label { object += ["alternative": .string(label)] }
    }
    if let cells { object += ["cells": .integer(cells)] }
    return object
  }

  /// The style of a run, under the names that programs rely on.
  func style(of run: AttributedText.Run) -> JSONOutput {
    StyleJSON(
      text: run.style, block: styles.hostStyle.block.inside(run.content.box),
      contentSize: environment.contentSize
    ).value
  }
}
