import ArgumentParser
package import CellLayout
import OperatingSystem
import StyleValues
package import Styling
package import TerminalOutput

/// The terminal that the result is for.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How much colour: auto, always, never, mono, 8, 16, 256 or truecolor.",
      discussion: "'never' writes no escape sequence at all, 'mono' keeps bold and the like.",
      valueName: "depth"),
    completion: .list(["auto", "always", "never", "mono", "8", "16", "256", "truecolor"]))
  var color = ColorOption.auto

  @Option(
    help: ArgumentHelp("What is behind the text: dark, light or #rrggbb.", valueName: "background"),
    completion: .list(["dark", "light"]))
  var background: BackgroundOption = .auto

  @Option(
    help: ArgumentHelp(
      "Where the terminal's colours come from: auto, assumed, ask, or a terminal's theme file.",
      discussion: "'auto' asks the terminal where the result depends on its colours.",
      valueName: "palette"),
    completion: .file())
  var palette: PaletteSource?

  @Option(help: ArgumentHelp("Columns to lay the text out in.", valueName: "columns"))
  var width: CellCount?

  @Option(help: ArgumentHelp("Rows of the screen, which media queries look at.", valueName: "rows"))
  var height: CellCount?

  @Option(
    help: ArgumentHelp(
      "What 'font-size-scale: auto' follows: XS to XXXL, AX1 to AX5, or a factor.",
      valueName: "size"),
    completion: .list(ContentSize.names))
  var contentSize: ContentSize?

  @Option(
    help: ArgumentHelp(
      "What '@media (prefers-contrast)' is told: more, less or no-preference.",
      valueName: "preference"),
    completion: .list(ContrastPreference.allCases.map(\.rawValue)))
  var prefersContrast: ContrastPreference?

  @Flag(
    help: "Write for a screen reader, a log or a copy: nothing that is only drawn.")
  var flat = false

  /// What the user says about the terminal's colours: the option, or else `CSSVIEW_PALETTE`.
  func paletteOption(in console: Console) throws(CommandFailure) -> PaletteOption {
    let source: PaletteSource
    if let palette {
      source = palette
    } else if let value = console.variable("CSSVIEW_PALETTE"), !value.isEmpty {
      source = PaletteSource(argument: value)
    } else {
      return .auto
    }
    return try source.option(in: console)
  }

  /// The colours that a result without a terminal is made for: nobody is asked but on request.
  func idealPalette(in console: Console) throws(CommandFailure) -> TerminalPalette {
    idealPalette(try paletteOption(in: console), in: console)
  }

  /// The colours of such a result where the user says this of them.
  func idealPalette(_ option: PaletteOption, in console: Console) -> TerminalPalette {
    switch option {
    case .auto, .assumed: return .median
    case .given(let palette): return palette
    case .ask:
      return askedForColors(in: console)?.colors ?? .median
    }
  }

  /// What the terminal says of its colours.
  ///
  /// Whoever gives the option has it asked wherever the output goes, and is told when nobody answers;
  /// the variable holds for terminals that are drawn on.
  func askedForColors(in console: Console) -> TerminalAnswers? {
    guard palette == .ask else {
      return console.askTerminal?(DrawingOptions.paletteQuery, console.patience)
    }
    let answers = console.askControllingTerminal?(DrawingOptions.paletteQuery, console.patience)
    if answers?.colors == nil {
      console.complain(
        "no terminal tells its colours: '--palette ask' takes those of most terminals")
    }
    return answers
  }

  /// What commands take that only tell about a sheet: the best terminal on dark, unless told
  /// otherwise.
  func idealEnvironment(in console: Console) throws(CommandFailure) -> Environment {
    idealEnvironment(in: console, palette: try idealPalette(in: console))
  }

  /// Whether the colours that most terminals have are asked for.
  private func assumesPalette(in console: Console) -> Bool {
    (palette ?? console.variable("CSSVIEW_PALETTE").map { PaletteSource(argument: $0) }) == .assumed
  }

  /// The best terminal, with these colours.
  func idealEnvironment(in console: Console, palette: TerminalPalette) -> Environment {
    let depth: ColorDepth
    switch color {
    case .auto, .always: depth = .truecolor
    case .never: depth = .none
    case .depth(let chosen): depth = chosen
    }
    let terminal =
      switch background {
      case .auto: palette.background.map { TerminalBackground($0) } ?? TerminalBackground(.dark)
      case .scheme(let scheme): TerminalBackground(scheme)
      case .color(let color): TerminalBackground(color)
      }
    let size = size(in: console)
    var environment = Environment(
      columns: size.columns, rows: size.rows, colorDepth: depth, colorScheme: terminal.scheme,
      background: terminal.color, hasHyperlinks: true, hasTextSizing: true,
      contentSize: contentSize(in: console), palette: palette.made(for: terminal.color))
    environment.keepsPalette = assumesPalette(in: console)
    apply(to: &environment, in: console)
    return environment
  }

  /// What commands take that render: the terminal that was detected.
  func target(in console: Console, for profile: TerminalProfile) -> OutputTarget {
    let size = size(in: console)
    var target = profile.target(
      columns: size.columns, rows: size.rows, contentSize: contentSize(in: console))
    apply(to: &target.environment, in: console)
    if target.environment.isFlat { target.largeText = .off }
    return target
  }

  /// Whether `--flat` was given, or `CSSVIEW_FLAT` asks for it.
  func isFlat(in console: Console) -> Bool {
    flat || console.variable("CSSVIEW_FLAT").map { $0 != "" && $0 != "0" } ?? false
  }

  /// Tells the terminal what the reader wants.
  private func apply(to terminal: inout Environment, in console: Console) {
    terminal.isFlat = isFlat(in: console)
    terminal.contrast =
      prefersContrast
      ?? console.variable("CSSVIEW_PREFERS_CONTRAST").flatMap {
        ContrastPreference(rawValue: $0)
      } ?? .noPreference
  }

  private func size(in console: Console) -> (columns: Int, rows: Int) {
    let size = DetectedSize(console)
    return (width?.count ?? size.columns, height?.count ?? size.rows)
  }

  /// The option, or what `CSSVIEW_CONTENT_SIZE` says, if it makes sense.
  private func contentSize(in console: Console) -> ContentSize {
    contentSize ?? console.variable("CSSVIEW_CONTENT_SIZE").flatMap { ContentSize($0) } ?? .standard
  }
}

/// The size of the screen, and what it was taken from.
///
/// It is what the terminal reports; where there is none, `COLUMNS` and `LINES`; else 80 × 24. A
/// reported 0 counts as unknown.
struct DetectedSize {
  var columns: Int
  var rows: Int
  var columnsSource: String
  var rowsSource: String

  init(_ console: Console) {
    (columns, columnsSource) = Self.detect(
      console.outputSize?.columns, variable: "COLUMNS", otherwise: 80, in: console)
    (rows, rowsSource) = Self.detect(
      console.outputSize?.rows, variable: "LINES", otherwise: 24, in: console)
  }

  private static func detect(
    _ reported: Int?, variable: String, otherwise: Int, in console: Console
  ) -> (Int, String) {
    if let reported, reported > 0 { return (reported, "terminal") }
    if let value = console.variable(variable).flatMap({ CellCount(argument: $0) }) {
      return (value.count, variable)
    }
    return (otherwise, "default")
  }
}

/// What only matters where text is drawn.
struct DrawingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Whether links are written: auto, always or never.", valueName: "when"))
  var hyperlinks = SwitchOption.auto

  @Option(
    help: ArgumentHelp(
      "How large text is drawn: auto, osc66, block, dechl or off.", valueName: "way"))
  var textSizing = TextSizingOption.auto

  /// What standard output is taken to be, or a file where the result goes `toFile`.
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

  /// What is asked of the terminal for a result that may depend on the answer.
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

  /// What the user said of the terminal.
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

/// How cells are counted.
struct WidthRulesOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the terminal gives cells to: clusters, or codepoints one by one as older ones do.",
      valueName: "rules"),
    completion: .list(["clusters", "codepoints"]))
  var widthRules = WidthRules.clusters
}

/// A number of columns or rows: 1 to 10,000.
struct CellCount: Hashable, ExpressibleByArgument {
  var count: Int

  init?(argument: String) {
    guard let count = Int(argument), (1...10_000).contains(count) else { return nil }
    self.count = count
  }
}

extension ColorOption: ExpressibleByArgument {
  // The usual way to find the text asks the run-time library for conformances, at each start.
  /// How the option is written.
  package var defaultValueDescription: String { description }
}

extension BackgroundOption: ExpressibleByArgument {
  /// Reads `auto`, `dark`, `light` or a colour.
  package init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else if let scheme = ColorScheme(rawValue: argument) {
      self = .scheme(scheme)
    } else if let color = try? ColorValue.convert(argument, in: ConversionContext(dialect: .css)),
      let srgb = color.srgb(), srgb.alpha == 1
    {
      self = .color(srgb.rgb8)
    } else {
      return nil
    }
  }

  /// How the option is written.
  package var defaultValueDescription: String { description }
}

extension SwitchOption: ExpressibleByArgument {}
extension ContrastPreference: ExpressibleByArgument {}
extension TextSizingOption: ExpressibleByArgument {}

extension ContentSize: ExpressibleByArgument {
  /// Reads a name or a factor.
  package init?(argument: String) {
    self.init(argument)
  }
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

  /// How the option is written.
  package var defaultValueDescription: String { self == .clusters ? "clusters" : "codepoints" }
}

extension EnvironmentOptions {
  /// What the parser makes of no options.
  static var plain: Self {
    var options = Self()
    (options.color, options.background) = (.auto, .auto)
    (options.width, options.height, options.contentSize) = (nil, nil, nil)
    (options.palette, options.prefersContrast, options.flat) = (nil, nil, false)
    return options
  }

  /// Takes an option that needs no parser.
  mutating func take(_ option: inout PlainOption) -> Bool {
    switch option.name {
    case "--color": option.read(into: &color)
    case "--background": option.read(into: &background)
    case "--width": option.read(into: &width)
    case "--height": option.read(into: &height)
    case "--flat": option.set(&flat)
    default: false
    }
  }
}

extension DrawingOptions {
  /// What the parser makes of no options.
  static var plain: Self {
    var options = Self()
    (options.hyperlinks, options.textSizing) = (.auto, .auto)
    return options
  }
}

extension WidthRulesOption {
  /// What the parser makes of no options.
  static var plain: Self {
    var options = Self()
    options.widthRules = .clusters
    return options
  }
}
