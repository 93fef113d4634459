import ArgumentParser
package import CellLayout

/// Option for the width rules that count cells.
struct WidthRulesOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the terminal gives cells to: clusters, or codepoints one by one as older ones do.",
      valueName: "rules"),
    completion: .list(["clusters", "codepoints"]))
  var widthRules = WidthRules.clusters
}

extension WidthRules: ExpressibleByArgument {
  /// Reads `clusters` or `codepoints`.
  package init?(argument: String) {
    switch argument {
    case "clusters": self = .clusters
    case "codepoints": self = .codePoints
    default: return nil
    }
  }

  /// Text of the option's value.
  package var defaultValueDescription: String { self == .clusters ? "clusters" : "codepoints" }
}

extension WidthRulesOption {
  /// The option with its default value.
  static var plain: Self {
    var options = Self()
    options.widthRules = .clusters
    return options
  }
}
