/// Number of colours the output can show, from none to all.
package enum ColorDepth: String, Hashable, Sendable, CaseIterable, Comparable {
  /// No escape sequence at all.
  case none
  /// Attributes such as bold and underline, but no colour.
  case mono
  /// The first eight entries of the palette.
  case ansi8 = "8"
  /// The sixteen entries of the palette that users choose.
  case ansi16 = "16"
  /// The 256 entries of the xterm palette.
  case ansi256 = "256"
  /// Every sRGB colour.
  case truecolor

  /// Fewer colours before more.
  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rank < right.rank
  }

  /// True if any colour can be shown.
  package var hasColor: Bool { self > .mono }

  private var rank: Int {
    switch self {
    case .none: 0
    case .mono: 1
    case .ansi8: 2
    case .ansi16: 3
    case .ansi256: 4
    case .truecolor: 5
    }
  }
}
