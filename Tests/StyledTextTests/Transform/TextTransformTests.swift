import Bytes
import CSSSyntax
import Styling
import TestSupport
import Testing

@testable import StyledText

@Suite("text-transform")
struct TextTransformTests {
  static func transformed(
    _ text: String, _ transform: TextTransform, _ language: String? = nil
  ) -> String {
    var transformer = TextTransformer()
    var output: [UInt8] = []
    let bytes = Array(text.utf8)
    transformer.append(
      0..<bytes.count, of: bytes.span, transform: transform,
      language: CasingLanguage(tag: language), to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  static let cases: [(TextTransform, String?, String, String)] = [
    (.uppercase, nil, "abc XYZ 123 {|}~`@[", "ABC XYZ 123 {|}~`@["),
    (.uppercase, nil, "straße", "STRASSE"),
    (.uppercase, nil, "ﬁn ﬀ ŉ", "FIN FF ʼN"),
    (.uppercase, nil, "éàü", "ÉÀÜ"),
    (.uppercase, nil, "ǆ ǅ Ǆ", "Ǆ Ǆ Ǆ"),
    (.uppercase, nil, "\u{1FB3} \u{390}", "ΑΙ Ι\u{308}\u{301}"),
    (.uppercase, nil, "ß", "SS"),
    (.uppercase, nil, "привет", "ПРИВЕТ"),
    (.uppercase, nil, "ꭰ", "Ꭰ"),
    (.uppercase, nil, "日本", "日本"),
    (.uppercase, nil, "ı i", "I I"),
    (.uppercase, "tr", "ı i istanbul", "I İ İSTANBUL"),
    (.uppercase, "az-Latn", "i", "İ"),
    (.uppercase, "TR", "i", "İ"),
    (.uppercase, "tru", "i", "I"),
    (.uppercase, "en", "i", "I"),
    (.uppercase, "lt", "i\u{307}\u{301} j\u{307}\u{300}", "I\u{301} J\u{300}"),
    (.uppercase, "lt", "\u{12F}\u{307}\u{303}", "Į\u{303}"),
    (.uppercase, nil, "i\u{307}", "I\u{307}"),
    (.uppercase, "el", "άέήίόύώ", "ΑΕΗΙΟΥΩ"),
    (.uppercase, "el", "Μαΐου τρόλεϊ", "ΜΑΪΟΥ ΤΡΟΛΕΪ"),
    (.uppercase, "el", "μάιος", "ΜΑΪΟΣ"),
    (.uppercase, "el", "άυλος", "ΑΫΛΟΣ"),
    (.uppercase, "el", "ρωμέικα", "ΡΩΜΕΪΚΑ"),
    (.uppercase, "el", "ή", "Ή"),
    (.uppercase, "el", "μία ή δύο", "ΜΙΑ Ή ΔΥΟ"),
    (.uppercase, "el", "ήταν", "ΗΤΑΝ"),
    (.uppercase, "el", "α\u{301}", "Α"),
    (.uppercase, "el", "ι\u{308}\u{301}", "Ϊ"),
    (.uppercase, "el", "ᾷ ἄνθρωπος", "ΑΙ ΑΝΘΡΩΠΟΣ"),
    (.uppercase, nil, "ά", "Ά"),
    (.lowercase, nil, "ABC xyz 123 [@", "abc xyz 123 [@"),
    (.lowercase, nil, "STRASSE ẞ", "strasse ß"),
    (.lowercase, nil, "ΟΔΟΣ", "οδος"),
    (.lowercase, nil, "Σ", "σ"),
    (.lowercase, nil, "ΑΣ", "ας"),
    (.lowercase, nil, "ΑΣ ΑΣ", "ας ας"),
    (.lowercase, nil, "ΑΣΑ", "ασα"),
    (.lowercase, nil, "ΑΣ.Α", "ασ.α"),
    (.lowercase, nil, "ΑΣ. Α", "ας. α"),
    (.lowercase, nil, "ΑΣ\u{301}", "ας\u{301}"),
    (.lowercase, nil, "ΑΣ\u{301}Α", "ασ\u{301}α"),
    (.lowercase, nil, "Α\u{301}Σ", "α\u{301}ς"),
    (.lowercase, nil, "ΣΣ", "σς"),
    (.lowercase, nil, "1Σ", "1σ"),
    (.lowercase, nil, "ǅ", "ǆ"),
    (.lowercase, nil, "İ", "i\u{307}"),
    (.lowercase, "tr", "I İ", "ı i"),
    (.lowercase, "tr", "I\u{307}", "i"),
    (.lowercase, "az", "ISI", "ısı"),
    (.lowercase, "lt", "Ì Í Ĩ", "i\u{307}\u{300} i\u{307}\u{301} i\u{307}\u{303}"),
    (
      .lowercase, "lt", "I\u{301} J\u{303} Į\u{300}",
      "i\u{307}\u{301} j\u{307}\u{303} į\u{307}\u{300}"
    ),
    (.lowercase, "lt", "I J", "i j"),
    (.capitalize, nil, "hello world", "Hello World"),
    (.capitalize, nil, "HELLO wORLD", "HELLO WORLD"),
    (.capitalize, nil, "don't can’t", "Don't Can’t"),
    (.capitalize, nil, "\"quoted\" (round) «so»", "\"Quoted\" (Round) «So»"),
    (.capitalize, nil, "'single'", "'Single'"),
    (.capitalize, nil, "foo-bar foo/bar", "Foo-Bar Foo/Bar"),
    (.capitalize, nil, "foo_bar _foo", "Foo_bar _Foo"),
    (.capitalize, nil, "3d 1st 4x4", "3d 1st 4x4"),
    (.capitalize, nil, "example.org a.b.c", "Example.org A.b.c"),
    (.capitalize, nil, "end. start", "End. Start"),
    (.capitalize, nil, "key:value", "Key:Value"),
    (.capitalize, nil, "1,234 a,b", "1,234 A,B"),
    (.capitalize, nil, "ǆ ﬁ ß", "ǅ Fi Ss"),
    (.capitalize, nil, "éa e\u{301}a", "Éa E\u{301}a"),
    (.capitalize, nil, "\u{301}a", "\u{301}A"),
    (.capitalize, nil, "日a本b", "日A本B"),
    (.capitalize, nil, "a\u{AD}b", "A\u{AD}b"),
    (.capitalize, nil, "привет мир", "Привет Мир"),
    (.capitalize, nil, "ij", "Ij"),
    (.capitalize, "nl", "ijsland IJs ij", "IJsland IJs IJ"),
    (.capitalize, "nl", "Ijs blij", "IJs Blij"),
    (.capitalize, "nl", "i\u{301}j\u{301}s", "I\u{301}J\u{301}s"),
    (.capitalize, "nl", "íj\u{301}s", "ÍJ\u{301}s"),
    (.capitalize, "nl", "íjs", "Íjs"),
    (.capitalize, "tr", "istanbul ırmak", "İstanbul Irmak"),
    (.fullWidth, nil, "Abc 1!", "Ａｂｃ\u{3000}１！"),
    (.fullWidth, nil, "ｱｲｳ ﾊﾟ", "アイウ\u{3000}ハ\u{309A}"),
    (.fullWidth, nil, "¢£¥₩", "￠￡￥￦"),
    (.fullWidth, nil, "日é😀\n\t", "日é😀\n\t"),
    (.none, "tr", "iI ß", "iI ß"),
  ]

  @Test("changes letters as Unicode and CSS say", arguments: cases)
  func mapping(transform: TextTransform, language: String?, text: String, expected: String) {
    let result = Self.transformed(text, transform, language)
    #expect(result.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(result)")
  }

  @Test("a text in pieces changes as a whole does", arguments: cases)
  func pieces(transform: TextTransform, language: String?, text: String, expected: String) {
    var transformer = TextTransformer()
    var output: [UInt8] = []
    var waiting: [UInt8] = []
    for scalar in text.unicodeScalars {
      waiting.append(scalar)
      let used = transformer.append(
        0..<waiting.count, of: waiting.span, transform: transform,
        language: CasingLanguage(tag: language), isEnd: false, to: &output)
      waiting.removeFirst(used)
    }
    transformer.append(
      0..<waiting.count, of: waiting.span, transform: transform,
      language: CasingLanguage(tag: language), to: &output)
    #expect(output == Array(expected.utf8))
  }

  static let markupCases: [(String, String)] = [
    ("b<span>ob</span>", "Bob"),
    ("<span>b</span><b>o</b>b x<i>y</i>", "Bob Xy"),
    ("don<b>'</b>t", "Don't"),
    ("a<b>-</b>b", "A-B"),
    ("a&amp;b a&#39;b", "A&B A'b"),
    ("<!-- x -->a<!-- y -->b", "Ab"),
    ("a<br>b", "A\nB"),
    ("x<span style='text-transform:none'>y z</span>w v", "Xy zw V"),
    ("<span style='text-transform:lowercase'>ΑΣ</span>Α", "ασΑ"),
    ("<span style='text-transform:lowercase'>ΑΣ</span>.<b>Α</b>", "ασ.Α"),
    ("<span style='text-transform:lowercase'>ΑΣ</span> Α", "ας Α"),
    ("<span style='text-transform:lowercase'>ΑΣ</span>", "ας"),
    (
      "<span style='text-transform:none'>Α</span><span style='text-transform:lowercase'>Σ</span>",
      "Ας"
    ),
    ("<span style='text-transform:uppercase' lang=tr>i</span>i", "İi"),
    ("{n}x", "<B>Bx"),
  ]

  @Test("words and sigmas cross the borders of spans", arguments: markupCases)
  func markup(markup: String, expected: String) {
    let host = HostObject(style: CSSText("text-transform: capitalize"))
    var builder = TreeBuilder(
      styles: resolver(host: host), options: MarkupOptions(placeholders: ["n": "<b>b"]))
    builder.append(markup: markup)
    #expect(builder.finish().text.string == expected)
  }

  static let formCases: [(String, String)] = [
    ("font-family: monospace", "𝙰𝚣 𝟶ä"),
    ("font-family: serif", "Az 0ä"),
    ("font-family: serif; font-weight: bold", "𝐀𝐳 𝟎ä"),
    ("font-family: serif; font-style: italic", "𝐴𝑧 0ä"),
    ("font-family: sans-serif", "𝖠𝗓 𝟢ä"),
    ("font-family: sans-serif; font-weight: bold; font-style: italic", "𝘼𝙯 𝟬ä"),
    ("font-family: script", "𝒜𝓏 0ä"),
    ("font-family: script; font-weight: bold", "𝓐𝔃 0ä"),
    ("font-family: fraktur", "𝔄𝔷 0ä"),
    ("font-family: double-struck", "𝔸𝕫 𝟘ä"),
    ("font-family: small-caps", "Aᴢ 0ä"),
    ("font-family: Unknown, Fraktur", "𝔄𝔷 0ä"),
    ("font-family: Unknown", "Az 0ä"),
    ("font-family: double-struck; text-transform: uppercase", "𝔸ℤ 𝟘Ä"),
  ]

  @Test("font-variant: math takes letters from Unicode's alphabets", arguments: formCases)
  func letterForms(style: String, expected: String) {
    #expect(
      Built("<i style='font-variant: math; font-style: normal; \(style)'>Az 0ä</i>").text.string
        == expected)
    #expect(Built("<b style='font-weight: 400; \(style)'>az</b>").text.string.lowercased() == "az")
  }

  @Test("every letter form is a letter of its own")
  func letterFormTable() throws {
    for family in ["monospace", "sans-serif", "script", "fraktur", "double-struck"] {
      var style = TextStyle.initial
      style.fontVariant = .math
      style.fontFamily = [family]
      let forms = try #require(LetterForms(style))
      var seen: Set<Unicode.Scalar> = []
      for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".unicodeScalars {
        let form = forms.form(of: letter)
        #expect(form.properties.generalCategory != .unassigned, "\(family) \(letter)")
        #expect(form.properties.isUppercase == letter.properties.isUppercase, "\(family) \(letter)")
        #expect(seen.insert(form).inserted)
      }
    }
  }

  @Test("a sigma before letters that grow is still corrected")
  func sigmaBeforeForms() {
    let style = "style='text-transform: lowercase; font-variant: math; font-family: fraktur'"
    #expect(Built("<i \(style)>aΣ</i>Α").text.string == "𝔞σΑ")
    #expect(Built("<i \(style)>aΣ.a</i> Α").text.string == "𝔞σ.𝔞 Α")
    #expect(Built("<i \(style)>aΣ.</i> Α").text.string == "𝔞ς. Α")
  }

  @Test("upper and lower case agree with the standard library on every scalar")
  func everyScalar() {
    for value in UInt32(0)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value), value != 0x3A3 else { continue }
      let text = String(scalar)
      let upper = Self.transformed(text, .uppercase)
      if !upper.unicodeScalars.elementsEqual(scalar.properties.uppercaseMapping.unicodeScalars) {
        Issue.record("upper case of U+\(String(value, radix: 16))")
      }
      let lower = Self.transformed(text, .lowercase)
      if !lower.unicodeScalars.elementsEqual(scalar.properties.lowercaseMapping.unicodeScalars) {
        Issue.record("lower case of U+\(String(value, radix: 16))")
      }
    }
  }

  @Test("Greek capitals of single letters hold no accent")
  func greekCapitals() {
    for value in [UInt32](0x370...0x3FF) + [UInt32](0x1F00...0x1FFF) {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isLowercase else { continue }
      // In a word: alone, `ή` keeps its accent.
      let upper = Self.transformed("α" + String(scalar) + "α", .uppercase, "el")
      for result in upper.unicodeScalars {
        #expect(
          (0x391...0x3AB).contains(result.value) || !(0x384...0x390).contains(result.value),
          "U+\(String(value, radix: 16)) gives \(upper)")
        #expect(!GreekCapitals.isDroppedMark(result.value))
        #expect(!(0x1F00...0x1FFF).contains(result.value), "\(upper)")
      }
    }
  }

  @Test("the full-width table holds ASCII, the space and half-width forms")
  func fullWidthTable() {
    for value in UInt32(0x21)...0x7E {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(TextTransformer.fullWidth(scalar).value == value + 0xFEE0)
    }
    let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
      (" ", "\u{3000}"), ("¢", "￠"), ("⦅", "｟"), ("｡", "。"), ("ｱ", "ア"), ("ﾡ", "ㄱ"), ("￮", "○"),
      ("ア", "ア"), ("é", "é"), ("\u{7F}", "\u{7F}"), ("𝔸", "𝔸"),
    ]
    for (narrow, wide) in pairs { #expect(TextTransformer.fullWidth(narrow) == wide) }
  }
}
