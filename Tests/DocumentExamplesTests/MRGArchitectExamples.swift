import CSSView
import CSSViewObjects
import TestSupport
import Testing

/// The examples of the MRGArchitect document in Swift for a terminal, named after what they show.
@Suite("MRGArchitect document")
struct MRGArchitectExamples {
  struct LoginView {
    let folder: String
    func architect() throws -> Architect { try Architect(for: self, in: folder) }
  }

  private static let sheet = ##"""
    {
      "boolKey": true, "stringKey": "text", "integerKey": -3, "unsignedIntegerKey": 3,
      "intKey": -4, "unsignedIntKey": 4, "floatKey": 1.5,
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
    """##

  // An architect reads its files again when the terminal changes.
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func architect(_ files: [String: String]) throws -> Architect {
    for (name, text) in files { try scratch.file(name, text) }
    return try LoginView(folder: scratch.path).architect()
  }

  @Test("Each helper returns what the JSON file of the view has")
  func getters() throws {
    let architect = try architect(["LoginView.json": Self.sheet])
    #expect(try architect.bool(forKey: "boolKey"))
    #expect(try architect.string(forKey: "stringKey") == "text")
    #expect(try architect.integer(forKey: "integerKey") == -3)
    #expect(try architect.unsignedInteger(forKey: "unsignedIntegerKey") == 3)
    #expect(try architect.int(forKey: "intKey") == -4)
    #expect(try architect.unsignedInt(forKey: "unsignedIntKey") == 4)
    #expect(try architect.float(forKey: "floatKey") == 1.5)
    #expect(try architect.color(forKey: "colorKey") == .rgb(red: 255, green: 0, blue: 0))
    let alpha = StyleColor.rgb(red: 250, green: 250, blue: 250, alpha: 128)
    #expect(try architect.color(forKey: "colorWithAlphaKey") == alpha)
    let insets = StyleInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(try architect.edgeInsets(forKey: "edgeInsetsKey") == insets)
    let other = StyleInsets(top: 4, left: 3, bottom: 2, right: 1)
    #expect(try architect.edgeInsets(forKey: "stringEdgeInsetsKey") == other)
    #expect(try architect.point(forKey: "pointKey") == StylePoint(x: 1, y: 2))
    #expect(try architect.point(forKey: "stringPointKey") == StylePoint(x: 2, y: 1))
    #expect(try architect.size(forKey: "sizeKey") == StyleSize(width: 10, height: 20))
    #expect(try architect.size(forKey: "stringSizeKey") == StyleSize(width: 20, height: 10))
    #expect(try architect.font(forKey: "fontKey") == StyleFont(family: "HelveticaNeue"))
    #expect(
      try architect.rect(forKey: "rectKey") == architect.rect(forKey: "stringRectKey"))
    let gradient = try architect.gradient(forKey: "gradientKey")
    #expect(gradient.locations == [0, 0.3, 1])
    #expect(gradient.colors.first == .rgb(red: 255, green: 255, blue: 255))
  }

  @Test("A file is imported by its name without extension, and the importing file wins")
  func imports() throws {
    let architect = try architect([
      "LoginView.json": #"{"@imports": ["Common"], "title": "Login"}"#,
      "Common.json": #"{"title": "Common", "margin": 4}"#,
    ])
    #expect(try architect.string(forKey: "title") == "Login")
    #expect(try architect.integer(forKey: "margin") == 4)
  }

  @Test("Without a file, the error says where it was looked for")
  func places() throws {
    let error = #expect(throws: ThemeError.self) { try Architect(for: LoginView(folder: "")) }
    #expect(error?.path == "LoginView.json")
    #expect(error?.reason.hasPrefix("no such file in '/") == true)
    #expect(error?.reason.hasSuffix("' or the working directory") == true)
  }

  @Test("An eight-digit color has a note in a theme without a dialect that getters read, too")
  func alphaFirst() {
    let note =
      "'#80FAFAFA' is #rrggbbaa here and #aarrggbb for getters of MRGArchitect and Pixelbits; "
      + "write rgb()"
    for (start, notes) in [
      (#""title": "x","#, [note]), (#""@dialect": "architect", "title": "x","#, []), ("", []),
    ] {
      let theme = Theme(##"{\##(start) ".a": {"color": "#80FAFAFA"}}"##)
      let found = theme.findings.filter { $0.code == "dialect-dependent" }
      #expect(found.map(\.message) == notes && found.allSatisfy { $0.severity == .note })
    }
  }

  @Test("The traits of the screen choose values, from the most generic to the most precise")
  func traits() throws {
    var architect = try architect([
      "LoginView.json": "{}",
      "LoginView-traits.json": """
      {"[* *]": {"title": "Any Any"}, "[+ *]": {"title": "Regular Any"},
       "[* -]": {"title": "Any Compact"}, "[- *]": {"title": "Compact Any"},
       "[- +]": {"title": "Compact Regular"}, "[+ +]": {"title": "Regular Regular"}}
      """,
    ])
    let expected: [(Architect.Traits, String)] = [
      (.init(horizontal: .regular, vertical: .regular), "Regular Regular"),
      (.init(horizontal: .compact, vertical: .regular), "Compact Regular"),
      (.init(horizontal: .compact, vertical: .compact), "Any Compact"),
      (.init(horizontal: .regular, vertical: .compact), "Any Compact"),
    ]
    for (traits, title) in expected {
      architect.traits = traits
      #expect(architect.traits == traits)
      #expect(try architect.string(forKey: "title") == title)
    }
  }

  @Test("A file that is named for a device has a note that says what is read instead")
  func devices() throws {
    let architect = try architect([
      "LoginView.json": #"{"title": "Login"}"#, "LoginView~iphone.json": #"{"title": "Phone"}"#,
      "LoginView-568h~iphone.json": "{}", "LoginView-30h.json": "{}", "LoginView-h.json": "{}",
    ])
    #expect(try architect.string(forKey: "title") == "Login")
    #expect(architect.findings.map(\.code) == Array(repeating: "device-variant", count: 3))
    #expect(architect.findings.allSatisfy { $0.severity == .note })
    #expect(architect.findings.first?.message.contains("~dark") == true)
  }
}
