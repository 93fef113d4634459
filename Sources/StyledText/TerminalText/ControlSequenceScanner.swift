import Bytes

/// A control sequence, or what was to become one.
package struct ControlSequence: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// `ESC`, intermediate bytes, a final byte.
    case escape
    /// `ESC [`, parameters, intermediate bytes, a final byte.
    case control
    /// `ESC ]`, a command, BEL or ST.
    case command
    /// Another control string.
    case string
  }

  let kind: Kind

  /// Its bytes, from ESC on.
  package let range: Range<Int>

  /// The part between its introducer and its final byte or terminator.
  let content: Range<Int>

  /// True if it is complete and valid.
  let isWhole: Bool

  /// True if it continues after its range, because it is too long.
  let goesOn: Bool
}

extension ControlSequence {
  /// True if it is SGR as ECMA-48 has it, with nothing private about it.
  package func isSelectGraphicRendition(in bytes: Span<UInt8>) -> Bool {
    guard kind == .control, isWhole, bytes[content.upperBound] == UInt8(ascii: "m") else {
      return false
    }
    for offset in content where bytes[offset] > 0x3B || bytes[offset] < 0x30 { return false }
    return true
  }

  /// The target of a link: `OSC 8 ; parameters ; target ST`; empty where a link ends.
  package func linkTarget(in bytes: Span<UInt8>) -> Range<Int>? {
    lastParameter(of: "8;", in: bytes)
  }

  /// Text in another size (text sizing protocol of kitty): `OSC 66 ; parameters ; text ST`.
  func sizedText(in bytes: Span<UInt8>) -> Range<Int>? { lastParameter(of: "66;", in: bytes) }

  private func lastParameter(of command: String, in bytes: Span<UInt8>) -> Range<Int>? {
    var offset = content.lowerBound + command.utf8.count
    guard kind == .command, isWhole, offset <= content.upperBound else { return nil }
    for (start, byte) in zip(content, command.utf8) where bytes[start] != byte { return nil }
    while offset < content.upperBound, bytes[offset] != UInt8(ascii: ";") { offset += 1 }
    return offset < content.upperBound ? offset + 1..<content.upperBound : nil
  }
}

/// Finds the ends of control sequences, in input that comes in pieces.
///
/// No byte is looked at twice, however small the pieces are.
package struct ControlSequenceScanner: Sendable {
  /// Nothing that has a meaning here is longer.
  static let longest = 4096

  package enum Result: Hashable, Sendable {
    case sequence(ControlSequence)
    /// More input is needed.
    case incomplete
  }

  /// The start of the incomplete sequence, and the end of its bytes that were read.
  private var start = 0
  private var offset = 0
  private var state = ControlSequenceState.escape
  private var contentStart = 0
  private var isSpoiled = false
  /// The first BEL of a control string, which ends it if nothing else does.
  private var bell: Int?

  /// True inside a sequence that was too long; set by callers that show a sequence as text.
  var isInside = false

  package init() {}

  mutating func willDrop(first count: Int) {
    start -= count
    offset -= count
    contentStart -= count
    bell = bell.map { $0 - count }
  }

  /// The sequence that begins with the ESC at an offset; where `isInside`, the one that goes on
  /// behind its last part.
  package mutating func scan(from first: Int, in bytes: Span<UInt8>, isLast: Bool) -> Result {
    if isInside {
      isSpoiled = true
    } else if start != first || offset <= first {
      start = first
      offset = first + 1
      contentStart = first + 1
      state = .escape
      isSpoiled = false
      bell = nil
    }
    while offset < bytes.count {
      guard offset - start < Self.longest else {
        return end(content: offset, at: offset, isWhole: false, goesOn: true)
      }
      let byte = bytes[offset]
      switch ControlSequenceTable.step(state, byte) {
      case .toEscapeIntermediate: state = .escapeIntermediate
      case .toParameters: enter(.parameters)
      case .toIntermediates: state = .intermediates
      case .toCommand: enter(.command)
      case .toString:
        if state == .string, byte == 0x07, bell == nil { bell = offset }
        enter(.string)
      case .spoiled: isSpoiled = true
      case .ended: return end(content: offset, at: offset + 1, isWhole: true)
      case .canceled: return end(content: offset, at: offset + 1, isWhole: false)
      case .cutOff: return end(content: offset, at: offset, isWhole: false)
      case .perhapsEnded:
        guard offset + 1 < bytes.count else {
          return isLast ? end(content: offset, at: offset, isWhole: false) : .incomplete
        }
        let isTerminator = bytes[offset + 1] == UInt8(ascii: "\\")
        return end(content: offset, at: isTerminator ? offset + 2 : offset, isWhole: isTerminator)
      }
      offset += 1
    }
    return isLast ? end(content: offset, at: offset, isWhole: false) : .incomplete
  }

  private mutating func enter(_ next: ControlSequenceState) {
    if state == .escape { contentStart = offset + 1 }
    state = next
  }

  private mutating func end(
    content end: Int, at last: Int, isWhole: Bool, goesOn: Bool = false
  ) -> Result {
    let kind: ControlSequence.Kind =
      switch state {
      case .escape, .escapeIntermediate: .escape
      case .parameters, .intermediates: .control
      case .command: .command
      case .string: .string
      }
    var (end, last, isWhole, goesOn) = (end, last, isWhole, goesOn)
    if state == .string, !isWhole, let bell {
      (end, last, isWhole, goesOn) = (bell, bell + 1, true, false)
    }
    isInside = goesOn
    let range = start..<last
    // The next one starts elsewhere.
    start = last
    offset = last
    return .sequence(
      ControlSequence(
        kind: kind, range: range, content: min(contentStart, end)..<end,
        isWhole: isWhole && !isSpoiled, goesOn: goesOn))
  }
}

/// Distinguishes text from the sequences in it, byte by byte, in what this program has written.
package struct SequenceFilter: Sendable {
  private var state: ControlSequenceState?
  /// True behind the ESC of a terminator.
  private var isEnding = false

  package init() {}

  /// True if the next byte is text, unless it is ESC.
  package var isInText: Bool { state == nil }

  /// True in a control string, its terminator included.
  package var isInString: Bool { state == .command || state == .string }

  /// True in the payload of a control string.
  package var isInPayload: Bool { isInString && !isEnding }

  /// Reads the next byte.
  /// - Returns: True if it belongs to a sequence.
  @discardableResult
  package mutating func advance(_ byte: UInt8) -> Bool {
    guard let state else {
      guard byte == 0x1B else { return false }
      self.state = .escape
      return true
    }
    if isEnding {
      isEnding = false
      self.state = nil
      return true
    }
    switch ControlSequenceTable.step(state, byte) {
    case .toEscapeIntermediate: self.state = .escapeIntermediate
    case .toParameters: self.state = .parameters
    case .toIntermediates: self.state = .intermediates
    case .toCommand: self.state = .command
    case .toString: self.state = .string
    case .spoiled: break
    case .perhapsEnded: isEnding = true
    case .ended, .canceled: self.state = nil
    case .cutOff:
      self.state = nil
      return advance(byte)
    }
    return true
  }

  /// The text without its sequences.
  package static func text(of bytes: [UInt8]) -> [UInt8] {
    var filter = SequenceFilter()
    return bytes.filter { !filter.advance($0) }
  }
}

/// State of a parser inside a control sequence.
///
/// The states are those of Paul Williams' parser for DEC's terminals
/// (https://vt100.net/emu/dec_ansi_parser), with two groups joined: all control strings but OSC are
/// one state, and an invalid CSI continues like a valid one, to its final byte.
enum ControlSequenceState: UInt8, CaseIterable {
  /// After ESC.
  case escape
  /// After ESC and an intermediate byte, as in a designation of a character set.
  case escapeIntermediate
  /// After CSI and its parameters.
  case parameters
  /// After CSI, its parameters and an intermediate byte.
  case intermediates
  /// In OSC, which BEL may end as well as ST, as in xterm.
  case command
  /// In another control string: DCS, SOS, PM, APC (ECMA-48 §5.6), which BEL ends if there is no ST
  /// on the line, as loggers of builds write them.
  case string
}

/// The effect of a byte on a sequence.
enum ControlSequenceStep: UInt8 {
  /// Continues in another state; the raw values are those of the states.
  case toEscapeIntermediate, toParameters, toIntermediates, toCommand, toString
  /// Stays in the state; the byte is a control that does not belong there.
  case spoiled
  /// Ends with the byte.
  case ended
  /// Is cancelled by the byte, which is part of it: CAN and SUB.
  case canceled
  /// Is cancelled before the byte.
  case cutOff
  /// ESC in a control string: ST, or the start of another sequence.
  case perhapsEnded
}

/// The transitions of the state machine.
///
/// ECMA-48 §5.3 to §5.6 define the bytes of sequences, Williams the reaction of terminals to
/// others. There are two differences from his: a colon is a parameter byte, because ISO 8613-6 uses
/// it in SGR, and the end of a line cancels every sequence, so that a broken one never takes more
/// than its own line.
enum ControlSequenceTable {
  @inline(__always)
  static func step(_ state: ControlSequenceState, _ byte: UInt8) -> ControlSequenceStep {
    steps[Int(state.rawValue) << 8 | Int(byte)]
  }

  private static let steps: [ControlSequenceStep] = ControlSequenceState.allCases.flatMap { state in
    (UInt8.min...UInt8.max).map { rule(state, $0) }
  }

  /// The effect of a byte according to the standards; the first case that fits decides.
  private static func rule(_ state: ControlSequenceState, _ byte: UInt8) -> ControlSequenceStep {
    switch (state, byte) {
    // Anywhere.
    case (_, 0x18), (_, 0x1A): .canceled
    case (_, 0x0A), (_, 0x0D): .cutOff
    case (.command, 0x1B), (.string, 0x1B): .perhapsEnded
    case (_, 0x1B): .cutOff
    // Control strings hold any other byte.
    case (.command, 0x07): .ended
    case (.command, 0x20...0x7E), (.command, 0x80...): .toCommand
    case (.command, _): .spoiled
    case (.string, _): .toString
    // All others are ASCII.
    case (_, 0x80...): .cutOff
    case (_, ..<0x20), (_, 0x7F): .spoiled
    case (.escape, 0x20...0x2F), (.escapeIntermediate, 0x20...0x2F): .toEscapeIntermediate
    case (.escape, UInt8(ascii: "[")): .toParameters
    case (.escape, UInt8(ascii: "]")): .toCommand
    case (.escape, UInt8(ascii: "P")), (.escape, UInt8(ascii: "X")),
      (.escape, UInt8(ascii: "^")), (.escape, UInt8(ascii: "_")):
      .toString
    case (.parameters, 0x30...0x3F): .toParameters
    case (.parameters, 0x20...0x2F), (.intermediates, 0x20...0x2F): .toIntermediates
    // Parameters behind an intermediate byte: Williams' "CSI ignore".
    case (.intermediates, 0x30...0x3F): .spoiled
    default: .ended
    }
  }
}
