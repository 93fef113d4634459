/// What the text cursor looks like.
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
  /// What kitty, Alacritty and text editors call them.
  package static var aliases: [(name: String, value: CursorShape)] {
    [("beam", .bar), ("ibeam", .bar), ("line", .bar), ("underscore", .underline), ("box", .block)]
  }
}
