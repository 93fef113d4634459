internal import Bytes

/// A set of Unicode scalars.
struct ScalarSet: Hashable, Sendable {
  static let all = ScalarSet([0...0x10FFFF])

  /// The ranges, in order; they neither overlap nor touch.
  private(set) var ranges: [ClosedRange<UInt32>]

  init(_ unordered: [ClosedRange<UInt32>]) {
    ranges = []
    for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, range.lowerBound <= last.upperBound &+ 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  init(_ scalar: UInt32) { ranges = [scalar...scalar] }

  var inverted: ScalarSet {
    var others: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if next < range.lowerBound { others.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { others.append(next...0x10FFFF) }
    return ScalarSet(others)
  }

  func contains(_ scalar: UInt32) -> Bool {
    let index = ranges.partitioningIndex { $0.upperBound >= scalar }
    return index < ranges.count && ranges[index].lowerBound <= scalar
  }

  /// Adds the other cases of its letters, by simple case folding (Unicode, section 3.13).
  ///
  /// Unless `isUnicode`, an ASCII letter has no form beyond ASCII, such as the sign for kelvin.
  func foldingCase(isUnicode: Bool) -> ScalarSet {
    var folded = ranges
    for letter in UInt32(0x41)...0x5A {
      if contains(letter) { folded.append(letter + 0x20...letter + 0x20) }
      if contains(letter + 0x20) { folded.append(letter...letter) }
    }
    guard isUnicode || ranges.contains(where: { $0.upperBound >= 0x80 }) else {
      return ScalarSet(folded)
    }
    func add(_ forms: [UInt32]) {
      let forms = isUnicode ? forms : forms.filter { $0 >= 0x80 }
      if forms.contains(where: contains) { folded += forms.map { $0...$0 } }
    }
    if ranges.allSatisfy({ $0.count == 1 }) {
      for range in ranges { add(CaseForms.ofScalar[range.lowerBound] ?? []) }
    } else {
      for forms in CaseForms.all { add(forms) }
    }
    return ScalarSet(folded)
  }
}

/// The letters that simple case folding makes equal.
private enum CaseForms {
  static let all: [[UInt32]] = {
    var groups: [UInt32: [UInt32]] = [:]
    // No letter of a later plane has two cases, and U+0131 has no simple folding.
    for value in UInt32(0)..<0x2_0000 where value != 0x131 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      guard properties.changesWhenUppercased || properties.changesWhenLowercased else { continue }
      let upper = single(properties.uppercaseMapping) ?? scalar
      groups[(single(upper.properties.lowercaseMapping) ?? upper).value, default: []].append(value)
    }
    return groups.values.filter { $0.count > 1 }
  }()

  /// The group of each letter that has one.
  static let ofScalar = Dictionary(
    uniqueKeysWithValues: all.flatMap { forms in forms.map { ($0, forms) } })

  private static func single(_ text: String) -> Unicode.Scalar? {
    text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
  }
}

// The classes with a name.
extension ScalarSet {
  static let asciiDigits = ScalarSet([0x30...0x39])
  static let asciiSpaces = ScalarSet([0x09...0x0D, 0x20...0x20])
  static let asciiWords = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

  static let unicodeDigits = having { $0.generalCategory == .decimalNumber }
  static let unicodeSpaces = having { $0.isWhitespace }

  /// Word characters by Unicode Technical Standard 18, annex C.
  static let unicodeWords = having {
    switch $0.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: true
    default: $0.isAlphabetic || $0.isJoinControl
    }
  }

  /// The scalars with a property; no other planes have relevant ones.
  private static func having(_ test: (Unicode.Scalar.Properties) -> Bool) -> ScalarSet {
    var ranges: [ClosedRange<UInt32>] = []
    for value in [0..<0x4_0000, 0xE_0000..<0xE_1000 as Range<UInt32>].joined() {
      guard let scalar = Unicode.Scalar(value), test(scalar.properties) else { continue }
      if let last = ranges.last, last.upperBound + 1 == value {
        ranges[ranges.count - 1] = last.lowerBound...value
      } else {
        ranges.append(value...value)
      }
    }
    return ScalarSet(ranges)
  }

  /// The class of a name in brackets, such as `alpha` in `[[:alpha:]]` (POSIX, section 9.3.5).
  init?(posixName: String) {
    switch posixName {
    case "alnum": self.init([0x30...0x39, 0x41...0x5A, 0x61...0x7A])
    case "alpha": self.init([0x41...0x5A, 0x61...0x7A])
    case "blank": self.init([0x09...0x09, 0x20...0x20])
    case "cntrl": self.init([0x00...0x1F, 0x7F...0x7F])
    case "digit": self = .asciiDigits
    case "graph": self.init([0x21...0x7E])
    case "lower": self.init([0x61...0x7A])
    case "print": self.init([0x20...0x7E])
    case "punct": self.init([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E])
    case "space": self = .asciiSpaces
    case "upper": self.init([0x41...0x5A])
    case "word": self = .asciiWords
    case "xdigit": self.init([0x30...0x39, 0x41...0x46, 0x61...0x66])
    default: return nil
    }
  }
}
