import PatternMatching
import Testing

@Suite struct PatternTests {
  @Test(
    "a pattern matches by its syntax",
    arguments: [
      // Characters and classes.
      (#"."#, "aé😀", "0:0-1 0:1-3 0:3-7"),
      (#"\."#, "a.b", "0:1-2"),
      (#"\t\x41\x{42}\u0043\u{44}\U00000045"#, "\tABCDE", "0:0-6"),
      (#"\é"#, "é", "0:0-2"),
      (#"\n\v\f\r\a\e"#, "\n\u{B}\u{C}\r\u{7}\u{1B}", "0:0-6"),
      (#"\x{9}\x{00000041}"#, "\tA", "0:0-2"),
      (#"[]a]+"#, "[a]", "0:1-3"),
      (#"[^]a]+"#, "]b]", "0:1-2"),
      (#"[a\-z]+"#, "b-az", "0:1-4"),
      (#"[-a]+[a-]+"#, "-a-", "0:0-3"),
      (#"[\w-.]+"#, "a-.b c", "0:0-4 0:5-6"),
      (#"[\]\\]+"#, #"a]\"#, "0:1-3"),
      (#"[[:alpha:][:digit:]_]+"#, "é a1_", "0:3-6"),
      (#"[[:^space:]]+"#, "a b", "0:0-1 0:2-3"),
      (#"[[a:]+"#, "x[a:", "0:1-4"),
      (#"[a-a]+"#, "-aab", "0:1-3"),
      (#"[äöü]"#, "xö", "0:1-3"),
      (#"[^ä]"#, "äx", "0:2-3"),
      (#"[α-ω]+"#, "aλόγοςz", "0:1-3 0:5-11"),
      (#"\d+"#, "12٣4", "0:0-2 0:4-5"),
      (#"\D+"#, "1٣a2", "0:1-4"),
      (#"\w+"#, "a_1é", "0:0-3"),
      (#"\s+"#, "a \t\u{A0}b", "0:1-3"),
      (#"(?u)\d+"#, "12٣4", "0:0-5"),
      (#"(?u)\w+"#, "naïve 漢字-e\u{301}", "0:0-6 0:7-13 0:14-17"),
      (#"(?u)\s+"#, "a \t\u{A0}b", "0:1-5"),
      (#"(?u)\W+"#, "ä ä", "0:2-3"),
      // Places.
      (#"^a"#, "aa", "0:0-1"),
      (#"\Aa|a\z"#, "aaa", "0:0-1 0:2-3"),
      (#"a$"#, "aa", "0:1-2"),
      (#"\bfoo\b"#, "foo foot afoo foo", "0:0-3 0:14-17"),
      (#"\Bo"#, "o oo", "0:3-4"),
      (#"\ba"#, "éa a", "0:2-3 0:4-5"),
      (#"(?u)\ba"#, "éa a", "0:4-5"),
      (#"(?u)é\b"#, "éa éä é", "0:9-11"),
      // Alternatives and repeats.
      (#"a|ab"#, "ab", "0:0-1"),
      (#"ab|a"#, "ab", "0:0-2"),
      (#"a||b"#, "ab", "0:0-1 0:1-2"),
      (#"a*?b|a"#, "aab a", "0:0-3 0:4-5"),
      (#"<.*>"#, "<a><b>", "0:0-6"),
      (#"<.*?>"#, "<a><b>", "0:0-3 0:3-6"),
      (#"a+?"#, "aa", "0:0-1 0:1-2"),
      (#"a??b??"#, "ab", "0:0-1 0:1-2"),
      (#"a{2}"#, "aaaaa", "0:0-2 0:2-4"),
      (#"a{2,}"#, "a aaaaa", "0:2-7"),
      (#"a{,2}b"#, "aaabb", "0:1-4 0:4-5"),
      (#"a{2,3}?"#, "aaaaa", "0:0-2 0:2-4"),
      (#"a{0}b"#, "ab", "0:1-2"),
      (#"a{|{}|x{a}|{,}"#, "a{ {} x{a} {,}", "0:0-2 0:3-5 0:6-10 0:11-14"),
      (#"a*"#, "baac", "0:1-3"),
      (#"(?:a|(?:b|)*)+c"#, "abac", "0:0-4"),
      // Groups and flags.
      (#"(?<key>\w+)=(?P<value>\w+)"#, "a=1 bc=2", "0:0-3,0:0-1,1:2-3 0:4-8,0:4-6,1:7-8"),
      (#"(?<out-er>a(?<in_ner>b)?)+"#, "aba", "0:0-3,0:2-3,1:1-2"),
      (#"(?<a>x)|(?<b>y)"#, "yx", "0:0-1,1:0-1 0:1-2,0:1-2"),
      (#"(?<A>x)(?<z9>y)"#, "xy", "0:0-2,0:0-1,1:1-2"),
      (#"(?<empty>)a"#, "a", "0:0-1,0:0-0"),
      (#"(a)(?:b)"#, "ab", "0:0-2"),
      (#"(?i)straße"#, "STRAßE straẞe", "0:0-7 0:8-16"),
      (#"(?i)[a-c]+[^d]"#, "xABCD ABCX", "0:1-4 0:6-10"),
      (#"a(?i:b)c|(?i)d(?-i)e"#, "aBc aBC De DE", "0:0-3 0:8-10"),
      (#"(?:(?i)a)b"#, "Ab AB", "0:0-2"),
      (#"(?i)k"#, "kK\u{212A}", "0:0-1 0:1-2"),
      (#"(?iu)k"#, "kK\u{212A}", "0:0-1 0:1-2 0:2-5"),
      (#"(?i)ς"#, "Σσς", "0:0-2 0:2-4 0:4-6"),
      ("", "a", ""),
      ("a", "", ""),
    ] as [(String, String, String)])
  func syntax(pattern: String, text: String, expected: String) throws {
    #expect(try matches(of: [pattern], in: text) == expected)
  }

  @Test(
    "a mistake has its place and a remedy",
    arguments: [
      (#"a(b"#, 1..<2, "'(' has no ')'"),
      (#"a)b"#, 1..<2, "')' has no '('"),
      (#"é[a"#, 2..<3, "'[' has no ']'"),
      (#"[]"#, 0..<1, "'[' has no ']'"),
      (#"[z-a]"#, 1..<4, "the range ends before its start"),
      (#"[a-\d]"#, 1..<5, "a range ends in a character"),
      (#"[a\b]"#, 2..<4, "a class has characters only"),
      (#"[[:letter:]]"#, 1..<11, "no class has this name"),
      (#"[[:letter:]"#, 1..<11, "no class has this name"),
      (#"[[::]]"#, 1..<5, "no class has this name"),
      (#"[[:"#, 0..<1, "'[' has no ']'"),
      (#"[[:a:"#, 0..<1, "'[' has no ']'"),
      (#"ab\"#, 2..<3, "the pattern ends in '\\'"),
      (#"\q"#, 0..<2, "'\\q' is no escape"),
      (#"\0"#, 0..<2, "'\\0' is no escape"),
      (#"\x4"#, 0..<3, "this is no number of a character"),
      (#"\x{}"#, 0..<4, "this is no number of a character"),
      (#"\uD800"#, 0..<6, "this is no number of a character"),
      (#"\x{110000}"#, 0..<10, "this is no number of a character"),
      (#"\x{100000041}"#, 0..<11, "this is no number of a character"),
      (#"\pL"#, 0..<2, "properties are not supported"),
      (#"*a"#, 0..<1, "there is nothing to repeat here"),
      (#"a|+"#, 2..<3, "there is nothing to repeat here"),
      (#"^{2}"#, 1..<4, "there is nothing to repeat here"),
      (#"\b*?"#, 2..<4, "there is nothing to repeat here"),
      (#"a**"#, 2..<3, "this repeats a repeat"),
      (#"a{2}{3}"#, 4..<7, "this repeats a repeat"),
      (#"a+*"#, 2..<3, "this repeats a repeat"),
      (#"a{3,2}"#, 1..<6, "the repeat ends below its start"),
      (#"a{1001}"#, 1..<7, "a repeat of more than 1000 is too long"),
      (#"a{1,99999999999999999999}"#, 1..<25, "a repeat of more than 1000 is too long"),
      (#"a*+"#, 1..<3, "a possessive repeat gives nothing back, which needs backtracking"),
      (#"a{1,2}+"#, 1..<7, "a possessive repeat gives nothing back, which needs backtracking"),
      (#"x(?>a)"#, 1..<4, "an atomic group gives nothing back, which needs backtracking"),
      (#"(a)\1"#, 3..<5, "a back-reference cannot be matched in linear time"),
      (#"(?P=a)"#, 0..<4, "a back-reference cannot be matched in linear time"),
      (#"(?<a>b)\k<a>"#, 7..<9, "a back-reference cannot be matched in linear time"),
      (#"(?=a)"#, 0..<3, "look-ahead is not supported"),
      (#"a(?!b)"#, 1..<4, "look-ahead is not supported"),
      (#"(?<=a)b"#, 0..<4, "look-behind is not supported"),
      (#"(?<!a)b"#, 0..<4, "look-behind is not supported"),
      (#"(?<1>a)"#, 3..<4, "this is no name of a group"),
      (#"(?<a b>a)"#, 3..<4, "this is no name of a group"),
      (#"(?<>a)"#, 3..<4, "this is no name of a group"),
      (#"(?<a>a)(?<a>b)"#, 10..<11, "group 'a' is there already"),
      (#"(?Pa>b)"#, 0..<3, "no group starts like this"),
      (#"(?x<a>b)"#, 0..<3, "no group starts like this"),
      (#"(?x)a"#, 0..<3, "no group starts like this"),
      (#"(?)"#, 0..<3, "no group starts like this"),
      (#"(?#a)"#, 0..<3, "no group starts like this"),
      (#"(?"#, 0..<2, "'(' has no ')'"),
      (#"(?i"#, 0..<3, "'(' has no ')'"),
    ] as [(String, Range<Int>, String)])
  func mistakes(pattern: String, range: Range<Int>, problem: String) throws {
    let error = try #require(throws: PatternError.self) { try Pattern(pattern) }
    #expect(error.range == range)
    #expect(error.problem == problem)
    #expect(error.message == "\(problem); \(error.remedy)" && !error.remedy.isEmpty)
  }

  @Test("at one place, the last pattern wins, however long its match is")
  func priority() throws {
    #expect(try matches(of: ["abc", "a", "b+"], in: "abc ab") == "1:0-1 2:1-2 1:4-5 2:5-6")
    #expect(try matches(of: ["abc", "a(?:bx)?", "x*"], in: "abc") == "1:0-1")
    #expect(try matches(of: [], in: "abc") == "")
  }

  @Test("the last pattern that matches a whole line wins")
  func wholeLine() throws {
    let patterns = [".*", #"(?<key>\w+)=(?<value>.*?)"#, "^x.*", ".+?b"]
    for (text, expected) in [
      ("a=1", "1:0-3,0:0-1,1:2-3"), ("xa", "2:0-2"), ("abab", "3:0-4"), ("", "0:0-0"),
      ("a b", "3:0-3"), ("a é", "0:0-4"),
    ] {
      #expect(try matches(of: patterns, in: text, scope: .wholeLine) == expected)
    }
    #expect(try matches(of: ["a"], in: "ab", scope: .wholeLine) == "")
    #expect(try matches(of: ["b"], in: "ab", scope: .wholeLine) == "")
  }

  @Test("bytes that are no UTF-8 are matched as U+FFFD")
  func illFormed() throws {
    var matcher = PatternMatcher(try PatternSet([Pattern("."), Pattern("\u{FFFD}")]))
    let line: [UInt8] = [0x61, 0x80, 0xE2, 0x82, 0x62, 0xE0, 0x80, 0xC3, 0xA9, 0xF0, 0x9F]
    #expect(
      matcher.description(of: line) == "0:0-1 1:1-2 1:2-4 0:4-5 1:5-6 1:6-7 0:7-9 1:9-11")
  }
}
