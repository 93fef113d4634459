import StyleValues
import Testing

@Suite("Key names")
struct KeyNameTests {
  @Test(
    "are read and written",
    arguments: [
      ("q", KeyPress(.character("q"))), ("G", KeyPress(.character("G"))),
      ("Ctrl-L", KeyPress(.character("l"), .control)), ("Shift-Tab", KeyPress(.tab, .shift)),
      ("PageDown", KeyPress(.pageDown)), ("F1", KeyPress(.function(1))),
      ("-", KeyPress(.character("-"))), ("Alt--", KeyPress(.character("-"), .alt)),
      ("Space", KeyPress(.character(" "))), ("?", KeyPress(.character("?"))),
      ("é", KeyPress(.character("é"))), ("Ctrl-Alt-Up", KeyPress(.up, [.control, .alt])),
    ])
  func readAndWritten(name: String, press: KeyPress) {
    #expect(KeyPress(named: name) == press)
    #expect(press.name == name)
  }

  @Test(
    "are refused when nobody has such a key",
    arguments: ["", "Ctrl-", "F0", "F99", "Hyper-x", "ab", "Key", "Up Down"])
  func refused(name: String) {
    #expect(KeyPress(named: name) == nil)
  }

  @Test(
    "have other spellings, as the cases of every enum have",
    arguments: [
      ("page-down", KeyPress(.pageDown)), ("PAGEDOWN", KeyPress(.pageDown)),
      ("Key.pageDown", KeyPress(.pageDown)), ("KeyEscape", KeyPress(.escape)),
      ("ctrl-page_up", KeyPress(.pageUp, .control)),
      ("Control-Meta-f12", KeyPress(.function(12), [.control, .alt])),
      ("esc", KeyPress(.escape)), ("Return", KeyPress(.enter)),
      ("space", KeyPress(.character(" "))),
    ])
  func otherSpellings(name: String, press: KeyPress) {
    #expect(KeyPress(named: name) == press)
  }
}

@Suite("The terminal's enumerations")
struct TerminalEnumerationTests {
  @Test("mouse buttons have the numbers of xterm's reports")
  func mouseButtons() {
    #expect(MouseButton.allCases.map(\.rawValue) == [0, 1, 2, 64, 65, 66, 67, 128, 129])
    #expect(MouseButton(rawValue: 65) == .wheelDown)
  }
}
