import CSSView
import CellLayout
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// The JSON that all runs of an element share, which is most of a run's; the element is kept, too.
typealias ElementTexts = RepeatedTexts<ObjectIdentifier, (ComputedElement, json: [UInt8])>

extension ElementTexts {
  init() { self.init(most: 1 << 20) { $0.json.count } }
}

extension TextRenderer {
  /// Appends a line of text as JSON: the text, and each run with its style.
  ///
  /// `takeAway` may write the output after each run, because the runs of a long line are together
  /// many times as long as the line.
  func json<Failure: Error>(
    _ text: AttributedText, _ known: inout ElementTexts, to output: inout [UInt8],
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
      output.append(UInt8(ascii: "{"))
      place(of: run).writeMembers(into: &output)
      let shared = known.text(ObjectIdentifier(run.content)) {
        var members = element(of: run)
        members += ["style": style(of: run)]
        if let entry = depths?.entries(of: exact(run)).first,
          let change = ReadableChange(entry, on: ScreenColors(environment))
        {
          members += ["readable": change.json]
        }
        var text = Array(", ".utf8)
        members.writeMembers(into: &text)
        text.append(UInt8(ascii: "}"))
        return (run.content, text)
      }
      output += shared.json
      try takeAway(&output)
    }
    output += "]}".utf8
  }

  func exact(_ run: AttributedText.Run) -> (ColorDepth) -> GraphicRendition {
    let style = ResolvedTextStyle(run.style, run.compositing, in: environment)
    return { depth in
      // A shadow tints only where there are colours enough.
      var environment = environment
      environment.colorDepth = depth
      return style.rendition(in: environment, over: styles.hostBackdrop)
    }
  }

  /// The members of a run besides its style, with its source and its width, with stable names.
  func identity(of run: AttributedText.Run, cells: Int) -> JSONOutput {
    var object = place(of: run)
    object += [
      "sourceStart": .integer(run.sourceRange.lowerBound),
      "sourceEnd": .integer(run.sourceRange.upperBound),
    ]
    object += element(of: run)
    object += ["cells": .integer(cells)]
    return object
  }

  /// The members that are different for each run, with stable names.
  private func place(of run: AttributedText.Run) -> JSONOutput {
    [
      "text": .string(run.string), "start": .integer(run.range.lowerBound),
      "end": .integer(run.range.upperBound),
    ]
  }

  /// The members that all runs of an element share besides their style, with stable names.
  private func element(of run: AttributedText.Run) -> JSONOutput {
    var object: JSONOutput = [
      "element": .string(run.element), "tag": JSONOutput(run.tag?.name),
      "classes": .array(run.classes.map(JSONOutput.string)), "link": JSONOutput(run.link),
    ]
    if let pseudoElement = run.generated {
      object += ["generated": .string("::\(pseudoElement.rawValue)")]
      if let label = run.content.label { object += ["alternative": .string(label)] }
    }
    return object
  }

  /// The style of a run, with stable names.
  func style(of run: AttributedText.Run) -> JSONOutput {
    StyleJSON(
      text: run.style, block: styles.hostStyle.block.inside(run.content.box),
      contentSize: environment.contentSize
    ).value
  }
}
