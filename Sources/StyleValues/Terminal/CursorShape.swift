/// Shape of the text cursor.
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
  /// Other names of the shapes in kitty, Alacritty and text editors.
  package static var aliases: [(name: String, value: CursorShape)] {
    [("beam", .bar), ("ibeam", .bar), ("line", .bar), ("underscore", .underline), ("box", .block)]
  }
}
