import Bytes

/// Turns what a renderer writes for a terminal into a prompt for readline, as bash has it.
///
/// Readline counts the columns of a prompt, and takes what stands between 01 and 02 for sequences
/// without a width (`RL_PROMPT_START_IGNORE`, GNU Readline 8.2 §2.4.2).
///
/// bash shows what `read -p` and a `$(…)` inside of `PS1` give as it is. A `PS1` that has been set to
/// the same text is expanded each time. So a `\` or `$` gets an empty pair of 01 and 02 behind it,
/// which is never seen and ends what bash would expand. Only a `\` in front of it keeps a back-quote
/// from running a command.
package struct PromptWriter {
  /// The place of the next byte.
  private enum Place {
    case text
    /// Behind an escape character, and what may come between it and the end of its sequence.
    case escape
    case control
    /// In the payload of OSC and the like.
    case string
    case stringEscape
  }

  private static let start: UInt8 = 0x01
  private static let end: UInt8 = 0x02

  private var place = Place.text
  /// True if 02 has to come before more text.
  private var isOpen = false

  package init() {}

  package mutating func prompt(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      guard case .text = place else {
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
      case UInt8(ascii: "`"):
        result += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\\"), UInt8(ascii: "$"):
        result += [byte, Self.start, Self.end]
      default:
        result.append(byte)
      }
    }
    if case .text = place { close(&result) }
    return result
  }

  private mutating func close(_ result: inout [UInt8]) {
    guard isOpen else { return }
    result.append(Self.end)
    isOpen = false
  }

  /// Number of blanks that a terminal shows at the end of some text, whatever sequences stand there.
  package static func blanks(endOf bytes: [UInt8]) -> Int {
    var writer = PromptWriter()
    var blanks = 0
    for byte in bytes {
      if case .text = writer.place, byte != 0x1B {
        blanks = byte == UInt8(ascii: " ") ? blanks + 1 : 0
      } else {
        writer.take(byte)
      }
    }
    return blanks
  }

  private mutating func append(ofSequence byte: UInt8, to result: inout [UInt8]) {
    if case .string = place,
      [UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`")].contains(byte)
    {
      // bash would expand it here, too; an address means the same in this way.
      result.appendPercentEncoded(byte)
    } else {
      take(byte)
      result.append(byte)
    }
  }

  /// Notes a byte of a sequence, or the one that begins it (ECMA-48 §5.3, §5.4, §8.3.89).
  private mutating func take(_ byte: UInt8) {
    switch place {
    case .text: place = .escape
    case .escape:
      switch byte {
      case UInt8(ascii: "["): place = .control
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
        UInt8(ascii: "_"):
        place = .string
      case 0x20...0x2F: break
      default: place = .text
      }
    case .control: if (0x40...0x7E).contains(byte) { place = .text }
    case .string:
      if byte == 0x07 { place = .text } else if byte == 0x1B { place = .stringEscape }
    case .stringEscape: place = .text
    }
  }
}
