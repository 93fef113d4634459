/// What the text cursor looks like.
///
/// Terminals are told with DECSCUSR, `CSI Ps SP q` (VT520 manual; the bar is xterm's addition).
///
/// ```swift
/// let shape = try CursorShape.convert("beam")
/// print(shape, shape.parameter(blinks: false), shape.parameter(blinks: true))  // bar 6 5
/// ```
package enum CursorShape: String, CaseIterable, Hashable, Sendable {
  /// A whole cell.
  case block
  /// A line under the character.
  case underline
  /// A line before the character.
  case bar

  /// The number that DECSCUSR has for the shape, 1 to 6.
  package func parameter(blinks: Bool) -> Int {
    let steady =
      switch self {
      case .block: 2
      case .underline: 4
      case .bar: 6
      }
    return blinks ? steady - 1 : steady
  }
}

extension CursorShape: StyleEnumeration {
  /// What kitty, Alacritty and text editors call them.
  package static var aliases: [(name: String, value: CursorShape)] {
    [("beam", .bar), ("ibeam", .bar), ("line", .bar), ("underscore", .underline), ("box", .block)]
  }
}
