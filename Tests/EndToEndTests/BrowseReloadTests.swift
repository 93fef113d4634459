import TestSupport
import Testing

/// A directory of sheets in which things change while the browser looks at it.
///
/// It is not below `/tmp`: vim saves in another way there.
private final class Sheets {
  private let scratch: ScratchDirectory

  var directory: String { scratch.path }

  init(_ sheets: [String: String]) throws {
    scratch = try ScratchDirectory(in: "/var/tmp")
    for (name, text) in sheets { try save(text, to: name) }
  }

  func save(_ text: String, to name: String) throws {
    try scratch.file(name, text)
  }

  func shell(_ command: String) throws {
    let run = try runProgram(["sh", "-c", "cd '\(directory)' && \(command)"])
    #expect(run.status == 0, "\(command)")
  }

  /// The browser with a sample of one word.
  func browse() throws -> TmuxSession {
    try TmuxSession(
      "\(builtProductsDirectory())/cssview browse --color truecolor --background dark "
        + "--text '<span class=a>word</span>' '\(directory)'", columns: 100, rows: 30)
  }
}

@Suite("cssview browse and files that change", .serialized)
struct BrowseReloadTests {
  private static let red = CapturedColor.rgb(0xFF, 0, 0)
  private static let blue = CapturedColor.rgb(0, 0, 0xFF)

  private func wait(_ session: TmuxSession, for color: CapturedColor) throws {
    // The list is as wide as its names need.
    try session.wait(for: "\(color)") { screen in
      (1..<40).contains { screen[$0, 2].text == "w" && screen[$0, 2].foreground == color }
    }
  }

  @Test(
    "shows a save at once, however it is made, and says how long it took",
    arguments: [
      "sed -i s/red/blue/ theme.css", "sed s/red/blue/ theme.css > n; mv n theme.css",
      "printf '.a { color: blue }' > theme.css",
      ": > theme.css; sleep 0.02; printf '.a { color: blue }' > theme.css",
      "mv theme.css theme.css~; sleep 0.05; sed s/red/blue/ theme.css~ > theme.css; rm theme.css~",
      "vim -es -c '%s/red/blue/' -c wq theme.css",
      "rm theme.css; echo '.a{color:blue}' > theme.css",
    ])
  func saves(command: String) throws {
    let sheets = try Sheets(["theme.css": ".a { color: red }\n"])
    let session = try sheets.browse()
    try wait(session, for: Self.red)
    try sheets.shell(command)
    try wait(session, for: Self.blue)
    let screen = try session.wait(forText: "reloaded in ")
    #expect(!screen.text.contains("×"))
  }

  @Test("notices imports and variants that were missing, and new themes")
  func newFiles() throws {
    let sheets = try Sheets([
      "main.css": "@import \"colors.css\";\n.a { color: var(--x, red) }",
      "plain.css": ".a { color: red }",
    ])
    let session = try sheets.browse()
    try wait(session, for: Self.red)
    try session.wait(forText: "1!")
    try sheets.save(":root { --x: blue }", to: "colors.css")
    try wait(session, for: Self.blue)
    try session.wait(forText: "colors")
    try session.press("G")
    try wait(session, for: Self.red)
    try sheets.save(".a { color: blue }", to: "plain~dark.css")
    try wait(session, for: Self.blue)
    try sheets.save(".a { color: red }", to: "zebra.css")
    try session.wait(forText: " zebra")
  }

  @Test("keeps the last good theme while a save is broken, and says where")
  func broken() throws {
    let sheets = try Sheets(["theme.json": ##"{".a": {"color": "#f00"}}"##])
    let session = try sheets.browse()
    try wait(session, for: Self.red)
    try sheets.save("{\n  \".a\" {\"color\": \"blue\"}\n}", to: "theme.json")
    let screen = try session.wait(forText: "× theme")
    #expect((19..<40).contains { screen[$0, 2].foreground == Self.red })
    #expect(screen.text.contains("theme.json:2:8: "))
    #expect(screen.text.contains(#"  ".a" {"color": "blue"}"#))
    try sheets.save(##"{".a": {"color": "blue"}}"##, to: "theme.json")
    try wait(session, for: Self.blue)
    #expect(try !session.screen().text.contains("×"))
  }

  @Test("changes a value in the file through a symbolic link, and takes it back")
  func changesValue() throws {
    let sheets = try Sheets(["real.txt": "\u{FEFF}.a {\r\n\tcolor: red;\r\n}"])
    try sheets.shell("ln -s real.txt theme.css; chmod 640 real.txt")
    let session = try sheets.browse()
    try wait(session, for: Self.red)
    try session.press("3", "c", "C-u")
    try session.type("blue")
    try wait(session, for: Self.blue)
    try session.press("Enter")
    try session.wait(forText: "saved color in theme.css")
    try sheets.shell(
      "test \"$(cat real.txt)\" = \"$(printf '\\357\\273\\277.a {\\r\\n\\tcolor: blue;\\r\\n}')\"")
    try sheets.shell("test -L theme.css && test $(stat -c %a real.txt) = 640")
    try session.press("u")
    try wait(session, for: Self.red)
    try sheets.shell("grep -q 'color: red;' real.txt")
  }

  @Test("does not write a file that is read-only")
  func readOnly() throws {
    let sheets = try Sheets(["theme.css": ".a { color: red }"])
    try sheets.shell("chmod 444 theme.css")
    let session = try sheets.browse()
    try wait(session, for: Self.red)
    try session.press("3", "c", "C-u")
    try session.type("blue")
    try session.press("Enter")
    try session.wait(forText: ": permission denied")
    try sheets.shell("grep -q red theme.css")
  }
}
