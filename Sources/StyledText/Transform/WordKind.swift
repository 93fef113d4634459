/// Kind of a scalar in the words that `text-transform: capitalize` looks for.
///
/// It is UAX #29 as far as it matters for the first letter of a word.
enum WordKind: UInt8 {
  /// A letter; the first one of a word becomes a capital.
  case letter
  /// A digit. It begins a word, too, and has no case.
  case number
  /// Part of whatever it stands in: a mark, a joiner, an underscore.
  case attached
  /// An apostrophe or a full stop between two letters or two digits does not end a word.
  case middle
  /// A middle dot between two letters does not end a word.
  case middleOfLetters
  /// A comma between two digits does not end a word.
  case middleOfNumbers
  /// Between words.
  case between

  /// The kind of a scalar.
  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A: self = .letter
    case 0x30...0x39: self = .number
    case 0x27, 0x2E, 0x2018, 0x2019, 0x2024, 0xFE52, 0xFF07, 0xFF0E: self = .middle
    case 0xB7, 0x387, 0x55F, 0x5F4, 0x2027: self = .middleOfLetters
    case 0x2C, 0x3B, 0x37E, 0x589, 0x60C, 0x60D, 0x66C, 0x2044: self = .middleOfNumbers
    case 0x5F, 0xAD, 0x200C, 0x200D, 0x2060: self = .attached
    case 0..<0x80: self = .between
    default:
      let properties = scalar.properties
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter:
        self = .letter
      case .otherLetter:
        // Scripts without spaces: every character is a word of its own.
        let isHiragana = scalar.value &- 0x3041 < 0x56
        self = properties.isIdeographic || isHiragana ? .between : .letter
      case .decimalNumber, .letterNumber, .otherNumber: self = .number
      case .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation: self = .attached
      default: self = .between
      }
    }
  }
}

/// Position of a text within a word, carried from run to run.
struct WordState: Hashable, Sendable {
  private var last = WordKind.between
  private var isPending = false

  /// True if what comes next stands in a word or right behind one.
  var isInWord: Bool { last != .between || isPending }

  /// Takes the next scalar's kind and tells whether a word begins with it.
  mutating func next(_ kind: WordKind) -> Bool {
    switch kind {
    case .letter, .number:
      let joins =
        isPending
        ? middle.joins(before: last, after: kind) : last == .letter || last == .number
      last = kind
      isPending = false
      return !joins
    case .attached:
      return false
    case .middle, .middleOfLetters, .middleOfNumbers:
      if isPending || last == .between {
        last = .between
        isPending = false
      } else {
        isPending = true
        middle = kind
      }
      return false
    case .between:
      last = .between
      isPending = false
      return false
    }
  }

  private var middle = WordKind.middle
}

extension WordKind {
  /// True if a character between two others joins them (UAX #29, WB6, WB7, WB11, WB12).
  fileprivate func joins(before: WordKind, after: WordKind) -> Bool {
    guard before == after else { return false }
    return switch self {
    case .middle: true
    case .middleOfLetters: after == .letter
    case .middleOfNumbers: after == .number
    default: false
    }
  }
}
