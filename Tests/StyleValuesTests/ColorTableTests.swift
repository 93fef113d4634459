import StyleValues
import TestSupport
import Testing

@Suite("Colours against others' answers")
struct ColorTableTests {
  /// The rows of a table: what was written, and what is expected.
  private static func rows(_ name: String) -> [(input: String, expected: String)] {
    dataRows(name).compactMap { line in
      guard let bar = line.lastRange(of: " | ") else { return nil }
      return (String(line[..<bar.lowerBound]), String(line[bar.upperBound...]))
    }
  }

  @Test("coloraide's conversions, mixtures and gamut mappings, to a byte")
  func coloraide() throws {
    let context = ConversionContext(dialect: .css)
    let rows = Self.rows("Values/coloraide")
    #expect(rows.count >= 1400)
    for row in rows {
      let value = try ColorValue.convert(row.input, in: context)
      let color = try #require(value.srgb())
      #expect(distance(color.hex8, row.expected) <= 1, "\(row.input): \(color.hex8)")
    }
  }

  @Test("css-parsing-tests: what parses, and how it serialises")
  func cssParsingTests() throws {
    let context = ConversionContext(dialect: .css)
    let rows = Self.rows("Values/css-parsing-tests")
    #expect(rows.count >= 1400)
    for row in rows {
      let value = try? ColorValue.convert(row.input, in: context)
      guard row.expected != "-" else {
        #expect(value == nil, "\(row.input) is no colour")
        continue
      }
      let text = try #require(value, "\(row.input)").cssText
      #expect(text == row.expected || isRounding(text, of: row.expected), "\(row.input): \(text)")
    }
  }

  @Test("the 148 names, in any case")
  func names() throws {
    #expect(NamedColors.names.count == 148)
    let samples = [
      ("aliceblue", "#f0f8ffff"), ("mediumpurple", "#9370dbff"), ("palevioletred", "#db7093ff"),
      ("rebeccapurple", "#663399ff"), ("lightgoldenrodyellow", "#fafad2ff"), ("tan", "#d2b48cff"),
      ("GREY", "#808080ff"), ("DarkSlateGrey", "#2f4f4fff"), ("Transparent", "#00000000"),
    ]
    for (name, hex) in samples {
      #expect(try ColorValue.convert(name).srgb()?.hex8 == hex, "\(name)")
    }
    for name in NamedColors.names {
      let upper = try ColorValue.convert(name.uppercased())
      #expect(try ColorValue.convert(name) == upper, "\(name)")
      #expect(NamedColors.color(named: name) != nil)
      #expect((try? ColorValue.convert(name + "x")) == nil)
    }
  }

  /// The greatest difference between two colours in hexadecimal notation.
  private func distance(_ left: String, _ right: String) -> Int {
    func bytes(_ text: String) -> [Int] {
      let digits = text.dropFirst().compactMap(\.hexDigitValue)
      return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    }
    return zip(bytes(left), bytes(right)).map { abs($0 - $1) }.max() ?? 255
  }

  /// Whether legacy colours differ only because one of them has whole bytes.
  private func isRounding(_ text: String, of exact: String) -> Bool {
    func numbers(_ text: String) -> [Double] {
      text.split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
    }
    let left = numbers(text)
    let right = numbers(exact)
    guard text.hasPrefix("rgb"), exact.hasPrefix("rgb"), left.count == right.count else {
      return false
    }
    return zip(left, right).enumerated().allSatisfy { index, pair in
      abs(pair.0 - pair.1) <= (index < 3 ? 0.501 : 0.002)
    }
  }
}

extension StringProtocol {
  /// The last place where a text stands in this one.
  fileprivate func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}
