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
  static let lookup = KeywordTable<UInt32>(
    table.withUTF8Buffer { bytes in
      let words = unsafe bytes.split { $0 <= 0x20 }.map {
        unsafe String(decoding: $0, as: UTF8.self)
      }
      return stride(from: 0, to: words.count, by: 2).map {
        (words[$0], UInt32(words[$0 + 1], radix: 16) ?? 0)
      }
    })
}
