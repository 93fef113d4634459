/// How much colour the output may use, from nothing at all to 24 bits; more is greater.
public enum ColorDepth: UInt8, CaseIterable, Comparable, Sendable {
  /// No escape sequence of any kind.
  case plain
  /// Bold, underline and the other attributes, but no colour.
  case mono
  /// The first eight palette entries (the Linux console).
  case ansi8
  /// The sixteen palette entries that the user's terminal theme sets.
  case ansi16
  /// The 6 × 6 × 6 cube and the grey ramp: palette entries 16 to 255.
  case ansi256
  /// Every sRGB colour of three bytes.
  case truecolor

  /// The name on the command line and in JSON: `plain mono 8 16 256 truecolor`.
  public var name: String {
    switch self {
    case .plain: "plain"
    case .mono: "mono"
    case .ansi8: "8"
    case .ansi16: "16"
    case .ansi256: "256"
    case .truecolor: "truecolor"
    }
  }

  /// The nearest of the four depths that a stylesheet can ask for: `mono 16 256 truecolor`.
  public var stylesheetName: String {
    switch self {
    case .plain, .mono: "mono"
    case .ansi8, .ansi16: "16"
    case .ansi256: "256"
    case .truecolor: "truecolor"
    }
  }

  /// The depth of that name, or nil.
  public init?(name: some StringProtocol) {
    guard let depth = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = depth
  }

  /// Whether `left` shows less than `right`.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What the user asked for with `--color`.
public enum ColorOption: Hashable, Sendable {
  /// The environment and the terminal decide.
  case auto
  /// Colour in any case; the environment decides how much, at least 16 colours.
  case always
  /// No escape sequence of any kind.
  case never
  /// This depth and no other.
  case depth(ColorDepth)

  /// The option of that spelling, `auto always never mono 8 16 256 truecolor`, or nil.
  public init?(_ text: some StringProtocol) {
    switch text {
    case "auto": self = .auto
    case "always": self = .always
    case "never": self = .never
    default:
      guard let depth = ColorDepth(name: text), depth != .plain else { return nil }
      self = .depth(depth)
    }
  }
}
