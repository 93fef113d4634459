/// `border-style` (CSS Backgrounds 3 §3.2), as far as box-drawing characters exist.
///
/// ```swift
/// print(try BorderStyle.convert("UITextBorderStyleLine") == .solid)  // true
/// ```
package enum BorderStyle: String, CaseIterable, Hashable, Sendable {
  case none
  /// A line whose weight follows from its width.
  case solid
  /// `╌╎`
  case dashed
  /// `┄┆`
  case dotted
  /// `═║`
  case double
}

extension BorderStyle: StyleEnumeration {
  package static var qualifiers: [String] { ["BorderStyle", "UITextBorderStyle"] }

  package static var aliases: [(name: String, value: BorderStyle)] { [("line", .solid)] }
}

/// The shape of the text cursor.
///
/// ```swift
/// let shape = try CursorShape.convert("beam")
/// print(shape)  // bar
/// ```
package enum CursorShape: String, CaseIterable, Hashable, Sendable {
  /// A whole cell.
  case block
  /// A line under the character.
  case underline
  /// A line before the character.
  case bar
}

extension CursorShape: StyleEnumeration {
  /// Names in kitty, Alacritty and text editors.
  package static var aliases: [(name: String, value: CursorShape)] {
    [("beam", .bar), ("ibeam", .bar), ("line", .bar), ("underscore", .underline), ("box", .block)]
  }
}

/// The line under a cell.
///
/// SGR 4 and 24; the styles are `4:2` … `4:5` as kitty and VTE define them.
///
/// ```swift
/// print(try UnderlineStyle.convert("wavy") == .curly, UnderlineStyle.curly.rawValue)  // true 3
/// ```
@usableFromInline
package enum UnderlineStyle: UInt8, Hashable, Sendable, CaseIterable {
  case none, single
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
  /// Names in CSS and kitty.
  package static var aliases: [(name: String, value: UnderlineStyle)] {
    [("solid", .single), ("straight", .single), ("wavy", .curly), ("undercurl", .curly)]
  }
}
