import CSSViewCommands
import TestSupport
import Testing

@Suite("cssview convert --to sh")
struct ShellVariablesTests {
  private static let sheet = """
    text { color: #dddddd; font-weight: bold }
    .ok { color: ansi(green) } .fail { color: #ff6b6b; text-decoration: underline wavy blue }
    .step-name { background: #102030 } .same { color: #dddddd; font-weight: bold }
    .hidden { display: none } .before::before { content: "✗ "; color: red }
    .upper { text-transform: uppercase; border: 1px solid red; padding: 1ch }
    b { color: red } #id { color: red } .one.two { color: red } .ok:disabled { color: red }
    .größe { font-style: italic }
    """

  private func convert(_ arguments: String..., sheet: String = sheet) -> CommandRun {
    CommandRun(["convert", "-", "--to", "sh"] + arguments, input: Array(sheet.utf8))
  }

  @Test("each class has a variable, and the shell decides if it is empty")
  func code() {
    let run = convert()
    #expect(run.status == .success && run.errors.isEmpty)
    #expect(
      run.visible == """
        if [ -t 1 ] && [ -z "${NO_COLOR-}" ] && [ "${TERM-}" != dumb ]; then
          css_before=;
          css_fail='␛[38;5;203;4m';
          css_gr__e='␛[3m';
          css_hidden=;
          css_ok='␛[32m';
          css_one=;
          css_same='␛[38;5;253;1m';
          css_step_name='␛[48;5;234m';
          css_two=;
          css_upper=;
          css_reset='␛[0m';
        else
          css_before=;
          css_fail=;
          css_gr__e=;
          css_hidden=;
          css_ok=;
          css_one=;
          css_same=;
          css_step_name=;
          css_two=;
          css_upper=;
          css_reset=;
        fi

        """)
  }

  @Test(
    "--color chooses the depth",
    arguments: [
      ("16", "␛[91;4m", "␛[0m"), ("8", "␛[31;4m", "␛[0m"), ("256", "␛[38;5;203;4m", "␛[0m"),
      ("truecolor", "␛[38;2;255;107;107;4m", "␛[0m"), ("mono", "␛[4m", "␛[0m"), ("never", "", ""),
      ("auto", "␛[38;5;203;4m", "␛[0m"), ("tty", "␛[38;5;203;4m", "␛[0m"),
    ])
  func depth(option: String, fail: String, reset: String) {
    let lines = convert("--color", option).visible.split(separator: "\n")
    func line(_ name: String, _ value: String) -> Substring {
      "  \(name)=\(value.isEmpty ? "" : "'\(value)'");"
    }
    #expect(lines.contains(line("css_fail", fail)) && lines.contains(line("css_reset", reset)))
  }

  @Test("the same stylesheet gives the same code, unless its user names a background")
  func background() {
    let sheet = """
      .a { color: light-dark(#000000, #ffffff) } .b { color: #111111 }
      @media (prefers-color-scheme: no-preference) { .b { color: #777777 } }
      """
    let unknown = convert("--color", "truecolor", sheet: sheet).visible
    #expect(unknown.contains("css_a='␛[38;2;255;255;255m'"))
    #expect(unknown.contains("css_b='␛[38;2;119;119;119m'"))
    let light = convert("--color", "truecolor", "--background", "light", sheet: sheet).visible
    #expect(light.contains("css_a='␛[38;2;0;0;0m'") && light.contains("css_b='␛[38;2;17;17;17m'"))
    func run(_ variables: [String: String]) -> String {
      var variables = variables
      variables["TERM"] = "xterm"
      return CommandRun(
        ["convert", "-", "--to", "sh", "--color", "truecolor"], input: Array(sheet.utf8),
        terminal: (80, 24), environment: variables
      ).visible
    }
    #expect(run(["COLORFGBG": "0;15", "COLORTERM": "truecolor", "NO_COLOR": "1"]) == unknown)
    #expect(run(["CSSVIEW_BACKGROUND": "light"]) == light)
  }

  @Test("--prefix is the beginning of an identifier")
  func prefix() {
    let run = convert("--prefix", "_my1_")
    #expect(run.output.contains("\n  _my1_ok='") && run.output.contains("\n  _my1_reset=;\n"))
    #expect(!run.output.contains("css_"))
    for prefix in ["", "1a", "a-b", "a b", "a;id", "größe", "$x", "a\n"] {
      let run = convert("--prefix", prefix)
      #expect(run.status == .usage && run.output.isEmpty, "\(prefix)")
    }
    let css = CommandRun("convert", "fjord", "--to", "css", "--prefix", "a_")
    #expect(css.errors.hasPrefix("cssview: '--prefix' needs '--to sh'\n"))
  }

  @Test("two classes with one variable are a finding with both places")
  func clashes() {
    let sheet = """
      .a-b { color: red }
      .reset { color: red }
      b .a_b > i, :is(.x, .a\\+b) { color: blue }
      """
    let run = convert("--color", "16", sheet: sheet)
    #expect(run.status == .success && run.visible.contains("\n  css_a_b='␛[31m';\n"))
    #expect(run.errors.contains("2:1: warning: the variable 'css_reset' of class 'reset' is the"))
    let check = convert("--strict", sheet: sheet)
    #expect(check.status == .unusableInput && check.output.isEmpty)
    #expect(check.errors.contains("[same-variable]"))
    let other = convert(sheet: ".a-b{color:red}\nb .a_b > i {color:red}").errors
    #expect(
      other.hasPrefix(
        "<stdin>:2:1: warning: the variable 'css_a_b' of class 'a_b' is that of class "
          + "'a-b' (<stdin>:1:1); rename one of the classes [same-variable]\n"), "\(other)")
    let listed = convert(sheet: ".a-b{color:red}\n:is(.x, .a_b) {color:red}").errors
    #expect(listed.hasPrefix("<stdin>:2:1: warning: "), "\(listed)")
  }

  @Test("a stylesheet that cannot be read gives no code")
  func broken() throws {
    let broken = convert(sheet: "} color: red; p")
    #expect(broken.status == .unusableInput && broken.output.isEmpty && !broken.errors.isEmpty)
    #expect(CommandRun("convert", "nosuch", "--to", "sh").status == .noInput)
    #expect(convert(sheet: "b { color: red }").output.contains("  css_reset='"))
  }

  @Test("whatever a class is called, a line is an identifier and a sequence")
  func names() throws {
    var random = SeededGenerator(seed: 7)
    let letters = Array(
      "ab_-'\"`$(){};&|\\ \n\t\u{0}\u{1B}\u{7F}é漢\u{301}\u{202E}#!*?~=%".unicodeScalars)
    for _ in 0..<60 {
      let name = String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 1...12, using: &random)).map { _ in
            letters[Int.random(in: letters.indices, using: &random)]
          }))
      var escaped = ""
      for scalar in name.unicodeScalars { escaped += "\\\(String(scalar.value, radix: 16)) " }
      let run = convert(sheet: ".\(escaped) { color: red }")
      let lines = run.output.split(separator: "\n")
      #expect(run.status == .success && lines.count > 5)
      for line in lines.dropFirst() where line != "else" && line != "fi" {
        #expect(line.wholeMatch(of: #/  css_\w*=('\u{1B}\[[0-9;]*m')?;/#) != nil, "\(line)")
        #expect(line.utf8.allSatisfy { $0 < 0x80 })
      }
    }
  }
}
