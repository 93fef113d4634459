import ArgumentParser
import CellLayout
import OperatingSystem
import StyleValues
package import Styling
package import TerminalOutput

/// The terminal for the result.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    help: .value(
      "depth", "Colour depth of the terminal.",
      "'mono' is bold and the like without colour; 'never' is plain text."),
    completion: .list(ColorOption.allValueStrings))
  var color = ColorOption.auto

  @Option(
    help: .value(
      "background", "The terminal's background: auto, dark, light or a colour.",
      """
      auto is CSSVIEW_BACKGROUND, COLORFGBG, or what the terminal answered to an earlier \
      command. In SVG and HTML of preview and render, 'both' follows the reader's setting.
      """),
    completion: .list(["auto", "dark", "light", "both"]))
  var background: BackgroundOption = .auto

  @Option(
    help: .rare(
      "The terminal's palette: auto, assumed, ask or a file.",
      """
      auto takes the terminal's answer to an earlier command, if there was one; ask says so if \
      there was none; assumed takes typical colours. A palette file is one of kitty, iTerm2 or \
      another terminal.
      """, value: "palette"),
    completion: .file())
  var palette: PaletteSource?

  @Option(
    help: .rare(
      "Ask the terminal for its colours: auto, always or never.",
      """
      auto is only in browse, doctor and preview --watch, which keep the answers for the others. \
      An answer to a command that prints may be read by another program.
      """, value: "when"))
  var query = SwitchOption.auto

  @Option(help: .value("columns", "Width in columns, 1 to 10000."))
  var width: CellCount?

  @Option(help: .rare("Screen height in rows, for media queries, 1 to 10000.", value: "rows"))
  var height: CellCount?

  @Option(
    help: .rare(
      "Text size: XS to XXXL, AX1 to AX5, or a factor above 0.",
      "'font-size-scale: auto' follows it.", value: "size"), completion: .list(ContentSize.names))
  var contentSize: ContentSize?

  @Option(
    help: .rare("Value of @media (prefers-contrast).", value: "preference"),
    completion: .list(ContrastPreference.allCases.map(\.rawValue)))
  var prefersContrast: ContrastPreference?

  @Flag(help: .rare("Leave out borders, columns and shadows, for screen readers."))
  var flat = false

  func paletteOption(in console: Console) throws(CommandFailure) -> PaletteOption {
    if background == .both {
      throw CommandFailure(
        .usage, "'--background both' needs cssview preview or render with '--to svg' or 'html'")
    }
    if let palette { return try palette.option(of: "--palette", in: console) }
    let variable = "CSSVIEW_PALETTE"
    guard let value = console.variable(variable), !value.isEmpty else { return .auto }
    let option = try PaletteSource(argument: value).option(of: variable, in: console)
    if case .given(let palette) = option { return .preset(palette) }
    return option
  }

  /// True if the terminal is queried; a command that only prints does not own it.
  func asks(ownsTerminal: Bool) -> Bool {
    switch query {
    case .auto: ownsTerminal
    case .always: true
    case .never: false
    }
  }

  /// The palette for a result without a terminal.
  func idealPalette(in console: Console) throws(CommandFailure) -> TerminalPalette {
    idealPalette(try paletteOption(in: console), in: console)
  }

  /// The palette for a result without a terminal, with this option.
  func idealPalette(_ option: PaletteOption, in console: Console) -> TerminalPalette {
    switch option {
    case .auto, .assumed: return .median
    case .given(let palette), .preset(let palette): return palette
    case .ask:
      let answers =
        (asks(ownsTerminal: false) ? console.ask(DrawingOptions.paletteQuery)?.answers : nil)
        ?? console.keptAnswers(isForOutput: false)
      complain(about: answers, in: console)
      return answers?.colors ?? .median
    }
  }

  /// Reports that a terminal's colours are unknown, if an option asks for them; the variable is for
  /// many commands and terminals.
  func complain(about answers: TerminalAnswers?, in console: Console) {
    guard palette == .ask, answers?.colors == nil else { return }
    console.complain(
      query == .always
        ? "the terminal did not report its colours; '--palette ask' uses those of most terminals"
        : "no colours of this terminal are kept, and '--palette ask' uses those of most terminals; "
          + "to ask it now, add '--query always'")
  }

  /// The environment for reports about a stylesheet: a terminal with all abilities on dark, unless
  /// the user sets another.
  func idealEnvironment(
    in console: Console, followsTerminal: Bool = false
  ) throws(CommandFailure) -> Environment {
    idealEnvironment(
      in: console, palette: try idealPalette(in: console), followsTerminal: followsTerminal)
  }

  /// The palette of the option or the variable.
  func paletteSource(in console: Console) -> PaletteSource? {
    palette ?? console.variable("CSSVIEW_PALETTE").map { PaletteSource(argument: $0) }
  }

  /// The environment for output that is shown on other people's terminals: with 256 colours, which
  /// nearly all have and which look the same everywhere, and an unknown background, unless the user
  /// sets more.
  func sharedEnvironment(in console: Console) throws(CommandFailure) -> Environment {
    var shared = self
    switch color {
    case .auto, .tty, .always: shared.color = .depth(.ansi256)
    case .never, .depth: break
    }
    return shared.idealEnvironment(
      in: console, palette: try idealPalette(in: console), assumesDark: false)
  }

  /// A terminal with all abilities and these colours: with the terminal's scheme if it
  /// `followsTerminal` and that is known, else dark if it `assumesDark`.
  func idealEnvironment(
    in console: Console, palette: TerminalPalette, followsTerminal: Bool = false,
    assumesDark: Bool? = nil
  ) -> Environment {
    let depth: ColorDepth
    switch color {
    case .auto, .tty, .always: depth = .truecolor
    case .never: depth = .none
    case .depth(let chosen): depth = chosen
    }
    let variable = console.variable
    var evidence = TerminalEvidence(isTerminal: false) { name in
      followsTerminal || name == ReaderVariables.backgroundName ? variable(name) : nil
    }
    if followsTerminal {
      evidence.answers = console.keptAnswers(isForOutput: console.isOutputTerminal)
    }
    let found = detectBackground(
      option: background, palette: self.palette == nil ? .preset(palette) : .given(palette),
      evidence: evidence
    ).value
    let size = DetectedSize(console, self)
    var environment = Environment(
      columns: size.columns, rows: size.rows, colorDepth: depth, colorScheme: found.scheme,
      background: found.color, hasHyperlinks: true, hasTextSizing: true,
      contentSize: contentSize(in: console), palette: palette.made(for: found.color))
    environment.knowsScheme = found.isKnown || assumesDark ?? !followsTerminal
    environment.keepsPalette = paletteSource(in: console) == .assumed
    apply(to: &environment, in: console)
    return environment
  }

  func target(in console: Console, for profile: TerminalProfile) -> OutputTarget {
    let size = DetectedSize(console, self, isForReader: profile.colorDepth.value != ColorDepth.none)
    var target = profile.target(
      columns: size.columns, rows: size.rows, contentSize: contentSize(in: console))
    apply(to: &target.environment, in: console)
    return target
  }

  /// The options for dark and light, or only these.
  var versions: [Self] {
    guard background == .both else { return [self] }
    return ColorScheme.allCases.map { scheme in
      var options = self
      options.background = .scheme(scheme)
      return options
    }
  }

  /// True if `--flat` or `CSSVIEW_FLAT` is set.
  func isFlat(in console: Console) -> Bool { flat || ReaderVariables(console.variable).isFlat }

  private func apply(to terminal: inout Environment, in console: Console) {
    terminal.isFlat = isFlat(in: console)
    terminal.contrast =
      prefersContrast ?? ReaderVariables(console.variable).contrast ?? .noPreference
  }

  /// The option, or a valid `CSSVIEW_CONTENT_SIZE`.
  private func contentSize(in console: Console) -> ContentSize {
    contentSize ?? ReaderVariables(console.variable).contentSize ?? .standard
  }
}

extension ColorOption: ExpressibleByArgument {
  package static var allValueStrings: [String] {
    ["auto", "tty", "always", "never", "mono", "8", "16", "256", "truecolor"]
  }

  // The usual search for the text makes the run-time library find conformances, at each start.
  package var defaultValueDescription: String { description }
}

extension BackgroundOption: ExpressibleByArgument {
  package var defaultValueDescription: String { description }
}

extension ContrastPreference: ExpressibleByArgument {}

extension ContentSize: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension EnvironmentOptions {
  static var defaults: Self {
    with {
      ($0.color, $0.background) = (.auto, .auto)
      ($0.width, $0.height, $0.contentSize) = (nil, nil, nil)
      ($0.palette, $0.prefersContrast, $0.flat) = (nil, nil, false)
      $0.query = .auto
    }
  }
}

struct WidthRulesOption: ParsableArguments {
  @Option(
    help: .rare("Unit of cell width: clusters, or codepoints (old terminals).", value: "rules"),
    completion: .list(["clusters", "codepoints"]))
  var widthRules = WidthRules.clusters
}

extension WidthRules: ExpressibleByArgument {
  package init?(argument: String) {
    switch argument {
    case "clusters": self = .clusters
    case "codepoints": self = .codePoints
    default: return nil
    }
  }

  package var defaultValueDescription: String { self == .clusters ? "clusters" : "codepoints" }
}

extension WidthRulesOption { static var defaults: Self { with { $0.widthRules = .clusters } } }

/// The size of the screen, and its source.
///
/// The option comes first, then the size reported by the terminal of standard output, then
/// `COLUMNS` and `LINES`; then, for a result with colours without such a terminal, as with `--color
/// always`, the size reported by the terminal of standard error or of the process; else 80 × 24. A
/// reported 0 counts as unknown.
struct DetectedSize {
  var columns: Int
  var rows: Int
  var columnsSource: String
  var rowsSource: String

  /// The size of the options, or else of a terminal; a result `isForReader` if it has colours, so
  /// that a person reads it in some terminal.
  init(_ console: Console, _ options: EnvironmentOptions, isForReader: Bool = false) {
    let variables = ReaderVariables(console.variable)
    let reported = console.outputSize
    var reader: (size: ScreenSize, source: String)?
    if isForReader, !console.isOutputTerminal,
      options.width == nil && variables.columns == nil
        || options.height == nil && variables.rows == nil
    {
      reader = console.terminal.readerSize
    }
    (columns, columnsSource) = Self.detect(
      [
        (options.width?.count, "--width"), (reported?.columns, "terminal"),
        (variables.columns, "COLUMNS"), (reader?.size.columns, reader?.source ?? ""),
      ], otherwise: 80)
    (rows, rowsSource) = Self.detect(
      [
        (options.height?.count, "--height"), (reported?.rows, "terminal"),
        (variables.rows, "LINES"), (reader?.size.rows, reader?.source ?? ""),
      ], otherwise: 24)
  }

  private static func detect(
    _ sizes: [(count: Int?, source: String)], otherwise: Int
  ) -> (Int, String) {
    for case (let count?, let source) in sizes where count > 0 { return (count, source) }
    return (otherwise, "default")
  }
}
