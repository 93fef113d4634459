extension PropertyName {
  /// The names of CSS's longhands and shorthands, to be found without a `String`.
  private static let table = Table()

  private struct Table {
    var names = ByteStringTable()
    var properties: [PropertyName] = []

    init() {
      for name in effective {
        let bytes = Array(name.utf8)
        _ = names.insert(bytes, 0..<bytes.count)
        properties.append(PropertyName(name))
      }
    }
  }

  /// Looks a name up that stands in some bytes.
  /// - Returns: nil for names in any upper case, other spellings and unknown names.
  static func known(_ bytes: [UInt8], _ range: Range<Int>) -> PropertyName? {
    table.names.find(bytes, range).map { table.properties[$0] }
  }
}
