/// The line under a cell.
///
/// SGR 4 and 24; the styles are `4:2` … `4:5` as kitty and VTE define them.
///
/// ```swift
/// print(try UnderlineStyle.convert("wavy") == .curly, UnderlineStyle.curly.rawValue)  // true 3
/// ```
@usableFromInline
package enum UnderlineStyle: UInt8, Hashable, Sendable, CaseIterable {
  /// No line.
  case none
  /// One line.
  case single
  /// Two lines, SGR `4:2` or 21.
  case double
  /// A wave, SGR `4:3`.
  case curly
  /// Dots, SGR `4:4`.
  case dotted
  /// Dashes, SGR `4:5`.
  case dashed
}

extension UnderlineStyle: StyleEnumeration {
  /// Other names of the styles in CSS and kitty.
  package static var aliases: [(name: String, value: UnderlineStyle)] {
    [("solid", .single), ("straight", .single), ("wavy", .curly), ("undercurl", .curly)]
  }
}
