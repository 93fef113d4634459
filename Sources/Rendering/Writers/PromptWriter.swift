import Bytes
import StyledText

/// Turns a renderer's output for a terminal into a prompt for readline, as bash has it.
///
/// Readline counts the columns of a prompt, and ignores the text between 01 and 02 in that
/// (`RL_PROMPT_START_IGNORE`, GNU Readline 8.2 §2.4.2).
///
/// bash shows the output of `read -p` and of a `$(…)` inside of `PS1` as it is. A `PS1` that has
/// been set to the same text is expanded each time. So a `\` or `$` is followed by an empty pair of
/// 01 and 02, which is invisible and ends what bash would expand. Only a `\` in front of it keeps a
/// back-quote from running a command.
package struct PromptWriter {
  private static let start: UInt8 = 0x01
  private static let end: UInt8 = 0x02

  private var sequences = SequenceFilter()
  /// True if 02 has to come before more text.
  private var isOpen = false

  package init() {}

  package mutating func prompt(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      guard sequences.isInText else {
        append(ofSequence: byte, to: &result)
        continue
      }
      if byte == 0x1B {
        if !isOpen { result.append(Self.start) }
        isOpen = true
        append(ofSequence: byte, to: &result)
        continue
      }
      close(&result)
      switch byte {
      case UInt8(ascii: "`"): result += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\\"), UInt8(ascii: "$"): result += [byte, Self.start, Self.end]
      default: result.append(byte)
      }
    }
    if sequences.isInText { close(&result) }
    return result
  }

  private mutating func close(_ result: inout [UInt8]) {
    guard isOpen else { return }
    result.append(Self.end)
    isOpen = false
  }

  /// Number of visible blanks at the end of some text, ignoring sequences.
  package static func blanks(endOf bytes: [UInt8]) -> Int {
    SequenceFilter.text(of: bytes).reversed().prefix { $0 == UInt8(ascii: " ") }.count
  }

  private mutating func append(ofSequence byte: UInt8, to result: inout [UInt8]) {
    if sequences.isInPayload,
      [UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`")].contains(byte)
    {
      // bash would expand it here, too; an address means the same in this way.
      result.appendPercentEncoded(byte)
    } else {
      sequences.advance(byte)
      result.append(byte)
    }
  }
}
