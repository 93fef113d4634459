extension String {
  /// The string with `A` to `Z` in lower case and everything else untouched, as CSS compares names.
  var lowercasedASCII: String {
    guard utf8.contains(where: { $0 &- 0x41 < 26 }) else { return self }
    return String(decoding: utf8.map(CSSByte.lowercased), as: UTF8.self)
  }
}
