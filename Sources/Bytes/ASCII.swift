/// Classes of ASCII characters; no byte from 0x80 on is in any of them.
extension UInt8 {
  /// `0` to `9`.
  @inlinable
  @inline(__always)
  package var isASCIIDigit: Bool { self &- 0x30 < 10 }

  /// `A` to `Z` or `a` to `z`.
  @inlinable
  @inline(__always)
  package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Tab, line feed, form feed, carriage return or space: white space of HTML and CSS.
  @inlinable
  @inline(__always)
  package var isASCIIWhitespace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }

  /// Space to `~`.
  @inlinable
  @inline(__always)
  package var isPrintableASCII: Bool { self &- 0x20 < 0x5F }

  /// An upper-case letter made lower-case; any other byte as it is.
  @inlinable
  @inline(__always)
  package var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// The value of a hexadecimal digit, or nil.
  @inlinable
  @inline(__always)
  package var hexadecimalValue: UInt8? {
    if isASCIIDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
}

extension String {
  /// The string with `A` to `Z` in lower case and everything else untouched, as CSS and HTML
  /// compare names.
  package var lowercasedASCII: String {
    guard utf8.contains(where: { $0 &- 0x41 < 26 }) else { return self }
    return String(decoding: utf8.map(\.lowercasedASCII), as: UTF8.self)
  }
}

extension StringProtocol {
  /// True if it starts with the bytes of a prefix.
  ///
  /// `hasPrefix` compares characters: to it a combining mark hides what it stands behind, and two
  /// ways to write one letter are the same.
  package func hasBytePrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// True if it starts as names of custom properties do (Custom Properties 1 §2).
  package var isCustomPropertyName: Bool { hasBytePrefix("--") }
}
