/// The colours that CSS has names for.
///
/// ```swift
/// print(NamedColors.color(named: "CornflowerBlue")?.hex ?? "")  // #6495ed
/// print(NamedColors.names.count)  // 148
/// ```
package enum NamedColors {
  /// The bytes of a named colour (CSS Color 4 §6.1), or nil; upper and lower case are the same.
  package static func color(named name: String) -> RGB8? { lookup[name].map(RGB8.init) }

  /// Every name, in alphabetical order.
  package static var names: [String] { lookup.keywords }

  /// The names as a table for parsers.
  static let lookup = KeywordTable<UInt32>(table.map { ("\($0.name)", $0.rgb) })
}
