import CSSView
import CSSViewObjects
import TestSupport
import Testing

@Suite("Themes")
struct ThemeTests {
  private static let theme: Theme = [
    ":root": ["--good": "#86d99a"],
    "my_controller.label": ["color": "red"],
    ".bold": ["font-weight": 700],
    ".ok": ["color": "var(--good)"],
    ".card": ["border": "1px solid #808080", "padding": "0 1ch"],
  ]

  @Test(
    "each terminal gets what it can show",
    arguments: [
      (Terminal.plain, "Hi <Bob>, fine"),
      (Terminal(colors: .attributes), "Hi \u{1B}[1m<Bob>\u{1B}[0m, fine"),
      (
        Terminal(colors: .exact),
        "Hi \u{1B}[1m<Bob>\u{1B}[0m, \u{1B}[38;2;134;217;154mfine\u{1B}[0m"
      ),
      (
        Terminal(colors: .palette256),
        "Hi \u{1B}[1m<Bob>\u{1B}[0m, \u{1B}[38;5;114mfine\u{1B}[0m"
      ),
    ])
  func terminals(terminal: Terminal, expected: String) {
    let name = "<Bob>"
    let shown = Self.theme.render(
      "Hi <span class=bold>\(name)</span>, <span class=ok>fine</span>", for: terminal)
    #expect(shown == expected)
  }

  @Test("the bytes are those of the string, behind what is in the buffer")
  func bytes() {
    let renderer = Self.theme.renderer(for: Terminal())
    var bytes = Array("> ".utf8)
    renderer.append("<b>x</b>", to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "> " + renderer.render("<b>x</b>"))
  }

  @Test("an object has its element, its classes, its style and its states")
  func objects() {
    struct MyController {}
    func color(_ object: StyledObject) -> StyleColor {
      Self.theme.renderer(for: .plain, as: object).objectStyle.color
    }
    let red = StyleColor.rgb(red: 255, green: 0, blue: 0)
    #expect(color(StyledObject(element: "my_controller", classes: ["label"])) == red)
    #expect(color(StyledObject(MyController.self, classes: ["label"])) == red)
    #expect(color(StyledObject(classes: ["label"])) == .standard)
    #expect(color(StyledObject(style: "color: ansi(9)")) == .palette(9))
    let theme = Theme("label:selected { color: red }")
    let selected = StyledObject(element: "label", states: [.selected])
    #expect(theme.renderer(as: selected).objectStyle.color == red)
  }

  @Test("a sheet may be CSS or JSON; its first character tells")
  func texts() {
    for sheet in [".b { font-weight: bold }", #"{".b": {"font-weight": "bold"}}"#] {
      let text = Theme(sheet).renderer(for: .plain).styled("<i class=b>x</i>")
      #expect(text.runs[0].style.isBold && text.runs[0].style.isItalic)
    }
    let empty: Theme = [:]
    #expect(empty.isUsable && empty.findings.isEmpty && empty.classNames.isEmpty)
    let css = Theme(".a{color:red}.b .c{color:red}", syntax: .css)
    #expect(Set(css.classNames) == ["a", "b", "c"])
  }

  @Test("literals of every kind become values of the sheet, in their order")
  func literals() {
    let theme: Theme = [
      ".a": ["font-weight": 700, "opacity": 0.5, "color": "\("r")ed"],
      ".b": ["font": ["size": 30]],
      "@dialect": "viewcss",
    ]
    let style = theme.renderer(for: .plain, as: StyledObject(classes: ["a"])).objectStyle
    #expect(style.weight == 700 && style.opacity == 0.5)
    #expect(style.color == .rgb(red: 255, green: 0, blue: 0))
  }

  @Test("reads a stylesheet with its imports and the variants for the terminal")
  func files() throws {
    let directory = try ScratchDirectory()
    try directory.file("theme.json", #"{"@imports": ["base"], ".a": {"color": "red"}}"#)
    try directory.file("theme~light.json", #"{".a": {"color": "blue"}}"#)
    try directory.file("base.css", ".b { font-weight: bold }")
    let path = directory.path + "/theme.json"
    let theme = try Theme(contentsOf: path, for: Terminal())
    #expect(theme.findings.isEmpty)
    #expect(theme.files == [directory.path + "/base.css", path])
    func color(_ theme: Theme) -> StyleColor {
      theme.renderer(for: .plain, as: StyledObject(classes: ["a"])).objectStyle.color
    }
    #expect(color(theme) == .rgb(red: 255, green: 0, blue: 0))
    let light = try Theme(contentsOf: path, for: Terminal(background: .light))
    #expect(color(light) == .rgb(red: 0, green: 0, blue: 255))
  }

  @Test("a file that cannot be read is an error with its reason")
  func missing() {
    #expect(throws: ThemeError.self) { try Theme(contentsOf: "/no/such/file.json") }
    do throws(ThemeError) {
      _ = try Theme(contentsOf: "/no/such/file.json")
    } catch {
      #expect(error.description == "/no/such/file.json: no such file or directory")
    }
    do throws(ThemeError) {
      _ = try Theme(contentsOf: "/")
    } catch {
      #expect(error.reason == "is a directory")
    }
  }

  @Test("a theme is shared by threads, each with a renderer of its own")
  func threads() async {
    let shown = await withTaskGroup(of: String.self) { group in
      for _ in 0..<8 {
        group.addTask { Self.theme.renderer(for: Terminal()).render("<b class=ok>x</b>") }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(shown.count == 1)
  }

  @Test("links are written where the terminal shows them and the policy allows their scheme")
  func links() {
    var theme: Theme = [:]
    let markup: Markup = "\("x", link: "gopher://e.x")"
    let terminal = Terminal(colors: .attributes, showsLinks: true)
    #expect(!theme.render(markup, for: terminal).contains("gopher"))
    theme.policy.linkSchemes.insert("gopher")
    #expect(theme.render(markup, for: terminal).contains("\u{1B}]8;id=1;gopher://e.x\u{1B}\\"))
    theme.policy.showsLinkTargets = true
    #expect(theme.render(markup, for: .plain) == "x (gopher://e.x)")
  }

  @Test(
    "a text without rules is a theme without any", arguments: ["", " \n", "/* */", " /* a */\n "])
  func emptyTexts(text: String) {
    let theme = Theme(text)
    #expect(theme.isUsable && theme.findings.isEmpty && theme.classNames.isEmpty)
  }

  @Test("a strict theme has no finding but notes, and its error says what and where")
  func strict() throws {
    let directory = try ScratchDirectory()
    try directory.file("a.css", ".ok { color: red }\n.b { colr: red }")
    try directory.file("b.css", ".ok { color: red }")
    let error = #expect(throws: ThemeError.self) {
      try Theme(contentsOf: directory.path + "/a.css", for: .plain, strict: true)
    }
    #expect(error?.finding?.code == "unknown-property" && error?.path.hasSuffix("/a.css") == true)
    #expect(error?.description.hasSuffix("/a.css:2:6: unknown property 'colr'") == true)
    let theme = try Theme(contentsOf: directory.path + "/b.css", for: .plain, strict: true)
    #expect(theme.description == "theme with 1 class\n")
    #expect(throws: ThemeError.self) { try Theme(contentsOf: "/no/file.css", strict: true) }
  }

  @Test("the files to watch are those of the sheet, of its palette and those that are missing")
  func filesToWatch() throws {
    let directory = try ScratchDirectory()
    try directory.file("b.json", "{}")
    try directory.file("mine.conf", "background #101010\nforeground #eeeeee\n")
    let imports = #"["b", "gone", "sub/lost.css", "b", "https://e.x/y.json"]"#
    try directory.file("theme.json", #"{"@imports": \#(imports), "@palette": "mine.conf"}"#)
    try directory.file("keys.json", #"{"@imports": \#(imports), "@palette": "none.conf"}"#)
    func names(_ files: [String]) -> [String] {
      files.map { String($0.dropFirst(directory.path.count + 1)) }
    }
    let theme = try Theme(contentsOf: directory.path + "/theme.json", for: .plain)
    #expect(
      names(theme.files).sorted() == [
        "b.json", "gone.json", "sub/lost.css", "theme.json",
      ])
    let architect = try Architect(contentsOf: directory.path + "/keys.json", for: .plain)
    #expect(
      names(architect.files).sorted() == [
        "b.json", "gone.json", "keys.json", "none.conf", "sub/lost.css",
      ])
    #expect(Theme("b { color: red }").files.isEmpty && Architect("{}").files.isEmpty)
  }

  @Test("links without a scheme pass unless the policy says otherwise")
  func relativeLinks() {
    var theme: Theme = [:]
    let markup: Markup = "\("x", link: "guide.html")"
    #expect(theme.renderer(for: .plain).styled(markup).runs[0].link == "guide.html")
    theme.policy.linkSchemes = []
    #expect(theme.renderer(for: .plain).styled(markup).runs[0].link == "guide.html")
    theme.policy.allowsRelativeLinks = false
    let text = theme.renderer(for: .plain).styled(markup)
    #expect(text.runs[0].link == nil && text.findings.map(\.code) == ["link-scheme"])
    #expect(text.findings[0].message.contains("has no scheme"))
  }
}
