/// A regular expression for parts of a line, in a syntax that can be matched in linear time.
///
/// A character of the text is a Unicode scalar; bytes that are no UTF-8 are read as U+FFFD, one for
/// each maximal subpart, as everywhere else in cssview.
///
/// | syntax | meaning |
/// |---|---|
/// | `.` | any character; a line has no line break |
/// | `[a-z]`, `[^a-z]`, `[[:alpha:]]` | a character of a class, or not of a class |
/// | `\d \w \s`, `\D \W \S` | digits, word characters, white space of ASCII, and all others |
/// | `^ $`, `\A \z` | start and end of the line |
/// | `\b \B` | the edge of a word, and any other place |
/// | `xy`, `x\|y` | one after the other; the first alternative that matches |
/// | `* + ? {m} {m,} {m,n} {,n}` | repeats, as many as possible; as few as possible with `?` after
/// it |
/// | `( )`, `(?: )` | a group |
/// | `(?<name> )`, `(?P<name> )` | a group whose match is reported |
/// | `(?i)`, `(?i: )`, `(?-i)` | upper and lower case are the same, up to the end of the group |
/// | `(?u)`, `(?u: )`, `(?-u)` | `\d \w \s \b` mean characters of Unicode |
/// | `\t \n \r \f \v \a \e` | controls |
/// | `\xHH \x{H…} \uHHHH \u{H…} \UHHHHHHHH` | a character by its number |
/// | `\` and a character that is no letter or digit | that character |
///
/// A match is never empty: at a place, it is the first match that is not, in Perl's order.
package struct Pattern: Sendable {
  /// The names of its groups, in the order in which they open.
  package let groups: [String]

  /// The program, without an instruction for the match at its end.
  let code: [Instruction]

  let sets: [ScalarSet]

  /// Reads a pattern.
  /// - Throws: The first mistake.
  package init(_ text: String) throws(PatternError) {
    var parser = PatternParser(Array(text.utf8))
    try parser.parse()
    (groups, code, sets) = (parser.groups, parser.code, parser.sets)
  }
}

/// A step of a program, which continues behind it.
///
/// Distances are from the instruction itself, so that parts of a program can be copied unchanged.
enum Instruction: Equatable, Sendable {
  /// Consumes a character of a set.
  case set(Int)
  /// Continues at one of two instructions, the first preferred.
  case split(Int, Int)
  /// Continues at another instruction.
  case jump(Int)
  /// Records the offset: 2 × group for its start, 2 × group + 1 for its end.
  case save(Int)
  /// Continues if an assertion holds.
  case assert(Assertion)
  /// Starts an iteration that may be empty, of a repeat with a number; repeats in it have lower
  /// numbers.
  case enter(UInt32)
  /// Ends an iteration of the repeat with a number, and continues elsewhere if it is empty: it is
  /// the last one then, as in Perl.
  case leave(UInt32, ifEmpty: Int)
  /// Ends a match of a pattern.
  case match(Int)
}

/// A condition between two characters.
enum Assertion: Equatable, Sendable {
  case lineStart, lineEnd
  case wordBoundary(isUnicode: Bool), noWordBoundary(isUnicode: Bool)

  func holds(between before: CharacterKind, and after: CharacterKind) -> Bool {
    switch self {
    case .lineStart: before.contains(.edge)
    case .lineEnd: after.contains(.edge)
    case .wordBoundary(let isUnicode): before.isWord(isUnicode) != after.isWord(isUnicode)
    case .noWordBoundary(let isUnicode): before.isWord(isUnicode) == after.isWord(isUnicode)
    }
  }

  /// Its bit among those of all assertions.
  var bit: UInt8 {
    switch self {
    case .lineStart: 1
    case .lineEnd: 2
    case .wordBoundary(let isUnicode): isUnicode ? 4 : 8
    case .noWordBoundary(let isUnicode): isUnicode ? 16 : 32
    }
  }

  /// The bits of all assertions that hold.
  static func holding(between before: CharacterKind, and after: CharacterKind) -> UInt8 {
    all.reduce(0) { $1.holds(between: before, and: after) ? $0 | $1.bit : $0 }
  }

  private static let all: [Assertion] = [
    .lineStart, .lineEnd, .wordBoundary(isUnicode: true), .wordBoundary(isUnicode: false),
    .noWordBoundary(isUnicode: true), .noWordBoundary(isUnicode: false),
  ]

  /// Properties of the characters that it depends on.
  var looksAt: CharacterKind {
    switch self {
    case .lineStart, .lineEnd: .edge
    case .wordBoundary(let isUnicode), .noWordBoundary(let isUnicode):
      isUnicode ? .unicodeWord : .asciiWord
    }
  }
}

/// The properties of a character for assertions.
struct CharacterKind: OptionSet, Sendable {
  let rawValue: UInt8
  static let asciiWord = CharacterKind(rawValue: 1)
  static let unicodeWord = CharacterKind(rawValue: 2)
  /// No character: the start or the end of the line.
  static let edge = CharacterKind(rawValue: 4)

  func isWord(_ isUnicode: Bool) -> Bool { contains(isUnicode ? .unicodeWord : .asciiWord) }
}
