import CSSView
import CSSViewObjects
import TestSupport
import Testing

@Suite("Architects")
struct ArchitectTests {
  private enum LoginView {}
  private struct MyCell<Value> {}

  /// The keys of the document.
  private static let sheet = """
    {
      "boolKey": "yes", "stringKey": "text", "integerKey": -3, "unsignedIntegerKey": 3,
      "floatKey": 1.5,
      "colorKey": "#FF0000", "colorWithAlphaKey": "#80FAFAFA",
      "edgeInsetsKey": {"top": 1.0, "left": 2.0, "bottom": 3.0, "right": 4.0},
      "stringEdgeInsetsKey": "{4.0, 3.0, 2.0, 1.0}",
      "pointKey": {"x": 1.0, "y": 2.0}, "stringPointKey": "{2.0, 1.0}",
      "sizeKey": {"width": 10.0, "height": 20.0}, "stringSizeKey": "{20.0, 10.0}",
      "fontKey": {"name": "HelveticaNeue", "size": 15.0},
      "rectKey": {"origin": {"x": 10.0, "y": 10.0}, "size": {"width": 64.0, "height": 64.0}},
      "stringRectKey": "{{10.0, 10.0}, {64.0, 64.0}}",
      "gradientKey": [
        {"location": 0.0, "color": "#FFFFFF"}, {"location": 0.3, "color": "#878787"},
        {"location": 1.0, "color": "#000000"}
      ]
    }
    """

  @Test("every getter of the document reads every notation of the document")
  func getters() throws {
    let sheet = Architect(Self.sheet, for: .plain)
    #expect(try sheet.bool(forKey: "boolKey"))
    #expect(try sheet.string(forKey: "stringKey") == "text")
    #expect(try sheet.integer(forKey: "integerKey") == -3)
    #expect(try sheet.unsignedInteger(forKey: "unsignedIntegerKey") == 3)
    #expect(try sheet.value(Int32.self, forKey: "integerKey") == -3)
    #expect(try sheet.float(forKey: "floatKey") == 1.5)
    #expect(try sheet.color(forKey: "colorKey") == .rgb(red: 255, green: 0, blue: 0))
    #expect(
      try sheet.color(forKey: "colorWithAlphaKey")
        == .rgb(red: 250, green: 250, blue: 250, alpha: 128))
    #expect(
      try sheet.edgeInsets(forKey: "edgeInsetsKey")
        == StyleInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(
      try sheet.edgeInsets(forKey: "stringEdgeInsetsKey")
        == StyleInsets(top: 4, left: 3, bottom: 2, right: 1))
    #expect(try sheet.point(forKey: "pointKey") == StylePoint(x: 1, y: 2))
    #expect(try sheet.point(forKey: "stringPointKey") == StylePoint(x: 2, y: 1))
    #expect(try sheet.size(forKey: "sizeKey") == StyleSize(width: 10, height: 20))
    #expect(try sheet.size(forKey: "stringSizeKey") == StyleSize(width: 20, height: 10))
    #expect(try sheet.font(forKey: "fontKey") == StyleFont(family: "HelveticaNeue", size: 15))
    let rect = StyleRect(
      origin: StylePoint(x: 10, y: 10), size: StyleSize(width: 64, height: 64))
    #expect(try sheet.rect(forKey: "rectKey") == rect)
    #expect(try sheet.rect(forKey: "stringRectKey") == rect)
    let gradient = try sheet.gradient(forKey: "gradientKey")
    #expect(gradient.stops.map(\.location) == [0, 0.3, 1])
    #expect(gradient.stops[1].color == .rgb(red: 0x87, green: 0x87, blue: 0x87))
    #expect(sheet.findings.isEmpty && sheet.keys.count == 17)
  }

  @Test("the sheet is found by the name of a type, with its imports, variants and traits")
  func files() throws {
    let directory = try ScratchDirectory()
    try directory.file("LoginView.json", #"{"@imports": ["base"], "title": "Any", "rows": 1}"#)
    try directory.file("base.json", #"{"shared": "yes", "title": "base"}"#)
    try directory.file("LoginView~light.json", #"{"rows": 2}"#)
    try directory.file("LoginView-traits.json", #"{"[- *]": {"title": "Narrow"}}"#)
    try directory.file("my_cell.json", #"{"title": "cell"}"#)
    var architect = try Architect(
      for: LoginView.self, in: directory.path, terminal: Terminal(columns: 120))
    #expect(try architect.string(forKey: "title") == "Any" && architect.bool(forKey: "shared"))
    #expect(try architect.integer(forKey: "rows") == 1)
    architect.terminal.columns = 40
    architect.terminal.background = .light
    #expect(try architect.string(forKey: "title") == "Narrow")
    #expect(try architect.integer(forKey: "rows") == 2)
    #expect(
      architect.files.map { $0.split(separator: "/").last ?? "" }.last == "LoginView-traits.json")
    let cell = try Architect(for: MyCell<Int>.self, in: directory.path)
    #expect(try cell.string(forKey: "title") == "cell")
    let error = #expect(throws: ThemeError.self) {
      try Architect(for: ArchitectTests.self, in: directory.path)
    }
    #expect(error?.path == directory.path + "/ArchitectTests.json")
  }

  @Test("a theme is found by the name of a type, too")
  func themes() throws {
    let directory = try ScratchDirectory()
    try directory.file("login_view.css", "login_view { color: red }")
    let theme = try Theme(for: LoginView.self, in: directory.path)
    let object = StyledObject(LoginView.self)
    #expect(
      theme.renderer(for: .plain, as: object).objectStyle.color
        == .rgb(red: 255, green: 0, blue: 0))
  }

  @Test("values have the variables of their sheet in them")
  func variables() throws {
    let sheet = Architect(
      ##"{":root": {"--accent": "#f00"}, "label": {"color": "var(--accent)", "x": "var(--y)"}}"##,
      for: .plain)
    #expect(try sheet.color(forKey: "label.color") == .rgb(red: 255, green: 0, blue: 0))
    #expect(try sheet.value(forKey: "label.color").text == "#f00")
    #expect(throws: KeyError.self) { try sheet.string(forKey: "label.x") }
  }

  @Test("names a missing key or a value of another type, with the nearest name")
  func errors() {
    let sheet = Architect(#"{"title": "Inbox", "label": {"color": "gren"}}"#, for: .plain)
    let missing = #expect(throws: KeyError.self) { try sheet.string(forKey: "titel") }
    #expect(missing?.description == "no key 'titel'; did you mean 'title'?")
    #expect(missing?.key == "titel" && missing?.nearNames == ["title"])
    let wrong = #expect(throws: KeyError.self) { try sheet.color(forKey: "label.color") }
    #expect(
      wrong?.description == "'label.color': expected a colour, found 'gren'")
    #expect(wrong?.finding.line == 1 && wrong?.finding.column == 40)
  }

  @Test(
    "a sheet that is no dictionary has no keys, and a finding",
    arguments: ["", " ", "label { color: red }", "[1]", "/* nothing */"])
  func noDictionary(text: String) {
    let sheet = Architect(text, for: .plain)
    #expect(sheet.keys.isEmpty)
    #expect(sheet.findings.last?.message.hasPrefix("the stylesheet is not JSON") == true)
  }

  @Test(
    "of a path the whole path that was probably meant is told",
    arguments: [
      ("label.colr", "label.color"), ("lable.color", "label.color"), ("label.a.xyy", "label.a.xyz"),
      ("titel", "title"),
    ])
  func paths(key: String, meant: String) {
    let sheet = Architect(
      #"{"title": "Inbox", "label": {"color": "red", "a": {"xyz": 1}}}"#, for: .plain)
    let error = #expect(throws: KeyError.self) { try sheet.value(forKey: key) }
    #expect(error?.nearNames == [meant])
  }

  private struct BesideProgram {}

  @Test("without a directory the sheet is beside the program or in the working directory")
  func besideProgram() throws {
    let error = #expect(throws: ThemeError.self) { try Architect(for: BesideProgram.self) }
    let reason = error?.reason ?? ""
    #expect(
      reason.hasPrefix("no such file in '/") && reason.hasSuffix("' or the working directory"))
    let program = String(reason.split(separator: "'").dropFirst().first ?? "")
    let directory = try ScratchDirectory()
    let file = program + "/BesideProgram.json"
    _ = try directory.shell("echo '{\"rows\": 3}' > '\(file)'")
    defer { _ = try? directory.shell("rm '\(file)'") }
    #expect(try Architect(for: BesideProgram.self).integer(forKey: "rows") == 3)
    #expect(try Theme(for: BesideProgram.self).files == [file])
  }
}
