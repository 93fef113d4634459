import TestSupport
import Testing

#if os(Linux)
  /// What the program makes of a system that fails: `Tests/Faults/faults.c` is preloaded.
  ///
  /// Of each kind of call the first ones fail; all of them with all their errors where the variable
  /// `FAULTS` is `all`.
  @Suite("When the system fails", .serialized)
  struct FaultTests {
    /// What came of a run.
    private struct Outcome: Equatable {
      var status: String
      var output: String
      /// What is in the file of `-o`.
      var result: String
      /// What is in the directory besides.
      var leftOver: String
    }

    private struct NoAnswer: Error {}

    private static let isThorough =
      (try? runProgram(["sh", "-c", "echo $FAULTS"]))?.text == "all\n"

    /// The errors that a call can have; those after the first two are for thorough tests.
    private static let errors: [String: [String]] = [
      "open": ["EMFILE", "EACCES", "EINTR", "EIO", "ENOMEM", "ELOOP"],
      "read": ["EIO", "EINTR", "EAGAIN", "EISDIR"],
      "write": ["ENOSPC", "EINTR", "EPIPE", "EAGAIN", "EIO", "EDQUOT", "EFBIG"],
      "close": ["EIO", "EINTR", "ENOSPC", "EDQUOT"], "fstat": ["EIO", "ENOMEM", "EOVERFLOW"],
      "stat": ["EACCES", "EIO", "ENOMEM"],
      "rename": ["EIO", "EACCES", "EXDEV", "ENOSPC", "EBUSY", "EROFS"], "mmap": ["ENOMEM"],
      "poll": ["EINTR", "ENOMEM"], "access": ["EACCES", "EROFS"], "realpath": ["EIO", "ENOENT"],
      "readlink": ["EIO", "EINVAL"], "opendir": ["EMFILE", "EACCES"], "readdir": ["EIO"],
      "fsync": ["EIO", "EINVAL"], "fchmod": ["EPERM", "EROFS"], "fchown": ["EPERM", "EROFS"],
      "unlink": ["EIO", "EBUSY"], "dup": ["EMFILE"], "pipe": ["EMFILE", "ENFILE"],
      "ftruncate": ["EIO"], "tcgetattr": ["EIO"], "tcsetattr": ["EIO"],
    ]

    private static let commands = [
      "render s.json t -o o", "preview s.json 'Hi <b class=a>x</b>' --to png -o o",
      "render s.json t", "preview s.json 'Hi <b class=a>x</b>'",
      "explain s.json '<b class=a>x</b>'",
      "check s.json", "convert s.json --to css", "snoop s.json t", "render --escape t", "themes",
      "measure Hi", "value color red", "schema sheet", "convert --from markdown --to html t -o o",
    ]

    private let directory: ScratchDirectory

    init() throws {
      directory = try ScratchDirectory()
      let built = try directory.shell(
        "mkdir w; cc -shared -fPIC -o faults.so '\(packageDirectory)/Tests/Faults/faults.c' -ldl 2>&1; echo $?"
      )
      #expect(built == "0\n")
    }

    /// Runs a command that has its files; `preparation` is a line for the shell before it.
    private func run(
      _ command: String, _ variables: String, preparation: String = ":"
    ) throws -> Outcome {
      let text = try directory.shell(
        """
        cd w
        printf '{"@imports": ["b"], ".a": {"color": "red"}}' > s.json
        printf '{".b": {"color": "lime"}}' > b.json
        printf '{".c": {"color": "blue"}}' > s~dark.json
        yes 'Hi <b class=a>x</b>' | head -n 50 > t
        echo old > o
        \(preparation)
        export SWIFT_BACKTRACE=enable=no
        timeout -k 1 20 env \(variables) LD_PRELOAD=../faults.so \
        \(builtProductsDirectory())/cssview \(command) >../out 2>../err </dev/null
        status=$?
        echo $status; cksum <../out; cksum <o; ls -A
        rm -rf ./* ./.cssview-*
        """)
      let lines = text.split(separator: "\n").map(String.init)
      guard lines.count > 3 else { throw NoAnswer() }
      return Outcome(
        status: lines[0], output: lines[1], result: lines[2],
        leftOver: lines[3...].joined(separator: " "))
    }

    /// How often a command makes each kind of call.
    private func counts(
      _ command: String, preparation: String = ":"
    ) throws -> [(call: String, count: Int)] {
      _ = try run(command, "FAULT_COUNT=../counts", preparation: preparation)
      return try directory.shell("cat counts").split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        return words.count == 2 ? (String(words[0]), Int(words[1]) ?? 0) : nil
      }
    }

    private static let statuses: Set<String> = [
      "0", "1", "64", "65", "66", "69", "70", "73", "74", "78", "141",
    ]

    @Test("a call that fails once is told by the status, and no file is lost or half written")
    func once() throws {
      for command in Self.commands {
        let sound = try run(command, "")
        let old = try directory.shell("echo old | cksum").split(separator: "\n").joined()
        var runs = 0
        for (call, count) in try counts(command) {
          let errors = Self.errors[call] ?? []
          for number in 1...max(1, count) where count > 0 && (Self.isThorough || number <= 3) {
            for error in Self.isThorough ? errors : Array(errors.prefix(2)) {
              let fault = "FAULT=\(call):\(number):\(error)"
              let outcome = try run(command, fault)
              runs += 1
              #expect(Self.statuses.contains(outcome.status), "\(command), \(fault): \(outcome)")
              #expect(
                outcome.result == sound.result || outcome.result == old,
                "\(command), \(fault): half a file")
              // A file that cannot be removed stays.
              #expect(
                outcome.leftOver == sound.leftOver || call == "unlink",
                "\(command), \(fault): \(outcome.leftOver)")
              // An explanation and a check tell what could not be read; they are no less for it.
              if outcome.status == "0", !["explain", "check"].contains(where: command.hasPrefix),
                outcome.output != sound.output || outcome.result != sound.result
              {
                // A sheet without its variants is one, too.
                let told = "grep -cE 'error:|cannot look for variants' err"
                let isTold = try directory.shell(told) != "0\n"
                #expect(
                  isTold && ["realpath", "opendir", "readdir"].contains(call),
                  "\(command), \(fault): something is missing")
              }
            }
          }
        }
        #expect(runs > 0)
      }
    }

    @Test("a file that is overwritten where it is gets all or stays as it was")
    func inPlace() throws {
      let command = "render s.json t -o o"
      // Shorter and longer than the result; its other name keeps it from being replaced.
      for old in ["yes old | head -n 9 > o", "yes old | head -n 9000 > o"] {
        let preparation = "\(old); ln o o2"
        let sound = try run(command, "", preparation: preparation)
        let before = try directory.shell("\(old); cksum < o; rm o").split(separator: "\n").joined()
        var kept = 0
        for (call, count) in try counts(command, preparation: preparation) {
          for number in 1...max(1, min(count, 8)) where count > 0 {
            let fault = "FAULT=\(call):\(number):\(Self.errors[call]?.first ?? "EIO")"
            let outcome = try run(command, fault, preparation: preparation)
            #expect(Self.statuses.contains(outcome.status), "\(fault): \(outcome)")
            #expect([sound.result, before].contains(outcome.result), "\(fault): half a file")
            if outcome.status == "74", outcome.result == before { kept += 1 }
          }
        }
        #expect(kept > 2)
      }
    }

    @Test("a file that does not get to the disk stays as it was, where the system can tell")
    func synchronizing() throws {
      let command = "render s.json t -o o"
      let sound = try run(command, "")
      let old = try directory.shell("echo old | cksum").split(separator: "\n").joined()
      for error in ["EIO", "ENOSPC", "EDQUOT"] {
        let outcome = try run(command, "FAULT=fsync:1:\(error)")
        #expect(outcome.status == "74" && outcome.result == old, "\(error)")
        #expect(outcome.leftOver == sound.leftOver)
      }
      for error in ["EINVAL", "EROFS", "EINTR"] {
        #expect(try run(command, "FAULT=fsync:1:\(error)") == sound, "\(error)")
      }
    }

    /// Runs a command that asks its terminal, and leaves it with 'q'.
    private func runInTerminal(_ words: [String], _ fault: String) throws -> FakeTerminal.Outcome {
      var hasLeft = false
      return try FakeTerminal.run(
        ["\(builtProductsDirectory())/cssview"] + words,
        environment: [
          "LD_PRELOAD": "\(directory.path)/faults.so", "SWIFT_BACKTRACE": "enable=no",
          String(fault.prefix { $0 != "=" }): String(fault.drop { $0 != "=" }.dropFirst()),
        ].merging(FakeTerminal.variables) { own, _ in own }
      ) { written in
        if written.suffix(3) == Array("\u{1B}[c".utf8) { return [Array("\u{1B}[?62c".utf8)] }
        // At the first sign of a screen, of which a part may be lost.
        defer { hasLeft = true }
        return hasLeft || words != ["browse"] ? [] : [Array("q".utf8)]
      }
    }

    @Test(
      "a call that fails once leaves the terminal as it was",
      arguments: [
        ["doctor"], ["browse"],
        [
          "preview", "--color", "256", "--style", "color: color-mix(in srgb, ansi(1), black)",
          "fjord", "Hi",
        ],
      ])
    func inTerminal(words: [String]) throws {
      _ = try runInTerminal(words, "FAULT_COUNT=\(directory.path)/counts")
      let counts = try directory.shell("cat counts").split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        return words.count == 2 ? (call: String(words[0]), count: Int(words[1]) ?? 0) : nil
      }
      var runs = 0
      for (call, count) in counts where count > 0 {
        let errors = Self.errors[call] ?? []
        for number in 1...count where Self.isThorough || number <= 3 || number > count - 2 {
          for error in Self.isThorough ? errors : Array(errors.prefix(1)) {
            let fault = "\(call):\(number):\(error)"
            let outcome = try runInTerminal(words, "FAULT=\(fault)")
            runs += 1
            let what = "\(words[0]), \(fault): \(outcome.status)"
            #expect(Self.statuses.contains("\(outcome.status)"), "\(what)")
            #expect(outcome.hasModesBack, "\(what)")
            #expect(outcome.seconds < 15, "\(what)")
          }
        }
      }
      #expect(runs > 10)
    }

    @Test(
      "short reads and writes, interruptions and full pipes change nothing",
      arguments: ["short", "interrupted", "again"])
    func always(fault: String) throws {
      for command in Self.commands {
        let sound = try run(command, "")
        #expect(try run(command, "FAULT=\(fault)") == sound, "\(command)")
      }
    }
  }
#endif
