import Bytes

/// A function that moves in the line, erases its cells or overwrites them.
///
/// The names in the comments are those of ECMA-48 (5th edition) §8.3. Distances and columns are at
/// most `farthest`.
enum CursorFunction: Hashable, Sendable {
  /// CR.
  case lineStart
  /// BS, CUB, HPB; CUF, HPR if the distance is negative.
  case back(Int)
  /// CHA, HPA: a column from 0.
  case column(Int)
  /// CHT; CBT if the number is negative.
  case tabs(Int)
  /// EL 0, and ED 0, because no line is below the current one.
  case eraseEnd
  /// EL 1, including the cell of the cursor.
  case eraseStart
  /// EL 2.
  case eraseAll
  /// ECH.
  case erase(Int)
  /// DCH.
  case delete(Int)
  /// ICH.
  case insert(Int)
  /// REP.
  case `repeat`(Int)

  /// The limit of parameters.
  static let farthest = 10_000

  /// nil for other sequences.
  init?(_ sequence: ControlSequence, in bytes: Span<UInt8>) {
    guard sequence.kind == .control, sequence.isWhole,
      let parameter = Self.parameter(of: sequence, in: bytes)
    else { return nil }
    // 0 is the default, as nothing is.
    let count = max(1, parameter)
    switch bytes[sequence.content.upperBound] {
    case UInt8(ascii: "C"), UInt8(ascii: "a"): self = .back(-count)
    case UInt8(ascii: "D"), UInt8(ascii: "j"): self = .back(count)
    case UInt8(ascii: "G"), UInt8(ascii: "`"): self = .column(count - 1)
    case UInt8(ascii: "I"): self = .tabs(count)
    case UInt8(ascii: "Z"): self = .tabs(-count)
    case UInt8(ascii: "J") where parameter == 0: self = .eraseEnd
    case UInt8(ascii: "K") where parameter == 0: self = .eraseEnd
    case UInt8(ascii: "K") where parameter == 1: self = .eraseStart
    case UInt8(ascii: "K") where parameter == 2: self = .eraseAll
    case UInt8(ascii: "X"): self = .erase(count)
    case UInt8(ascii: "P"): self = .delete(count)
    case UInt8(ascii: "@"): self = .insert(count)
    case UInt8(ascii: "b"): self = .repeat(count)
    default: return nil
    }
  }

  /// The first parameter; 0 if there is none, nil if one is private.
  private static func parameter(of sequence: ControlSequence, in bytes: Span<UInt8>) -> Int? {
    var number = 0
    var isFirst = true
    for offset in sequence.content {
      let byte = bytes[offset]
      guard byte.isASCIIDigit || byte == UInt8(ascii: ";") else { return nil }
      if byte == UInt8(ascii: ";") { isFirst = false }
      if isFirst { number = min(farthest, number * 10 + Int(byte - UInt8(ascii: "0"))) }
    }
    return number
  }

  /// True if it changes nothing with the cursor after all text of the line, or in its first column;
  /// `paints` if erasing leaves a background.
  func isIdle(isAtStart: Bool, hasText: Bool, paints: Bool) -> Bool {
    let isBehindText = !isAtStart || !hasText
    return switch self {
    case .lineStart: isAtStart
    case .back(let distance): distance > 0 && isAtStart
    case .column(let column): column == 0 && isAtStart
    case .tabs(let count): count < 0 && isAtStart
    case .eraseEnd, .delete, .insert, .erase: isBehindText && !paints
    case .eraseStart, .eraseAll: !hasText && !paints
    case .repeat: false
    }
  }
}

/// The character sets of SO, SI and designations (ECMA-35 §14): G0 and G1, each ASCII or DEC
/// Special Graphics.
struct CharacterSets: Hashable, Sendable {
  private var areGraphics = [false, false]
  private var shift = 0

  /// True if letters are parts of boxes.
  var isGraphics: Bool { areGraphics[shift] }

  /// Selects G0 (SI) or G1 (SO).
  mutating func choose(_ set: Int) { shift = set }

  /// Applies a designation of G0 or G1; returns false for any other sequence.
  mutating func apply(_ sequence: ControlSequence, in bytes: Span<UInt8>) -> Bool {
    guard sequence.kind == .escape, sequence.isWhole, sequence.content.count == 1 else {
      return false
    }
    let set: Int
    switch bytes[sequence.content.lowerBound] {
    case UInt8(ascii: "("): set = 0
    case UInt8(ascii: ")"): set = 1
    default: return false
    }
    areGraphics[set] = bytes[sequence.content.upperBound] == UInt8(ascii: "0")
    return true
  }

  /// DEC Special Graphics, from U+005F to U+007E (VT510 video terminal programmer information).
  private static let graphics = Array(" ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)

  /// The character of a code in DEC Special Graphics.
  static func graphic(_ code: UInt8) -> Unicode.Scalar? {
    (0x5F...0x7E).contains(code) ? graphics[Int(code) - 0x5F] : nil
  }
}
