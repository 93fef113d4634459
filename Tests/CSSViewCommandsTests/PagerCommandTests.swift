import OperatingSystem
import SystemPackage
import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("The command of a pager")
struct PagerCommandTests {
  @Test(
    "is split into words as a POSIX shell does",
    arguments: [
      ("", []), ("  ", []), ("less", ["less"]), (" less  -R\t-S\n", ["less", "-R", "-S"]),
      ("'a b' c", ["a b", "c"]), (#""a b"c"#, ["a bc"]), (#"a\ b"#, ["a b"]), ("''", [""]),
      (#"a "" b"#, ["a", "", "b"]), (#"'a\b'"#, [#"a\b"#]), (#""a\b""#, [#"a\b"#]),
      (#""a\"b\\c\$d\`e""#, [#"a"b\c$d`e"#]), (#"'it'\''s'"#, ["it's"]), (#"a\"#, [#"a\"#]),
      ("a\\\nb", ["ab"]), ("\"a\\\nb\"", ["ab"]), ("'a b", ["a b"]),
      (#"$HOME `x` *"#, ["$HOME", "`x`", "*"]),
      (#"\'a"#, ["'a"]), ("a;b|c", ["a;b|c"]), ("ä\u{301} e\u{301}", ["ä\u{301}", "e\u{301}"]),
    ] as [(String, [String])])
  func words(command: String, expected: [String]) {
    #expect(ArgumentText.words(command) == expected)
  }

  @Test(
    "is a shell's for every word that is quoted for one",
    arguments: ["a b", "it's", #"\"#, "", "\"", "$x", "a\tb", "ä", #"a\'b"#])
  func quotedWords(word: String) {
    #expect(ArgumentText.words(ShellText.quoted(word) + " x") == [word, "x"])
  }

  @Test(
    "comes from CSSVIEW_PAGER, PAGER or less",
    arguments: [
      ([:], ["less"], "default"), (["PAGER": "more -s"], ["more", "-s"], "PAGER"),
      (["PAGER": "more", "CSSVIEW_PAGER": "less -S"], ["less", "-S"], "CSSVIEW_PAGER"),
      (["PAGER": ""], nil, ""), (["CSSVIEW_PAGER": "", "PAGER": "less"], nil, ""),
      (["PAGER": "cat"], nil, ""), (["PAGER": "cat -v"], ["cat", "-v"], "PAGER"),
      (["PAGER": "cssview --paging always"], ["less"], "PAGER is cssview"),
      (["PAGER": "/no/where/cssview"], ["less"], "PAGER is cssview"),
      (["PAGER": "'' x"], nil, ""),
    ] as [([String: String], [String]?, String)])
  func sources(environment: [String: String], words: [String]?, origin: String) {
    let command = PagerCommand { environment[$0] }
    #expect(command?.words == words)
    #expect(command == nil || command?.origin == origin)
  }

  @Test("is less where it is this program by another name")
  func itself() throws {
    let directory = try ScratchDirectory()
    // macOS has no such file, but an absolute path.
    let program = FilePath("/proc/self/exe").canonical?.argument ?? CommandLine.arguments[0]
    try directory.shell("ln -s '\(program)' other")
    #expect(PagerCommand { $0 == "PAGER" ? directory.path + "/other -x" : nil }?.words == ["less"])
    #expect(PagerCommand { $0 == "PAGER" ? "/bin/sh -c" : nil }?.words == ["/bin/sh", "-c"])
  }

  @Test(
    "gets options only if it is less",
    arguments: [
      ("less", 590, false, ["less", "-R", "-F"]), ("less", 530, false, ["less", "-R", "-F"]),
      ("less", 529, false, ["less", "-R", "-F", "-X"]),
      ("less -S", 590, true, ["less", "-R", "-S"]),
      ("/usr/bin/less", nil, false, ["/usr/bin/less", "-R"]), ("more", nil, false, ["more"]),
      ("lesspipe", 590, false, ["lesspipe"]),
    ] as [(String, Int?, Bool, [String])])
  func arguments(pager: String, version: Int?, hasOptions: Bool, expected: [String]) {
    let command = PagerCommand { $0 == "PAGER" ? pager : nil }
    #expect(command?.arguments(version: version, hasOptions: hasOptions) == expected)
  }

  @Test(
    "takes links only where they are known to work",
    arguments: [
      ("less", 566, true), ("less", 565, false), ("less", nil, false), ("more", 600, false),
      ("moor", nil, true), ("/opt/moar", nil, true), ("most", nil, false), ("bat", nil, false),
    ] as [(String, Int?, Bool)])
  func links(pager: String, version: Int?, expected: Bool) {
    #expect(PagerCommand { $0 == "PAGER" ? pager : nil }?.showsLinks(version: version) == expected)
  }

  @Test(
    "says the version of less",
    arguments: [
      ("less 590 (GNU regular expressions)\nCopyright", 590), ("less 581.2 (POSIX)", 581),
      ("less 520", 520), ("BusyBox v1.36.1", nil), ("less", nil), ("", nil), ("less x", nil),
    ] as [(String, Int?)])
  func version(output: String, expected: Int?) {
    #expect(PagerCommand.version(in: Array(output.utf8)) == expected)
  }

  @Test(
    "was left by a person, or has failed",
    arguments: [
      ("less", .exit(0), true), ("less", .exit(2), true), ("more", .exit(2), false),
      ("more", .exit(130), true), ("less", .exit(1), false), ("less", .exit(127), false),
      ("more", .signal(2), true), ("less", .signal(9), false), ("less", .signal(13), true),
    ] as [(String, PagerProgram.End, Bool)])
  func ends(pager: String, end: PagerProgram.End, expected: Bool) {
    #expect(PagerCommand { $0 == "PAGER" ? pager : nil }?.wasLeft(end) == expected)
  }

  @Test(
    "Rows are counted as a terminal of ten columns wraps them",
    arguments: [
      ("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2), ("0123456789\n", 1),
      ("01234567890\n", 2), ("0123456789012345678901", 3), ("あいうえお\n", 1), ("aあいうえお\n", 2),
      // A wide character does not fit at the end of a row.
      ("aあいうえおあいうえおa", 3), ("12345678\t9\n", 1), ("\u{1B}[31m0123456789\u{1B}[0m\n", 1),
      ("\u{1B}]8;;https://example.org/long\u{1B}\\0123456789\u{1B}]8;;\u{1B}\\\n", 1),
    ])
  func rows(text: String, expected: Int) {
    for piece in [1, 2, 7, 1000] {
      var height = ScreenHeight(columns: 10)
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: piece) {
        height.add(Array(bytes[start..<min(bytes.count, start + piece)]))
      }
      // The last row of a line without an end is counted now and then.
      if text.hasSuffix("\n") || piece == 1000 {
        #expect(height.rows == expected)
      } else {
        #expect(height.rows <= expected)
      }
    }
  }

  @Test("Links are taken out in any pieces", arguments: 1...9)
  func linkFilter(piece: Int) {
    let text =
      "a\u{1B}[1mb\u{1B}]8;id=1;https://x\u{1B}\\c\u{1B}[0m\u{1B}]8;;\u{1B}\\\u{1B}#3d\n"
    var filter = LinkFilter()
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      result += filter.removing(from: Array(bytes[start..<min(bytes.count, start + piece)]))
    }
    #expect(String(decoding: result, as: UTF8.self) == "a\u{1B}[1mbc\u{1B}[0m\u{1B}#3d\n")
  }
}
