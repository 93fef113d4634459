import ArgumentParser
import CSSView
import Diagnostics
import StyleValues
import TerminalOutput
import TerminalPalettes

/// `auto`, `assumed`, `ask`, or a terminal's theme file.
enum PaletteSource: Hashable, ExpressibleByArgument {
  case auto
  case assumed
  case ask
  case file(String)

  init(argument: String) {
    switch argument {
    case "auto": self = .auto
    case "assumed": self = .assumed
    case "ask": self = .ask
    default: self = .file(argument)
    }
  }

  /// What is said of the terminal; what is wrong with a file is told.
  func option(in console: Console) throws(CommandFailure) -> PaletteOption {
    switch self {
    case .auto: return .auto
    case .assumed: return .assumed
    case .ask: return .ask
    case .file(let path):
      let file = PaletteFile(try InputFile.source(path, in: console))
      let printer = FindingOptions.plain.printer(color: .auto, in: console)
      console.report(printer.report(FindingList(file.diagnostics)))
      guard let palette = file.palette else { throw CommandFailure(.unusableInput) }
      return .given(palette)
    }
  }
}

/// How readable text has to be.
struct ReadabilityOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The least contrast of all text, by WCAG 2: AA, AAA, a ratio, or none.",
      discussion: "Colours of text move as little as needed; backgrounds stay.",
      valueName: "level"),
    completion: .list(["AA", "AAA", "none"]))
  var readable: ContrastRatio?
}

extension ReadabilityOption {
  /// What the parser makes of no arguments.
  static var plain: Self {
    var option = Self()
    option.readable = nil
    return option
  }
}

/// A contrast of WCAG 2 that is asked for.
struct ContrastRatio: Hashable, ExpressibleByArgument {
  /// 1 to 21; 1 asks for nothing.
  var value: Double

  init?(argument: String) {
    if argument.lowercased() == "none" {
      value = 1
    } else if let level = ContrastLevel(rawValue: argument.uppercased()) {
      value = level.threshold(isLargeText: false)
    } else if let number = Double(argument), (1...21).contains(number) {
      value = number
    } else {
      return nil
    }
  }
}
