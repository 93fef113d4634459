import TestSupport
import Testing

/// What becomes of the file that `-o` names.
@Suite("-o FILE", .serialized)
struct OutputFileTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.file("s.css", ".a { color: red }")
    try directory.file("f", "<b>text</b>\n")
  }

  /// Runs a shell's command line in the directory, as somebody for whom permissions count.
  @discardableResult
  private func shell(_ line: String) throws -> String {
    try directory.shell("cssview=\(builtProductsDirectory())/cssview\n" + line)
  }

  @Test("may be the input")
  func input() throws {
    #expect(try shell("$cssview render s.css f -o f; echo $?; cat f") == "0\ntext\n")
  }

  @Test("stays as it was when there is no input, or no room")
  func failures() throws {
    #expect(
      try shell("$cssview render s.css no.txt -o f 2>&1; echo $?; cat f")
        == "cssview: no.txt: no such file or directory\n66\n<b>text</b>\n")
    // A limit on the size of files is a disk that is full.
    let long = "yes '<b>x</b>' | head -c 3000000 > in; (ulimit -f 1000; "
    #expect(
      try shell(long + "$cssview render s.css in -o f 2>/dev/null); echo $?; cat f; ls -A")
        == "74\n<b>text</b>\nf\nin\ns.css\n")
    #expect(try shell("$cssview preview s.css x -o /nowhere/f 2>/dev/null; echo $?") == "73\n")
    #expect(try shell("$cssview preview s.css x -o . 2>/dev/null; echo $?") == "73\n")
  }

  @Test("stays as it was on a signal, and nothing is left beside it", arguments: ["TERM", "HUP"])
  func signals(name: String) throws {
    let output = try shell(
      """
      mkfifo in
      \(DefaultSignals.command) env -i $cssview render s.css in -o f 2> err &
      exec 3> in
      echo x >&3
      until ls -A | grep -q '^[.]cssview'; do sleep 0.01; done
      kill -s \(name) $!
      { wait $!; } 2>/dev/null
      echo $?
      cat f
      grep -c "is unchanged" err
      ls -A
      """)
    let status = name == "TERM" ? 143 : 129
    #expect(output == "\(status)\n<b>text</b>\n1\nerr\nf\nin\ns.css\n")
  }

  @Test("never takes the place of a standard stream that is closed")
  func closedStreams() throws {
    // What is complained about would be in the result.
    #expect(
      try shell(
        """
        mkfifo p; cat p > got & $cssview render --escape nothing f -o p 2>&-; echo $?
        wait; cat got
        """) == "66\n&lt;b&gt;text&lt;/b&gt;\n")
    #expect(
      try shell("$cssview render s.css f -o new 2>&- <&- >&-; echo $?; cat new") == "0\ntext\n")
    #expect(try shell("$cssview preview s.css x >&- 2>/dev/null; echo $?") == "74\n")
    #expect(try shell("$cssview preview s.css - <&- 2>/dev/null; echo $?") == "66\n")
  }

  @Test("keeps its permissions, its links and its other names")
  func kept() throws {
    try shell("chmod 600 f; ln f other; ln -s f link; echo y > g; chmod 640 g")
    #expect(try shell("$cssview preview s.css x -o link; cat other; readlink link") == "x\nf\n")
    #expect(try shell("$cssview preview s.css x -o g; stat -c %a g; cat g") == "640\nx\n")
    #expect(
      try shell("chmod 444 g; $cssview preview s.css y -o g 2>/dev/null; echo $?; cat g")
        == "73\nx\n")
  }

  @Test("is written piece by piece where it is no file")
  func devices() throws {
    #expect(
      try shell("(echo a; $cssview preview s.css b -o /dev/stdout; echo c) > out; cat out")
        == "a\nb\nc\n")
    #expect(try shell("$cssview preview s.css b -o /dev/stdout | cat") == "b\n")
    #expect(try shell("mkfifo p; cat p & $cssview render s.css f -o p; wait") == "text\n")
    #expect(try shell("$cssview preview s.css b -o /dev/full 2>/dev/null; echo $?") == "74\n")
    #expect(try shell("$cssview preview s.css b -o /dev/null; echo $?") == "0\n")
  }

  @Test("is overwritten at the end in a folder that takes no new file")
  func closedFolder() throws {
    let output = try shell(
      """
      chmod 777 . f s.css; mkdir d; mv f d; chmod 755 d; chmod 666 d/f
      run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
      else chmod 555 d; "$@"; fi; }
      run $cssview render s.css d/f -o d/f; echo $?; cat d/f; ls -A d
      run $cssview render s.css nothing -o d/f 2>/dev/null; echo $?; cat d/f
      run $cssview render s.css s.css -o d/new 2>/dev/null; echo $?
      chmod 755 d
      """)
    #expect(output == "0\ntext\nf\n66\ntext\n73\n")
  }

  @Test("stays as it was when there is no room where it is overwritten")
  func failuresInPlace() throws {
    // Longer and shorter than what is written; the limit is a disk that is full.
    for old in ["short", "$(yes old | head -c 5000)"] {
      #expect(
        try shell(
          """
          printf '%s' "\(old)" > f; cp f old; ln f other; yes '<b>x</b>' | head -n 33000 > in
          (ulimit -f 100; $cssview render s.css in -o f 2>/dev/null); echo $?; cmp f old; cmp other old
          $cssview render s.css in -o f 2>/dev/null; echo $?; cmp f other; head -n 1 f; wc -l < f
          rm f other
          """) == "74\n0\nx\n33000\n")
    }
  }

  @Test("is overwritten where it is somebody else's, in a folder like /tmp")
  func stickyFolder() throws {
    // Only root can make somebody else's file.
    guard try shell("id -u") == "0\n" else { return }
    let output = try shell(
      """
      chmod 755 .; mkdir d; mv f d; chmod 1777 d; chmod 666 d/f
      setpriv --reuid 65534 --regid 65534 --clear-groups $cssview render s.css d/f -o d/f
      echo $?; cat d/f; stat -c %u d/f; ls -A d
      """)
    #expect(output == "0\ntext\n0\nf\n")
  }
}
