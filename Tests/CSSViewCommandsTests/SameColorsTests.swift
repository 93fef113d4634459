import TestSupport
import Testing

@Suite("What is shown at each depth")
struct SameColorsTests {
  /// Classes of random colours, some of them bold, some faded.
  private static func sheet(_ count: Int, seed: UInt64, hasShadows: Bool) -> String {
    var generator = SeededGenerator(seed: seed)
    func color() -> String {
      let hex = String(UInt32.random(in: 0...0xffffff, using: &generator), radix: 16)
      return "#" + String(repeating: "0", count: 6 - hex.count) + hex
    }
    return (0..<count).map { number in
      var rule = ".c\(number) { color: \(color()); background-color: \(color());"
      if number % 3 == 0 { rule += " font-weight: bold;" }
      if number % 5 == 0 { rule += " opacity: 0.7;" }
      if number % 7 == 0 { rule += " color: ansi(0);" }
      return rule + (hasShadows ? " text-shadow: 1px 1px 2px #808080 }" : " }")
    }.joined(separator: "\n")
  }

  @Test(
    "The stream, the block and what explain says of it are the same",
    arguments: ["16", "256", "truecolor"], [false, true])
  func sameColors(depth: String, hasShadows: Bool) throws {
    let count = 80
    let file = try ScratchFile(Self.sheet(count, seed: 5, hasShadows: hasShadows))
    let markup = (0..<count).map { "<span class=c\($0)>x</span>" }.joined(separator: "\n")
    func output(_ command: String, _ arguments: String...) -> CommandRun {
      CommandRun([command, file.path] + arguments, input: Array((markup + "\n").utf8))
    }
    let stream = output("render", "--color", depth).visible
    let lines = stream.split(separator: "\n").map(String.init)
    #expect(lines.count == count)
    let runs = output("explain", "--json").output.split(separator: "\"terminal\": {").dropFirst()
    let explained = runs.compactMap { run in
      run.firstRange(of: "\"\(depth)\": \"").map { start in
        String(run[start.upperBound...].prefix { $0 != "\"" })
      }
    }
    // Between the classes there are runs of line feeds.
    #expect(explained.filter { !$0.isEmpty }.map { "␛[\($0)mx␛[0m" } == lines)
    // In a block a shadow falls on other lines, too.
    if !hasShadows { #expect(output("preview", "--color", depth).visible == stream) }
  }
}
