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
      do {
        let described = try type.describe(RawValue(value), in: context)
        #expect(!described.json.text.isEmpty, "seed \(seed)")
      } catch {
        let place = error.place?.bytes ?? 0..<0
        #expect(place.upperBound <= value.source.bytes.count, "seed \(seed): \(value.string)")
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test("any raw value is a value or an error", arguments: ValueType.allCases)
  func rawValues(type: ValueType) {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let value = raw(&generator)
      let described = try? type.describe(value, in: ConversionContext())
      #expect(described?.json.text.isEmpty != true, "seed \(seed)")
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
      let described = try? type.describe(RawValue(text), in: ConversionContext())
      #expect(described?.json.text.isEmpty != true)
    }
  }

  @Test("what is long is read in one go", arguments: ValueType.allCases)
  func long(type: ValueType) {
    for piece in ["1 ", "a ", "red, ", "(", "{", "\"", "\\", "calc(1 + ", "- ", "#", "%", "/"] {
      let text = String(repeating: piece, count: 4000)
      let described = try? type.describe(RawValue(text), in: ConversionContext())
      #expect(described?.json.text.isEmpty != true)
    }
    let list = "linear-gradient(" + String(repeating: "red, ", count: 4000) + "blue)"
    if type == .gradient { #expect((try? Gradient.convert(list))?.stops.count == 4001) }
    let shadows = String(repeating: "1px 1px, ", count: 4000) + "0 0"
    if type == .shadow { #expect((try? ShadowList.convert(shadows))?.shadows.count == 4001) }
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
