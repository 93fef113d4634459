internal import Bytes

/// Translates a pattern into a program while it reads it, without a tree and without recursion.
///
/// The program of each part is contiguous and continues behind its end, so that a repeat can put
/// instructions around it or copy it.
struct PatternParser {
  let bytes: [UInt8]
  var offset = 0
  private(set) var code: [Instruction] = []
  private(set) var sets: [ScalarSet] = []
  private(set) var groups: [String] = []
  private(set) var groupNames: Set<String> = []
  private var setNumbers: [ScalarSet: Int] = [:]

  /// The open groups; the first one is the whole pattern.
  private var open = [Group(offset: 0, start: 0, name: nil, outerFlags: Flags())]

  /// The part before the next character.
  private var last = Part.none
  var flags = Flags()

  /// Flags for the following letters, up to the end of the group.
  struct Flags {
    var ignoresCase = false
    var isUnicode = false
  }

  /// An open group.
  private struct Group {
    /// The offset of its parenthesis.
    let offset: Int
    /// The index of its first instruction.
    let start: Int
    let name: Int?
    /// The flags to restore behind it.
    let outerFlags: Flags
    /// The index of the first instruction of its last alternative.
    var alternative = 0
    /// The jumps at the ends of the alternatives before that.
    var jumps: [Int] = []
    /// True if an alternative before the last one can be empty.
    var canBeEmpty = false
    /// True if the last alternative can be empty, and without its last part.
    var isEmpty = true, wasEmpty = true
    /// The highest number of a repeat with iterations that can be empty.
    var emptyRepeat: UInt32 = 0
  }

  /// A part that a repeat may apply to.
  private enum Part {
    /// Nothing to repeat.
    case none
    /// A part that was repeated.
    case repeated
    /// A character, class or group.
    case unit(Unit)
  }

  private struct Unit {
    /// The index of its first instruction.
    let start: Int
    var canBeEmpty = false
    /// The highest number of a repeat in it with iterations that can be empty.
    var emptyRepeat: UInt32 = 0
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func parse() throws(PatternError) {
    while let next = peek() { try readPart(next) }
    if open.count > 1, let group = open.last {
      throw error(
        group.offset..<group.offset + 1, "'(' has no ')'", "write '\\(' for the character")
    }
    endAlternatives()
  }

  private mutating func readPart(_ next: Unicode.Scalar) throws(PatternError) {
    let start = offset
    switch next {
    case "(": try openGroup()
    case ")": try closeGroup()
    case "|": try addAlternative()
    case "*", "+", "?": try readRepeat(from: next == "+" ? 1 : 0, to: next == "?" ? 1 : nil)
    case "{":
      if let (least, most) = readBounds() {
        try readRepeat(from: least, to: most, startingAt: start)
      } else {
        try readLiteral()
      }
    case "[": try append(readClass(), at: start)
    case "^", "$":
      offset += 1
      try append(next == "^" ? .lineStart : .lineEnd, at: start)
    case ".":
      offset += 1
      try append(.all, at: start)
    case "\\":
      switch try readEscape() {
      case .scalar(let scalar): try append(literal(scalar), at: start)
      case .set(let set): try append(set, at: start)
      case .assertion(let assertion): try append(assertion, at: start)
      }
    default: try readLiteral()
    }
  }

  private mutating func readLiteral() throws(PatternError) {
    let start = offset
    try append(literal(readScalar()), at: start)
  }

  /// The set of a character of the pattern.
  private func literal(_ scalar: UInt32) -> ScalarSet { folded(ScalarSet(scalar)) }

  func folded(_ set: ScalarSet) -> ScalarSet {
    flags.ignoresCase ? set.foldingCase(isUnicode: flags.isUnicode) : set
  }

  // MARK: Bytes

  /// The next byte, which may be a part of a longer scalar; nil at the end.
  func peek(ahead: Int = 0) -> Unicode.Scalar? {
    offset + ahead < bytes.count ? Unicode.Scalar(bytes[offset + ahead]) : nil
  }

  /// Skips an ASCII character if it is the next one.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    offset += 1
    return true
  }

  mutating func readScalar() -> UInt32 {
    let scalar = bytes.span.scalar(at: offset, before: bytes.count)
    offset += scalar.length
    return scalar.value
  }

  func error(_ range: Range<Int>, _ problem: String, _ remedy: String) -> PatternError {
    PatternError(range: range, problem: problem, remedy: remedy)
  }

  // MARK: Program

  private mutating func append(_ set: ScalarSet, at start: Int) throws(PatternError) {
    try checkSize(adding: 1, for: start..<offset)
    let number = setNumbers[set] ?? sets.count
    if number == sets.count {
      sets.append(set)
      setNumbers[set] = number
    }
    add(Unit(start: code.count))
    code.append(.set(number))
  }

  private mutating func add(_ unit: Unit) {
    last = .unit(unit)
    let group = open.count - 1
    open[group].wasEmpty = open[group].isEmpty
    open[group].isEmpty = open[group].isEmpty && unit.canBeEmpty
    open[group].emptyRepeat = max(open[group].emptyRepeat, unit.emptyRepeat)
  }

  private mutating func append(_ assertion: Assertion, at start: Int) throws(PatternError) {
    try checkSize(adding: 1, for: start..<offset)
    code.append(.assert(assertion))
    last = .none
  }

  private func checkSize(adding count: Int, for range: Range<Int>) throws(PatternError) {
    guard code.count + count > PatternLimits.instructions else { return }
    throw error(range, "the pattern is too large from here on", "shorten it, or repeat less")
  }

  private mutating func openGroup() throws(PatternError) {
    let start = offset
    offset += 1
    var name: Int?
    let outerFlags = flags
    if take("?") {
      switch try readGroupKind(from: start) {
      case .plain: break
      case .flags:
        last = .none
        return
      case .name(let text):
        name = groups.count
        groups.append(text)
        groupNames.insert(text)
      }
    }
    let range = start..<offset
    guard open.count <= PatternLimits.groupDepth else {
      throw error(
        range, "there are more than \(PatternLimits.groupDepth) groups in one another",
        "remove groups that do nothing")
    }
    try checkSize(adding: 2, for: range)
    var group = Group(offset: start, start: code.count, name: name, outerFlags: outerFlags)
    if let name { code.append(.save(2 * name)) }
    group.alternative = code.count
    open.append(group)
    last = .none
  }

  private mutating func closeGroup() throws(PatternError) {
    guard open.count > 1 else {
      throw error(offset..<offset + 1, "')' has no '('", "write '\\)' for the character")
    }
    offset += 1
    endAlternatives()
    let group = open.removeLast()
    if let name = group.name { code.append(.save(2 * name + 1)) }
    flags = group.outerFlags
    add(
      Unit(
        start: group.start, canBeEmpty: group.canBeEmpty || group.isEmpty,
        emptyRepeat: group.emptyRepeat))
  }

  private mutating func addAlternative() throws(PatternError) {
    try checkSize(adding: 2, for: offset..<offset + 1)
    offset += 1
    let group = open.count - 1
    let start = open[group].alternative
    code.insert(.split(1, code.count - start + 2), at: start)
    open[group].jumps.append(code.count)
    code.append(.jump(0))
    open[group].alternative = code.count
    if open[group].isEmpty { open[group].canBeEmpty = true }
    open[group].isEmpty = true
    last = .none
  }

  /// Makes the alternatives of the innermost group continue behind the last one.
  private mutating func endAlternatives() {
    for jump in open[open.count - 1].jumps { code[jump] = .jump(code.count - jump) }
  }

  // MARK: Repeats

  /// Reads `{m}`, `{m,}`, `{m,n}` or `{,n}`; any other text after a brace is literal.
  private mutating func readBounds() -> (Int, Int?)? {
    let start = offset
    offset += 1
    let least = readNumber()
    var most = least
    if take(",") { most = readNumber() } else if least == nil { most = -1 }
    guard take("}"), most != -1, least != nil || most != nil else {
      offset = start
      return nil
    }
    return (least ?? 0, most)
  }

  private mutating func readNumber() -> Int? {
    var number: Int?
    while let digit = peek(), ("0"..."9").contains(digit) {
      number = min((number ?? 0) * 10 + Int(digit.value) - 0x30, PatternLimits.repeats + 1)
      offset += 1
    }
    return number
  }

  private mutating func readRepeat(
    from least: Int, to most: Int?, startingAt start: Int? = nil
  ) throws(PatternError) {
    let start = start ?? offset
    if start == offset { offset += 1 }
    let isLazy = take("?")
    let range = start..<offset
    if peek() == "+", case .unit = last, !isLazy {
      throw error(
        start..<offset + 1, "a possessive repeat gives nothing back, which needs backtracking",
        "leave out the '+' behind it")
    }
    guard case .unit(let unit) = last else {
      if case .repeated = last {
        throw error(range, "this repeats a repeat", "put the first one into '(?:' and ')'")
      }
      throw error(
        range, "there is nothing to repeat here", "write '\\' before it for the character")
    }
    guard max(least, most ?? least) <= PatternLimits.repeats else {
      throw error(
        range, "a repeat of more than \(PatternLimits.repeats) is too long",
        "write '*' or '+' for any number")
    }
    guard least <= most ?? least else {
      throw error(range, "the repeat ends below its start", "write the smaller number first")
    }
    let size = code.count - unit.start + (unit.canBeEmpty ? 3 : 1)
    try checkSize(adding: (most ?? least + 1) * size, for: range)
    repeatPart(unit, least, most, isLazy)
    last = .repeated
  }

  /// Repeats the end of the program.
  private mutating func repeatPart(_ unit: Unit, _ least: Int, _ most: Int?, _ isLazy: Bool) {
    func split(_ inside: Int, _ outside: Int) -> Instruction {
      isLazy ? .split(outside, inside) : .split(inside, outside)
    }
    let group = open.count - 1
    if least == 0 { open[group].isEmpty = open[group].wasEmpty }
    let part = Array(code[unit.start...])
    code.removeSubrange(unit.start...)
    for _ in 0..<(most == nil ? max(least - 1, 0) : least) { code += part }
    // Iterations that can be empty are marked where it matters.
    let isMarked = unit.canBeEmpty && most.map { $0 - least > 1 } ?? true
    let number = unit.emptyRepeat + 1
    if isMarked { open[group].emptyRepeat = max(open[group].emptyRepeat, number) }
    let size = part.count + (isMarked ? 2 : 0)
    func iteration(ifEmpty end: Int) -> [Instruction] {
      isMarked ? [.enter(number)] + part + [.leave(number, ifEmpty: end)] : part
    }
    if let most {
      for rest in stride(from: most - least, to: 0, by: -1) {
        code.append(split(1, rest * (size + 1)))
        code += iteration(ifEmpty: (rest - 1) * (size + 1) + 1)
      }
    } else {
      if least == 0 { code.append(split(1, size + 2)) }
      code += iteration(ifEmpty: 2)
      code.append(split(-size, 1))
    }
  }
}
