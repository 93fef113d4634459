import Subprocess
import SystemPackage
import TestSupport
import Testing

@Suite("the built program")
struct ProgramTests {
  private static let program = "\(builtProductsDirectory())/cssview"
  private static let demo = packageDirectory + "/demo"

  /// Runs the program with a shell's command line; `$cssview` and `$demo` stand in it.
  private func shell(_ line: String) async throws -> (output: String, errors: String, status: Int) {
    let result = try await run(
      .path("/bin/sh"),
      arguments: ["-c", "cssview=\(Self.program) demo=\(Self.demo)\n\(line)"],
      environment: .inherit.updating(["NO_COLOR": "", "TERM": "xterm-256color"]),
      output: .string(limit: 1 << 24), error: .string(limit: 1 << 20))
    var status = -1
    switch result.terminationStatus {
    case .exited(let code): status = Int(code)
    case .signaled(let number): status = 128 + Int(number)
    }
    return (result.standardOutput, result.standardError, status)
  }

  @Test("into a pipe goes plain text and nothing else")
  func pipe() async throws {
    let run = try await shell(
      #"$cssview preview $demo/night.json "Hi <span class=bold>Bob</span>""#)
    #expect(run.output == "Hi Bob\n")
    #expect(run.errors.isEmpty)
    #expect(run.status == 0)
  }

  @Test("the exit codes reach the shell")
  func statuses() async throws {
    #expect(try await shell("$cssview preview /nowhere x").status == 66)
    #expect(try await shell("$cssview preview").status == 64)
    #expect(try await shell("$cssview value color redd").status == 65)
    #expect(try await shell("$cssview value color red > /dev/full").status == 74)
    #expect(try await shell("$cssview preview $demo/plain.json x -o /nowhere/x").status == 73)
  }

  @Test("a directory does not hide the theme or the word of its name")
  func directories() async throws {
    let directory = try ScratchDirectory()
    for name in ["fjord", "none", "default"] {
      let run = try await shell(
        "cd \(directory.path) && mkdir \(name) && echo x | $cssview render \(name)")
      #expect(run.output == "x\n" && run.status == 0, "\(run.errors)")
    }
    #expect(try await shell("cd \(directory.path) && mkdir d && $cssview preview d x").status == 66)
  }

  @Test("a stylesheet of many imports needs few descriptors, and keeps none")
  func descriptors() async throws {
    let directory = try ScratchDirectory()
    // Good ones, and all kinds that fail on the way or at the end.
    let run = try await shell(
      """
      cd \(directory.path) && mkdir -p a/b c out && touch a/b/x.css out/x.css && ln -s ../out/x.css a/o.css
      ln -s gone a/d.css; ln -s l.css a/l.css; mkfifo a/p.css; mkdir a/f.css; ln -s ../out a/e
      for n in $(seq 60); do
        touch a/b/$n.css "a/b/$n~dark.css"
        printf "@import '%s';" b/$n.css b/../b/x.css o.css d.css l.css p.css f.css e/x.css b/none.css
      done > a/main.css
      for n in $(seq 60); do mkdir -p c/$n; touch c/$n/t.css; done; ln -s ../out c/out
      (ulimit -n 16; $cssview preview a/main.css x --background dark; $cssview check c)
      """)
    #expect(run.output.contains("x") && run.output.contains("60 files"), "\(run)")
    #expect(!run.errors.contains("too many open files"), "\(run.errors)")
  }

  @Test("a reader that leaves ends it quietly with 141")
  func brokenPipe() async throws {
    let run = try await shell(
      """
      { yes '<b>x</b>' | head -c 4000000 | { $cssview render --quiet $demo/plain.json; echo $? >&2; } } \
      | head -n 1
      """)
    #expect(run.output == "x\n")
    #expect(run.errors == "141\n")
  }

  @Test("file names and arguments that are no UTF-8 are kept, byte for byte")
  func oddNames() async throws {
    let run = try await shell(
      """
      directory=$(mktemp -d) && cd "$directory" || exit
      name=$(printf 'caf\\351.json')
      printf '{".b": {"colr": "red"}}' > "$name"
      $cssview preview "$name" "$(printf 'a\\377b')"
      status=$?
      cd / && rm -r "$directory"
      exit $status
      """)
    #expect(run.output == "a\u{FFFD}b\n")
    #expect(run.errors.hasPrefix("caf\u{FFFD}.json:1:9: warning: "))
    #expect(run.status == 0)
  }

  @Test("a FIFO or a device in the place of an import is told of and not waited for")
  func importedDevices() async throws {
    let run = try await shell(
      """
      directory=$(mktemp -d) && cd "$directory" || exit
      mkfifo a.css && ln -s /dev/zero b.css
      printf '@import "a.css"; @import "b.css"; .b { color: red }' > t.css
      timeout 10 $cssview preview --allow-imports-from /dev t.css '<span class=b>x</span>'
      status=$?
      cd / && rm -r "$directory"
      exit $status
      """)
    #expect(run.output == "x\n")
    #expect(run.errors.contains("not a regular file [import-failed] ×2"))
    #expect(run.status == 0)
  }

  @Test("text that is escaped holds no control, wherever it is cut into pieces")
  func escapes() async throws {
    let run = try await shell(
      #"""
      { head -c 131070 /dev/zero | tr '\0' x; printf '\342\200\256y\302\233\033[2J\n'; } \
        | $cssview render --escape | tail -c 40
      """#)
    #expect(run.output.hasSuffix("xx&#8238;y\u{FFFD}&#27;[2J\n"))
  }

  @Test("batch answers come while the asker waits")
  func conversation() async throws {
    // The second question is made of the first answer, so that nothing ends before it comes.
    let run = try await shell(
      """
      directory=$(mktemp -d) && mkfifo "$directory/in" "$directory/out"
      $cssview measure --batch < "$directory/in" > "$directory/out" &
      exec 3> "$directory/in" 4< "$directory/out"
      echo '"abc"' >&3
      read -r answer <&4
      echo "$answer"
      echo '"de"' >&3
      read -r answer <&4
      echo "$answer"
      exec 3>&-
      wait $!
      rm -r "$directory"
      """)
    let widths = run.output.split(separator: "\n").map { $0.prefix(12) }
    #expect(widths == ["{\"width\": 3,", "{\"width\": 2,"])
  }

  /// Options of `render`, and a command that writes without an end.
  private static let endless: [(options: String, input: String)] = [
    ("$demo/plain.json", "yes '<span class=ok>fine</span> and <b>bold</b> text to fill the line'"),
    ("log --from text", "yes '07:58:00 ERROR disk 12 ms http://example.org'"),
    ("none --from ansi", "yes \"$(printf '\\033[31mred\\033[0m and plain')\""),
    ("table --from csv --width 60", "yes 'Oslo,717710,\"with, commas\"'"),
    ("table --from csv", "{ printf 'a,b\\n1,\"'; yes 'one field without an end'; }"),
    ("log --from jsonl", "yes '{\"level\":\"info\",\"msg\":\"one\",\"n\":[1,{\"b\":2}]}'"),
    (
      "fjord --from markdown",
      "yes \"$(printf '# One\\n\\n- two *three*\\n\\n| a | b |\\n|--|--|\\n')\""
    ),
  ]

  @Test("memory does not grow with the input", arguments: endless.indices)
  func flatMemory(number: Int) async throws {
    let (options, input) = Self.endless[number]
    // 32 MiB of input under a limit of address space that could not hold it twice over: about 50 MB
    // are the program's own.
    let run = try await shell(
      """
      \(input) | head -c 33554432 \
        | { ulimit -v 110000; $cssview render \(options) --color 256; } | wc -c
      """)
    #expect((Int(run.output.filter(\.isNumber)) ?? 0) > 25_000_000)
    #expect(run.status == 0)
  }

  @Test("with few descriptors it does what it can, or says that there are too few")
  func fewDescriptors() async throws {
    let directory = try ScratchDirectory()
    try directory.file("s.css", ".a { color: red }")
    try directory.shell("yes '<b class=a>x</b>' | head -n 50000 > t")
    let run = try await shell(
      """
      cd '\(directory.path)'
      for n in 4 5 6 7 8 9 10 11 12 16; do
        for c in 'render s.css t --lines --jobs 4' 'render s.css t --lines --jobs 4 -o o' \
          'render s.css t --lines --jobs 4 --to json' 'preview s.css Hi' 'check s.css' themes \
          'explain s.css x' 'snoop s.css t' doctor 'browse s.css'; do
          (exec </dev/null >out 2>err; ulimit -n $n; exec "$cssview" $c); status=$?
          case $status in
            0) case $c in *--jobs*json) ;; *--jobs*-o*) wc -l <o ;; *--jobs*) wc -l <out ;; esac ;;
            66|69|73|74|78) [ "$(grep -vc warning: err)" = 1 ] || echo "$n, $c: said $(cat err)" ;;
            *) echo "$n, $c: status $status" ;;
          esac
        done
      done
      """)
    let lines = Set(run.output.split(separator: "\n").map { $0.drop { $0 == " " } })
    #expect(lines == ["50000"], "\(lines)")
  }
}
