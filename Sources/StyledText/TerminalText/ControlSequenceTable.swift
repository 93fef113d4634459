/// State of a parser inside a control sequence.
///
/// The states are those of Paul Williams' parser for DEC's terminals
/// (https://vt100.net/emu/dec_ansi_parser). What is made of no sequence but two is joined: all
/// control strings but OSC are one state, and a CSI that can not be right goes on like one that
/// can, to its final byte.
enum ControlSequenceState: UInt8, CaseIterable {
  /// Behind ESC.
  case escape
  /// Behind ESC and an intermediate byte: a designation of a character set, and others.
  case escapeIntermediate
  /// Behind CSI and its parameters.
  case parameters
  /// Behind CSI, its parameters and an intermediate byte.
  case intermediates
  /// In an operating system command, which BEL may end besides ST, as xterm has it.
  case command
  /// In another control string: DCS, SOS, PM, APC (ECMA-48 §5.6).
  case string
}

/// Effect of a byte on a sequence.
enum ControlSequenceStep: UInt8 {
  /// The sequence goes on in a state; those of the first numbers.
  case toEscapeIntermediate, toParameters, toIntermediates, toCommand, toString
  /// The state stays; the byte is a control that the sequence should not hold.
  case spoiled
  /// The sequence ends with the byte.
  case ended
  /// The sequence is given up, and the byte is part of it: CAN and SUB.
  case canceled
  /// The sequence is given up before the byte.
  case cutOff
  /// ESC in a control string: ST, or the start of something else.
  case perhapsEnded
}

/// The transitions of the state machine.
///
/// ECMA-48 §5.3 to §5.6 say of what bytes sequences are made, Williams what a terminal does with
/// others. It differs in two points from his: a colon is a parameter byte, since ISO 8613-6 gives
/// it a meaning in SGR, and the end of a line gives every sequence up, so that a broken one never
/// takes more than its own line.
enum ControlSequenceTable {
  /// Returns the effect of a byte in a state.
  @inline(__always)
  static func step(_ state: ControlSequenceState, _ byte: UInt8) -> ControlSequenceStep {
    steps[Int(state.rawValue) << 8 | Int(byte)]
  }

  private static let steps: [ControlSequenceStep] = ControlSequenceState.allCases.flatMap { state in
    (UInt8.min...UInt8.max).map { rule(state, $0) }
  }

  /// Returns the effect that the standards give to a byte; the first case that fits decides.
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
