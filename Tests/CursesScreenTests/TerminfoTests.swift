import CNCurses
import CellLayout
import OperatingSystem
import TerminalOutput
import TestSupport
import Testing

@testable import CursesScreen

@Suite("Terminal descriptions")
struct TerminfoTests {
  @Test("extended at run time are what tic would have made of them")
  func compiled() throws {
    let description = try RuntimeDescription(
      term: "xterm-256color", features: ScreenFeatures(renditions: [.underlineStyles, .overline]))
    let run = try runProgram(
      ["infocmp", "-1", "-x", "xterm-256color"],
      environment: ["TERMINFO": "b64:" + base64(description.compiled)])
    #expect(run.status == 0)
    for line in [
      "\tcolors#16777472,", "\tpairs#0x10000,", "\tRGB,", "\tAX,", "\tbold=\\E[1m,",
      "\tcup=\\E[%i%p1%d;%p2%dH,", "\tehhlm=\\E[9m,", "\telhlm=\\E[4m\\E[4:3m,",
    ] {
      #expect(run.text.contains(line + "\n"), "\(line)")
    }
    #expect(!run.text.contains("\tsgr=") && !run.text.contains("\tkmous="))
  }

  @Test("without underline styles fall back on a line")
  func plainUnderline() throws {
    let description = try RuntimeDescription(term: "xterm", features: ScreenFeatures())
    let text = String(decoding: description.compiled, as: UTF8.self)
    #expect(!text.contains("4:3") && !text.contains("[53m"))
  }

  @Test("lose their delays where the strings are written as they are")
  func padding() {
    let bytes = Array("\u{1B}[m\u{F}$<2>x$<5*/>y$z$<".utf8)
    #expect(
      String(decoding: RuntimeDescription.withoutPadding(bytes), as: UTF8.self)
        == "\u{1B}[m\u{F}xy$z$<")
  }

  @Test(
    "travel in base64 (RFC 4648 §10)",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func base64Vectors(text: String, encoded: String) {
    #expect(base64(Array(text.utf8)) == encoded)
  }

  @Test("say for the library what ncurses reads in them, for every terminal of this system")
  func libraryReadsTheSame() throws {
    let names = try runProgram(["toe", "-a"]).text.split(separator: "\n").compactMap {
      $0.split(separator: "\t").first.map { String($0.prefix { $0 != " " }) }
    }
    #expect(names.count > 20)
    for name in names {
      let facts = TerminfoFacts(term: name)
      guard cn_terminfo_begin(name) == Int32(CN_TERMINFO_OK) else {
        #expect(facts == nil, "\(name)")
        continue
      }
      defer { cn_terminfo_end() }
      let colors = Int(cn_terminfo_number("colors"))
      #expect(facts?.colors == (colors > 0 ? colors : nil), "\(name)")
      let isDirect = ["RGB", "Tc"].contains { (name: String) in
        cn_terminfo_flag(name) || cn_terminfo_number(name) > 0 || cn_terminfo_string(name) != nil
      }
      #expect(facts?.hasDirectColor == isDirect, "\(name)")
    }
  }

  @Test(
    "that cannot be used are reported with their name",
    arguments: [
      ("no", "unknown TERM=no; set TERM=xterm-256color"),
      ("dumb", "TERM=dumb is a printing terminal; set TERM=xterm-256color"),
    ])
  func unusable(term: String, message: String) {
    let error = #expect(throws: TerminfoError.self) {
      try RuntimeDescription(term: term, features: ScreenFeatures())
    }
    #expect(error?.description == message)
  }
}
