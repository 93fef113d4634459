import StyleValues

extension PropertyName {
  /// The names of CSS's longhands and shorthands in lower case, to be found without a `String`.
  private static let table = KeywordTable<PropertyName>(
    effective.filter { $0.utf8.count <= 21 }.map { ($0, PropertyName($0)) })

  /// Looks a name up that stands in some bytes.
  /// - Returns: nil for names in any upper case, rare ones and unknown ones.
  static func known(_ bytes: [UInt8], _ range: Range<Int>) -> PropertyName? {
    guard !bytes[range].contains(where: { (0x41...0x5A).contains($0) }) else { return nil }
    return table[bytes, range]
  }
}
