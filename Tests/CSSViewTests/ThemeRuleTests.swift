import CSSView
import Testing

@Suite("Themes that are built in code")
struct ThemeRuleTests {
  @Test("every declaration is one that a sheet takes")
  func declarations() {
    let glow = CustomProperty<Int>("glow")
    var properties = ThemeProperties()
    properties.add(glow)
    let theme = Theme(
      [
        ThemeRule(
          ".a",
          [
            .color(.rgb(red: 1, green: 2, blue: 3, alpha: 128)), .color(.palette(9)),
            .color(.standard), .backgroundColor(.standard), .backgroundColor(.palette(1)),
            .fontWeight(650), .fontSize(30), .italic(), .italic(false), .underline(.wavy),
            .underline(nil), .opacity(0.25), .textAlign(.justify), .border(.none),
            .border(.double, width: 3, color: .palette(2)),
            .border(.dotted), .set("border-radius", "4px"), .padding(StyleInsets(top: 1, left: 2)),
            .margin(StyleInsets(bottom: 3)), .variable("--x", "1px"), .variable("y", "2px"),
            .set("text-shadow", "1px 1px black"), .set(glow.name, "3"),
            .set("text-transform", "uppercase"),
          ])
      ], properties: properties)
    #expect(theme.findings == [])
    for line in StyleDeclaration.Line.allCases {
      #expect(Theme([ThemeRule(".a", [.border(line)])]).findings == [])
    }
    for line in RunStyle.Underline.allCases {
      #expect(Theme([ThemeRule(".a", [.underline(line)])]).findings == [])
    }
  }

  @Test("rules cascade, and media queries hold or not")
  func rules() {
    let theme = Theme([
      ThemeRule("text", [.color(.palette(1)), .fontWeight(700)]),
      ThemeRule(".a", [.color(.palette(2))]),
      .media("(width < 60)", [ThemeRule(".a", [.color(.palette(3))])]),
    ])
    func style(_ columns: Int) -> RunStyle {
      theme.renderer(for: Terminal(columns: columns), as: StyledObject(classes: ["a"])).objectStyle
    }
    #expect(style(80).color == .palette(2) && style(40).color == .palette(3))
    #expect(style(80).isBold)
  }

  @Test("a value cannot end its declaration")
  func injection() {
    let value = "red; } .b { color: blue"
    let theme = Theme([ThemeRule(".a", [.set("color", value)])])
    #expect(
      theme.classNames == ["a"]
        && Set(theme.findings.map(\.code)) == ["missing-semicolon", "invalid-value"])
  }

  @Test("a dictionary with values of every type is a sheet")
  func dictionaries() {
    let css: [String: Any] = [
      ":root": ["--primary-color": "blue", "--main": "var(--primary-color)"],
      "my_controller.label": ["color": "var(--main)", "opacity": 0.5, "font-weight": 700],
      ".b": ["font": ["name": "Avenir-Bold", "size": 18] as [String: Any]],
      ".c": ["color": StyleColor.palette(3)],
      "a_cell": ["color": "red"],
      "@media (width > 1)": ["a_cell": ["color": StyleColor.palette(2)]],
    ]
    let theme = Theme(dictionary: css)
    #expect(theme.findings == [])
    func style(_ object: StyledObject) -> RunStyle {
      theme.renderer(for: .plain, as: object).objectStyle
    }
    let label = style(StyledObject(element: "my_controller", classes: ["label"]))
    #expect(label.color == .rgb(red: 0, green: 0, blue: 255) && label.opacity == 0.5)
    #expect(label.weight == 700 && style(StyledObject(classes: ["b"])).fontSize == 18)
    #expect(style(StyledObject(classes: ["c"])).color == .palette(3))
    #expect(style(StyledObject(element: "a_cell")).color == .palette(2))
    struct Odd {}
    #expect(Theme(dictionary: [".a": ["color": Odd()]]).findings.map(\.code) == ["invalid-value"])
  }

  @Test(
    "a value stays in its declaration, whatever it leaves open",
    arguments: [
      (#""{;}" '"'"#, #""{;}" '"'"#), ("red; } .b { color: blue", "red  .b  color: blue"),
      (#""open"#, #""open""#), ("'a\nb", #"'a\a b'"#), ("red /* never", "red  "),
      ("red /* a */ b", "red   b"), ("rgb(1, [2", "rgb(1, [2])"), ("a) b]", "a b"),
      (#"a\"#, "a"), (#""a\"#, #""a""#), (#"\;x"#, #"\;x"#), ("a\nb", "a b"),
      ("url(data:a;b{c}'d", "url(data:a;b{c}d)"), (#"url( "a;b)"#, #"url( "a;b)")"#),
      ("curl(a;b", "curl(ab)"), ("URL(x y) z", "URL(xy) z"),
    ])
  func fragments(value: String, expected: String) {
    #expect(StyleDeclaration.set("x", value).description == "x: \(expected)")
    for theme in [
      Theme([ThemeRule(".a", [.set("color", value), .fontWeight(700)]), ThemeRule(".z", [])]),
      Theme([ThemeRule(value, [.fontWeight(700)]), ThemeRule(".z", [.italic()])]),
      Theme([.media(value, [ThemeRule(".y", [])]), ThemeRule(".z", [.italic()])]),
    ] {
      #expect(theme.classNames.last == "z", "\(theme.findings)")
    }
    let after = Theme([ThemeRule(".a", [.set("color", value), .fontWeight(700)])])
      .renderer(for: .plain, as: StyledObject(classes: ["a"])).objectStyle
    #expect(after.isBold)
  }
}
