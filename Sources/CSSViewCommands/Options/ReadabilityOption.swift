import ArgumentParser
import StyleValues
import TerminalOutput

/// Option for the contrast that text must have.
struct ReadabilityOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The least contrast of all text, by WCAG 2: AA, AAA, 1 to 21, or none.",
      discussion: "Colours of text move as little as needed; backgrounds stay.",
      valueName: "level"),
    completion: .list(["AA", "AAA", "none"]))
  var readable: ContrastRatio?
}

extension ReadabilityOption {
  /// The option with its default value.
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
