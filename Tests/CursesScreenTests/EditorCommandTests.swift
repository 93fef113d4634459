import CursesScreen
import Testing

@Suite("Editors")
struct EditorCommandTests {
  @Test(
    "are told the line in their own way",
    arguments: [
      ("", ["vi", "+7", "./a.css"]), ("  ", ["vi", "+7", "./a.css"]),
      ("vim", ["vim", "+7", "./a.css"]),
      ("emacs -nw", ["emacs", "-nw", "+7", "./a.css"]),
      ("/usr/bin/nano", ["/usr/bin/nano", "+7", "./a.css"]),
      ("code --wait", ["code", "--wait", "-g", "./a.css:7"]),
      ("/opt/bin/codium", ["/opt/bin/codium", "-g", "./a.css:7"]), ("hx", ["hx", "./a.css:7"]),
      ("zed --wait", ["zed", "--wait", "./a.css:7"]), ("/", ["/", "+7", "./a.css"]),
      (#""/opt/my ed/vi" -w"#, ["/opt/my ed/vi", "-w", "+7", "./a.css"]),
      (#"/opt/my\ ed/code '--x y'"#, ["/opt/my ed/code", "--x y", "-g", "./a.css:7"]),
      (#"a"b c"'d e' "\"\n" ''"#, ["ab cd e", #""\n"#, "", "+7", "./a.css"]),
      ("''", ["vi", "+7", "./a.css"]), ("kate -b", ["kate", "-b", "--line", "7", "./a.css"]),
      ("ed -s", ["ed", "-s", "./a.css"]),
    ])
  func lines(commandLine: String, arguments: [String]) {
    #expect(EditorCommand(commandLine).arguments(path: "a.css", line: 7) == arguments)
  }

  @Test(
    "never take a name for an option or a command",
    arguments: ["vi", "code", "micro", "kate", "ed", "emacsclient"],
    ["-c.css", "+!id>PWN.css", "!id.css", "scp:a/b.css", "a.css"])
  func names(editor: String, name: String) {
    let last = EditorCommand(editor).arguments(path: name, line: 1).last
    #expect(last?.hasPrefix("./" + name) == true)
  }

  @Test("get a path from the root as it is")
  func absolute() {
    #expect(EditorCommand("vi").arguments(path: "/a/+b.css", line: 1).last == "/a/+b.css")
  }
}
