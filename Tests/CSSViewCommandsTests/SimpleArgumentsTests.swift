import ArgumentParser
import OperatingSystem
import TestSupport
import Testing

@testable import CSSViewCommands

/// What is read without the argument parser is what the parser would have read.
@Suite struct SimpleArgumentsTests {
  @Test(
    "Every option has its value where the parser was not asked",
    arguments: [["preview", "night"], ["render", "night"], ["show"]])
  func withoutOptions(arguments: [String]) throws {
    // What fails here lacks an option in `defaults`, beside the declaration of the options.
    let plain = try #require(SimpleArguments.command(arguments))
    #expect("\(plain)" == "\(try Self.parsed(arguments))")
  }

  @Test(
    "Everyday calls are read without the parser",
    arguments: [
      "preview night Hi", "preview night Hi there", "preview night", "preview night -",
      "preview --width 40 night Hi", "preview night Hi --class card --style color:red",
      "preview night Hi --add a --css .a{} --add b",
      "preview night Hi -o x.svg", "preview night Hi --to svg", "render night", "render night a b",
      "render --dialect css night", "render --color always --background #fff -q night -",
      "render --lines --jobs 2 night", "render --strict --to html night -",
      "render --dialect css --width 80 --style text-align:center night", "show app.log",
      "show -s markdown a b --color always", "show a --from text -o x.html",
    ])
  func everyday(line: String) throws {
    let arguments = line.split(separator: " ").map(String.init)
    let plain = try #require(SimpleArguments.command(arguments))
    #expect("\(plain)" == "\(try Self.parsed(arguments))")
  }

  @Test(
    "The rest is the parser's",
    arguments: [
      "", "help", "preview", "preview --help", "preview -h", "preview night --help", "--version",
      "preview night --version", "preview --width", "preview --width x night Hi",
      "preview --width -5 night Hi", "preview --width=40 night Hi", "preview -- night -x",
      "preview night -5", "preview night --set a=b", "preview - -", "render --to gif night",
      "render --escape", "render night --scale 2", "render --jobs 2 night", "render -qo x night",
      "check night", "browse", "preview night --unknown", "render", "preview night -x",
      "render night --generate-completion-script bash", "---completion preview -- sheet 1 0",
    ])
  func notPlain(line: String) {
    #expect(SimpleArguments.command(line.split(separator: " ").map(String.init)) == nil)
  }

  @Test("Random arguments mean the same both ways, as far as they are plain")
  func random() {
    let words = [
      "night", "Hi", "-", "", "x y", "40", "0", "-5", "--", "css", "red", "always", "mono", "svg",
      "html", "ansi", "a\u{10FFFE}b", "é", "help", "=", "--width", "--height", "--color",
      "--background", "--class", "--style", "--element", "--dialect", "--strict", "--quiet", "-q",
      "-o", "--output", "--to", "--lines", "--jobs", "--watch", "--file", "--set", "--escape", "-h",
      "--help", "--version", "--add", "--css", "--width=4", "-qo", "--document", "--scale",
      "--state", "-s", "--stylesheet",
    ]
    var generator = SeededGenerator(seed: 14)
    var plainOnes = 0
    for _ in 0..<600 {
      var arguments = [["preview", "render", "show"].randomElement(using: &generator) ?? ""]
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        arguments.append(words.randomElement(using: &generator) ?? "")
      }
      guard let plain = SimpleArguments.command(arguments) else { continue }
      plainOnes += 1
      let parsed = try? Self.parsed(arguments)
      #expect("\(plain)" == parsed.map { "\($0)" }, "\(arguments)")
    }
    #expect(plainOnes > 50)
  }

  @Test(
    "A command that is parsed by itself is what the whole program makes of it",
    arguments: [
      "preview night Hi --set a=b", "render --escape a b", "check night --markup x",
      "explain night Hi --json", "value color red", "measure Hi --json", "themes", "doctor --json",
      "schema sheet", "convert night --to css", "snoop night a", "browse a b",
    ])
  func byItself(line: String) throws {
    let arguments = line.split(separator: " ").map(String.init)
    #expect("\(try parseArguments(arguments))" == "\(try Self.parsed(arguments))")
  }

  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    try CSSViewCommand.parseAsRoot(
      arguments.prefix { $0 != "--" }.map(ArgumentText.keepingNumber)
        + arguments.drop { $0 != "--" })
  }
}
