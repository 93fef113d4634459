import Testing
import ThemeBrowser

@Suite("tmp") struct Tmp {
  @Test func show() {
    var d = BrowserDriver()
    d.press("Down")
    print(d.text())
    d.press("2", "Right", "i", "i", "p", "p", "b", "Space", "Up")
    print(d.text())
    var e = BrowserDriver(columns: 80, rows: 24)
    e.press("Down", "Right", "3", "Down", "/", "m", "i")
    print(e.text())
    e.press("Escape", "G", "i"); e.press("1", "G")
    print(e.text())
    e.send(.resize(columns: 40, rows: 12))
    print(e.text())
    e.press("2")
    print(e.text())
    e.press("?")
    print(e.text())
  }
}
