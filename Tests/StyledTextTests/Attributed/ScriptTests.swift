import Testing

@testable import StyledText

@Suite("Raised and lowered text")
struct ScriptTests {
  private static let css = """
    .up { text-transform: uppercase } .low { text-transform: lowercase }
    """

  private static let long = String(repeating: "1", count: 64)

  static let cases: [(String, String)] = [
    ("10<sup>6</sup>", "10⁶"),
    ("H<sub>2</sub>O", "H₂O"),
    ("x<sup>n+1</sup>", "xⁿ⁺¹"),
    ("10<sup>-6</sup>", "10^(-6)"),
    ("10<sup>−6</sup>", "10⁻⁶"),
    ("x<sub>q</sub>", "x_(q)"),
    ("a<sup></sup>b<sup/>c", "abc"),
    ("1<sup>s<b>t</b></sup>", "1ˢᵗ"),
    ("1<sup><b>s</b> t</sup>!", "1^(s t)!"),
    ("x<sup>a<sub>i</sub></sup>y", "x^(aᵢ)y"),
    ("2<sup>2<sup>3</sup></sup>", "2^(2³)"),
    ("2<sup><sup>3</sup></sup>", "2^(³)"),
    ("x<sup>1\n2 3\n\n4</sup>", "x¹\n^(2 3)\n\n⁴"),
    ("x<sup>1<br>2</sup>", "x¹\n²"),
    ("x<sup>&#50;</sup>", "x²"),
    ("x<sup>1</b></sup>", "x¹"),
    ("<b>x<sup class=k>1</b>2", "x¹2"),
    ("x<sup class=k>1", "x¹"),
    ("x<sup class=k>1 ", "x^(1 )"),
    ("<sup>\(long)</sup>", String(repeating: "¹", count: 64)),
    ("<sup>\(long)1</sup>", "^(\(long)1)"),
    ("<sup>\(long)<b>1</b></sup>", "^(\(long)1)"),
    ("x<sup class=up>th</sup>", "xᵀᴴ"),
    ("x<sup>\u{301}</sup>", "x^(\u{301})"),
    ("<sup class=low>2 \nABCDΣ<b>D</b></sup>x", "^(2 )\n^(abcdσd)x"),
    ("<sup class=low>ΑΒ\nΣ\nΑΣ<b>.Α</b></sup>x", "^(αβ)\n^(σ)\n^(ασ.α)x"),
    ("<sup class=low>2<br>ΑΣ<b>Α</b></sup>", "²\n^(ασα)"),
    ("<sup class=low>ΑΣ\n1<b>Α</b></sup>", "^(ας)\n^(1α)"),
  ]

  @Test("is shown in characters of its own, or between parentheses", arguments: cases)
  func shown(markup: String, expected: String) {
    let built = Built(markup, css: Self.css)
    #expect(built.text.string == expected)
    // The runs partition what is shown.
    #expect(built.text.runs.map(\.string).joined() == expected)
  }

  @Test("the parentheses belong to the element, and the runs inside it stay apart")
  func runs() {
    #expect(listing(Built("1<sup><b>s</b>t u</sup>!").text) == "1|sup(^()|b(s)|sup(t u))|!")
    #expect(listing(Built("1<sup>s<b>t</b></sup>!").text) == "1|sup(ˢ)|b(ᵗ)|!")
    #expect(
      listing(Built("<sup><b>s\n12</b> q</sup>!").text)
        == listing(Built("<sup><b>s\n</b><b>12</b> q</sup>!").text))
  }

  @Test("very many elements inside each other take time and room in proportion")
  func deep() {
    let markup = String(repeating: "<sup id=x>", count: 20_000) + "x"
    let lines = String(repeating: "1\n", count: 2_000)
    #expect(Built(markup + lines).text.bytes.count < 100_000)
  }
}
