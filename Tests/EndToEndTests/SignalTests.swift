import TestSupport
import Testing

/// Signals that come at any moment.
@Suite("Signals at random moments", .serialized)
struct SignalTests {
  private static let numbers = ["TERM": 15, "HUP": 1, "KILL": 9, "ALRM": 14, "VTALRM": 26]

  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.file("s.css", ".a { color: red } .b { text-decoration: underline }")
    try directory.shell(
      "yes '<b class=a>one <i class=b>two</i></b> three' | head -n 300000 > t; echo old > o")
  }

  @Test("a stream ends in the default state, after a whole sequence", arguments: 0..<16)
  func streams(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let names = ["TERM", "HUP", "USR1", "ALRM", "XCPU"]
    let name = names.randomElement(using: &generator) ?? "TERM"
    let delay = Double.random(in: 0.02..<0.4, using: &generator)
    let extra =
      ["", "--width 20", "--lines", "--lines --jobs 2"].randomElement(using: &generator) ?? ""
    let output = try directory.shell(
      """
      mkfifo p; tail -c 60 <p >out & reader=$!
      \(builtProductsDirectory())/cssview render s.css t --color 16 \(extra) >p 2>err &
      sleep \(delay)
      kill -s \(name) $! 2>/dev/null
      { wait $! $reader; } 2>/dev/null
      cat out
      """)
    let last = output.split(separator: "\u{1B}", omittingEmptySubsequences: false).dropFirst().last
    #expect(last?.hasPrefix("[0m") ?? true, "seed \(seed), \(name) after \(delay) s: \(output)")
  }

  @Test(
    "every line that came before an interruption is written",
    arguments: ["", "--lines", "--lines --jobs 2", "--lines --jobs 2 --to json"])
  func linesBefore(options: String) throws {
    let output = try directory.shell(
      """
      mkfifo p; { head -n 20000 t; exec sleep 60; } >p & writer=$!
      \(builtProductsDirectory())/cssview render s.css --color mono \(options) <p >out 2>err &
      render=$!
      sleep 3
      kill -s TERM $render
      wait $render
      kill $writer
      wc -l <out
      """)
    #expect(output.split(separator: "\n").last == "20000", "\(output)")
  }

  @Test("a file is old or new, and only SIGKILL leaves something beside it", arguments: 0..<16)
  func files(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let name = Self.numbers.keys.sorted().randomElement(using: &generator) ?? "TERM"
    let delay = Double.random(in: 0..<0.5, using: &generator)
    let output = try directory.shell(
      """
      cssview=\(builtProductsDirectory())/cssview
      $cssview render s.css t -o o 2>err &
      sleep \(delay)
      kill -s \(name) $! 2>/dev/null
      { wait $!; } 2>/dev/null
      echo $?; head -n 1 o; wc -l <o; ls -A | grep -c '^[.]cssview'
      """)
    let lines = output.split(separator: "\n").map(String.init)
    let number = 128 + (Self.numbers[name] ?? 0)
    #expect(["0", "\(number)"].contains(lines.first), "seed \(seed): \(output)")
    let isNew = lines.dropFirst().first == "one two three" && lines.dropFirst(2).first == "300000"
    #expect(isNew || lines.dropFirst().first == "old", "seed \(seed): \(output)")
    // A signal can come between the replacement and the end of the program.
    #expect(isNew || lines.first != "0", "seed \(seed): \(output)")
    #expect(lines.last == "0" || name == "KILL", "seed \(seed): \(output)")
  }
}
