import CSSSyntax
import StyleValues
import Testing

@testable import Styling

@Suite("Media queries and size classes")
struct MediaQueryTests {
  private static let environment = Environment(
    columns: 80, rows: 24, colorDepth: .ansi256, colorScheme: .dark, hasHyperlinks: true)

  @Test(
    "A query holds or does not on 80 × 24, 256 colours, dark, with links",
    arguments: [
      ("", true), ("all", true), ("screen", true), ("print", false), ("speech", false),
      ("tty", false), ("only screen", true), ("not print", true), ("not all", false),
      ("SCREEN", true), ("(width)", true), ("(width: 80)", true), ("(width: 81)", false),
      ("(min-width: 80)", true), ("(min-width: 81)", false), ("(max-width: 80)", true),
      ("(max-width: 79)", false), ("(MIN-WIDTH: 80)", true), ("(min-width:600px)", true),
      ("(min-width: 601px)", false), ("(min-width: 40em)", true), ("(min-width: 40.1em)", false),
      ("(min-width: 40rem)", true), ("(min-width: 80ch)", true), ("(height: 24)", true),
      ("(min-height: 24lh)", true), ("(height: 360px)", true), ("(max-height: 23)", false),
      ("(min-height: 24em)", true), ("(width >= calc(40 * 2))", true),
      ("(width >= calc(600px + 1ch))", false), ("(600pt <= width)", true),
      ("(81ch <= width)", false), ("(width >= 80)", true), ("(width > 80)", false),
      ("(width <= 80)", true), ("(width < 80)", false), ("(width = 80)", true),
      ("(width>=80)", true), ("(80 <= width)", true), ("(80 < width)", false),
      ("(80 = width)", true), ("(100 > width)", true), ("(60 <= width <= 100)", true),
      ("(60 < width < 80)", false), ("(100 >= width > 60)", true), ("(width > 0)", true),
      ("(prefers-color-scheme: dark)", true), ("(prefers-color-scheme: light)", false),
      ("(prefers-color-scheme: no-preference)", false),
      ("(prefers-color-scheme)", true), ("(color-depth: 256)", true), ("(color-depth: 16)", false),
      ("(color-depth: truecolor)", false), ("(color-depth: mono)", false), ("(color-depth)", true),
      ("(color)", true), ("not (color)", false), ("(hyperlinks)", true), ("(text-sizing)", false),
      ("not (text-sizing)", true),
      ("(orientation: landscape)", true), ("(orientation: portrait)", false),
      ("(width >= 80) and (height >= 24)", true), ("(width >= 80) and (height >= 25)", false),
      ("(width >= 81) or (height >= 24)", true), ("(width >= 81) or (height >= 25)", false),
      ("not (width >= 81)", true), ("not ((width >= 80) and (height >= 25))", true),
      ("((width >= 80))", true), ("(not (width >= 81))", true),
      ("screen and (width >= 80)", true), ("print and (width >= 80)", false),
      ("not screen and (width >= 80)", false), ("not print and (width >= 80)", true),
      ("print, screen", true), ("print, (width: 3)", false), ("(width: 3), (width: 80)", true),
      ("(unknown)", false), ("not (unknown)", false), ("(unknown) or (width: 80)", true),
      ("(unknown) and (width: 80)", false), ("not ((unknown) and (width: 3))", true),
      ("(unknown: 3)", false), ("(unknown > 3)", false), ("(width: red)", false),
      ("(width: 80 81)", false), ("(color-depth: 17)", false), ("(width: 80), %%", true),
      ("%%", false), ("(width: 80", false), ("(width: 80) and", false), ("and", false),
      ("(width: 80) and (height: 24) or (width: 3)", false), ("(width => 80)", false),
      ("f(x) or (width: 80)", true), ("(unknown (deep [x]) y) or (width: 80)", true),
    ] as [(String, Bool)])
  func holds(query: String, expected: Bool) {
    var parser = MediaQueryParser(CSSText(query))
    #expect(parser.parseList().matches(Self.environment) == expected)
  }

  @Test(
    "What is not understood is reported once, with the nearest name",
    arguments: [
      ("(widht: 80)", "unknown media feature 'widht'", "width"),
      ("(min-widht > 3)", "unknown media feature 'min-widht'", "min-width"),
      ("(color-depth: 17)", "'17' is not a value of 'color-depth'", nil),
      ("%%", "unexpected '%' in media query", nil),
    ] as [(String, String, String?)])
  func problems(query: String, message: String, suggestion: String?) {
    var parser = MediaQueryParser(CSSText(query))
    _ = parser.parseList()
    #expect(parser.problems.map(\.message) == [message])
    #expect(parser.problems.first?.suggestion == suggestion)
  }

  @Test(
    "Size classes go from the most general to the most specific",
    arguments: [
      (100, 30, "[+ +]"), (100, 10, "[+ -]"), (50, 30, "[- +]"), (50, 10, "[- -]"),
      (80, 24, "[+ +]"), (79, 24, "[- +]"), (80, 23, "[+ -]"),
    ])
  func sizeClasses(columns: Int, rows: Int, strongest: String) {
    // The most specific key that fits wins, wherever it stands.
    let keys = SizeClass.keys.reversed()
    let members = keys.map { #""\#($0)": {"text": {"font-family": "\"\#($0)\""}}"# }
    let probe = StyleProbe(
      json: "{\(members.joined(separator: ", "))}",
      environment: Environment(columns: columns, rows: rows))
    #expect(probe.style.fontFamily == [strongest])
  }

  @Test("Between a width key and a height key the height key is more specific")
  func widthIsMoreGeneral() {
    let json = #"{"[* +]": {"text": {"opacity": 0.25}}, "[+ *]": {"text": {"opacity": 0.75}}}"#
    #expect(StyleProbe(json: json).style.opacity == 0.25)
  }

  @Test("Size classes come after all other rules of the file")
  func sizeClassesComeLast() {
    let json = #"{"[* *]": {"text": {"opacity": 0.25}}, "text": {"opacity": 0.75}}"#
    #expect(StyleProbe(json: json).style.opacity == 0.25)
  }

  @Test("Conditions of a dictionary nest")
  func nestedConditions() {
    let json = """
      {"@media (width >= 80)": {"@media (height >= 24)": {"text": {"opacity": 0.5}}}}
      """
    for (columns, rows, opacity) in [(80, 24, 0.5), (79, 24, 1), (80, 23, 1)] {
      let environment = Environment(columns: columns, rows: rows)
      #expect(StyleProbe(json: json, environment: environment).style.opacity == opacity)
    }
  }
}
