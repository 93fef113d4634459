import ArgumentParser
import CellLayout
import OperatingSystem
import StyleValues
package import Styling
package import TerminalOutput

/// The terminal that the result is for.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Colour depth of the terminal.",
      discussion: "'mono' is bold and the like without colour; 'never' is plain text.",
      valueName: "depth"),
    completion: .list(ColorOption.allValueStrings))
  var color = ColorOption.auto

  @Option(
    help: ArgumentHelp(
      "The terminal's background: auto, dark, light or a colour.",
      discussion: "In SVG and HTML of preview and render, 'both' follows the reader's setting.",
      valueName: "background"),
    completion: .list(["auto", "dark", "light", "both"]))
  var background: BackgroundOption = .auto

  @Option(
    help: ArgumentHelp(
      "The terminal's palette: auto, assumed, ask or a file.",
      discussion: """
        auto asks the terminal if the result depends on its colours; assumed takes typical colours. \
        A palette file is one of kitty, iTerm2 or another terminal.
        """,
      valueName: "palette", visibility: .fullHelp),
    completion: .file())
  var palette: PaletteSource?

  @Option(help: ArgumentHelp("Width in columns, 1 to 10000.", valueName: "columns"))
  var width: CellCount?

  @Option(
    help: ArgumentHelp(
      "Screen height in rows, for media queries, 1 to 10000.", valueName: "rows",
      visibility: .fullHelp))
  var height: CellCount?

  @Option(
    help: ArgumentHelp(
      "Text size: XS to XXXL, AX1 to AX5, or a factor above 0.",
      discussion: "'font-size-scale: auto' follows it.", valueName: "size",
      visibility: .fullHelp),
    completion: .list(ContentSize.names))
  var contentSize: ContentSize?

  @Option(
    help: ArgumentHelp(
      "Value of @media (prefers-contrast).", valueName: "preference", visibility: .fullHelp),
    completion: .list(ContrastPreference.allCases.map(\.rawValue)))
  var prefersContrast: ContrastPreference?

  @Flag(
    help: ArgumentHelp(
      "Leave out borders, columns and shadows, for screen readers.", visibility: .fullHelp))
  var flat = false

  /// Returns the user's setting for the terminal's colours: the option, or else `CSSVIEW_PALETTE`.
  func paletteOption(in console: Console) throws(CommandFailure) -> PaletteOption {
    if background == .both {
      throw CommandFailure(
        .usage, "'--background both' needs cssview preview or render with '--to svg' or 'html'")
    }
    if let palette { return try palette.option(of: "--palette", in: console) }
    let variable = "CSSVIEW_PALETTE"
    guard let value = console.variable(variable), !value.isEmpty else { return .auto }
    return try PaletteSource(argument: value).option(of: variable, in: console)
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

  /// Returns the terminal's answers about its colours.
  ///
  /// Whoever gives the option has it asked wherever the output goes, and is told when nobody
  /// answers; the variable holds for terminals that are drawn on.
  func askedForColors(in console: Console) -> TerminalAnswers? {
    guard palette == .ask else {
      return console.askTerminal?(DrawingOptions.paletteQuery, console.patience)
    }
    let answers = console.askControllingTerminal?(DrawingOptions.paletteQuery, console.patience)
    if answers?.colors == nil {
      console.complain(
        "the terminal did not report its colours; '--palette ask' uses those of most terminals")
    }
    return answers
  }

  /// Returns the environment for commands that only report about a sheet: the best terminal on
  /// dark, unless the user sets another.
  func idealEnvironment(in console: Console) throws(CommandFailure) -> Environment {
    idealEnvironment(in: console, palette: try idealPalette(in: console))
  }

  /// True if the colours that most terminals have are asked for.
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
      case .auto, .both:
        palette.background.map { TerminalBackground($0) } ?? TerminalBackground(.dark)
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

  /// Returns the target for commands that render: the terminal that was detected.
  func target(in console: Console, for profile: TerminalProfile) -> OutputTarget {
    let size = size(in: console)
    var target = profile.target(
      columns: size.columns, rows: size.rows, contentSize: contentSize(in: console))
    apply(to: &target.environment, in: console)
    return target
  }

  /// The options for each version of the result: those for dark and light, or just these.
  var versions: [Self] {
    guard background == .both else { return [self] }
    return ColorScheme.allCases.map { scheme in
      var options = self
      options.background = .scheme(scheme)
      return options
    }
  }

  /// True if `--flat` was given, or `CSSVIEW_FLAT` asks for it.
  func isFlat(in console: Console) -> Bool {
    flat || ReaderVariables(console.variable).isFlat
  }

  /// Tells the terminal what the reader wants.
  private func apply(to terminal: inout Environment, in console: Console) {
    terminal.isFlat = isFlat(in: console)
    terminal.contrast =
      prefersContrast ?? ReaderVariables(console.variable).contrast ?? .noPreference
  }

  private func size(in console: Console) -> (columns: Int, rows: Int) {
    let size = DetectedSize(console)
    return (width?.count ?? size.columns, height?.count ?? size.rows)
  }

  /// The option, or what `CSSVIEW_CONTENT_SIZE` says, if it makes sense.
  private func contentSize(in console: Console) -> ContentSize {
    contentSize ?? ReaderVariables(console.variable).contentSize ?? .standard
  }
}

extension ColorOption: ExpressibleByArgument {
  /// The values.
  package static var allValueStrings: [String] {
    ["auto", "always", "never", "mono", "8", "16", "256", "truecolor"]
  }

  // The usual way to find the text asks the run-time library for conformances, at each start.
  /// Text of the option's value.
  package var defaultValueDescription: String { description }
}

extension BackgroundOption: ExpressibleByArgument {
  /// Reads `auto`, `dark`, `light` or a colour.
  package init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else if argument == "both" {
      self = .both
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

  /// Text of the option's value.
  package var defaultValueDescription: String { description }
}

extension ContrastPreference: ExpressibleByArgument {}

extension ContentSize: ExpressibleByArgument {
  /// Reads a name or a factor.
  package init?(argument: String) {
    self.init(argument)
  }
}

extension EnvironmentOptions {
  /// The options with their default values.
  static var defaults: Self {
    var options = Self()
    (options.color, options.background) = (.auto, .auto)
    (options.width, options.height, options.contentSize) = (nil, nil, nil)
    (options.palette, options.prefersContrast, options.flat) = (nil, nil, false)
    return options
  }

  /// Takes an option that needs no parser.
  mutating func take(_ option: inout SimpleOption) -> Bool {
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

/// Option for the width rules that count cells.
struct WidthRulesOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Unit of cell width: clusters, or codepoints (old terminals).", valueName: "rules",
      visibility: .fullHelp),
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
  static var defaults: Self {
    var options = Self()
    options.widthRules = .clusters
    return options
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

  /// The size of the terminal, or of the options.
  init(_ console: Console, _ options: EnvironmentOptions? = nil) {
    let reader = ReaderVariables(console.variable)
    (columns, columnsSource) = Self.detect(
      console.outputSize?.columns, reader.columns, variable: "COLUMNS", otherwise: 80)
    (rows, rowsSource) = Self.detect(
      console.outputSize?.rows, reader.rows, variable: "LINES", otherwise: 24)
    if let width = options?.width { (columns, columnsSource) = (width.count, "--width") }
    if let height = options?.height { (rows, rowsSource) = (height.count, "--height") }
  }

  private static func detect(
    _ reported: Int?, _ named: Int?, variable: String, otherwise: Int
  ) -> (Int, String) {
    if let reported, reported > 0 { return (reported, "terminal") }
    return named.map { ($0, variable) } ?? (otherwise, "default")
  }
}
