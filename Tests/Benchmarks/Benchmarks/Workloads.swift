/// Markup and sheets to measure with.
enum Workloads {
  /// What a stream may be made of.
  enum Profile: String, CaseIterable {
    /// Thirty bytes of text between tags.
    case typical
    /// A tag around every word.
    case dense
    /// A tag in a hundred words.
    case sparse
    /// Every eighth word is not ASCII.
    case nonASCII = "non-ASCII"
    /// Controls, broken UTF-8, stray tags.
    case hostile
  }

  private static let words = [
    "the", "of", "and", "what", "people", "other", "time", "way", "could", "first", "been",
    "long", "made", "part", "sound", "water", "through", "year", "back", "great",
  ]
  private static let foreign = ["größe", "жизнь", "世界", "naïve", "日本語", "e\u{301}te", "🙂"]
  private static let odd: [[UInt8]] = [
    [0x1B, 0x5B, 0x33, 0x31, 0x6D], [0x07], [0x7F], [0xC2, 0x9B], [0xFF], [0xE2, 0x82],
    Array("<nothing>".utf8), Array("</b>".utf8), Array("&nope;".utf8), Array("<".utf8), [0x0D],
  ]

  /// The number of classes in ``sheet(rules:)`` that markup uses.
  private static let classes = 20

  /// Markup of at least so many bytes.
  static func markup(_ profile: Profile, bytes: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = Generator(seed: seed)
    var output: [UInt8] = []
    output.reserveCapacity(bytes + 256)
    let gap =
      switch profile {
      case .dense: 1
      case .sparse: 100
      default: 8
      }
    var word = 0
    while output.count < bytes {
      word += 1
      let isTagged = word % gap == 0
      if isTagged {
        output += "<span class=\"c\(random.next() % UInt64(classes))\">".utf8
      }
      if profile == .nonASCII, random.next() % 8 == 0 {
        output += (foreign.randomElement(using: &random) ?? "").utf8
      } else {
        output += (words.randomElement(using: &random) ?? "").utf8
      }
      if profile == .hostile, random.next() % 6 == 0 {
        output += odd.randomElement(using: &random) ?? []
      }
      if isTagged { output += "</span>".utf8 }
      if random.next() % 128 == 0 { output += "&amp;".utf8 }
      output.append(word % 14 == 0 ? 0x0A : 0x20)
    }
    return output
  }

  /// Markup that a careless program takes more than linear time for, in a size up to 100,000.
  ///
  /// The largest stay below the limits for depth and tags, past which markup is text.
  static let hostileShapes: [(name: String, make: @Sendable (Int) -> [UInt8])] = [
    (
      "nested spans",
      { count in
        Array(String(repeating: "<span class=c1>", count: count / 10).utf8)
          + Array(String(repeating: "x</span>", count: count / 10).utf8)
      }
    ),
    ("stray <", { Array(String(repeating: "<", count: $0 * 20).utf8) }),
    ("one huge tag", { Array("<span class=\"\(String(repeating: "c", count: $0 * 8))\">x".utf8) }),
    (
      "many attributes",
      { count in
        Array("<span ".utf8) + (0..<count / 2).flatMap { Array("data-a\($0)=1 ".utf8) }
          + Array(">x</span>".utf8)
      }
    ),
    (
      "many classes in a tag",
      { Array("<span class=\"\(String(repeating: "c2 c1 ", count: $0))\">x</span>".utf8) }
    ),
    ("no line feed", { Array(String(repeating: "word ", count: $0 * 4).utf8) }),
    ("many &", { Array(String(repeating: "&", count: $0 * 20).utf8) }),
    ("unclosed comment", { Array("<!-- \(String(repeating: "- ", count: $0 * 10))".utf8) }),
    (
      "distinct tags",
      { count in
        (0..<count / 4).flatMap { Array("<span class=\"c\($0 % 20) x\($0)\">w</span>".utf8) }
      }
    ),
  ]

  /// A sheet in CSS of so many rules.
  static func sheet(rules: Int) -> [UInt8] {
    var random = Generator(seed: 7)
    var text: [UInt8] = []
    for number in 0..<rules {
      let color = String(random.next() & 0xFFFFFF | 0x1000000, radix: 16).dropFirst()
      text += ".c\(number) { color: #\(color)".utf8
      if number % 3 == 0 { text += "; font-weight: bold".utf8 }
      if number % 5 == 0 { text += "; background-color: #222".utf8 }
      text += " }\n".utf8
    }
    return text
  }
}
