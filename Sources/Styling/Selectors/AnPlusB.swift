import Bytes

/// The positions of `:nth-child()`: every element at `step` × n + `offset` for n ≥ 0.
enum AnPlusB {
  /// Reads `odd`, `even`, `3`, `2n+1`, `-n + 3` (CSS Syntax 3 §6).
  /// - Returns: nil when the text is no such notation.
  static func parse(_ text: String) -> (step: Int, offset: Int)? {
    let characters = Array(text.lowercased().utf8)
    switch text.lowercased() {
    case "odd": return (2, 1)
    case "even": return (2, 0)
    default: break
    }
    guard let n = characters.firstIndex(of: UInt8(ascii: "n")) else {
      return integer(characters[...], isSigned: true).map { (0, $0) }
    }
    let step: Int
    switch characters[..<n] {
    case let sign where sign.isEmpty || sign.elementsEqual("+".utf8): step = 1
    case let sign where sign.elementsEqual("-".utf8): step = -1
    case let digits:
      guard let value = integer(digits, isSigned: true) else { return nil }
      step = value
    }
    let rest = characters[(n + 1)...].drop(while: \.isASCIIWhitespace)
    guard let sign = rest.first else { return (step, 0) }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let offset = integer(rest.dropFirst().drop(while: \.isASCIIWhitespace), isSigned: false)
    else { return nil }
    return (step, sign == UInt8(ascii: "-") ? -offset : offset)
  }

  /// True if the position (from 1) is one of those.
  static func contains(_ position: Int, step: Int, offset: Int) -> Bool {
    let distance = position - offset
    if step == 0 { return distance == 0 }
    return distance % step == 0 && distance / step >= 0
  }

  private static func integer(_ bytes: ArraySlice<UInt8>, isSigned: Bool) -> Int? {
    guard let first = bytes.first, isSigned || (0x30...0x39).contains(first) else { return nil }
    // A million is beyond any position and keeps the sum from overflowing.
    return Int(String(decoding: bytes, as: UTF8.self)).map { min(max($0, -1_000_000), 1_000_000) }
  }
}
