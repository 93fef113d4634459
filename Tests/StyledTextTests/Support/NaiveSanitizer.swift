/// The rules for untrusted text once more, scalar by scalar and by the properties that the standard
/// library knows: slow, and simple enough to believe.
struct NaiveSanitizer {
  private var output = String.UnicodeScalarView()

  /// Combining marks and variation selectors since the last base.
  private var marks = 0
  private var selectors = 0

  /// What has come behind a black flag, if it may become the flag of a region.
  private var tags: [Unicode.Scalar]?

  /// The safe form of lines of text.
  static func text(_ scalars: [Unicode.Scalar]) -> String {
    var sanitizer = Self()
    for (index, scalar) in scalars.enumerated() {
      // Of CRLF, the line feed is the line break.
      if scalar == "\r", index + 1 < scalars.count, scalars[index + 1] == "\n" { continue }
      sanitizer.add(scalar)
    }
    return String(sanitizer.output)
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    let properties = scalar.properties
    switch scalar.value {
    case 0x200C, 0x200D:
      // They hold a cluster together, but for a flag, which they end.
      if tags != nil { begin() }
      output.append(scalar)
    case 0xFEFF, 0xFFF9...0xFFFB: break
    case 0xE0000...0xE007F: addTag(scalar)
    case _ where properties.isVariationSelector:
      if tags != nil { begin() }
      selectors += 1
      if selectors == 1 { output.append(scalar) }
    case _ where Self.isMark(properties.generalCategory):
      if tags != nil { begin() }
      marks += 1
      if marks <= 30 { output.append(scalar) }
    default:
      begin()
      addBase(scalar)
    }
  }

  private static func isMark(_ category: Unicode.GeneralCategory) -> Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(category)
  }

  private mutating func begin() {
    (marks, selectors, tags) = (0, 0, nil)
  }

  private mutating func addBase(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x0A, 0x09: output.append(scalar)
    case 0..<0x20: output.append(Unicode.Scalar(UInt16(0x2400 + scalar.value)) ?? "?")
    case 0x7F: output.append("␡")
    case 0x80..<0xA0: output.append("\u{FFFD}")
    case _ where scalar.properties.isNoncharacterCodePoint: output.append("\u{FFFD}")
    case 0x2028, 0x2029: output.append("\n")
    case 0x202A...0x202E, 0x2066...0x2069:
      output.append(
        contentsOf: "<U+\(String(scalar.value, radix: 16).uppercased())>".unicodeScalars)
    default:
      output.append(scalar)
      if scalar == "🏴" { tags = [] }
    }
  }

  /// Tags pass as a whole: behind a black flag, some that are letters or digits, and the last one.
  private mutating func addTag(_ scalar: Unicode.Scalar) {
    guard let before = tags, scalar.value >= 0xE0020, scalar.value != 0xE007F || !before.isEmpty,
      before.count < 32
    else {
      begin()
      return
    }
    tags = before + [scalar]
    if scalar.value == 0xE007F {
      output.append(contentsOf: before + [scalar])
      begin()
    }
  }
}
