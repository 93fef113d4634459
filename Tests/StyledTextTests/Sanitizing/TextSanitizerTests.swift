import Bytes
import Diagnostics
import TestSupport
import Testing

@testable import StyledText

@Suite("Untrusted text")
struct TextSanitizerTests {
  static func marks(_ count: Int) -> String { String(repeating: "\u{301}", count: count) }

  /// A string of scalars that no literal can hold.
  static func string(_ values: UInt32...) -> String {
    var scalars = String.UnicodeScalarView()
    for value in values { if let scalar = Unicode.Scalar(value) { scalars.append(scalar) } }
    return String(scalars)
  }

  static let textCases: [(String, String)] = [
    ("", ""),
    ("plain ASCII text, longer than sixteen bytes", "plain ASCII text, longer than sixteen bytes"),
    ("a\nb\tc", "a\nb\tc"),
    ("\u{0}", "␀"),
    ("\u{1B}[2J", "␛[2J"),
    ("\u{7}", "␇"),
    ("\u{8}\u{B}\u{C}\u{E}\u{1F}", "␈␋␌␎␟"),
    ("\u{7F}", "␡"),
    ("exactly sixteen.\u{1B}", "exactly sixteen.␛"),
    ("fifteen letters\u{1B}and more of them behind", "fifteen letters␛and more of them behind"),
    ("a\r\nb", "a\nb"),
    ("a\rb", "a␍b"),
    ("a\r", "a␍"),
    ("\r\r\n\n", "␍\n\n"),
    ("\u{80}\u{85}\u{9B}\u{9F}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("\u{A0}\u{AD}", "\u{A0}\u{AD}"),
    ("naïve Ελλάδα Москва 日本語 한국어 🙂", "naïve Ελλάδα Москва 日本語 한국어 🙂"),
    ("\u{202A}\u{202B}\u{202C}", "<U+202A><U+202B><U+202C>"),
    ("\u{202D}x\u{202E}", "<U+202D>x<U+202E>"),
    ("\u{2066}\u{2067}\u{2068}\u{2069}", "<U+2066><U+2067><U+2068><U+2069>"),
    ("\u{200E}\u{200F}\u{61C}", "\u{200E}\u{200F}\u{61C}"),
    ("\u{200B}\u{200C}\u{200D}", "\u{200B}\u{200C}\u{200D}"),
    ("\u{2060}\u{2061}\u{2062}\u{2063}\u{2064}", "\u{2060}\u{2061}\u{2062}\u{2063}\u{2064}"),
    ("\u{206A}\u{206F}", "\u{206A}\u{206F}"),
    ("a\u{2028}b\u{2029}c", "a\nb\nc"),
    ("\u{FEFF}x\u{FEFF}", "x"),
    ("\u{FFF9}a\u{FFFA}b\u{FFFB}", "ab"),
    ("\u{FFFC}\u{FFFD}", "\u{FFFC}\u{FFFD}"),
    (string(0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF), "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("\u{FDCF}\u{FDF0}", "\u{FDCF}\u{FDF0}"),
    (string(0x1FFFE, 0x10FFFF), "\u{FFFD}\u{FFFD}"),
    ("\u{E000}\u{F8FF}\u{F0000}\u{10FFFD}", "\u{E000}\u{F8FF}\u{F0000}\u{10FFFD}"),
    ("❤\u{FE0F}", "❤\u{FE0F}"),
    ("❤\u{FE0F}\u{FE0E}\u{FE0F}", "❤\u{FE0F}"),
    ("❤\u{FE0F}\u{200D}🔥", "❤\u{FE0F}\u{200D}🔥"),
    ("❤\u{FE0F}❤\u{FE0F}", "❤\u{FE0F}❤\u{FE0F}"),
    ("葛\u{E0100}\u{E0101}", "葛\u{E0100}"),
    ("a\u{FE00}\u{301}\u{FE01}", "a\u{FE00}\u{301}"),
    ("ᠠ\u{180B}\u{180C}", "ᠠ\u{180B}"),
    ("a\u{E0041}b", "ab"),
    ("\u{E0001}\u{E0020}\u{E007F}x", "x"),
    (
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}!",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}!"
    ),
    ("🏴\u{E0067}\u{E0062}x", "🏴x"),
    ("🏴\u{E0067}\u{E0062}", "🏴"),
    ("🏴\u{E007F}x", "🏴x"),
    ("🏴\u{E0001}\u{E0067}\u{E007F}x", "🏴x"),
    ("🏴x\u{E0067}\u{E007F}", "🏴x"),
    ("🏴\u{200D}☠\u{FE0F}", "🏴\u{200D}☠\u{FE0F}"),
    ("🏴" + String(repeating: "\u{E0061}", count: 40) + "\u{E007F}x", "🏴x"),
    ("e" + marks(30), "e" + marks(30)),
    ("e" + marks(31), "e" + marks(30)),
    ("e" + marks(300) + "e" + marks(2), "e" + marks(30) + "e" + marks(2)),
    ("e" + marks(20) + "\u{200D}" + marks(20), "e" + marks(20) + "\u{200D}" + marks(10)),
    ("e" + marks(20) + "\u{FE0F}" + marks(20), "e" + marks(20) + "\u{FE0F}" + marks(10)),
    ("e" + String(repeating: "\u{34F}", count: 31), "e" + String(repeating: "\u{34F}", count: 30)),
    ("ก" + String(repeating: "\u{E49}", count: 50), "ก" + String(repeating: "\u{E49}", count: 30)),
    (marks(40), marks(30)),
  ]

  @Test("is made safe for lines of text", arguments: textCases)
  func text(input: String, expected: String) {
    #expect(
      SafeText.text(input).string.unicodeScalars.elementsEqual(expected.unicodeScalars),
      "\(SafeText.text(input).string.unicodeScalars.map(\.value))")
  }

  @Test("comes out the same however it is cut", arguments: textCases)
  func pieces(input: String, expected: String) {
    let bytes = Array(input.utf8)
    for size in 1...5 {
      var sanitizer = TextSanitizer()
      var log = DiagnosticLog()
      var output: [UInt8] = []
      var start = 0
      var end = 0
      while start < bytes.count {
        end = min(bytes.count, end + size)
        start = sanitizer.append(
          start..<end, of: bytes.span, isLast: end == bytes.count, to: &output, log: &log)
      }
      sanitizer.finishRun(in: &output, log: &log)
      #expect(output == Array(expected.utf8), "parts of \(size)")
    }
  }

  @Test("comes out the same scalar by scalar", arguments: textCases)
  func scalars(input: String, expected: String) {
    guard !input.contains("\r\n"), !input.unicodeScalars.contains("\r") else { return }
    var sanitizer = TextSanitizer()
    var log = DiagnosticLog()
    var output: [UInt8] = []
    for scalar in input.unicodeScalars {
      sanitizer.append(scalar, at: 0..<1, to: &output, log: &log)
    }
    #expect(output == Array(expected.utf8))
  }

  @Test("is reported exactly when it is changed", arguments: textCases)
  func reports(input: String, expected: String) {
    var sanitizer = TextSanitizer()
    var log = DiagnosticLog()
    var output: [UInt8] = []
    let bytes = Array(input.utf8)
    sanitizer.append(0..<bytes.count, of: bytes.span, to: &output, log: &log)
    sanitizer.finishRun(in: &output, log: &log)
    // Line breaks are translated without a word.
    let lines = input.replacing("\r\n", with: "\n").replacing("\u{2028}", with: "\n")
      .replacing("\u{2029}", with: "\n")
    #expect(log.isEmpty == lines.utf8.elementsEqual(expected.utf8))
    for finding in log.entries {
      #expect(finding.range.upperBound <= bytes.count)
      #expect(finding.diagnostic.code == MarkupProblem.untrustedControl.code)
    }
  }

  static let labelCases: [(String, String)] = [
    ("file.json", "file.json"),
    ("a\nb\tc\r\n", "a␊b␉c␍␊"),
    ("a\u{2028}b\u{2029}", "a<U+2028>b<U+2029>"),
    ("\u{1B}]0;x\u{7}", "␛]0;x␇"),
    ("evil\u{202E}nosj.exe", "evil<U+202E>nosj.exe"),
    ("a long name with more than sixteen bytes\n", "a long name with more than sixteen bytes␊"),
  ]

  @Test("is made safe for one line", arguments: labelCases)
  func label(input: String, expected: String) {
    #expect(SafeText.label(input).string == expected)
  }

  static let invalid: [([UInt8], String)] = [
    ([0x80], "\u{FFFD}"),
    ([0xFF, 0xFE], "\u{FFFD}\u{FFFD}"),
    ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
    ([0xC1, 0x81], "\u{FFFD}\u{FFFD}"),
    ([0xE0, 0x80, 0xAF], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xE2, 0x82], "\u{FFFD}"),
    ([0xE2, 0x82, 0x41], "\u{FFFD}A"),
    ([0xE2, 0x28, 0xA1], "\u{FFFD}(\u{FFFD}"),
    ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xF0, 0x80, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xF0, 0x9F, 0x98], "\u{FFFD}"),
    ([0xF0, 0x9F, 0x98, 0x41], "\u{FFFD}A"),
    ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xF5, 0x80, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xC2], "\u{FFFD}"),
    ([0xC2, 0x41], "\u{FFFD}A"),
    ([0x9B, 0x32, 0x4A], "\u{FFFD}2J"),
    // Unicode, table 3-11.
    (
      [0x61, 0xF1, 0x80, 0x80, 0xE1, 0x80, 0xC2, 0x62, 0x80, 0x63, 0x80, 0xBF, 0x64],
      "a\u{FFFD}\u{FFFD}\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}d"
    ),
  ]

  @Test("that is not UTF-8 becomes U+FFFD for each maximal subpart", arguments: invalid)
  func invalidUTF8(input: [UInt8], expected: String) {
    #expect(TextSanitizer.sanitized(input, form: .text) == Array(expected.utf8))
    #expect(String(decoding: input, as: UTF8.self) == expected || input.contains(0x9B))
  }

  @Test("no scalar alone gives a control, an override or ill-formed output")
  func everyScalar() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var input: [UInt8] = []
      input.append(scalar)
      let whole = TextSanitizer.sanitized(input, form: .text)
      if whole == input {
        if !Self.mayPass(value) { Issue.record("U+\(String(value, radix: 16)) passes") }
        continue
      }
      if Self.mayPass(value) { Issue.record("U+\(String(value, radix: 16)) was changed") }
      if let problem = Self.forbidden(in: whole) {
        Issue.record("U+\(String(value, radix: 16)): \(problem)")
      }
    }
  }

  static func mayPass(_ value: UInt32) -> Bool {
    switch value {
    case 0..<9, 0xB..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB,
      0xFDD0...0xFDEF, 0xE0000...0xE007F:
      false
    default: value & 0xFFFE != 0xFFFE
    }
  }

  /// What must never reach a terminal from outside.
  static func forbidden(in bytes: [UInt8]) -> String? {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x09: break
      case 0..<0x20, 0x7F..<0xA0: return "control \(scalar.value)"
      case 0x202A...0x202E, 0x2066...0x2069: return "override \(scalar.value)"
      case 0x2028, 0x2029, 0xFEFF, 0xFFF9...0xFFFB: return "format \(scalar.value)"
      default: break
      }
    }
    return String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) ? nil : "ill-formed"
  }

  /// All scalars of the version of Unicode that the tables have, and noncharacters.
  static let known: [Unicode.Scalar] = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)
    .filter { isKnown($0.properties) }

  private static func isKnown(_ properties: Unicode.Scalar.Properties) -> Bool {
    properties.isNoncharacterCodePoint || properties.age.map { $0.major <= 16 } ?? false
  }

  private func compare(_ scalars: [Unicode.Scalar]) {
    let text = SafeText.text(String(String.UnicodeScalarView(scalars))).string
    let expected = NaiveSanitizer.text(scalars)
    #expect(text == expected, "\(scalars.prefix(40).map { String($0.value, radix: 16) })")
  }

  @Test("every scalar is what the properties of Unicode make of it")
  func everyKnownScalar() {
    // In large pieces, each scalar between letters.
    for start in stride(from: 0, to: Self.known.count, by: 2048) {
      compare(Self.known[start..<min(start + 2048, Self.known.count)].flatMap { ["a", $0] })
    }
  }

  @Test("marks and selectors count, whichever they are, and nothing beside them does")
  func everyMark() {
    var wasMark = false
    for (index, scalar) in Self.known.enumerated() {
      let isMark =
        scalar.properties.isVariationSelector
        || [.nonspacingMark, .spacingMark, .enclosingMark].contains(
          scalar.properties.generalCategory)
      // The first of each row, the last, and the scalars before and behind it.
      if isMark != wasMark {
        for neighbor in Self.known[max(0, index - 2)...min(index + 1, Self.known.count - 1)] {
          for base: Unicode.Scalar in ["a", "\u{301}", "葛", "🏴"] {
            compare([base] + Array(repeating: neighbor, count: 33) + ["\u{301}", "b"])
            compare(
              [base] + Array(repeating: "\u{301}", count: 29) + [neighbor, "\u{301}", "\u{301}"])
          }
        }
      }
      wasMark = isMark
    }
  }

  @Test("a base begins anew, however many marks were before it")
  func bases() {
    let bases: [Unicode.Scalar] = [
      "b", "é", "Ω", "葛", "한", "—", "→", "😀", "🇩", "𝔸", "🏴", "\n", "\u{A0}",
    ]
    let mark: Unicode.Scalar = "\u{301}"
    for base in bases {
      for count in [0, 1, 2, 29, 30, 31, 32] {
        let before = ["a"] + [Unicode.Scalar](repeating: mark, count: count)
        compare(before + [base] + [Unicode.Scalar](repeating: mark, count: 31) + ["c"])
        compare(before + ["\u{FE0F}", base, "\u{FE0E}", "\u{FE0F}", "c"])
      }
    }
  }

  @Test("a flag has at most 32 tags, from the space on, and its end among them")
  func flags() {
    for count in 28...36 {
      let tags = [Unicode.Scalar](repeating: "\u{E0061}", count: count)
      compare(["🏴"] + tags + ["\u{E007F}", "x"])
      compare(["🏴"] + tags + ["x", "\u{E007F}"])
    }
    for tag in ["\u{E001F}", "\u{E0020}", "\u{E0021}", "\u{E007E}"] as [Unicode.Scalar] {
      compare(["🏴", tag, "\u{E007F}", "x"])
      compare(["🏴", "\u{E0067}", tag, "\u{E007F}", "x"])
    }
  }

  private func findings(in text: String, form: TextSanitizer.Form = .text) -> [String] {
    var sanitizer = TextSanitizer(form: form)
    var log = DiagnosticLog()
    var output: [UInt8] = []
    let bytes = Array(text.utf8)
    sanitizer.append(0..<bytes.count, of: bytes.span, to: &output, log: &log)
    sanitizer.finishRun(in: &output, log: &log)
    return log.entries.map { $0.diagnostic.code.rawValue }
  }

  @Test("tags that become no flag are one finding, marks that are cut one for each row of them")
  func countedFindings() {
    let code = MarkupProblem.untrustedControl.code.rawValue
    #expect(findings(in: "🏴\u{E0067}\u{E0062}x") == [code])
    #expect(findings(in: "🏴\u{E0067}\u{E0062}") == [code])
    #expect(findings(in: "🏴\u{E0067}x🏴\u{E0067}x").count == 2)
    #expect(findings(in: "🏴\u{E0067}\u{E007F}x").isEmpty)
    let marks = MarkupProblem.tooManyMarks.code.rawValue
    #expect(findings(in: "a" + Self.marks(40)) == [marks])
    #expect(findings(in: "a" + Self.marks(40) + "b" + Self.marks(31)) == [marks, marks])
  }

  @Test("every control of a name is a finding but tab and line feed, which are only shown")
  func controlsOfNames() {
    for value in UInt8(0)..<0x20 {
      let isPlain = value == 0x09 || value == 0x0A
      let found = findings(in: String(UnicodeScalar(value)), form: .label)
      #expect(found.isEmpty == isPlain, "\(value)")
    }
  }

  @Test("random scalars of all kinds are what the rules say", arguments: 0..<20)
  func randomScalars(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let kinds: [ClosedRange<UInt32>] = [
      0x00...0x9F, 0x300...0x36F, 0x200B...0x200F, 0x2027...0x202F, 0x2060...0x206F,
      0xFDCE...0xFDF1, 0xFE00...0xFE0F, 0xFEFE...0xFF01, 0xFFF8...0xFFFF,
      0x1F3F4...0x1F3F4, 0xE0000...0xE007F, 0xE00FF...0xE01F0, 0x41...0x5A,
      0x180A...0x180F, 0x4E00...0x4E10, 0x1F1E6...0x1F1FF, 0x10FFFE...0x10FFFF,
    ]
    for _ in 0..<200 {
      let some = (0..<3).compactMap { _ in kinds.randomElement(using: &random) }
      let scalars = (0..<Int.random(in: 1...90, using: &random)).compactMap { _ in
        some.randomElement(using: &random).flatMap { range in
          Unicode.Scalar(UInt32.random(in: range, using: &random))
        }
      }
      compare(
        scalars.filter { scalar in
          Self.isKnown(scalar.properties) || (0xE0000...0xE007F).contains(scalar.value)
        })
    }
  }

  @Test("random bytes give well-formed text without controls", arguments: 0..<20)
  func randomBytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let interesting: [UInt8] = [
      0x1B, 0x9B, 0xC2, 0x80, 0xE2, 0x80, 0xAE, 0xF0, 0x9F, 0x8F, 0xB4, 0xF3, 0xA0, 0x81, 0xBF,
      0xCC,
      0x81, 0xEF, 0xB8, 0x8F, 0xBB, 0x0D, 0x0A, 0x41, 0x7F, 0xED, 0xFF,
    ]
    for _ in 0..<500 {
      let input = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : interesting.randomElement(using: &random) ?? 0
      }
      let output = TextSanitizer.sanitized(input, form: .text)
      #expect(Self.forbidden(in: output) == nil, "seed \(seed): \(input)")
      #expect(TextSanitizer.sanitized(output, form: .text) == output, "seed \(seed): \(input)")
    }
  }

  static let bidirectional: [(String, String)] = [
    ("\u{2067}x\u{2069}", "\u{2067}x\u{2069}"),
    ("\u{202B}x\u{202C}", "\u{202B}x\u{202C}"),
    ("\u{2067}a\u{202E}b\u{202C}\u{2069}", "\u{2067}a\u{202E}b\u{202C}\u{2069}"),
    ("\u{2067}x", "<U+2067>x"),
    ("x\u{2069}", "x<U+2069>"),
    ("x\u{202C}", "x<U+202C>"),
    ("\u{202E}x\u{2069}", "<U+202E>x<U+2069>"),
    ("\u{2067}a\u{202E}b\u{2069}", "\u{2067}a<U+202E>b\u{2069}"),
    ("\u{2067}a\n\u{2069}", "<U+2067>a\n<U+2069>"),
    ("\u{2067}a\u{2069}\n\u{2067}b", "\u{2067}a\u{2069}\n<U+2067>b"),
    ("\u{2067}\u{2067}\u{2069}", "<U+2067>\u{2067}\u{2069}"),
    ("\u{2067}\u{202C}\u{2069}", "\u{2067}<U+202C>\u{2069}"),
  ]

  @Test("keeps bidirectional controls that are allowed and balanced", arguments: bidirectional)
  func allowedBidirectional(input: String, expected: String) {
    var sanitizer = TextSanitizer(allowsBidirectional: true)
    var log = DiagnosticLog()
    var output = Array("before\u{202E}".utf8)
    let bytes = Array(input.utf8)
    sanitizer.append(0..<bytes.count, of: bytes.span, to: &output, log: &log)
    #expect(sanitizer.holdsBidirectional)
    sanitizer.finishRun(in: &output, log: &log)
    #expect(!sanitizer.holdsBidirectional)
    // What stood in the output before is none of the sanitizer's business.
    #expect(String(decoding: output, as: UTF8.self) == "before\u{202E}" + expected)
    #expect(log.isEmpty == (input == expected))
  }

  @Test(
    "every control that opens something is closed by what belongs to it, 125 deep",
    arguments: [0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068] as [UInt32])
  func pairs(opener: UInt32) {
    func allowed(_ values: [UInt32]) -> String {
      var sanitizer = TextSanitizer(allowsBidirectional: true)
      var log = DiagnosticLog()
      var output: [UInt8] = []
      let bytes = Array(
        String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init))).utf8)
      sanitizer.append(0..<bytes.count, of: bytes.span, to: &output, log: &log)
      sanitizer.finishRun(in: &output, log: &log)
      return String(decoding: output, as: UTF8.self)
    }
    func plain(_ values: [UInt32]) -> String {
      String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
    }
    let (closer, other): (UInt32, UInt32) = opener < 0x2030 ? (0x202C, 0x2069) : (0x2069, 0x202C)
    #expect(allowed([opener, closer]) == plain([opener, closer]))
    #expect(
      allowed([0x61, opener, 0x62, closer, 0x63]) == plain([0x61, opener, 0x62, closer, 0x63]))
    let shown = [opener, other].map(TextSanitizer.escape)
    #expect(allowed([opener, other]) == shown.joined())
    #expect(allowed([0x61, opener]) == "a" + shown[0])
    for depth in [1, 125, 126, 130] {
      let text =
        Array(repeating: opener, count: depth) + [0x78] + Array(repeating: closer, count: depth)
      let tooMany = max(0, depth - 125)
      let kept = depth - tooMany
      #expect(
        allowed(text) == plain(Array(repeating: opener, count: kept))
          + String(repeating: shown[0], count: tooMany) + "x"
          + plain(Array(repeating: closer, count: kept))
          + String(repeating: TextSanitizer.escape(closer), count: tooMany))
    }
  }

  @Test("bidirectional controls nested past the limit of UAX #9 are shown")
  func deepBidirectional() {
    let input =
      Array(String(repeating: "\u{2067}", count: 130).utf8)
      + Array(String(repeating: "\u{2069}", count: 130).utf8)
    var sanitizer = TextSanitizer(allowsBidirectional: true)
    var log = DiagnosticLog()
    var output: [UInt8] = []
    sanitizer.append(0..<input.count, of: input.span, to: &output, log: &log)
    sanitizer.finishRun(in: &output, log: &log)
    #expect(log.count(of: MarkupProblem.untrustedControl.code) == 10)
  }

  @Test("a line with a million overrides takes one pass")
  func manyOverrides() {
    let input = Array(String(repeating: "\u{202E}", count: 100_000).utf8)
    var sanitizer = TextSanitizer(allowsBidirectional: true)
    var log = DiagnosticLog(limit: 20)
    var output: [UInt8] = []
    sanitizer.append(0..<input.count, of: input.span, to: &output, log: &log)
    sanitizer.finishRun(in: &output, log: &log)
    #expect(output.count == 100_000 * 8)
    #expect(log.entries.count == 20)
    #expect(
      log.count(of: MarkupProblem.untrustedControl.code) == 100_000)
    #expect(log.notes().map(\.message) == ["99980 more findings of untrusted-control"])
  }
}
