import TestSupport
import Testing

/// The program `gzip` beside this one, while either of them ends.
@Suite("Packed files")
struct UnpackingTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.file("s.css", "b { color: red }")
    try directory.shell("seq 3000000 | gzip -1 > big.gz; seq 3 | gzip > small.gz")
  }

  private func shell(_ script: String) throws -> String {
    try directory.shell("cssview=\"\(builtProductsDirectory())/cssview\"\n" + script)
  }

  @Test("come from files, standard input, pipes and FIFOs")
  func sources() throws {
    #expect(
      try shell(
        """
        "$cssview" render s.css small.gz
        "$cssview" render s.css < small.gz
        cat small.gz | "$cssview" render s.css
        mkfifo p; cat small.gz > p & "$cssview" render s.css p
        # What comes in single bytes is known by the first three.
        for i in $(seq $(wc -c < small.gz)); do
          dd bs=1 count=1 skip=$((i - 1)) if=small.gz 2>&-
        done | "$cssview" render s.css
        cat big.gz | "$cssview" render s.css | tail -n 1
        """) == "1\n2\n3\n1\n2\n3\n1\n2\n3\n1\n2\n3\n1\n2\n3\n3000000\n")
  }

  /// The states of what is left of `gzip` in this folder a moment later.
  private let leftovers = """
    for try in 1 2 3 4 5 6 7 8 9 10; do
      for process in $(pgrep -x gzip); do
        [ "$(readlink /proc/$process/cwd)" != "$PWD" ] || ps -o stat= -p $process
      # Whoever has to notice the end of a child that has lost its parent may take its time.
      done | grep -v '^Z' > left
      [ -s left ] || break
      sleep 0.2
    done
    cat left
    """

  @Test("are left alone when the reader of the output has had enough")
  func earlyEnd() throws {
    #expect(try shell("\"$cssview\" render s.css big.gz | head -n 1\n\(leftovers)") == "1\n")
    #expect(try shell("cat big.gz | \"$cssview\" render s.css | head -n 1\n\(leftovers)") == "1\n")
  }

  @Test("end with the program, whatever signal ends that", arguments: ["TERM", "INT", "KILL"])
  func signals(name: String) throws {
    let script = """
      mkfifo out
      exec 3<>out
      "$cssview" render s.css big.gz > out 2>&- &
      for try in $(seq 100); do pgrep -P $! > /dev/null && break; sleep 0.05; done
      # SIGINT is ignored in the background of a shell.
      kill -\(name == "INT" ? "HUP" : name) $!
      wait $! 2>&-
      echo $?
      """
    let status = try shell("\(script)\n\(leftovers)")
    #expect(status == ["TERM": "143\n", "INT": "129\n", "KILL": "137\n"][name])
  }

  @Test("without gzip cost one line, and the next file is shown")
  func missing() throws {
    #expect(
      try shell(
        """
        echo plain > plain
        PATH=/nowhere "$cssview" render s.css small.gz plain 2>err
        echo $?
        cat err
        """)
          == """
          plain
          66
          cssview: small.gz: compressed, and there is no program 'gzip' to unpack it; install gzip

          """)
  }

  @Test("Messages of gzip are not shown")
  func messages() throws {
    #expect(
      try shell(
        """
        head -c 30 big.gz | "$cssview" render s.css 2>&1 >out | sed 's/;.*//'
        """)
        == "cssview: standard input: the compressed data is damaged or ends too early\n")
  }
}
