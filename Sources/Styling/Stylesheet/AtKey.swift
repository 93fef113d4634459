import Bytes

/// A key of a sheet in JSON that is no selector, such as `@media (min-width: 80ch)`.
enum AtKey {
  /// The word that such a key begins with, as CSS reads it (CSS Syntax 3 §4.2): `@media`.
  static func keyword(of key: String) -> String {
    guard key.hasPrefix("@") else { return "" }
    let name = key.utf8.dropFirst().prefix {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        || $0 >= 0x80
    }
    return "@" + String(decoding: name, as: UTF8.self)
  }
}
