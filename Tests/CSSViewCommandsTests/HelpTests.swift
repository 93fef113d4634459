import ArgumentParser
import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("Help")
struct HelpTests {
  private static let commands: [any ParsableCommand.Type] =
    [CSSViewCommand.self] + CSSViewCommand.configuration.subcommands

  private static let names = CSSViewCommand.configuration.subcommands.compactMap {
    $0.configuration.commandName
  }

  @Test("an abstract is a short sentence that begins with a verb in the imperative")
  func abstracts() {
    for command in Self.commands {
      let abstract = command.configuration.abstract
      #expect(abstract.count <= 72 && abstract.hasSuffix("."), "\(abstract)")
      #expect(!abstract.prefix { $0 != " " }.hasSuffix("s"), "\(abstract)")
    }
  }

  @Test("the first line about an option is a short sentence that begins with a plain word")
  func options() {
    for command in Self.commands {
      let help = command.helpMessage(includeHidden: true, columns: 1000)
      for line in help.split(separator: "\n") {
        let isRow = ["  -", "  <", String(repeating: " ", count: 26)].contains {
          line.hasPrefix($0)
        }
        // A long option stands on a line of its own.
        guard isRow, line.dropFirst(25).first == " " else { continue }
        let text = line.dropFirst(26).prefix(
          upTo: line.firstRange(of: #/ \((?:values|default): /#)?.lowerBound ?? line.endIndex)
        #expect(text.count <= 60 && text.hasSuffix("."), "\(text)")
        #expect(
          text.prefixMatch(of: #/(?:What|Whether|How|Where|Which|Of|That)\b/#) == nil, "\(text)")
      }
    }
  }

  @Test("shows the options that people use, and says how to see all of them", arguments: names)
  func brief(command: String) {
    let brief = rows(of: CommandRun("help", command).output)
    let all = rows(of: CommandRun(command, "--help-hidden").output)
    #expect(brief == rows(of: CommandRun(command, "--help").output))
    // Beside --version and --help.
    #expect(brief.count <= 13 && Set(brief).isSubset(of: all))
    let hint =
      "  See 'cssview \(command) --help-hidden' or 'man cssview-\(command)' for all options.\n"
    #expect(CommandRun("help", command).output.contains(hint) == (brief != all))
    let full = CommandRun(command, "--help-hidden").output
    #expect(!full.contains(hint))
    #expect(CommandRun("help", command, "--help-hidden").output == full)
    #expect(CommandRun("help", "--help-hidden", command).output == full)
  }

  private func rows(of help: String) -> [String] {
    help.split(separator: "\n").filter { $0.hasPrefix("  -") }.map { row in
      String(row.dropFirst(2).prefix { $0 != " " && $0 != "," })
    }
  }

  @Test("ends in two examples, which the man page has, too", arguments: [""] + names)
  func examples(command: String) throws {
    let page = try readManPage(command.isEmpty ? "cssview.1" : "cssview-\(command).1")
    for arguments in command.isEmpty ? [["--help"], ["-h"]] : [["help", command]] {
      let help = CommandRun(arguments).output
      let examples = try #require(help.split(separator: "\nEXAMPLES:\n").last)
        .split(separator: "\n")
      #expect(examples.count == 2)
      // Its name may be left out.
      let name = command.isEmpty || command == "show" ? "cssview" : "cssview \(command)"
      for example in examples {
        #expect(example.hasPrefix("  ") && example.contains(name) && example.count <= 82)
      }
      #expect(page.contains(examples.map { $0.dropFirst(2) + "\n" }.joined()))
    }
    if command.isEmpty {
      let run = CommandRun([], isInputTerminal: true)
      #expect(run.errors == CommandRun("--help").output && run.status == .usage)
    }
  }

  @Test("what help leaves out is offered by completions, suggested and explained")
  func hiddenOptions() {
    for shell in ["bash", "zsh", "fish"] {
      let script = CommandRun("--generate-completion-script", shell).output
      #expect(script.contains("allow-bidi"), "\(shell)")
    }
    #expect(CommandRun("preview", "x", "--heigth", "3").errors.contains("'--height'"))
    for (option, value) in [
      ("--dialect", "pixelbits"), ("--color", "truecolor"), ("--content-size", "XXXL"),
    ] {
      let errors = CommandRun("preview", "x", option, "y").errors
      #expect(errors.contains(value) && errors.contains("Help:  \(option) <"), "\(errors)")
    }
  }
}
