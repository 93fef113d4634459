import ArgumentParser
import TerminalOutput

/// Options that only matter where text is drawn.
struct DrawingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Whether links are written: auto, always or never.", valueName: "when"))
  var hyperlinks = SwitchOption.auto

  @Option(
    help: ArgumentHelp(
      "How large text is drawn: auto, osc66, block, dechl or off.", valueName: "way"))
  var textSizing = TextSizingOption.auto

  /// Returns the profile of standard output, or of a file if the result goes `toFile`.
  func profile(
    _ environment: EnvironmentOptions, in console: Console, toFile: Bool,
    asking query: TerminalQuery? = nil
  ) throws(CommandFailure) -> TerminalProfile {
    let options = try options(environment, in: console)
    var evidence = Self.evidence(console, toFile: toFile)
    if let query {
      evidence.answers = console.askTerminal?(query, console.patience)
    } else if environment.palette == .ask || options.palette == .ask && !toFile {
      evidence.answers = environment.askedForColors(in: console)
    }
    return TerminalProfile(options: options, evidence: evidence)
  }

  /// The questions about colours.
  static let paletteQuery: TerminalQuery = {
    var query = TerminalQuery.nothing
    query.colors = true
    query.palette = true
    return query
  }()

  /// Returns the inquiry for a result that may depend on the terminal's answer.
  func inquiry(
    _ environment: EnvironmentOptions, in console: Console, toFile: Bool
  ) throws(CommandFailure) -> TerminalInquiry {
    TerminalInquiry(
      options: try options(environment, in: console),
      evidence: Self.evidence(console, toFile: toFile),
      ask: console.askTerminal.map { ask in { ask($0, console.patience) } })
  }

  private static func evidence(_ console: Console, toFile: Bool) -> TerminalEvidence {
    console.evidence(
      isTerminal: console.isOutputTerminal && !toFile, readsTerminfo: console.isOutputTerminal)
  }

  /// Returns the user's settings for the terminal.
  func options(
    _ environment: EnvironmentOptions, in console: Console
  ) throws(CommandFailure) -> TerminalOptions {
    var options = TerminalOptions()
    options.palette = try environment.paletteOption(in: console)
    options.color = environment.color
    options.background = environment.background
    options.hyperlinks = hyperlinks
    options.textSizing = textSizing
    return options
  }
}

extension SwitchOption: ExpressibleByArgument {}

extension TextSizingOption: ExpressibleByArgument {}

extension DrawingOptions {
  /// The options with their default values.
  static var plain: Self {
    var options = Self()
    (options.hyperlinks, options.textSizing) = (.auto, .auto)
    return options
  }
}
