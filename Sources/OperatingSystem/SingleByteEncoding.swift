import Bytes

/// An encoding of one byte for each character, whose first half is ASCII.
///
/// It has the names and tables of the Encoding Standard (<https://encoding.spec.whatwg.org>), for
/// the most common encodings of old pages.
package struct SingleByteEncoding: Sendable {
  /// Characters of the bytes from 0x80 on.
  private let upperHalf: [[UInt8]]

  /// The encoding of a name; nil for other encodings.
  package init?(label: String) {
    guard let found = Self.tables.first(where: { $0.labels.contains { $0 == label } }) else {
      return nil
    }
    upperHalf = found.characters.map { Array(String($0).utf8) }
  }

  /// The encoding that the start of a page declares in a `meta` element (HTML, section 13.2.3.2).
  /// - Parameter start: Its first bytes, of which 1,024 count.
  package init?(declaredIn start: [UInt8]) {
    // The mark of UTF-8 counts for more.
    guard !start.starts(with: [0xEF, 0xBB, 0xBF]), let label = Self.label(in: start) else {
      return nil
    }
    self.init(label: label)
  }

  /// Number of bytes that may hold a declaration.
  package static let longestStart = 1024

  /// True if the start of a page declares its encoding, or no declaration can follow.
  package static func isDeclared(in start: [UInt8]) -> Bool {
    // A tag has ended: a search at other bytes would be in vain.
    start.last == 0x3E && (label(in: start) != nil || text(start).contains("<body"))
  }

  /// The first bytes as text in lower case; no other byte is a part of a declaration.
  private static func text(_ start: [UInt8]) -> String {
    String(start.prefix(longestStart).map { $0 < 0x80 ? Character(Unicode.Scalar($0)) : "?" })
      .lowercased()
  }

  private static func label(in start: [UInt8]) -> String? {
    let text = text(start).replacing(#/<!--.*?(?:-->|$)/#.dotMatchesNewlines(), with: "")
    for tag in text.matches(of: #/<meta[\s\/][^>]*/#) {
      let declared = tag.output.firstMatch(
        of: #/[\s\/;"']charset\s*=\s*["']?\s*([^\s"';>\/]+)(?:[\s"';\/]|$)/#)
      if let declared { return String(declared.1) }
    }
    return nil
  }

  package func decode(_ bytes: [UInt8], to text: inout [UInt8]) {
    for byte in bytes {
      if byte < 0x80 { text.append(byte) } else { text += upperHalf[Int(byte & 0x7F)] }
    }
  }

  private static let tables = DataFile.encodings.lines.map { line in
    let parts = line.split(separator: ";").map { $0.split(separator: " ") }
    let characters = parts[1].compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
    return (labels: parts[0], characters: characters)
  }
}
