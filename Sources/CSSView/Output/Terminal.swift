import CellLayout
import OperatingSystem
import StyleValues
package import Styling
import SystemPackage
import TerminalOutput

/// The terminal for a text, as a value: its size, colours and abilities.
///
/// ```swift
/// let theme: Theme = [".bad": ["color": "#ff0000"]]
/// let markup: Markup = "<span class=bad>No</span>"
/// print(theme.render(markup, for: .plain))  // No
/// let terminal = Terminal(environment: ["TERM": "xterm-256color"], isTerminal: true)
/// print(theme.render(markup, for: terminal).debugDescription)  // "\u{1B}[38;5;196mNo\u{1B}[0m"
/// ```
public struct Terminal: Hashable, Sendable {
  var target: OutputTarget

  package var environment: Environment { target.environment }

  init(_ target: OutputTarget) { self.target = target }

  /// The number of colours.
  public enum Colors: Hashable, Sendable, CaseIterable {
    /// No escape sequences at all.
    case plain
    /// Bold, underline and the like, but no colours.
    case attributes
    /// The first eight entries of the palette.
    case palette8
    /// The sixteen entries of the palette, which users choose.
    case palette16
    /// The 256 entries of xterm's palette.
    case palette256
    /// Every colour of sRGB.
    case exact
  }

  /// Background of the text.
  public enum Background: Hashable, Sendable {
    /// A dark background of unknown colour.
    case dark
    /// A light background of unknown colour.
    case light
    /// An unknown background, which counts as dark and matches `@media (prefers-color-scheme:
    /// no-preference)`.
    case unknown
    /// A colour with channels from 0 to 255.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
  }

  /// A terminal that does not depend on the real one.
  ///
  /// - Parameters:
  ///   - colors: The number of colours.
  ///   - columns: Cells in a row, at least 1.
  ///   - rows: Rows of the screen, at least 1.
  ///   - background: The background of the text.
  ///   - showsLinks: True if it shows links (OSC 8).
  ///   - contentSize: The size of text that the reader wants.
  ///   - textSizing: The way to draw text larger than one row; nil is with block characters, and in
  ///     plain text not at all.
  public init(
    colors: Colors = .exact, columns: Int = 80, rows: Int = 24, background: Background = .dark,
    showsLinks: Bool = false, contentSize: ContentSize = .standard, textSizing: TextSizing? = nil
  ) {
    let isUnstyled = colors == .plain
    target = OutputTarget(
      Environment(
        columns: max(1, columns), rows: max(1, rows), colorDepth: Self.depths[colors] ?? .none,
        hasHyperlinks: showsLinks && !isUnstyled),
      capabilities: isUnstyled ? [] : Self.unknownProgram)
    self.background = background
    self.contentSize = contentSize
    self.textSizing = textSizing ?? (isUnstyled ? .off : .blocks)
  }

  /// A terminal according to environment variables: `TERM`, `COLORTERM`, `NO_COLOR` and the others
  /// that `cssview doctor` lists.
  ///
  /// - Parameters:
  ///   - variables: The environment.
  ///   - isTerminal: True if the output is a terminal; otherwise it is plain text, unless the
  ///     environment has `FORCE_COLOR`.
  ///   - columns: Cells in a row; nil is `COLUMNS`, else 80.
  ///   - rows: Rows of the screen; nil is `LINES`, else 24.
  public init(
    environment variables: [String: String], isTerminal: Bool, columns: Int? = nil, rows: Int? = nil
  ) {
    self.init(
      TerminalEvidence(isTerminal: isTerminal) { variables[$0] }, columns: columns, rows: rows)
  }

  init(_ evidence: TerminalEvidence, columns: Int?, rows: Int?) {
    func size(_ reported: Int?, _ named: Int?, _ otherwise: Int) -> Int {
      if let reported, reported > 0 { reported } else { named ?? otherwise }
    }
    let reader = ReaderVariables(evidence.variable)
    target = TerminalProfile(evidence: evidence).target(
      columns: size(columns, reader.columns, 80), rows: size(rows, reader.rows, 24),
      contentSize: reader.contentSize ?? .standard)
    isFlat = reader.isFlat
    target.environment.contrast = reader.contrast ?? .noPreference
  }

  /// The terminal of standard output, or plain text if it is none.
  ///
  /// Reads the environment, the size of the terminal and its description in the terminfo database.
  /// It sends no queries: the background is unknown unless the environment has it
  /// (`CSSVIEW_BACKGROUND`, `COLORFGBG`).
  public static var standardOutput: Terminal { Terminal(of: .standardOutput) }

  /// The terminal of standard error, or plain text if it is none.
  public static var standardError: Terminal { Terminal(of: .standardError) }

  /// The terminal of an open file, or plain text if it is none.
  package init(ofDescriptor descriptor: Int32) {
    self.init(of: FileDescriptor(rawValue: descriptor))
  }

  private init(of output: FileDescriptor) {
    var evidence = TerminalEvidence(
      isTerminal: output.isTerminal, variable: CurrentProcess.variable)
    if evidence.isTerminal, let term = CurrentProcess.variable("TERM"), !term.isEmpty,
      let facts = TerminfoFacts(term: term)
    {
      evidence.terminfo = .init(colors: facts.colors, hasDirectColor: facts.hasDirectColor)
    }
    let size = evidence.isTerminal ? ScreenSize(of: output) : nil
    self.init(evidence, columns: size?.columns, rows: size?.rows)
  }

  /// Plain text, 80 columns wide.
  public static let plain = Terminal(colors: .plain)

  /// The number of colours.
  ///
  /// Setting `plain` turns off links; setting another value later does not turn them on again.
  public var colors: Colors {
    get { Self.depths.first { $0.value == environment.colorDepth }?.key ?? .plain }
    set {
      target.environment.colorDepth = Self.depths[newValue] ?? .none
      if newValue == .plain {
        showsLinks = false
      } else if target.capabilities.isEmpty {
        target.capabilities = Self.unknownProgram
      }
    }
  }

  /// Cells in a row, at least 1.
  public var columns: Int {
    get { environment.columns }
    set { target.environment.columns = max(1, newValue) }
  }

  /// Rows of the screen, at least 1.
  public var rows: Int {
    get { environment.rows }
    set { target.environment.rows = max(1, newValue) }
  }

  /// Background of the text.
  public var background: Background {
    get {
      guard environment.knowsScheme else { return .unknown }
      guard let color = environment.background else {
        return environment.colorScheme == .dark ? .dark : .light
      }
      return .rgb(red: color.red, green: color.green, blue: color.blue)
    }
    set {
      let background: TerminalBackground =
        switch newValue {
        case .dark: TerminalBackground(.dark)
        case .light: TerminalBackground(.light)
        case .unknown: .unknown
        case .rgb(let red, let green, let blue):
          TerminalBackground(RGB8(red: red, green: green, blue: blue))
        }
      target.environment.colorScheme = background.scheme
      target.environment.background = background.color
      target.environment.knowsScheme = background.isKnown
    }
  }

  /// True if links are written (OSC 8).
  public var showsLinks: Bool {
    get { environment.hasHyperlinks }
    set { target.environment.hasHyperlinks = newValue }
  }

  /// True if text is written without borders, padding, big text, shadows, gradients and filled
  /// columns, for screen readers, logs and copies; it keeps its colours.
  ///
  /// The targets of links follow their text. The environment sets it with `CSSVIEW_FLAT=1`; a
  /// stylesheet tests it with `@media (flat)`.
  public var isFlat: Bool {
    get { environment.isFlat }
    set { target.environment.isFlat = newValue }
  }

  /// The size of text that the reader wants, for `font-size-scale: auto`.
  public var contentSize: ContentSize {
    get { ContentSize(environment.contentSize) }
    set { target.environment.contentSize = newValue.value }
  }

  /// The way in which blocks draw text larger than one row; flat text has none.
  public var textSizing: TextSizing {
    get {
      switch target.largeText {
      case .off: .off
      case .blocks, .typeset: .blocks
      case .textSizing: .osc66
      case .doubleHeight: .doubleHeight
      }
    }
    set {
      target.largeText =
        switch newValue {
        case .off: .off
        case .blocks: Self.blocks
        case .osc66: .textSizing
        case .doubleHeight: .doubleHeight
        }
      target.environment.hasTextSizing = newValue != .off
    }
  }

  /// A way to draw text larger than one row.
  public enum TextSizing: String, CaseIterable, Hashable, Sendable {
    /// Only bold and faint letters.
    case off
    /// Letters made of block characters.
    case blocks
    /// The terminal's text sizing protocol, OSC 66.
    case osc66
    /// The terminal's double height, DECDHL.
    case doubleHeight
  }

  private static let blocks = LargeText.blocks(hasSextants: true)

  /// The abilities of an unknown terminal, which may draw bold black text in another colour.
  private static let unknownProgram = RenditionCapabilities.all.subtracting(.boldBlack)

  private static let depths: [Colors: ColorDepth] = [
    .plain: .none, .attributes: .mono, .palette8: .ansi8, .palette16: .ansi16,
    .palette256: .ansi256, .exact: .truecolor,
  ]
}

/// The size of text that a reader wants: the sizes of iOS, each a tenth apart, or any factor.
///
/// ```swift
/// let theme: Theme = ["text": ["font-size": "20px", "font-size-scale": "auto"]]
/// var terminal = Terminal(contentSize: "XL")
/// print(theme.renderer(for: terminal).objectStyle.scaledFontSize)  // 22.0
/// terminal.contentSize = 1.5
/// print(theme.renderer(for: terminal).objectStyle.scaledFontSize)  // 30.0
/// ```
public struct ContentSize: Hashable, Sendable {
  let value: Styling.ContentSize

  init(_ value: Styling.ContentSize) { self.value = value }

  /// A size by its name, `XS` to `XXXL` and `AX1` to `AX5` in any case, or a factor as text; nil
  /// for other text.
  public init?(_ name: String) {
    guard let value = Styling.ContentSize(name) else { return nil }
    self.value = value
  }

  /// A size by its factor; nil unless that is finite and above 0.
  public init?(scale: Double) {
    guard let value = Styling.ContentSize(scale: scale) else { return nil }
    self.value = value
  }

  /// The size L, with the factor 1.
  public static let standard = ContentSize(.standard)

  /// The factor of font sizes.
  public var scale: Double { value.scale }
}

extension ContentSize: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral
{
  /// A size by its factor; the standard size unless that is finite and above 0.
  public init(floatLiteral scale: Double) { self = ContentSize(scale: scale) ?? .standard }

  /// A size by its factor; the standard size unless that is above 0.
  public init(integerLiteral scale: Int) { self.init(floatLiteral: Double(scale)) }

  /// A size by its name; the standard size for an unknown one.
  public init(stringLiteral name: String) { self = ContentSize(name) ?? .standard }
}
