import StyleValues

/// Separates a terminal's replies from its keyboard input.
///
/// Bytes are fed as they arrive, cut anywhere. All other bytes are returned in `otherInput`:
/// somebody typed them. Sequences that no keyboard sends are dropped, also without a question or if
/// they are malformed: typed again they would appear at the shell's prompt. No reply is trusted: it
/// has a limit, numbers have ranges, names are reduced to printable ASCII.
package struct TerminalReplyParser: Sendable {
  package private(set) var answers = TerminalAnswers()

  /// Bytes that were no replies, in order; the caller may take them out.
  package var otherInput: [UInt8] = []

  /// Reports of private mode 2031, after `CSI`: the terminal has become dark, or light.
  package static let schemeReports = ["?997;1n", "?997;2n"]

  /// True if such a report has come.
  private var hasSchemeReport = false

  private var pending: [UInt8] = []

  /// The rest of a sequence that is too long to be an answer.
  private enum Rest { case none, ofControl, ofString, ofStringEscape }
  private var dropped = Rest.none
  private var cursorColumns: [Int] = []
  private var askedEntries: Set<UInt8>

  /// The longest reply; XTVERSION and DECRQSS stay far below.
  private static let longest = 1024

  package init(_ query: TerminalQuery) { askedEntries = Set(query.askedEntries) }

  /// Continues with the answers to some more questions.
  package mutating func expect(_ query: TerminalQuery) {
    askedEntries.formUnion(query.askedEntries)
    answers.isComplete = false
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes where !drops(byte) {
      if pending.isEmpty {
        if byte == 0x1B { pending = [byte] } else { otherInput.append(byte) }
        continue
      }
      if byte == 0x1B && !isString {
        // A sequence that another one cuts off is none.
        giveBack()
        pending = [byte]
        continue
      }
      if isString, pending.last == 0x1B, byte != UInt8(ascii: "\\") {
        // Inside a string ESC can only begin its terminator; here it began something else.
        pending.removeLast()
        giveBackTyped()
        pending = [0x1B]
      }
      pending.append(byte)
      if isComplete {
        if !interpret(), !isString, !isReport { otherInput += pending }
        pending = []
      } else if pending.count >= Self.longest {
        dropped = isString ? .ofString : .ofControl
        pending = []
      }
    }
  }

  /// True if a byte belongs to the rest of a sequence that is dropped.
  private mutating func drops(_ byte: UInt8) -> Bool {
    switch dropped {
    case .none: return false
    case .ofControl:
      if byte == 0x1B {
        dropped = .none
        return false
      }
      if (0x40...0x7E).contains(byte) { dropped = .none }
    case .ofString:
      if byte == 0x07 { dropped = .none }
      if byte == 0x1B { dropped = .ofStringEscape }
    case .ofStringEscape:
      dropped = .none
      if byte != UInt8(ascii: "\\") {
        pending = [0x1B]
        return false
      }
    }
    return true
  }

  /// True if the start of a reply has come and its rest has not.
  package var isInReply: Bool { dropped != .none || isReplyString || isReport }

  /// Returns true if the terminal has become dark or light since the last call.
  package mutating func takeSchemeReport() -> Bool {
    defer { hasSchemeReport = false }
    return hasSchemeReport
  }

  /// Ends the conversation: an unfinished sequence was typed, unless it is the start of a reply
  /// whose rest did not come in time.
  package mutating func finish() {
    giveBackTyped()
    dropped = .none
  }

  /// Returns pending bytes to `otherInput` if they may have been typed.
  private mutating func giveBackTyped() {
    if !isReplyString, !isReport { giveBack() }
    pending = []
  }

  /// True if the pending bytes begin like a string that terminals send: an OSC with a number, a DCS
  /// with a status or a version.
  private var isReplyString: Bool {
    guard pending.count > 2 else { return false }
    let isDigit = (0x30...0x39).contains(pending[2])
    if pending[1] == UInt8(ascii: "]") { return isDigit }
    guard pending[1] == UInt8(ascii: "P"), pending.count > 3 else { return false }
    return (isDigit || pending[2] == UInt8(ascii: ">"))
      && [UInt8(ascii: "|"), UInt8(ascii: "$"), UInt8(ascii: "+")].contains(pending[3])
  }

  /// True if the pending bytes are a control sequence that no key sends: one of a private kind
  /// (keys and the mouse have `<` at most), or a report of the state, of a mode or of a size.
  private var isReport: Bool {
    guard pending.count > 2, pending[1] == UInt8(ascii: "[") else { return false }
    if (UInt8(ascii: "=")...UInt8(ascii: "?")).contains(pending[2]) { return true }
    return [UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "y")].contains(
      pending[pending.count - 1])
  }

  private mutating func giveBack() {
    otherInput += pending
    pending = []
  }

  // MARK: - Sequences

  /// True if the pending bytes are an OSC or DCS, which end in ST or BEL.
  private var isString: Bool {
    pending.count > 1 && (pending[1] == UInt8(ascii: "]") || pending[1] == UInt8(ascii: "P"))
  }

  private var isComplete: Bool {
    guard pending.count > 1, let last = pending.last else { return false }
    switch pending[1] {
    case UInt8(ascii: "["): return pending.count > 2 && (0x40...0x7E).contains(last)
    case UInt8(ascii: "]"), UInt8(ascii: "P"):
      return last == 0x07
        || (pending.count > 3 && last == UInt8(ascii: "\\") && pending[pending.count - 2] == 0x1B)
    default: return true
    }
  }

  /// Reads a complete sequence as a reply; true if it was one.
  private mutating func interpret() -> Bool {
    let text = String(decoding: body, as: UTF8.self)
    switch pending[1] {
    case UInt8(ascii: "["): return interpretControl(text)
    case UInt8(ascii: "]"): return interpretCommand(text)
    case UInt8(ascii: "P"): return interpretDeviceString(text)
    default: return false
    }
  }

  /// Bytes after the introducer: of a control sequence with its final byte, of a string without its
  /// terminator.
  private var body: ArraySlice<UInt8> {
    guard isString else { return pending.dropFirst(2) }
    return pending.dropFirst(2).dropLast(pending.last == 0x07 ? 1 : 2)
  }

  /// Reads a control sequence: a mode, a cursor position, or DA1.
  private mutating func interpretControl(_ text: String) -> Bool {
    if text.hasPrefix("?"), text.hasSuffix("c") {
      answers.isComplete = true
      return true
    }
    if text.hasPrefix("?"), text.hasSuffix("$y") {
      let numbers = text.dropFirst().dropLast(2).split(separator: ";").map { Int($0) }
      guard numbers.count == 2, numbers[0] == 2026, let state = numbers[1] else { return false }
      // DECRPM: 1 set, 2 reset; 0 not known, 3 and 4 cannot be changed.
      answers.synchronizedOutput = state == 1 || state == 2
      return true
    }
    if Self.schemeReports.contains(text) {
      hasSchemeReport = true
      return true
    }
    return text.hasSuffix("R") && interpretCursor(text)
  }

  /// Reads one of the three cursor positions around the two tests of OSC 66.
  ///
  /// F3 with a modifier looks the same, hence no more than three are read.
  private mutating func interpretCursor(_ text: String) -> Bool {
    let numbers = text.dropLast().split(separator: ";").map { Int($0) }
    guard cursorColumns.count < 3, numbers.count == 2, numbers[0] != nil, let column = numbers[1],
      (1...100_000).contains(column)
    else { return false }
    cursorColumns.append(column)
    if cursorColumns.count == 2 { answers.advanceOfWidth = cursorColumns[1] - cursorColumns[0] }
    if cursorColumns.count == 3 { answers.advanceOfScale = cursorColumns[2] - cursorColumns[1] }
    return true
  }

  /// Reads an OSC with a colour.
  private mutating func interpretCommand(_ text: String) -> Bool {
    let fields = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    switch (fields.first, fields.count) {
    case ("10", 2): answers.foreground = RGB8(device: fields[1])
    case ("11", 2): answers.background = RGB8(device: fields[1])
    case ("12", 2): answers.cursor = RGB8(device: fields[1])
    case ("17", 2): answers.selectionBackground = RGB8(device: fields[1])
    case ("19", 2): answers.selectionForeground = RGB8(device: fields[1])
    case ("4", 3):
      guard let entry = UInt8(fields[1]) else { return false }
      if askedEntries.contains(entry) { answers.palette[entry] = RGB8(device: fields[2]) }
    default: return false
    }
    return true
  }

  /// Reads a DCS: the state of SGR (DECRPSS), or name and version.
  private mutating func interpretDeviceString(_ text: String) -> Bool {
    if text.hasPrefix(">|") {
      answers.program = printable(String(text.dropFirst(2)))
      return true
    }
    if text.hasPrefix("1$r"), text.hasSuffix("m") {
      // Both `38;2;1;2;3` and `38:2::1:2:3` are seen.
      let setting = text.replacing(";", with: ":")
      answers.hasDirectColor = setting.contains("38:2") && setting.contains(":1:2:3")
      return true
    }
    if text.hasPrefix("0$r") {
      answers.hasDirectColor = false
      return true
    }
    return false
  }
}
