import TestSupport
import Testing

/// The real `less`, and pagers that fail, in a terminal of ten rows.
@Suite("A pager")
struct PagerTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.shell(
      """
      seq 30 > tall; seq 5 > short; seq 10 > exact; seq 11 > more; mkdir bin
      printf '%0.sx' $(seq 401) > wrapped; echo >> wrapped
      printf '%0.sx' $(seq 400) > full; echo >> full
      # Says how it was called, and what it was given.
      printf '%s\\n' '#!/bin/sh' 'if [ "$1" = --version ]; then echo "less $VERSION (fake)"; exit; fi' \
        'echo "args: $*" > args; cat > given; echo fake pager' > bin/less
      chmod +x bin/less
      """)
    // Without it they fail.
    #expect(try runProgram(["less", "--version"]).status == 0)
  }

  /// Runs a command of a shell in which `cssview` is the program, and no variable is about pagers.
  private func session(_ command: String, rows: Int = 10) throws -> TmuxSession {
    try TmuxSession(
      """
      cd '\(directory.path)'
      unset PAGER LESS LV CSSVIEW_PAGER CI LESSOPEN LESSCLOSE GIT_PAGER MANPAGER NO_COLOR
      ln -sf '\(builtProductsDirectory())/cssview' bin/cssview
      PATH="$PATH:$PWD/bin"; export HOME="$PWD" XDG_RUNTIME_DIR=
      \(command)
      """, columns: 40, rows: rows)
  }

  /// The prompt of `less`, in the last row.
  private func isInLess(_ screen: CapturedScreen) -> Bool {
    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: true)
    return lines.last.map { $0.hasPrefix(":") || $0.hasPrefix("(END)") } ?? false
  }

  @Test(
    "runs if the text is taller than the screen, and is left with status 0",
    arguments: ["tall", "more", "wrapped", "short tall"])
  func tall(files: String) throws {
    let terminal = try session("cssview \(files)")
    try terminal.wait(for: "less", until: isInLess)
    #expect(try terminal.modes().usesAlternateScreen)
    try terminal.press("q")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try !terminal.modes().usesAlternateScreen)
    #expect(try !terminal.history().contains("cssview:"))
  }

  @Test(
    "does not run if the text fits, if one is not wanted, or if nobody looks at the terminal",
    arguments: [
      "cssview short", "cssview exact", "cssview full", "cssview -P tall",
      "cssview tall --to plain",
      "cssview --paging never tall", "cssview < tall", "cat tall | cssview", "cssview tall | cat",
      "TERM=dumb cssview tall", "CI=1 cssview tall", "PAGER= cssview tall",
      "PAGER=cat cssview tall",
      "CSSVIEW_PAGER= PAGER=less cssview tall", "cssview tall -o out; cat out",
      "cssview tall < /dev/null", "render=1; cssview render log tall",
    ])
  func direct(command: String) throws {
    let terminal = try session("PATH=\"$PWD/bin:$PATH\" VERSION=590; export VERSION\n\(command)")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try !terminal.history().contains("fake pager"))
    #expect(try terminal.history().contains(command.contains("full") ? "xxx" : "\n5\n"))
    #expect(try !terminal.modes().usesAlternateScreen)
  }

  @Test("leaves a text that fits byte for byte as it is", arguments: ["short", "exact", "full"])
  func bytes(file: String) throws {
    let terminal = try session(
      """
      for option in -P --paging=auto; do
        script -qc "stty rows 10 cols 40; cssview $option \(file)" /dev/null > out$option
      done
      cmp out-P out--paging=auto && grep -c . out-P
      """)
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test("of a big file is left at once")
  func early() throws {
    try directory.shell("seq 5000000 > big")
    let terminal = try session("cssview big")
    try terminal.wait(for: "less", until: isInLess)
    let start = ContinuousClock.now
    try terminal.press("q")
    #expect(try terminal.waitForEnd() == 0)
    #expect(start.duration(to: .now) < .seconds(3))
    #expect(try !terminal.history().contains("cssview:"))
  }

  @Test("of a FIFO shows what is there, and is left before its end")
  func slowInput() throws {
    let terminal = try session(
      "mkfifo p; (seq 5; sleep 1.5; seq 6 30; exec sleep 1000) > p & cssview --paging always p; "
        + "s=$?; kill $!; (exit $s)")
    try terminal.wait(for: "less", until: { screen in screen.text.contains("\n5\n") })
    try terminal.press("G")
    try terminal.press("C-c")
    try terminal.press("q")
    #expect(try terminal.waitForEnd() == 0)

    let waiting = try session(
      "mkfifo q; (seq 5; sleep 2; seq 6 30; exec sleep 1000) > q & cssview q; "
        + "s=$?; kill $!; (exit $s)")
    try waiting.wait(forText: "\n5\n")
    #expect(try !waiting.modes().usesAlternateScreen)
    try waiting.wait(for: "less", until: isInLess)
    #expect(try waiting.screen().text.hasPrefix("1\n"))
    try waiting.press("q")
    #expect(try waiting.waitForEnd() == 0)
  }

  @Test(
    "that fails costs one line, and no text",
    arguments: [
      ("/no/such/pager", "cannot be run: no such file"), ("sh -c 'exit 3'", "exit status 3"),
      ("sh -c 'exit 127'", "cannot be run: exit status 127"), ("./short", "cannot be run"),
      (#"sh -c 'kill -9 \$\$'"#, "signal 9"), ("sh -c 'head -c 1 > got; exit 1'", "exit status 1"),
    ])
  func failing(pager: String, reason: String) throws {
    let terminal = try session(
      "export CSSVIEW_PAGER=\"\(pager)\"\ncssview tall 2>errors; s=$?; clear; grep -c cssview: errors; cat errors; (exit $s)",
      rows: 12)
    #expect(try terminal.waitForEnd() == 0)
    let screen = try terminal.screen().text.replacing("\n", with: "")
    #expect(screen.hasPrefix("1cssview: the pager"))
    #expect(screen.contains(reason))

    let shown = try session("export CSSVIEW_PAGER=\"\(pager)\"\ncssview tall 2>errors")
    #expect(try shown.waitForEnd() == 0)
    let lines = try shown.history().split(separator: "\n").filter { Int($0) != nil }
    let numbers: [Int?] = lines.map { Int($0) }
    #expect(numbers == Array(1...30))
  }

  @Test("that is killed gives the terminal back")
  func killed() throws {
    let terminal = try session("cssview tall; stty -a | grep -o ' -*icanon'")
    try terminal.wait(for: "less", until: isInLess)
    try directory.shell(
      "pkill -9 -P \(try terminal.processID()) -x less || kill -9 $(pgrep -x less | tail -n 1)")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try terminal.screen().text.contains(" icanon"))
    #expect(try !terminal.modes().usesAlternateScreen)
  }

  @Test(
    "that is this program is less", arguments: ["cssview", "cssview --paging always", "./other"])
  func itself(pager: String) throws {
    let terminal = try session(
      "cp bin/cssview other; ln -sf bin/cssview other\nPAGER='\(pager)' cssview tall")
    try terminal.wait(for: "less", until: isInLess)
    try terminal.press("q")
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test(
    "gets options for its version, and for LESS",
    arguments: [
      ("VERSION=520", "args: -R -F -X", false), ("VERSION=551", "args: -R -F", false),
      ("VERSION=590", "args: -R -F", true), ("VERSION=590 LESS=", "args: -R", true),
      ("VERSION=590 LESS=FRX", "args: -R", true), ("VERSION=none", "args: -R", false),
      ("VERSION=590 PAGER='less -S +G'", "args: -R -F -S +G", true),
    ])
  func options(settings: String, arguments: String, links: Bool) throws {
    try directory.shell("for i in $(seq 20); do echo '[a](https://example.org)'; echo; done > t.md")
    let terminal = try session(
      "PATH=\"$PWD/bin:$PATH\"\n\(settings) FORCE_HYPERLINK=1 cssview --color 16 t.md\ncat args")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try terminal.history().contains(arguments + "\n"))
    let given = try directory.shell("cat given")
    #expect(given.contains("\u{1B}]8;") == links)
    #expect(given.contains("\u{1B}["))
  }

  @Test("has Ctrl-C for itself, and Ctrl-Z stops both")
  func keys() throws {
    let terminal = try session("PS1='shell> ' exec bash --norc -i")
    try terminal.wait(forText: "shell>")
    try terminal.type("cssview tall; echo status $?\n")
    try terminal.wait(for: "less", until: isInLess)
    try terminal.press("C-c")
    try terminal.press("G")
    try terminal.wait(forText: "\n30\n")
    try terminal.press("C-z")
    try terminal.wait(forText: "Stopped")
    try terminal.type("fg\n")
    try terminal.wait(for: "less", until: isInLess)
    try terminal.resize(columns: 40, rows: 6)
    try terminal.press("g")
    try terminal.wait(for: "less") { isInLess($0) && $0.text.hasPrefix("1\n2\n3\n4\n5\n:") }
    try terminal.press("q")
    try terminal.wait(forText: "status")
    #expect(try !terminal.history().contains("cssview: "))
  }

  @Test("keeps findings off its screen until it is left")
  func findings() throws {
    try directory.shell(
      "(seq 30; echo '<b class=x>&nosuch; </i>') > t.md; echo 'b { colr: red }' > s.css")
    let terminal = try session("cssview --from markup -s ./s.css t.md")
    try terminal.wait(for: "less", until: isInLess)
    try terminal.press("G")
    try terminal.wait(forText: "nosuch")
    #expect(try !terminal.screen().text.contains("warning:"))
    try terminal.press("q")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try terminal.history().contains("colr"))
  }

  @Test("of git and man is this program")
  func git() throws {
    try directory.shell(
      """
      git init -q r && cd r && git config user.name a && git config user.email a@example.org
      for i in $(seq 15); do echo $i >> f; git add f; git commit -qm "change $i"; done
      """)
    for (pager, command) in [
      ("cssview", "log"), ("cssview --paging always", "log -p"), ("cssview", "diff HEAD~14"),
    ] {
      let terminal = try session("cd r; git -c core.pager='\(pager)' \(command)")
      try terminal.wait(for: "less", until: isInLess)
      try terminal.press("q")
      // git itself may have had more to write.
      #expect([0, 141].contains(try terminal.waitForEnd()))
    }
    // git asks for -F by LESS.
    let short = try session("cd r; git -c core.pager=cssview log --oneline -n 2")
    #expect(try short.waitForEnd() == 0)
    #expect(try short.history().contains("change 15"))
    // As man starts it.
    let man = try session(
      "export MANPAGER=cssview MAN_PN='ls(1)'\n(printf 'N\\bNA\\bA\\n'; seq 30) | sh -c \"$MANPAGER\""
    )
    try man.wait(for: "less", until: isInLess)
    #expect(try man.screen().text.hasPrefix("NA\n"))
    try man.press("q")
    #expect(try man.waitForEnd() == 0)
  }

  @Test("is not started for nothing, nor in the background")
  func nothing() throws {
    try directory.shell(": > empty")
    let terminal = try session(
      "PATH=\"$PWD/bin:$PATH\"\nVERSION=590 cssview --paging always empty; echo status $?")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try terminal.history().contains("status 0"))
    #expect(try !terminal.history().contains("fake"))
    let shell = try session(
      "PATH=\"$PWD/bin:$PATH\"; export VERSION=590\nset -m; cssview tall & wait $!")
    #expect(try shell.waitForEnd() == 0)
    #expect(try shell.history().contains("\n30\n"))
    #expect(try !shell.history().contains("fake"))
  }
}
