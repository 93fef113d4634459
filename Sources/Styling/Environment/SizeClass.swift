import Bytes

/// A size-class key of a dictionary: `[+ *]` is regular width and any height.
///
/// MRGArchitect's notation. Regular is at least 80 columns or 24 rows, compact is less.
package struct SizeClass: Hashable {
  /// Size that one side of the screen must have.
  enum Side: Character, CaseIterable {
    /// `*`
    case any = "*"
    /// `+`
    case regular = "+"
    /// `-`
    case compact = "-"
  }

  var width: Side
  var height: Side

  /// From this many columns on the width is regular.
  package static let regularColumns = 80.0

  /// From this many rows on the height is regular.
  package static let regularRows = 24.0

  /// Reads a key such as `[+ *]`.
  init?(_ key: String) {
    guard key.hasPrefix("["), key.hasSuffix("]") else { return nil }
    let sides = key.dropFirst().dropLast().split(separator: " ")
    guard sides.count == 2, sides.allSatisfy({ $0.count == 1 }),
      let width = sides[0].first.flatMap(Side.init(rawValue:)),
      let height = sides[1].first.flatMap(Side.init(rawValue:))
    else { return nil }
    self.width = width
    self.height = height
  }

  /// True if a key is meant as one: with a name behind the bracket it is an attribute selector.
  static func isMeant(by key: String) -> Bool {
    guard key.hasPrefix("[") else { return false }
    let first = key.utf8.dropFirst().first { !$0.isASCIIWhitespace }
    return !(first.map { $0.isASCIILetter || $0 == UInt8(ascii: "_") || $0 >= 0x80 } ?? false)
  }

  /// Returns entries under such keys in their loading order: the most general first, and of equally
  /// general ones the first that was written.
  static func ordered<Entry>(_ entries: [Entry], by size: (Entry) -> SizeClass) -> [Entry] {
    entries.enumerated().sorted {
      (size($0.element).generality, $0.offset) < (size($1.element).generality, $1.offset)
    }.map(\.element)
  }

  /// The width key is more general than the height key.
  private var generality: Int {
    (height == .any ? 0 : 2) + (width == .any ? 0 : 1)
  }

  /// The same as a media query.
  var query: MediaQuery {
    .all([
      Self.query(.width, width, Self.regularColumns), Self.query(.height, height, Self.regularRows),
    ])
  }

  /// Every key, for suggestions.
  static let keys: [String] = Side.allCases.flatMap { width in
    Side.allCases.map { "[\(width.rawValue) \($0.rawValue)]" }
  }

  private static func query(
    _ axis: MediaQuery.Axis, _ side: Side, _ limit: Double
  ) -> MediaQuery {
    switch side {
    case .any: .type(matches: true)
    case .regular: .size(axis: axis, comparison: .greaterOrEqual, cells: limit)
    case .compact: .size(axis: axis, comparison: .less, cells: limit)
    }
  }
}
