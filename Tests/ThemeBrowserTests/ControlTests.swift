import StyleValues
import TestSupport
import Testing
import ThemeBrowser

@Suite("The fuzzy filter")
struct FuzzyFilterTests {
  @Test(
    "finds letters in order",
    arguments: [
      ("", "anything", true), ("mdn", "midnight", true), ("MDN", "midnight", true),
      ("ndm", "midnight", false), ("mid hc", "midnight-hc", true), ("ü", "grün", true),
      ("midnightx", "midnight", false), ("a", "", false),
    ])
  func finds(pattern: String, name: String, isFound: Bool) {
    #expect((FuzzyFilter(pattern).match(name) != nil) == isFound)
  }

  @Test(
    "likes letters that stand together, and at the beginning of words",
    arguments: [
      ("mid", "midnight", "my-old-idea"), ("hc", "midnight-hc", "watches-cold"),
      ("dn", "dawn-night", "sudden"), ("nt", "xx-nt", "n-x-t"), ("bd", "BlueDark", "bxxd"),
    ])
  func ranks(pattern: String, better: String, worse: String) throws {
    let filter = FuzzyFilter(pattern)
    #expect(try #require(filter.match(better)).score > #require(filter.match(worse)).score)
  }

  @Test("says which letters it found")
  func offsets() {
    #expect(FuzzyFilter("hc").match("watch-hc")?.offsets == [6, 7])
  }

  @Test("agrees with the definition of a subsequence")
  func agrees() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let name = String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
          "abA-".randomElement(using: &random) ?? "a"
        })
      let pattern = String(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          "ab-".randomElement(using: &random) ?? "a"
        })
      var rest = name.lowercased()[...]
      var isFound = true
      for letter in pattern {
        guard let place = rest.firstIndex(of: letter) else {
          isFound = false
          break
        }
        rest = rest[rest.index(after: place)...]
      }
      #expect((FuzzyFilter(pattern).match(name) != nil) == isFound, "\(pattern) in \(name)")
    }
  }
}

@Suite("A scrolling list")
struct ScrollingListTests {
  @Test("keeps its selection in sight, whatever happens")
  func keepsSelection() {
    var random = SeededGenerator(seed: 11)
    var list = ScrollingList()
    for _ in 0..<5000 {
      switch Int.random(in: 0...3, using: &random) {
      case 0:
        list.resize(
          count: Int.random(in: -1...40, using: &random),
          height: Int.random(in: -1...12, using: &random))
      case 1: list.move(by: Int.random(in: -50...50, using: &random))
      case 2: list.scroll(by: Int.random(in: -9...9, using: &random))
      default: list.select(Int.random(in: -5...45, using: &random))
      }
      #expect(list.selection >= 0 && list.selection < max(1, list.count))
      #expect(list.offset >= 0 && list.offset <= max(0, list.count - list.height))
      if list.count > 0, list.height > 0 { #expect(list.visible.contains(list.selection)) }
    }
  }

  @Test("scrolls no more than it must")
  func scrollsLittle() {
    var list = ScrollingList()
    list.resize(count: 100, height: 10)
    list.move(by: 9)
    #expect(list.offset == 0)
    list.move(by: 1)
    #expect(list.offset == 1)
    list.move(by: -9)
    #expect(list.offset == 1)
    list.scroll(by: 20)
    #expect(list.selection == 21)
  }
}

@Suite("A text field")
struct TextFieldTests {
  private func type(_ keys: [String], into field: inout TextField) {
    for key in keys {
      guard let press = KeyPress(named: key) else {
        Issue.record("no key \(key)")
        return
      }
      let isTaken = field.handle(press)
      #expect(isTaken)
    }
  }

  @Test(
    "is edited with the usual keys",
    arguments: [
      (["a", "b", "Left", "c"], "acb", 2), (["Home", "x"], "xone two", 1),
      (["Ctrl-W"], "one ", 4), (["Ctrl-U"], "", 0), (["Ctrl-Left", "Ctrl-K"], "one ", 4),
      (["Backspace", "Backspace"], "one t", 5), (["Home", "Delete"], "ne two", 0),
      (["Home", "Ctrl-Right", "-"], "one- two", 4), (["Ctrl-A", "Ctrl-E", "!"], "one two!", 8),
      (["Alt-Backspace"], "one ", 4), ([",", " ", "Ctrl-Left", "x"], "one xtwo, ", 5),
      (["Home", "Ctrl-Right", "Ctrl-Right", "x"], "one twox", 8),
      (["Home", "Ctrl-Backspace", "Alt-Left", "x"], "xone two", 1),
    ])
  func edits(keys: [String], text: String, cursor: Int) {
    var field = TextField(keys.first == "a" ? "" : "one two")
    type(keys, into: &field)
    #expect(field.text == text)
    #expect(field.cursor == cursor)
  }

  @Test("takes a mark as part of the character before it")
  func marks() {
    var field = TextField("e")
    field.insert("\u{301}")
    #expect(field.characters == ["é"] && field.cursor == 1)
    type(["Backspace"], into: &field)
    #expect(field.text == "")
  }

  @Test("makes spaces of controls in what is pasted")
  func controls() {
    var field = TextField()
    field.insert("a\n\u{1B}[b\u{9B}")
    #expect(field.text == "a  [b ")
  }

  @Test("leaves other keys to others", arguments: ["Up", "Enter", "Escape", "F1", "Ctrl-L", "Tab"])
  func others(key: String) throws {
    var field = TextField("x")
    let isTaken = field.handle(try #require(KeyPress(named: key)))
    #expect(!isTaken)
    #expect(field.text == "x")
  }
}
