import TestSupport
import Testing

/// What real shells make of the code and the prompts that they are given.
@Suite("In real shells", .serialized)
struct ShellTests {
  private static let program = "\(builtProductsDirectory())/cssview"

  /// The shells of this machine.
  private static let shells = ["sh", "dash", "bash", "zsh", "ksh", "mksh", "yash", "busybox sh"]
    .filter { shell in
      let name = shell.split(separator: " ")[0]
      return (try? runProgram(["sh", "-c", "command -v \(name)"]).status) == 0
    }

  private static let sheet = """
    .ok { color: ansi(green) } .plain {} .step-name { font-weight: bold }
    .\\27 \\3b touch\\20 pwned\\3b \\27 { color: ansi(red) }
    .\\a touch\\20 pwned\\a { color: ansi(red) } .\\$\\(touch\\ pwned\\) { color: ansi(red) }
    .\\`touch\\ pwned\\` { color: ansi(red) } .\\0 \\"\\&\\& { color: ansi(red) }
    .\u{0}x { color: ansi(red) } .漢 { color: ansi(red) } .IFS\\=x { color: ansi(red) }
    """

  private func run(
    _ shell: String, _ script: String, in directory: ScratchDirectory,
    _ variables: [String: String] = [:]
  ) throws -> String {
    let script = try directory.file("script", script.replacing("cssview", with: Self.program))
    return try FakeTerminal.run(
      ["sh", "-c", "cd '\(directory.path)' && unset COLUMNS LINES && exec \(shell) '\(script)'"],
      environment: FakeTerminal.variables.merging(variables) { $1 }, play: { _ in [] }
    ).text.replacing("\r\n", with: "\n")
  }

  @Test("variables hold sequences on a terminal and nothing elsewhere", arguments: shells)
  func variables(shell: String) throws {
    let directory = try ScratchDirectory()
    try directory.file("status.css", Self.sheet)
    for eval in ["\"$(cssview convert status.css --to sh --color 16 -q)\""]
      // zsh does not take the words apart.
      + (shell == "zsh" ? [] : ["$(cssview convert status.css --to sh --color 16 -q)"])
    {
      let script = """
        set -eu
        eval \(eval)
        printf '%s\\n' "${css_ok}done${css_reset}${css_plain}"
        printf '%s\\n' "${css_step_name}x${css_reset}" | cat
        """
      for (variables, expected) in [
        ([:], "\u{1B}[32mdone\u{1B}[0m\n\u{1B}[1mx\u{1B}[0m\n"), (["TERM": "dumb"], "done\nx\n"),
        (["NO_COLOR": "1"], "done\nx\n"),
        (["TERM": ""], "\u{1B}[32mdone\u{1B}[0m\n\u{1B}[1mx\u{1B}[0m\n"),
      ] {
        let shown = try self.run(shell, script, in: directory, variables)
        #expect(shown == expected)
      }
    }
    // A pipe is none, even if its reader is on one.
    let piped = """
      set -eu
      { eval "$(cssview convert status.css --to sh -q)"; echo "${css_ok}done${css_reset}"; } | cat
      unset TERM NO_COLOR
      eval "$(cssview convert status.css --to sh -q --prefix my_)"
      echo "${my_ok}done${my_reset}"
      """
    let shown = try self.run(shell, piped, in: directory)
    #expect(shown == "done\n\u{1B}[32mdone\u{1B}[0m\n")
    #expect(try directory.shell("ls") == "script\nstatus.css\n")
  }

  // MARK: Prompts

  /// A folder whose name bash would run, expand or decode.
  private static let name = #"a $(touch pwned) $HOME \w\$PWD\[!x ;touch pwned2;"#

  private static let preview =
    #"cssview preview ../s.css --color tty --prompt --set d="${PWD##*/}""#

  /// An interactive bash in that folder.
  private func bash(
    _ directory: ScratchDirectory, folder: String = name, columns: Int = 80
  ) throws -> TmuxSession {
    try directory.file(
      "s.css", ".q { color: ansi(2); font-weight: bold } a { color: ansi(4) }")
    try directory.file(
      "rc",
      "PATH=\(builtProductsDirectory()):$PATH PS1='first> '; cd '\(directory.path)'/a*; clear\n")
    try directory.shell("mkdir '\(folder)'")
    let session = try TmuxSession(
      "bash --noprofile --rcfile '\(directory.path)/rc' -i", columns: columns)
    try session.wait(forText: "first>")
    return session
  }

  /// Types letters behind a prompt, and expects the text and the cursor where they have to be.
  private func expect(
    _ prompt: String, _ session: TmuxSession, columns: Int = 80,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let typed = prompt + "echo done"
    // What is typed goes on in the next row.
    let rows = stride(from: 0, to: typed.count, by: columns).map { start in
      String(typed.dropFirst(start).prefix(columns))
    }
    try session.wait(for: "the prompt \(prompt)") { screen in
      screen.lines.last { !$0.isEmpty } == prompt.trimmed
    }
    try session.type("echo done")
    let screen = try session.wait(for: "'\(typed)' in rows of \(columns)") { screen in
      screen.lines.filter { !$0.isEmpty }.suffix(rows.count) == rows.map(\.trimmed)[...]
    }
    #expect(screen.rows.count > 1, sourceLocation: sourceLocation)
    let cursor = try session.cursor()
    #expect(cursor.column == typed.count % columns, sourceLocation: sourceLocation)
  }

  @Test("PS1 and read show the name of a folder, and run nothing of it")
  func prompts() throws {
    let directory = try ScratchDirectory()
    let session = try bash(directory)
    for setting in [
      // Each time anew, as text that is expanded each time, and by a question.
      #"PS1='$(\#(Self.preview) "<b class=q>{d}</b>> ")'"#,
      #"PS1="$(\#(Self.preview) '<b class=q>{d}</b>> ')""#,
      #"PROMPT_COMMAND='PS1=$(\#(Self.preview) "<b class=q>{d}</b>> ")'"#,
      #"read -erp "$(\#(Self.preview) '<b class=q>{d}</b>> ')""#,
    ] {
      try session.type("clear; \(setting)")
      try session.press("Enter")
      try expect(Self.name + "> ", session)
      try session.press("Enter")
    }
    #expect(try directory.shell("ls | grep -c .; ls a* | grep -c .") == "3\n0\n")
  }

  @Test("a back-quote is never run, and has a backslash where bash expands nothing")
  func backQuotes() throws {
    let directory = try ScratchDirectory()
    let session = try bash(directory, folder: "a `touch pwned` b")
    for (setting, prompt) in [
      (#"PS1='$(\#(Self.preview) "{d}> ")'"#, #"a \`touch pwned\` b> "#),
      (#"PS1="$(\#(Self.preview) '{d}> ')""#, "a `touch pwned` b> "),
      (#"read -erp "$(\#(Self.preview) '{d}> ')""#, #"a \`touch pwned\` b> "#),
    ] {
      try session.type("clear; \(setting)")
      try session.press("Enter")
      try expect(prompt, session)
      try session.press("Enter")
    }
    #expect(try directory.shell("ls a*") == "")
  }

  @Test("lines that are typed wrap where the window ends, behind links and several rows, too")
  func wrapping() throws {
    let directory = try ScratchDirectory()
    let session = try bash(directory, folder: "a$x", columns: 24)
    let link = #"<a href=https://x.org/$(id)>link</a>"#
    for (text, last) in [
      ("<b class=q>{d}</b> in the house> ", "a$x in the house> "),
      ("<b class=q>{d}</b> \(link) here> ", "a$x link here> "),
      ("<b class=q>first</b>\n<b class=q>{d}</b> second> ", "a$x second> "),
      ("{d} <span class=q>a word that is too long</span>> ", "long> "),
    ] {
      try directory.file("text", text)
      try session.type(
        "clear; PS1='$(\(Self.preview) --hyperlinks always --file ../text)'")
      try session.press("Enter")
      try expect(last, session, columns: 24)
      try session.press("Enter")
      // A line that is taken back from the history is drawn where the last one was.
      try session.wait(for: "the next prompt") { screen in
        screen.text.contains("\ndone\n") && screen.lines.last { !$0.isEmpty } == last.trimmed
      }
      try session.press("Up")
      try session.wait(for: "the line before") { screen in
        screen.lines.joined().hasSuffix(last + "echo done")
      }
      try session.press("C-c")
    }
  }
}

extension StringProtocol {
  /// The text without blanks at its end.
  fileprivate var trimmed: String {
    var text = String(self)
    while text.last == " " { text.removeLast() }
    return text
  }
}
