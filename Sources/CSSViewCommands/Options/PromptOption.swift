import ArgumentParser
import Rendering
import StyledText
import TerminalOutput

/// The option for text that readline shows as a prompt.
struct PromptOption: ParsableArguments {
  @Flag(
    name: .customLong("prompt"),
    help: .rare(
      "Mark escape sequences for the prompt of bash.",
      "For PS1='$(…)' and read -p; bash runs nothing that is in the text."))
  var isPrompt = false

  /// Checks that the result is text for a terminal.
  func validate(for form: RenderForm) throws {
    if isPrompt, form != .ansi, form != .plain {
      throw ValidationError("'--prompt' cannot be used with '--to \(form.rawValue)'")
    }
  }

  /// Turns off large text, because readline counts a column for each letter.
  func apply(to target: inout OutputTarget) { if isPrompt { target.largeText = .off } }
}

extension PromptOption {
  /// Appends the blanks at the end of a text, which a block drops, because the user types behind
  /// them.
  func keepBlanks(endOf text: AttributedText, in block: inout [UInt8]) {
    guard isPrompt, block.last == 0x0A else { return }
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") }
    let blanks = text.bytes.reversed().prefix(while: isBlank).count
    block.removeLast()
    let missing = blanks - PromptWriter.blanks(endOf: block)
    block += repeatElement(UInt8(ascii: " "), count: max(0, missing))
    block.append(0x0A)
  }
}

extension PromptOption {
  static var defaults: Self { with { $0.isPrompt = false } }
}
