/// What a person sees of an output: the sequences that cssview writes are taken out, and whatever
/// else a terminal, an editor or a reader would obey is an intruder.
///
/// It shares no code with the program.
struct ShownOutput {
  /// The text without sequences.
  private(set) var text = ""

  /// What was found first that cssview never writes; nil if there is nothing.
  private(set) var intruder: String?

  /// The sequences that an output may hold.
  struct Sequences: OptionSet {
    let rawValue: Int

    /// SGR and OSC 8.
    static let styles = Sequences(rawValue: 1)

    /// OSC 66 with the moves of the cursor around it, DECDHL.
    static let sizes = Sequences(rawValue: 2)
  }

  /// Reads an output, in which there may be sequences of some kinds.
  init(_ bytes: [UInt8], _ allowed: Sequences = []) {
    guard let output = String(validating: bytes, as: UTF8.self) else {
      intruder = "invalid UTF-8"
      return
    }
    var rest = output.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}", !allowed.isEmpty, takeSequence(&rest, allowed) { continue }
      if Self.isObeyed(scalar) {
        if intruder == nil { intruder = "U+\(String(scalar.value, radix: 16))" }
        continue
      }
      text.unicodeScalars.append(scalar)
    }
  }

  /// True for what is no text, line feed or tab.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE007F,
      0xFDD0...0xFDEF, 0xFFF9...0xFFFB:
      true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }

  /// Takes the rest of a sequence behind its escape character.
  private mutating func takeSequence(
    _ rest: inout Substring.UnicodeScalarView, _ allowed: Sequences
  ) -> Bool {
    let start = rest
    switch rest.popFirst() {
    case "[":
      let parameters = rest.prefix { ("0"..."9").contains($0) || $0 == ";" || $0 == ":" }
      let final = rest.dropFirst(parameters.count).first
      let isMove = final == "A" || final == "C"
      guard final == "m" || isMove && allowed.contains(.sizes) else { break }
      rest = rest.dropFirst(parameters.count + 1)
      return true
    case "]":
      guard let end = rest.firstIndex(of: "\u{1B}"), rest[end...].dropFirst().first == "\\" else {
        break
      }
      let body = rest[..<end]
      if String(Substring(body)).hasPrefix("8;"), body.allSatisfy({ (" "..."~").contains($0) }) {
        rest = rest[end...].dropFirst(2)
        return true
      }
      guard allowed.contains(.sizes), String(Substring(body)).hasPrefix("66;"),
        let meta = body.dropFirst(3).firstIndex(of: ";"), !body.contains(where: Self.isObeyed)
      else { break }
      text += String(Substring(body[meta...].dropFirst()))
      rest = rest[end...].dropFirst(2)
      return true
    case "#" where allowed.contains(.sizes):
      guard let half = rest.popFirst(), half == "3" || half == "4" else { break }
      // Both halves hold the text.
      if half == "4" { rest = rest.drop { $0 != "\n" } }
      return true
    default: break
    }
    rest = start
    return false
  }
}
