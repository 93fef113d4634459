import CSSSyntax
import StyleValues
import Testing

@Suite("Math functions")
struct MathExpressionTests {
  private let css = ConversionContext(dialect: .css)

  @Test(
    "give numbers",
    arguments: [
      ("calc(1 + 2 * 3)", 7.0), ("calc((1 + 2) * 3)", 9), ("calc(8 / 2 / 2)", 2),
      ("calc(1 - 2 - 3)", -4), ("calc(-1 * -1)", 1), ("calc(pi)", .pi),
      ("calc(e)", 2.718281828459045),
      ("min(3, 1, 2)", 1), ("max(3, 1, 2)", 3), ("clamp(1, 5, 3)", 3), ("clamp(none, 5, 3)", 3),
      ("clamp(4, 1, none)", 4), ("clamp(5, 1, 3)", 5), ("round(2.5)", 3), ("round(-2.5)", -2),
      ("round(up, 2.1)", 3), ("round(down, -2.1)", -3), ("round(to-zero, -2.9)", -2),
      ("round(nearest, 13, 5)", 15), ("mod(-18, 5)", 2), ("rem(-18, 5)", -3), ("mod(18, -5)", -2),
      ("abs(-3)", 3), ("sign(-3)", -1), ("sign(0)", 0), ("sign(20px)", 1), ("pow(2, 10)", 1024),
      ("sqrt(2)", 1.4142135623730951), ("hypot(3, 4)", 5), ("log(8, 2)", 3), ("exp(0)", 1),
      ("sin(90deg)", 1), ("cos(0)", 1), ("tan(45deg)", 1), ("calc(10px / 5px)", 2),
      ("calc(sin(pi / 6) * 2)", 1), ("CALC(1 + 1)", 2), ("calc( 1+ 1 )", .nan),
      // An infinite step picks infinity or a zero that keeps the sign, CSS Values 4 §10.3.1.
      ("calc(1 / round(up, 1, infinity))", 0), ("calc(1 / round(down, -1, infinity))", 0),
      ("max(-7, 1 / round(up, -1, infinity))", -7), ("min(7, 1 / round(1, infinity))", 7),
      ("max(-7, 1 / round(to-zero, -5, infinity))", -7),
      ("min(7, 1 / round(down, 1, infinity))", 7),
      ("round(0.49999999999999994)", 0), ("round(4503599627370497)", 4_503_599_627_370_497),
      ("round(1e300, 1e-300)", 1e300), ("round(up, -1e300, 1e-300)", -1e300),
      ("calc(1 / round(infinity, 1))", 0), ("round(up, 0, infinity)", 0),
      ("calc(1 / round(-infinity, 3))", 0),
    ])
  func numbers(text: String, expected: Double) {
    let value = try? Double.convert(text, in: css)
    guard !expected.isNaN else {
      #expect(value == nil, "\(text)")
      return
    }
    #expect(abs((value ?? .infinity) - expected) < 1e-9, "\(text)")
  }

  @Test(
    "give lengths in pixels",
    arguments: [
      ("calc(1em + 1rem)", 35.0), ("calc(2ch + 1lh)", 30), ("max(10px, 1em)", 20),
      ("calc(10px - 50%)", -40), ("calc(50%)", 50), ("hypot(3px, 4px)", 5), ("abs(-2em)", 40),
      ("round(17px, 5px)", 15), ("calc(2 * (1px + 1px))", 4),
      ("min(10px, 5%)", 5), ("max(10px, 5%)", 10), ("calc(-2 * min(10px, 5%))", -10),
      ("calc(-1 * max(10px, 5%) + 1%)", -9), ("calc(2 * (min(10px, 5%) + 3px + 1%))", 18),
      ("max(min(1px, 1%), 2%)", 2), ("clamp(1%, 50px, 20%)", 20), ("1in", 96), ("2.54cm", 96),
      ("calc(25.4mm - 101.6q + 6pc - 72pt)", 24),
    ])
  func lengths(text: String, expected: Double) throws {
    let context = ConversionContext(dialect: .css, fontSize: 20, percentageBase: 100)
    let length = try Length.convert(text, in: context)
    #expect(abs((length.pixels(in: context) ?? .infinity) - expected) < 1e-9, "\(text)")
  }

  @Test(
    "refuse what does not measure the same",
    arguments: [
      "calc(1px + 1)", "calc(1px * 1px)", "calc(1 / 1px)", "calc(1deg + 1px)", "min(1px, 1)",
      "sqrt(4px)", "sin(1px)", "pow(2px, 2)", "mod(1px, 2)", "calc(1 + 50%)", "atan2(1px, 1)",
      "calc(1 +1)", "calc(1+ 1)", "calc(1 + )", "calc(* 2)", "calc(1 2)", "calc(x)", "clamp(1, 2)",
      "min()", "round(sideways, 1)", "log(1px)", "calc(1px", "mod(1)", "min(1,)", "calc((1)",
    ])
  func mistakes(text: String) {
    let isClosed = text.filter { $0 == "(" }.count == text.filter { $0 == ")" }.count
    let number = try? Double.convert(text, in: css)
    // The end of the text closes what is open, so that `calc((1)` is 1.
    #expect(number == (isClosed || text == "calc(1px" ? nil : 1), "\(text)")
  }

  @Test("nest to a limit, and beyond it give an error")
  func nesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "calc(", count: depth) + "1" + String(repeating: ")", count: depth)
    }
    #expect(try Double.convert(nested(ValueCursor.nestingLimit)) == 1)
    for depth in [ValueCursor.nestingLimit + 1, 1000, 10_000] {
      #expect(throws: UnexpectedValue.self) { try Double.convert(nested(depth)) }
    }
    let parentheses = "calc(" + String(repeating: "(", count: 10_000)
    #expect(throws: UnexpectedValue.self) { try Double.convert(parentheses) }
    let mixtures = String(repeating: "color-mix(in srgb, red, ", count: 10_000)
    #expect(throws: UnexpectedValue.self) { try ColorValue.convert(mixtures) }
    let relatives = String(repeating: "rgb(from ", count: 10_000)
    #expect(throws: UnexpectedValue.self) { try ColorValue.convert(relatives) }
    let sides = String(repeating: "light-dark(", count: 10_000)
    #expect(throws: UnexpectedValue.self) { try ColorValue.convert(sides) }
  }
}
