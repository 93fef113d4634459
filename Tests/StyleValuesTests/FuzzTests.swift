import CSSSyntax
import Diagnostics
import StyleValues
import TestSupport
import Testing

@Suite("Hostile values")
struct FuzzTests {
  private static let pieces = [
    "rgb(", "hsl(", "oklch(", "color(", "srgb", "color-mix(in ", "from", "calc(", "none", ",", "/",
    " ", "1", "-2.5", "50%", "1e400", "90deg", "#fff", "#12", ")", "(", "{", "}", "\"a\"", "'",
    "\\",
    "\\66 ", "/*", "*/", "red", "Helvetica", "bold", "url(", "image(", "insets(", "0x1F", "px", "é",
    "\u{0}", "\u{10FFFF}", "none", "all", "selected", "linear-gradient(", "to ", "in oklch",
    "NSTextAlignment", "touchup", "+", "-", "*", "infinity", "min(", "\n", "@", ";", "!", "..",
  ]

  private func text(_ generator: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<12, using: &generator) {
      text += Self.pieces.randomElement(using: &generator) ?? ""
    }
    return text
  }

  private func raw(_ generator: inout SeededGenerator, depth: Int = 0) -> RawValue {
    switch Int.random(in: 0..<(depth > 2 ? 6 : 10), using: &generator) {
    case 0: return RawValue(.null)
    case 1: return RawValue(.bool(Bool.random(using: &generator)))
    case 2: return RawValue(.number(Double(bitPattern: generator.next())))
    case 3, 4, 5, 6: return RawValue(text(&generator))
    case 7:
      return RawValue(.array((0..<3).map { _ in raw(&generator, depth: depth + 1) }))
    default:
      let names = ["x", "y", "width", "name", "size", "color", "location", "origin", "top"]
      return RawValue(
        .object(
          (0..<3).map { _ in
            RawMember(
              names.randomElement(using: &generator) ?? "", raw(&generator, depth: depth + 1))
          }))
    }
  }

  @Test("any text is a value or an error whose place is in the text", arguments: ValueType.allCases)
  func texts(type: ValueType) {
    for seed in 0..<400 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(type.rawValue.count))
      let value = CSSText(text(&generator))
      let dialect = Dialect.allCases.randomElement(using: &generator) ?? .css
      let context = ConversionContext(dialect: dialect, baseDirectory: "/b")
      expectValueOrError(type, RawValue(value), in: context)
    }
  }

  @Test("any raw value is a value or an error", arguments: ValueType.allCases)
  func rawValues(type: ValueType) {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      expectValueOrError(type, raw(&generator))
    }
  }

  @Test("bytes that are no UTF-8 do no harm", arguments: ValueType.allCases)
  func bytes(type: ValueType) {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0..<20, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let text = CSSText(
        source: SourceText(name: "x", bytes: bytes), range: 0..<bytes.count)
      expectValueOrError(type, RawValue(text))
    }
  }

  /// What careless readers take more than linear time for, or as many calls as there are bytes.
  private static let shapes = [
    "(", ")", "{", "[", "-", "9", "0", "f", "é", "e\u{301}", "\u{200D}", " ", ",", "/", "/*",
    "/**/", "\"", "'", "\\", "\\61 ", "#", "%", "1 ", "1+", "a ", "a-", "- ", "../", "1e", "0x",
    "\r\n", "calc(", "calc(1 + ", "max(1,", "rgb(from ", "color-mix(in srgb, ", "light-dark(",
    "url(", "image(", "red, ", "1px 1px, ", "bold ", "bold", "selected ", "UIControlState", "ctrl-",
    "{\"a\":", "\u{0}",
  ]

  @Test("what is long is read in one go", arguments: ValueType.allCases)
  func long(type: ValueType) {
    for shape in Self.shapes {
      let text = String(repeating: shape, count: 4000 / shape.utf8.count)
      expectValueOrError(type, RawValue(text), in: ConversionContext(dialect: .css))
      expectValueOrError(type, RawValue("1" + text))
      let context = ConversionContext(dialect: .stringcoding)
      expectValueOrError(type, RawValue("a(" + text), in: context)
    }
    let list = "linear-gradient(" + String(repeating: "red, ", count: 4000) + "blue)"
    if type.rawValue == "gradient" { #expect((try? Gradient.convert(list))?.stops.count == 4001) }
    let shadows = String(repeating: "1px 1px, ", count: 4000) + "0 0"
    if type.rawValue == "shadow" {
      #expect((try? ShadowList.convert(shadows))?.shadows.count == 4001)
    }
  }

  @Test("a spelling with some bytes changed is a value or an error", arguments: ValueType.allCases)
  func mutations(type: ValueType) {
    var generator = SeededGenerator(seed: UInt64(type.rawValue.utf8.reduce(0) { $0 &+ Int($1) }))
    let spellings = ValueCase.all.filter { $0.type == type }.map(\.spelling) + Self.colors(type)
    for spelling in spellings {
      for _ in 0..<6 {
        var bytes = Array(spelling.utf8)
        for _ in 0...Int.random(in: 0..<3, using: &generator) { mutate(&bytes, &generator) }
        let text = CSSText(source: SourceText(name: "x", bytes: bytes), range: 0..<bytes.count)
        let dialect = Dialect.allCases.randomElement(using: &generator) ?? .css
        expectValueOrError(type, RawValue(text), in: ConversionContext(dialect: dialect))
      }
    }
  }

  private static func colors(_ type: ValueType) -> [String] {
    guard type.rawValue == "color" else { return [] }
    return dataRows("Values/css-parsing-tests").prefix(300).compactMap {
      $0.split(separator: "|").first.map(String.init)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    let length = min(bytes.count - place, Int.random(in: 1...4, using: &generator))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes.removeSubrange(place..<place + length)
    case 1: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
    case 3:
      let piece = Self.pieces.randomElement(using: &generator) ?? ""
      bytes.insert(contentsOf: piece.utf8, at: place)
    case 4 where place < bytes.count:
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    default: bytes.insert(contentsOf: "9999999999999999999999".utf8, at: place)
    }
  }

  @Test("numbers at the ends of their range are values or errors", arguments: ValueType.allCases)
  func extremeNumbers(type: ValueType) {
    let numbers: [Double] = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, -0.0, 0x1p63, -0x1p63, 0x1p64, 0x1p53 + 2, 255.5, -129, 256,
    ]
    for number in numbers {
      expectValueOrError(type, RawValue(.number(number)))
      expectValueOrError(type, [RawValue(.number(number)), RawValue(.number(number))])
      expectValueOrError(
        type,
        RawValue(.object(["x", "y", "size"].map { RawMember($0, RawValue(.number(number))) })))
    }
    let digits = String(repeating: "9", count: 400)
    for text in [
      digits, "-" + digits, "0." + digits, "1e" + digits, "1e-" + digits, digits + "px",
      digits + "%", digits + "deg", "0x" + digits, "calc(1 / 0)", "calc(-1px / 0)",
      "calc(0 / 0 * 1%)", "calc(infinity * 1deg)", "calc(infinity * 1px)",
      "min(50%, calc(infinity * 1px))", "calc(1px * (1 / 0) - 1% * (1 / 0))", "round(1, 0)",
      "mod(1, 0)", "log(-1)",
      "\(digits) \(digits)", "{\(digits), -\(digits)}", "a \(digits)", "a, \(digits)px",
      "\(digits)px \(digits)px \(digits)px", "#" + digits, "F" + digits, "ctrl-F" + digits,
      "ansi(\(digits))", "rgb(\(digits) \(digits) \(digits) / \(digits))",
      "oklch(\(digits) \(digits) \(digits))", "color(xyz \(digits) -\(digits) 1e308)",
      "hsl(\(digits)turn \(digits)% \(digits)%)",
      "linear-gradient(\(digits)deg, red, blue \(digits)%)",
    ] {
      for dialect in Dialect.allCases {
        expectValueOrError(type, RawValue(text), in: ConversionContext(dialect: dialect))
      }
    }
  }

  @Test("a value that nests deeply is refused", arguments: ValueType.allCases)
  func deep(type: ValueType) {
    var array: RawValue = 1
    var object: RawValue = 1
    for _ in 0..<512 {
      array = RawValue(.array([array]))
      object = RawValue(.object([RawMember("color", object)]))
    }
    expectValueOrError(type, array)
    expectValueOrError(type, object)
  }

  /// Converts, and makes sure that what comes out can be shown: an error with a place in the text,
  /// or JSON that is well-formed.
  private func expectValueOrError(
    _ type: ValueType, _ raw: RawValue, in context: ConversionContext = ConversionContext()
  ) {
    do {
      let described = try type.describe(raw, in: context)
      let json = described.json.text
      let document = JSONDocument(SourceText(name: "json", text: json))
      let isSound = document.root != nil && document.diagnostics.isEmpty
      if !isSound { Issue.record("\(type.rawValue): \(json.prefix(200))") }
    } catch {
      let isInside = error.range.map { $0.bytes.upperBound <= $0.source.bytes.count } ?? true
      if !isInside || error.message.isEmpty {
        Issue.record("\(type.rawValue): \(error.message.prefix(200))")
      }
    }
  }

  @Test("a colour reads back from its serialisation as the same colour")
  func colorRoundTrip() throws {
    var generator = SeededGenerator(seed: 99)
    let context = ConversionContext(dialect: .css)
    for _ in 0..<2000 {
      let space = ColorSpace.allCases.randomElement(using: &generator) ?? .srgb
      let rgb = RGB8(UInt32.random(in: 0...0xFFFFFF, using: &generator))
      var color = Color(rgb, alpha: Double(UInt8.random(in: 0...255, using: &generator)) / 255)
      color = color.converted(to: space)
      color.isLegacy = false
      let again = try ColorValue.convert(color.cssText, in: context)
      let shown = try #require(again.srgb())
      #expect(shown.rgb8 == rgb, "\(color.cssText)")
      #expect(abs(shown.alpha - color.srgb.alpha) < 0.002)
    }
  }
}
