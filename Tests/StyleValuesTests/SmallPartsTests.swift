import CSSSyntax
import Diagnostics
import StyleValues
import Testing

@Suite("Small parts")
struct SmallPartsTests {
  @Test(
    "numbers as CSS writes them",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (1, "1"), (-12, "-12"), (0.5, "0.5"), (0.3333333333, "0.333333"),
      (0.6666666666, "0.666667"), (123.456789, "123.457"), (0.0001234567, "0.000123457"),
      (1e-9, "0"), (123456.7, "123457"), (1e20, "1e+20"), (0.30000000000000004, "0.3"),
      (-1.25, "-1.25"),
      (Double.nan, "calc(NaN)"), (Double.infinity, "calc(infinity)"),
      (999999.5, "1000000"), (4_294_967_296, "4294967296"),
    ] as [(Double, String)])
  func cssNumbers(value: Double, text: String) {
    #expect(NumberText.css(value) == text)
  }

  @Test(
    "numbers as JSON writes them",
    arguments: [
      (0.0, "0"), (1.5, "1.5"), (0.1, "0.1"), (-3, "-3"), (1e21, "1e+21"), (Double.nan, "null"),
      (0x1p53, "9007199254740992"), (-1e18, "-1000000000000000000"),
      (0x1p63, "9.223372036854776e+18"),
      (Double.infinity, "null"),
    ] as [(Double, String)])
  func jsonNumbers(value: Double, text: String) {
    #expect(NumberText.json(value) == text)
  }

  @Test(
    "what falls short is rounded down, and a decimal that binary fractions miss by a hair stays",
    arguments: [
      (4.4999, 1, 4.4), (4.5, 1, 4.5), (0.57, 2, 0.57), (0.29, 2, 0.29), (0.5799, 2, 0.57),
      (1.1, 1, 1.1), (0, 3, 0), (-0.25, 1, -0.3), (21, 2, 21),
    ] as [(Double, Int, Double)])
  func roundingDown(value: Double, decimals: Int, rounded: Double) {
    #expect(value.roundedDown(decimals: decimals) == rounded)
  }

  @Test("keywords are found in any case, and only whole")
  func keywordTable() {
    let table = KeywordTable<Int>([
      ("a", 1), ("aa", 2), ("text-decoration-style", 3), ("b2", 4), ("a", 5), ("_x", 6),
    ])
    for (keyword, value) in [
      ("a", 1), ("A", 1), ("aa", 2), ("Text-Decoration-Style", 3), ("B2", 4), ("_x", 6),
    ] { #expect(table[keyword] == value, "\(keyword)") }
    for other in ["", "aaa", "b", "text-decoration-stylé", "text-decoration-style2", "é", "a "] {
      #expect(table[other] == nil, "\(other)")
    }
    let bytes = Array("xx aa yy".utf8)
    #expect(table[bytes, 3..<5] == 2)
  }

  @Test("JSON is written with order kept and text escaped")
  func jsonOutput() {
    let value: JSONOutput = ["b": [1, 2.5, nil, true], "a": "x\"\n", "c": [:], "d": []]
    #expect(value.text == #"{"b": [1, 2.5, null, true], "a": "x\"\n", "c": {}, "d": []}"#)
    #expect(value["a"] == "x\"\n")
    #expect(value["z"] == nil)
  }

  @Test("keys go from dashes to camel case and back")
  func keys() {
    for (dashed, camel) in [
      ("background-color", "backgroundColor"), ("color", "color"), ("--my-Name", "--my-Name"),
      ("border-top-left-radius", "borderTopLeftRadius"),
    ] {
      #expect(DictionaryKey.camelCase(dashed) == camel)
      #expect(DictionaryKey.dashed(camel) == dashed)
    }
    #expect(DictionaryKey.camelCase("text-") == "text")
  }

  @Test("units follow the context")
  func units() {
    let context = ConversionContext(
      fontSize: 20, rootFontSize: 10, cellWidth: 8, cellHeight: 16, percentageBase: 200)
    for (unit, pixels) in [
      (LengthUnit.px, 3.0), (.em, 60), (.rem, 30), (.ch, 24), (.lh, 48), (.pt, 3), (.percent, 6),
    ] { #expect(Length(3, unit).pixels(in: context) == pixels) }
    #expect(Length(3, .percent).pixels(in: ConversionContext()) == nil)
  }

  @Test("a cursor goes back to where it was marked")
  func cursor() throws {
    var cursor = ValueCursor(CSSText("  A /* c */ B(1, 2) 3px"))
    #expect(cursor.isKeyword("a") && cursor.isAfterWhitespace)
    let start = cursor.mark
    let other = cursor.takeKeyword("b")
    let wanted = cursor.takeKeyword("a")
    #expect(!other && wanted)
    #expect(cursor.isFunction("b"))
    try cursor.enter()
    let first = try cursor.takeInteger()
    #expect(first == 1)
    try cursor.expectComma()
    let second = try cursor.takeNumber()
    #expect(second == 2)
    try cursor.leave()
    let third = try cursor.takeNumber()
    #expect(third == nil)
    let length = try Length.parse(&cursor)
    #expect(length == Length(3))
    #expect(cursor.isAtEnd)
    cursor.rewind(to: start)
    #expect(cursor.isKeyword("a"))
    let nothing = Length.parseIfPresent(&cursor)
    #expect(nothing == nil)
    #expect(cursor.isKeyword("a"))
  }

  @Test("a raw value from JSON keeps the places of its parts")
  func places() throws {
    let source = SourceText(name: "s.json", text: "{\"a\": [1,\n \"x\"], \"a\": true}")
    let document = JSONDocument(source)
    let raw = RawValue(try #require(document.root), of: document)
    guard case .object(let members) = raw.content else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.name) == ["a", "a"])
    #expect(members[0].nameRange?.location.column == 2)
    #expect(
      members[0].value[1]?.range?.location == SourceLocation(file: "s.json", line: 2, column: 3))
    // Of a member that is there twice the last one counts.
    #expect(try Bool.convert(try #require(raw["a"]), in: ConversionContext()))
    #expect(raw["b"] == nil && raw[0] == nil && members[0].value[2] == nil)
    let error = #expect(throws: UnexpectedValue.self) {
      try Double.convert(try #require(members[0].value[1]), in: ConversionContext())
    }
    #expect(error?.description == "s.json:2:3: expected a number, found 'x'")
  }

  @Test("errors that say the same about the same place are equal")
  func errorEquality() {
    let text = CSSText("x")
    let one = UnexpectedValue(expected: "a", found: "b", range: text.location)
    #expect(one == UnexpectedValue(expected: "a", found: "b", range: text.location))
    #expect(one != UnexpectedValue(expected: "a", found: "b", range: CSSText("x").location))
    #expect(one != UnexpectedValue(expected: "a", found: "c", range: text.location))
    #expect(Set([one, one]).count == 1)
  }

  @Test("the palette of 256 colours")
  func ansiPalette() {
    for (index, rgb) in [
      (0, 0x000000), (1, 0xCD0000), (15, 0xFFFFFF), (16, 0x000000), (21, 0x0000FF),
      (110, 0x87AFD7), (231, 0xFFFFFF), (232, 0x080808), (255, 0xEEEEEE),
    ] as [(UInt8, UInt32)] { #expect(XtermPalette.color(index) == RGB8(rgb)) }
    #expect(XtermPalette.names.count == 16)
  }

  @Test("a palette tells what is known from what is assumed")
  func terminalPalette() {
    let red = RGB8(0xCC241D)
    let few = TerminalPalette(entries: [1: red], foreground: RGB8(0xEBDBB2), origin: .file("x"))
    #expect(few[1] == red && few[0] == TerminalPalette.median[0])
    #expect(few.knows(1) && !few.knows(0) && few.knows(200))
    #expect(few.others == nil && few[200] == XtermPalette.color(200))
    #expect(few.foreground == RGB8(0xEBDBB2) && few.background == nil)
    #expect(!TerminalPalette.median.knows(1) && !TerminalPalette.median.knows(200))

    let xterm = TerminalPalette(entries: [16: XtermPalette.color(16), 255: XtermPalette.color(255)])
    #expect(xterm.others == nil)
    let own = TerminalPalette(entries: [16: RGB8(0x282828)])
    #expect(own[16] == RGB8(0x282828) && own[17] == XtermPalette.color(17))
    #expect(own[255] == XtermPalette.color(255))
  }

  @Test("the functions of libc")
  func mathFunctions() {
    #expect(power(2, 0.5) == 1.4142135623730951)
    #expect(abs(cubeRoot(-27) + 3) < 1e-12)
    #expect(errorFunction(0) == 0 && abs(errorFunction(3) - 1) < 1e-4)
    #expect(exponential(0) == 1 && naturalLogarithm(1) == 0)
    #expect(arcTangent2(1, 1) == .pi / 4 && arcTangent(0) == 0)
    #expect(abs(sine(.pi / 2) - 1) < 1e-15 && abs(cosine(.pi)) == 1 && tangent(0) == 0)
    #expect(arcSine(1) == .pi / 2 && arcCosine(1) == 0)
  }
}
