import TestSupport
import Testing

extension ScratchDirectory {
  /// A directory with a sheet, for one test.
  fileprivate convenience init(sheet: String) throws {
    try self.init(in: "/var/tmp")
    try file("theme.json", sheet)
  }

  fileprivate var sheet: String { "\(path)/theme.json" }
}

private let program = "\(builtProductsDirectory())/cssview"

@Suite("cssview browse", .serialized)
struct BrowseTests {
  private static let sheet = #"""
    {
      "text": {
        "color": "#cdd6f4", "background-color": "#1e1e2e", "padding": "15px",
        "border": "1px solid #cba6f7", "border-radius": "8px"
      },
      ".title": {"color": "#cba6f7", "font-weight": "bold", "text-shadow": "1px 1px 2px #000"},
      ".note": {"color": "#a6e3a1", "text-decoration": "underline wavy"},
      ".over": {"text-decoration": "overline", "background-color": "rgba(255, 0, 0, 0.4)"},
      ".struck": {"text-decoration": "line-through", "opacity": 0.6, "font-style": "italic"},
      ".entry": {"color": "ansi(11)", "background-color": "ansi(236)"}
    }
    """#

  private static let markup =
    "A <span class=title>title</span>, a <span class=note>note</span> that is long enough to be "
    + "wrapped, <span class=over>over</span> and <span class=struck>struck</span>, <u>u</u> "
    + "<span class=entry>palette</span>."

  @Test(
    "shows cell for cell what preview prints",
    arguments: ["truecolor", "256", "16", "8", "mono"], ["dark", "light"])
  func showsWhatPreviewPrints(depth: String, background: String) throws {
    let directory = try ScratchDirectory(sheet: Self.sheet)
    let options =
      "--color \(depth) --background \(background) --text-sizing off --hyperlinks never"
    let preview = try TmuxSession(
      "\(program) preview \(options) --width 73 \(directory.sheet) '\(Self.markup)'",
      columns: 100, rows: 30)
    try preview.waitForEnd()
    let printed = try preview.screen()

    let browse = try TmuxSession(
      "\(program) browse \(options) --width 73 --text '\(Self.markup)' \(directory.path)",
      columns: 100, rows: 30)
    try browse.wait(forText: "? keys")
    // The block is seven rows high: border, padding, three lines of text at most.
    let rows = printed.lines.firstIndex { $0.hasPrefix("╰") } ?? 0
    #expect(rows >= 5)
    let shown = try browse.wait(for: "the last row of the preview") { screen in
      screen[24, 2 + rows].text != " " && screen[23 + 72, 2 + rows].text != " "
    }
    for row in 0...rows {
      for column in 0..<73 {
        #expect(
          printed[column, row] == shown[23 + column, 2 + row],
          "column \(column), row \(row) at depth \(depth)")
      }
    }
    try browse.press("q")
    #expect(try browse.waitForEnd() == 1)
  }

  @Test("shows joined emoji as preview prints them, whatever cells the terminal gives them")
  func showsEmoji() throws {
    let directory = try ScratchDirectory(sheet: Self.sheet)
    let options = "--color truecolor --background dark"
    let markup = "a 👨‍👩‍👧 b 👍🏽 c 👩🏽‍💻 d 🇩🇪 e ❤️ f <span class=title>end</span>"
    let preview = try TmuxSession(
      "\(program) preview \(options) --width 73 \(directory.sheet) '\(markup)'", columns: 100,
      rows: 30)
    try preview.waitForEnd()
    let printed = try preview.screen()
    let row = try #require(printed.lines.firstIndex { $0.contains("end") })
    let browse = try TmuxSession(
      "\(program) browse \(options) --text '\(markup)' \(directory.path)", columns: 100, rows: 30)
    // What the terminal moves beyond the pane is cut off there; a screen may be caught while it is
    // drawn.
    let shown = try browse.wait(for: "the line as it is printed") { screen in
      (0..<60).allSatisfy { printed[$0, row] == screen[23 + $0, 2 + row] }
    }
    #expect(shown.lines[2 + row].hasSuffix("│"))
    try browse.press("q")
    #expect(try browse.waitForEnd() == 1)
  }

  @Test("prints the chosen path although standard output is a pipe")
  func prints() throws {
    let directory = try ScratchDirectory(sheet: Self.sheet)
    let session = try TmuxSession("X=$(\(program) browse \(directory.path)); echo \"got [$X]\"")
    try session.wait(forText: "? keys")
    try session.press("Enter")
    let screen = try session.wait(forText: "got [\(directory.sheet)]")
    #expect(screen.text.contains("use it: cssview preview "))
    try session.wait(forModes: .normal)
  }

  @Test("takes the sample from standard input")
  func readsStandardInput() throws {
    let directory = try ScratchDirectory(sheet: Self.sheet)
    let session = try TmuxSession("echo 'from a pipe' | \(program) browse \(directory.path)")
    try session.wait(forText: "from a pipe")
    try session.press("Escape")
    #expect(try session.waitForEnd() == 1)
  }

  @Test(
    "says in one line why there is nothing to draw on",
    arguments: [("TERM=dumb", 78), ("TERM=no-such-terminal", 78), ("setsid -w", 69)])
  func refuses(prefix: String, status: Int) throws {
    let session = try TmuxSession("\(prefix) \(program) browse < /dev/null")
    #expect(try session.waitForEnd() == status)
    let lines = try session.screen().lines.filter { !$0.isEmpty }
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("cssview: "))
  }

  @Test(
    "leaves the terminal as it was, whatever the way out",
    arguments: [
      "q", "Escape", "C-c", "TERM", "HUP", "INT", "SEGV", "ABRT", "QUIT",
    ])
  func givesTerminalBack(wayOut: String) throws {
    let directory = try ScratchDirectory(sheet: Self.sheet)
    let path = directory.path
    // The shell itself outlives the signals that the terminal sends to all.
    let session = try TmuxSession(
      "trap : INT QUIT; cd \(path); stty -a > before; echo before; \(program) browse theme.json; "
        + "stty -a > after; cmp before after && echo same", columns: 120)
    try session.wait(forText: "? keys")
    if wayOut.count > 2, wayOut.allSatisfy(\.isUppercase) {
      _ = try runProgram(["kill", "-\(wayOut)", "\(try session.processID())"])
    } else {
      try session.press(wayOut)
    }
    let screen = try session.wait(forText: "same")
    // The main screen is back, with what was on it.
    #expect(screen.lines.first == "before")
    try session.wait(forModes: .normal)
  }

  @Test("runs no command from the name of a file", arguments: ["vim", "vi"])
  func commandInName(editor: String) throws {
    let directory = try ScratchDirectory(sheet: Self.sheet)
    try directory.shell("rm theme.json; printf '.a{color:red}' > '+!touch PWN.css'")
    let session = try TmuxSession(
      "cd \(directory.path); \(program) browse *.css", columns: 100, rows: 30,
      environment: ["EDITOR": editor])
    try session.wait(forText: "+!touch PWN")
    try session.press("e")
    try session.wait(forText: ".a{color:red}")
    try session.type(":q\n")
    try session.wait(forText: "? keys")
    #expect(try directory.shell("ls") == "+!touch PWN.css\n")
    try session.press("q")
    #expect(try session.waitForEnd() == 1)
  }

  #if os(Linux)
    @Test("leaves the terminal as it was after every signal that ends it")
    func signals() throws {
      let directory = try ScratchDirectory(sheet: Self.sheet)
      // KILL and STOP cannot be caught; the others do not end the program.
      let others: Set = [9, 17, 18, 19, 20, 21, 22, 23, 25, 28, 32, 33]
      for number in 1...64 where !others.contains(number) {
        let session = try TmuxSession(
          "trap : INT QUIT; cd \(directory.path); stty -a > before; \(program) browse theme.json; "
            + "echo status $?; stty -a > after; cmp before after && echo same", columns: 120)
        try session.wait(forText: "? keys")
        _ = try runProgram(["kill", "-\(number)", "\(try session.processID())"])
        let screen = try session.wait(forText: "same")
        #expect(screen.text.contains("status \(128 + number)\n"), "\(number): \(screen.text)")
        try session.wait(forModes: .normal)
      }
    }
  #endif

  /// A shell at its prompt.
  private func shell(columns: Int, rows: Int) throws -> TmuxSession {
    let session = try TmuxSession(
      "PS1='$ ' bash --norc --noprofile -i", columns: columns, rows: rows)
    try session.wait(forText: "$")
    return session
  }

  @Test("stops and goes on where a shell has jobs")
  func suspends() throws {
    let directory = try ScratchDirectory(sheet: Self.sheet)
    let session = try shell(columns: 100, rows: 30)
    try session.type("\(program) browse \(directory.path)\n")
    // The whole frame, not what the terminal has read of it so far.
    let before = try session.wait(for: "a whole frame") { screen in
      screen.lines[29].contains("? keys")
    }
    try session.press("C-z")
    try session.wait(forText: "Stopped")
    try session.wait(forModes: .normal)
    try session.resize(columns: 80, rows: 24)
    try session.type("fg\n")
    try session.wait(for: "the browser in its new size") { screen in
      screen.lines.count == 24 && screen.lines[23].contains("Enter use it")
    }
    try session.resize(columns: 100, rows: 30)
    try session.wait(for: "the first screen") { $0.lines == before.lines }
  }

  @Test(
    "leaves nothing on the main screen of a terminal that was resized",
    arguments: ["q", "TERM", "HUP", "QUIT", "ABRT"])
  func leavesResized(wayOut: String) throws {
    let directory = try ScratchDirectory(sheet: Self.sheet)
    let session = try shell(columns: 80, rows: 24)
    let command = "echo $$ > \(directory.path)/pid; exec \(program) browse \(directory.path)"
    try session.type("seq 3; sh -c '\(command)'\n")
    try session.wait(forText: "? keys")
    try session.resize(columns: 100, rows: 30)
    try session.wait(for: "the browser in its new size") { screen in
      screen.lines.count == 30 && screen.lines[29].contains("/ find")
    }
    if wayOut == "q" {
      try session.press(wayOut)
    } else {
      try directory.shell("kill -\(wayOut) $(cat pid)")
    }
    try session.wait(forModes: .normal)
    try session.type("echo left\n")
    let screen = try session.wait(forText: "\nleft\n")
    #expect(!screen.text.contains("│"), "\(screen.text)")
  }

  @Test("uses no processor time while nothing happens")
  func idles() throws {
    let directory = try ScratchDirectory(sheet: Self.sheet)
    let session = try TmuxSession("\(program) browse \(directory.path)")
    try session.wait(forText: "? keys")
    _ = try runProgram(["sleep", "0.5"])
    let before = try session.processorTicks()
    _ = try runProgram(["sleep", "2"])
    #expect(try session.processorTicks() - before <= 1)
  }

  @Test("lists the bundled themes when it is given none")
  func bundled() throws {
    let session = try TmuxSession("\(program) browse")
    try session.wait(forText: "midnight")
    try session.press("q")
    #expect(try session.waitForEnd() == 1)
  }

  @Test("lists a FIFO and a device with the reason why they are not read")
  func noFiles() throws {
    let directory = try ScratchDirectory()
    try directory.file("a.css", ".a { color: red }")
    try directory.shell("mkfifo b.css; ln -s /dev/zero c.css; mkdir d.css")
    let session = try TmuxSession(
      "\(program) browse '\(directory.path)'", columns: 100, rows: 30)
    try session.wait(forText: "× d")
    for reason in ["not a regular file", "not a regular file", "is a directory"] {
      try session.press("Down")
      try session.wait(forText: reason)
    }
    try session.press("Escape")
    #expect(try session.waitForEnd() == 1)
  }

  @Test("prints the chosen path byte for byte into a pipe, and what can be shown on a terminal")
  func oddPath() throws {
    let directory = try ScratchDirectory()
    try directory.shell(#"printf '.a { color: red }' > "$(printf 'a\033[7mb\377.css')""#)
    let session = try TmuxSession(
      "cd '\(directory.path)'; \(program) browse .; echo end of the first; read -r line; "
        + "\(program) browse . | od -c",
      columns: 100, rows: 30)
    try session.wait(forText: "a␛[7mb")
    try session.press("Enter")
    let first = try session.wait(forText: "end of the first")
    #expect(first.text.contains("a␛[7mb\u{FFFD}.css"))
    try session.press("Enter")
    try session.wait(forText: "a␛[7mb")
    try session.press("Enter")
    try session.wait(forText: #"a 033   [   7   m   b 377   .   c   s   s  \n"#)
  }

  @Test("leaves nothing of the mouse to the shell")
  func dropsReports() throws {
    let directory = try ScratchDirectory(sheet: Self.sheet)
    let session = try TmuxSession(
      "\(program) browse \(directory.path); read -r line; echo \"got [$line]\"")
    try session.wait(forText: "? keys")
    // A click that ends it, and what the terminal sends before it hears of that.
    try session.type("\u{1B}[<0;3;3M\u{1B}[<0;3;3mq\u{1B}[<0;4;4M\u{1B}[<0;4;4m\u{1B}[<0;5;5M")
    try session.wait(forModes: .normal)
    try session.type("typed\n")
    try session.wait(forText: "got [typed]")
  }

  @Test("knows Home and End however they are sent")
  func homeAndEnd() throws {
    let session = try TmuxSession("\(program) browse")
    try session.wait(forText: "▌arcade")
    for (sequence, name) in [
      ("\u{1B}[4~", "table"), ("\u{1B}[1~", "arcade"), ("\u{1B}[8~", "table"),
      ("\u{1B}[7~", "arcade"), ("\u{1B}[F", "table"), ("\u{1B}[H", "arcade"),
    ] {
      try session.type(sequence)
      try session.wait(for: name) { $0.text.contains("bundled:/\(name).") }
    }
  }

  @Test("a path that is not there ends it before anything is drawn")
  func missingPath() throws {
    let session = try TmuxSession("\(program) browse /no/such/themes")
    #expect(try session.waitForEnd() == 66)
    let lines = try session.screen().lines.filter { !$0.isEmpty }
    #expect(lines.count == 2 && lines[0].contains("/no/such/themes: no such file or directory"))
  }

  @Test("reads directories to any depth, but no JSON that is no theme")
  func nested() throws {
    let directory = try ScratchDirectory()
    try directory.shell(
      """
      mkdir -p a/b/c .git; echo '.a{color:red}' | tee a/b/c/deep.css a/same.css same.css .git/x.css
      echo '{"name": "x", "scripts": {"test": "true"}}' > package.json; ln -s .. a/b/up
      """)
    let session = try TmuxSession("\(program) browse '\(directory.path)'")
    let screen = try session.wait(forText: "? keys")
    for name in ["3 themes", " deep", "a/same", "same.css"] {
      #expect(screen.text.contains(name), "\(name)")
    }
    #expect(!screen.text.contains("│ package"))
  }

  @Test("counts what is hard to read in each theme that is in sight, without a key")
  func counts() throws {
    let directory = try ScratchDirectory()
    try directory.shell(
      "echo '.a{color:#888}' > a.css; echo 'text{color:#000;background:#fff}.a{color:#eee}' > b.css"
    )
    let session = try TmuxSession(
      "\(program) browse --background dark --color truecolor '\(directory.path)'")
    let screen = try session.wait(forText: "1◐")
    #expect(screen.lines[3].contains("│ b") && screen.lines[3].contains("1◐"))
  }

  @Test("a theme of which there is only one for dark and one for light follows the background")
  func pair() throws {
    let directory = try ScratchDirectory()
    try directory.shell(
      "echo '.a{color:red}' > theme~dark.css; echo '.a{color:blue}' > theme~light.css")
    for (path, column) in [(directory.path, 23), (directory.path + "/theme.css", 1)] {
      for (background, color) in [
        ("dark", CapturedColor.rgb(255, 0, 0)), ("light", .rgb(0, 0, 255)),
      ] {
        let session = try TmuxSession(
          "\(program) browse --background \(background) --color truecolor "
            + "--text '<b class=a>word</b>' '\(path)'",
          columns: 100, rows: 30)
        try session.wait(for: "\(color)") { screen in
          screen[column, 2].text == "w" && screen[column, 2].foreground == color
        }
        #expect(try session.screen().text.contains(" 1 theme\n"))
        // Enter chooses in the list, and edits where there is none.
        try session.press(column == 1 ? "q" : "Enter")
        #expect(try session.waitForEnd() == (column == 1 ? 1 : 0))
      }
    }
  }

  @Test("takes the name of a theme, and a file that is named twice once")
  func names() throws {
    let directory = try ScratchDirectory()
    try directory.file("same.css", ".a{color:red}")
    let session = try TmuxSession(
      "cd '\(directory.path)' && \(program) browse fjord . ./same.css same.css", columns: 100,
      rows: 30)
    try session.wait(forText: "2 themes")
    #expect(try session.screen().text.contains("fjord"))
    let wrong = try TmuxSession("\(program) browse fjrod")
    #expect(try wrong.waitForEnd() == 66)
    #expect(try wrong.screen().text.contains("did you mean 'fjord'?"))
  }

  @Test("a sheet for the window that cannot be used ends it, and mistakes in one are told")
  func badChrome() throws {
    let directory = try ScratchDirectory()
    try directory.file("broken.json", #"{"theme_browser": "#)
    try directory.file("odd.json", #"{"theme_browser": {"keyPress(q)": "qiut:"}}"#)
    let broken = try TmuxSession("cd '\(directory.path)' && \(program) browse --chrome broken.json")
    #expect(try broken.waitForEnd() == 65)
    #expect(try broken.screen().text.contains("broken.json:1:"))
    let odd = try TmuxSession(
      "cd '\(directory.path)' && \(program) browse --chrome odd.json", columns: 100, rows: 30)
    try odd.wait(forText: "odd.json:1:35: unknown action 'qiut:'")
    try odd.press("q")
    #expect(try odd.waitForEnd() == 1)
    #expect(try odd.screen().text.contains("unknown action 'qiut:'"))
  }

  @Test("lays the preview out in the columns that are asked for")
  func width() throws {
    let directory = try ScratchDirectory()
    try directory.file("a.css", ".a{color:red} @media (max-width: 40) { .a { color: blue } }")
    let session = try TmuxSession(
      "\(program) browse --color truecolor --width 20 --text '<b class=a>word</b> and so on and on' "
        + "'\(directory.path)'", columns: 100, rows: 30)
    try session.wait(for: "blue") { screen in
      screen[20, 2].text == "w" && screen[20, 2].foreground == .rgb(0, 0, 255)
    }
    #expect(try session.screen().lines[3].contains("│on "))
  }

  @Test("keeps pasted lines apart where there are lines")
  func pastes() throws {
    let session = try TmuxSession(
      "\(program) browse --text word bundled:/midnight", columns: 100, rows: 30)
    try session.wait(forText: "word")
    try session.press("t", "C-u")
    try session.paste("one\ntwo")
    try session.press("Enter")
    try session.wait(for: "two lines") { screen in
      screen.lines[3].contains("│   one ") && screen.lines[4].contains("│   two ")
    }
  }

  @Test("copies a bundled theme among the user's own to change it there")
  func copiesBundled() throws {
    let directory = try ScratchDirectory()
    let session = try TmuxSession(
      "XDG_CONFIG_HOME='\(directory.path)' \(program) browse bundled:/midnight", columns: 100,
      rows: 30)
    try session.wait(forText: "midnight")
    try session.press("w")
    try session.wait(forText: "midnight-mine")
    try session.press("Enter")
    try session.wait(forText: "cssview/themes/midnight-mine.css")
    try directory.shell("grep -qx '@import \"midnight\";' cssview/themes/midnight-mine.css")
    try session.press("q")
    #expect(try session.waitForEnd() == 1)
  }

  @Test("hands the sample to the editor, and shows what comes back")
  func editsSample() throws {
    let directory = try ScratchDirectory()
    try directory.file("edit", "#!/bin/sh\nsed -i s/word/edited/ \"$2\"\n")
    try directory.shell("chmod +x edit")
    let session = try TmuxSession(
      "EDITOR='\(directory.path)/edit' TMPDIR='\(directory.path)' \(program) browse --text 'a word'",
      columns: 100, rows: 30)
    try session.wait(forText: "a word")
    try session.press("T")
    try session.wait(forText: "a edited")
    try directory.shell("! ls | grep -q cssview-")
  }

  @Test("knows arrow keys after an editor that has changed how they are sent")
  func keysAfterEditor() throws {
    let directory = try ScratchDirectory()
    try directory.file("one.json", #"{"text": {"color": "red"}}"#)
    try directory.file("two.json", #"{"text": {"text-transform": "uppercase"}}"#)
    try directory.file(
      "edit", "#!/bin/sh\nprintf '\\033[?1l\\033>'\nsed -i s/word/edited/ \"$2\"\n")
    try directory.shell("chmod +x edit")
    let session = try TmuxSession(
      "EDITOR='\(directory.path)/edit' TMPDIR='\(directory.path)' "
        + "\(program) browse --text 'a word' '\(directory.path)'",
      columns: 100, rows: 30)
    try session.wait(forText: "a word")
    try session.press("T")
    try session.wait(forText: "a edited")
    try session.press("Down")
    try session.wait(forText: "A EDITED")
  }

  @Test("leaves the editor the environment that it was given, each byte of it")
  func editorEnvironment() throws {
    let directory = try ScratchDirectory()
    try directory.file(
      "edit", "#!/bin/sh\nprintenv TERMINFO | od -An -tx1 >'\(directory.path)/seen'\n")
    try directory.shell("chmod +x edit")
    let session = try TmuxSession(
      "TERMINFO=$(printf '/x\\377') EDITOR='\(directory.path)/edit' "
        + "\(program) browse --text 'a word'",
      columns: 100, rows: 30)
    try session.wait(forText: "a word")
    try session.press("T")
    try session.wait(forText: "a word")
    let seen = try directory.shell("until [ -s seen ]; do sleep 0.1; done; cat seen")
    #expect(seen == " 2f 78 ff 0a\n")
  }
}
