import Bytes

/// Reads the members of one JSON object (RFC 8259) in a line, without recursion and without copies.
struct JSONObjectScanner {
  private(set) var offset: Int
  private let end: Int

  init(_ range: Range<Int>) {
    offset = range.lowerBound
    end = range.upperBound
  }

  /// A syntax error at `offset`.
  struct Malformed: Error {}

  /// True if a string is malformed, so that the text behind it cannot be read.
  private(set) var isInString = false

  /// Calls a function with the key between its quotes and the value of each member of the object at
  /// `offset`.
  ///
  /// - Throws: `Malformed` if the text is no JSON object.
  mutating func members(
    of bytes: Span<UInt8>, _ body: (_ key: FieldValue, _ value: FieldValue) -> Void
  ) throws(Malformed) {
    try open(bytes)
    var isFirst = true
    while let key = try key(bytes, isFirst: isFirst) {
      body(key, try value(bytes))
      isFirst = false
    }
  }

  /// Reads the start of the object at `offset`.
  mutating func open(_ bytes: Span<UInt8>) throws(Malformed) {
    skipBlanks(bytes)
    try take(UInt8(ascii: "{"), bytes)
  }

  /// Reads up to the value of the next member of the open object, or the end of the object.
  ///
  /// - Returns: The key between its quotes; nil at the end of the object.
  /// - Throws: `Malformed` if there is neither a member nor the end.
  mutating func key(_ bytes: Span<UInt8>, isFirst: Bool) throws(Malformed) -> FieldValue? {
    skipBlanks(bytes)
    if isFirst || next(bytes) != UInt8(ascii: ",") {
      if next(bytes) == UInt8(ascii: "}") {
        offset += 1
        return nil
      }
      guard isFirst else { throw Malformed() }
    } else {
      offset += 1
      skipBlanks(bytes)
    }
    guard next(bytes) == UInt8(ascii: "\"") else { throw Malformed() }
    let key = try value(bytes)
    skipBlanks(bytes)
    try take(UInt8(ascii: ":"), bytes)
    skipBlanks(bytes)
    return key
  }

  /// True if an object begins at `offset`.
  func isAtObject(_ bytes: Span<UInt8>) -> Bool { next(bytes) == UInt8(ascii: "{") }

  /// Offset of the first object of the array of objects at `offset`.
  func firstObject(_ bytes: Span<UInt8>) -> Int? {
    guard next(bytes) == UInt8(ascii: "[") else { return nil }
    let first = (offset + 1..<end).first { !bytes[$0].isASCIIWhitespace }
    return first.flatMap { bytes[$0] == UInt8(ascii: "{") ? $0 : nil }
  }

  /// True if nothing but white space is left.
  mutating func isAtEnd(_ bytes: Span<UInt8>) -> Bool {
    skipBlanks(bytes)
    return offset == end
  }

  private func next(_ bytes: Span<UInt8>) -> UInt8 { offset < end ? bytes[offset] : 0 }

  private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) throws(Malformed) {
    guard next(bytes) == byte else { throw Malformed() }
    offset += 1
  }

  private mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while offset < end, bytes[offset].isASCIIWhitespace { offset += 1 }
  }

  /// Reads the value at `offset`.
  mutating func value(_ bytes: Span<UInt8>) throws(Malformed) -> FieldValue {
    let start = offset
    switch next(bytes) {
    case UInt8(ascii: "\""):
      let isEscaped = try skipString(bytes)
      return FieldValue(range: start + 1..<offset - 1, form: isEscaped ? .escaped : .plain)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try skipContainer(bytes)
      return FieldValue(range: start..<offset, form: .container)
    default:
      while offset < end, bytes[offset].isInScalar { offset += 1 }
      guard isScalar(start..<offset, bytes) else {
        offset = start
        throw Malformed()
      }
      return FieldValue(range: start..<offset, form: .plain)
    }
  }

  private func isScalar(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    guard let first = range.first.map({ bytes[$0] }) else { return false }
    if first == UInt8(ascii: "-") || first.isASCIIDigit { return true }
    // Python writes numbers that JSON has no word for.
    return ["true", "false", "null", "NaN", "Infinity"].contains { word in
      word.utf8.count == range.count && zip(word.utf8, range).allSatisfy { $0 == bytes[$1] }
    }
  }

  /// Skips a string; true if it has escapes.
  private mutating func skipString(_ bytes: Span<UInt8>) throws(Malformed) -> Bool {
    offset += 1
    isInString = true
    var hasEscapes = false
    while true {
      offset = bytes.firstOffset(from: offset, to: end) {
        $0 .== SIMD16<UInt8>(repeating: 0x22) .| $0 .== SIMD16<UInt8>(repeating: 0x5C)
      }
      guard offset < end else { throw Malformed() }
      offset += 1
      if bytes[offset - 1] == UInt8(ascii: "\"") {
        isInString = false
        return hasEscapes
      }
      hasEscapes = true
      try skipEscape(bytes)
    }
  }

  private mutating func skipEscape(_ bytes: Span<UInt8>) throws(Malformed) {
    switch next(bytes) {
    case UInt8(ascii: "u"):
      guard offset + 4 < end,
        (offset + 1...offset + 4).allSatisfy({ bytes[$0].hexadecimalValue != nil })
      else { throw Malformed() }
      offset += 5
    case let byte where "\"\\/bfnrt".utf8.contains(byte): offset += 1
    default: throw Malformed()
    }
  }

  /// Skips an object or an array by its brackets alone.
  private mutating func skipContainer(_ bytes: Span<UInt8>) throws(Malformed) {
    try skip(from: 0, bytes)
  }

  /// Skips the rest of the open object by brackets alone.
  mutating func close(_ bytes: Span<UInt8>) throws(Malformed) { try skip(from: 1, bytes) }

  private mutating func skip(from depth: Int, _ bytes: Span<UInt8>) throws(Malformed) {
    var depth = depth
    repeat {
      guard offset < end else { throw Malformed() }
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        _ = try skipString(bytes)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      offset += 1
    } while depth > 0
  }
}

extension UInt8 {
  /// True for the characters of numbers, `true`, `false` and `null`.
  var isInScalar: Bool {
    isASCIIDigit || isASCIILetter || self == UInt8(ascii: "-") || self == UInt8(ascii: "+")
      || self == UInt8(ascii: ".")
  }
}
