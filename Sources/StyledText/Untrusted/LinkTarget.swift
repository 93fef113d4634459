import Bytes

/// Makes link targets safe: only schemes that are allowed, only printable ASCII.
package enum LinkTarget {
  /// The schemes that need no permission.
  package static let defaultSchemes: Set<String> = ["http", "https", "mailto", "ftp", "file"]

  /// A longer target is no link: terminals cut or refuse it.
  package static let longestTarget = 2083

  /// Why a target was refused.
  package enum Refusal: Error, Hashable, Sendable {
    /// The scheme, in lower case, is not allowed.
    case scheme(String)
    /// The target has no scheme.
    case relative
    /// The target is empty.
    case empty
    /// The target has more than `longestTarget` bytes.
    case tooLong
  }

  /// The safe form of a target.
  ///
  /// White space and controls around it are taken off, tabs and line breaks inside too (as the
  /// URL standard does before it looks for a scheme, so that `java&#10;script:` is what it looks
  /// like). What is left outside U+0021…U+007E is percent-encoded. A target without a scheme is
  /// a relative path; whether that is allowed is asked for apart.
  ///
  /// - Parameters:
  ///   - target: The target after character references are decoded; any bytes.
  ///   - schemes: The allowed schemes, in lower case.
  ///   - allowsRelative: True if a target may have none.
  /// - Returns: Printable ASCII.
  /// - Throws: `Refusal` when the target must not be a link.
  package static func sanitized(
    _ target: [UInt8], schemes: Set<String> = defaultSchemes, allowsRelative: Bool = true
  ) throws(Refusal) -> String {
    let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
    let first = target.firstIndex { !isBlank($0) } ?? target.count
    let last = target.lastIndex { !isBlank($0) } ?? first - 1
    var bytes = target[first..<max(first, last + 1)]
    bytes.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard !bytes.isEmpty else { throw .empty }

    if let scheme = scheme(of: bytes) {
      guard schemes.contains(scheme) else { throw .scheme(scheme) }
    } else if !allowsRelative {
      throw .relative
    }
    var safe: [UInt8] = []
    for byte in bytes {
      if byte > 0x20, byte < 0x7F {
        safe.append(byte)
      } else {
        safe.appendPercentEncoded(byte)
      }
      guard safe.count <= longestTarget else { throw .tooLong }
    }
    return String(decoding: safe, as: UTF8.self)
  }

  /// Returns the suffix of a link's text in output without links: the target in parentheses.
  package static func suffix(_ target: String) -> String { " (\(target))" }

  /// RFC 3986, section 3.1: a letter, then letters, digits, `+`, `-`, `.`, up to a colon.
  private static func scheme(of bytes: ArraySlice<UInt8>) -> String? {
    guard let first = bytes.first, first.isASCIILetter else { return nil }
    for (offset, byte) in bytes.enumerated() {
      if byte == 0x3A {
        return String(decoding: bytes.prefix(offset), as: UTF8.self).lowercased()
      }
      let isSchemeByte =
        byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E
      guard isSchemeByte else { return nil }
    }
    return nil
  }
}
