internal import Bytes

// Escapes, bracket classes and the kinds of groups.
extension PatternParser {
  /// An escape, which begins with a backslash.
  enum Escape {
    case scalar(UInt32)
    case set(ScalarSet)
    case assertion(Assertion)
  }

  mutating func readEscape() throws(PatternError) -> Escape {
    let start = offset
    offset += 1
    guard let letter = peek() else {
      throw error(start..<offset, "the pattern ends in '\\'", "write '\\\\' for the character")
    }
    if let control = Self.controls[letter] {
      offset += 1
      return .scalar(control)
    }
    if "xuU".unicodeScalars.contains(letter) { return try .scalar(readNumberedScalar(from: start)) }
    if letter.value >= 0x80 { return .scalar(readScalar()) }
    offset += 1
    let isUnicode = flags.isUnicode
    switch letter {
    case "d": return .set(isUnicode ? .unicodeDigits : .asciiDigits)
    case "D": return .set((isUnicode ? ScalarSet.unicodeDigits : .asciiDigits).inverted)
    case "s": return .set(isUnicode ? .unicodeSpaces : .asciiSpaces)
    case "S": return .set((isUnicode ? ScalarSet.unicodeSpaces : .asciiSpaces).inverted)
    case "w": return .set(isUnicode ? .unicodeWords : .asciiWords)
    case "W": return .set((isUnicode ? ScalarSet.unicodeWords : .asciiWords).inverted)
    case "b": return .assertion(.wordBoundary(isUnicode: isUnicode))
    case "B": return .assertion(.noWordBoundary(isUnicode: isUnicode))
    case "A": return .assertion(.lineStart)
    case "z", "Z": return .assertion(.lineEnd)
    case "1"..."9", "k", "g": throw backReference(start..<offset)
    case "p", "P":
      throw error(start..<offset, "properties are not supported", "write '(?u)\\w' for letters")
    case "0"..."9", "A"..."Z", "a"..."z":
      throw error(
        start..<offset, "'\\\(letter)' is no escape", "write '\(letter)' for the character")
    default: return .scalar(letter.value)
    }
  }

  private static let controls: [Unicode.Scalar: UInt32] = [
    "t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D, "a": 0x07, "e": 0x1B,
  ]

  private func backReference(_ range: Range<Int>) -> PatternError {
    error(
      range, "a back-reference cannot be matched in linear time",
      "write out the texts that may repeat")
  }

  /// Reads the number of `\xHH`, `\uHHHH`, `\UHHHHHHHH`, or one in braces.
  private mutating func readNumberedScalar(from start: Int) throws(PatternError) -> UInt32 {
    let length = peek() == "x" ? 2 : peek() == "u" ? 4 : 8
    offset += 1
    let isBraced = take("{")
    var value: UInt32 = 0
    var count = 0
    while isBraced || count < length, count < 8, offset < bytes.count,
      let digit = bytes[offset].hexadecimalValue
    {
      value = value << 4 | UInt32(digit)
      count += 1
      offset += 1
    }
    let isComplete = isBraced ? take("}") && count > 0 : count == length
    guard isComplete, Unicode.Scalar(value) != nil else {
      throw error(
        start..<offset, "this is no number of a character", "write '\\x{1F600}', for example")
    }
    return value
  }

  // MARK: Classes

  mutating func readClass() throws(PatternError) -> ScalarSet {
    let start = offset
    offset += 1
    let isNegated = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    let first = offset
    while offset == first || peek() != "]" {
      guard offset < bytes.count else {
        throw error(start..<start + 1, "'[' has no ']'", "write '\\[' for the character")
      }
      try readClassItem(into: &ranges)
    }
    offset += 1
    let set = folded(ScalarSet(ranges))
    return isNegated ? set.inverted : set
  }

  private mutating func readClassItem(
    into ranges: inout [ClosedRange<UInt32>]
  ) throws(PatternError) {
    let start = offset
    guard case .scalar(let low) = try readClassMember(into: &ranges) else { return }
    guard peek() == "-", let next = peek(ahead: 1), next != "]" else {
      return ranges.append(low...low)
    }
    offset += 1
    guard case .scalar(let high) = try readClassMember(into: &ranges) else {
      throw error(start..<offset, "a range ends in a character", "write '\\-' for a dash")
    }
    guard low <= high else {
      throw error(
        start..<offset, "the range ends before its start", "write the smaller character first")
    }
    ranges.append(low...high)
  }

  /// Reads a character, or adds the ranges of a nested class.
  private mutating func readClassMember(
    into ranges: inout [ClosedRange<UInt32>]
  ) throws(PatternError) -> Escape {
    let start = offset
    if peek() == "\\" {
      let escape = try readEscape()
      if case .assertion = escape {
        throw error(start..<offset, "a class has characters only", "write an alternative with '|'")
      }
      if case .set(let set) = escape { ranges += set.ranges }
      return escape
    }
    guard peek() == "[", peek(ahead: 1) == ":" else { return .scalar(readScalar()) }
    guard let end = (offset + 2..<bytes.count).first(where: { bytes[$0] == UInt8(ascii: ":") }),
      end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "]")
    else { return .scalar(readScalar()) }
    offset = end + 2
    let name = String(decoding: bytes[start + 2..<end], as: UTF8.self)
    let isNegated = name.first == "^"
    guard let set = ScalarSet(posixName: isNegated ? String(name.dropFirst()) : name) else {
      throw error(start..<offset, "no class has this name", "write '[:alpha:]', for example")
    }
    ranges += (isNegated ? set.inverted : set).ranges
    return .set(set)
  }

  // MARK: Groups

  /// Kind of a group with `?` behind its parenthesis.
  enum GroupKind {
    case plain
    case name(String)
    /// Flags for the rest of the group around it.
    case flags
  }

  mutating func readGroupKind(from start: Int) throws(PatternError) -> GroupKind {
    if take(":") { return .plain }
    if peek() == "=" || peek() == "!" { throw look("look-ahead", "after", start..<offset + 1) }
    if peek() == "<", let sign = peek(ahead: 1), sign == "=" || sign == "!" {
      throw look("look-behind", "before", start..<offset + 2)
    }
    if peek() == ">" {
      throw error(
        start..<offset + 1, "an atomic group gives nothing back, which needs backtracking",
        "write '(?:'")
    }
    if peek() == "P", let sign = peek(ahead: 1), sign == "=" || sign == ">" {
      throw backReference(start..<offset + 2)
    }
    if peek() == "<" || peek() == "P" && peek(ahead: 1) == "<" {
      offset += peek() == "P" ? 2 : 1
      return try .name(readGroupName(from: start))
    }
    return try readFlags(from: start)
  }

  private func look(_ name: String, _ side: String, _ range: Range<Int>) -> PatternError {
    error(
      range, "\(name) is not supported",
      "match the text \(side) it, too, and put a named group '(?<name>' around the rest")
  }

  private mutating func readGroupName(from start: Int) throws(PatternError) -> String {
    let first = offset
    let letters = bytes[first...].prefix {
      $0.isASCIILetter || $0.isASCIIDigit || "-_".utf8.contains($0)
    }
    offset = letters.endIndex
    let name = String(decoding: letters, as: UTF8.self)
    let range = first..<max(offset, min(first + 1, bytes.count))
    guard let initial = name.unicodeScalars.first, initial != "-", initial.value >= 0x41, take(">")
    else {
      throw error(
        range, "this is no name of a group",
        "write a letter, then letters, digits, '-' and '_', then '>'")
    }
    guard !groupNames.contains(name) else {
      throw error(
        range, "group '\(name)' is there already",
        "put one group around both, or choose another name")
    }
    return name
  }

  private mutating func readFlags(from start: Int) throws(PatternError) -> GroupKind {
    var new = flags
    var isOn = true
    while let letter = peek() {
      offset += 1
      switch letter {
      case "i": new.ignoresCase = isOn
      case "u": new.isUnicode = isOn
      case "-" where isOn: isOn = false
      case ")" where offset > start + 3, ":":
        flags = new
        return letter == ")" ? .flags : .plain
      default:
        throw error(
          start..<offset, "no group starts like this",
          "write '(?:', '(?<name>', or '(?i)' and '(?u)' for flags")
      }
    }
    throw error(start..<offset, "'(' has no ')'", "write '\\(' for the character")
  }
}
