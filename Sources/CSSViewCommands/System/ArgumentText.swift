import SystemPackage

/// Arguments and file names as strings that keep every byte.
///
/// The system passes bytes, of which a few are no UTF-8: file names on old disks, most of all. Such
/// a byte travels as a private-use scalar of plane 16, so that the same file can be opened again.
enum ArgumentText {
  /// Scalars from here on stand for the bytes 0x00 to 0xFF.
  private static let escapeStart: UInt32 = 0x10FF00

  /// The string for bytes that came from the system.
  static func string(_ bytes: [UInt8]) -> String {
    let plain = String(decoding: bytes, as: UTF8.self)
    if plain.utf8.count == bytes.count, plain.utf8.elementsEqual(bytes) { return plain }
    var result = String.UnicodeScalarView()
    var index = 0
    while index < bytes.count {
      var length = 0
      for count in 1...4 where index + count <= bytes.count {
        let part = bytes[index..<index + count]
        if String(decoding: part, as: UTF8.self).utf8.elementsEqual(part) {
          length = count
          break
        }
      }
      if length == 0 {
        result.append(escape(bytes[index]))
        index += 1
      } else {
        let part = String(decoding: bytes[index..<index + length], as: UTF8.self)
        result.append(contentsOf: part.unicodeScalars)
        index += length
      }
    }
    return String(result)
  }

  /// The bytes that the system passed.
  static func bytes(_ string: String) -> [UInt8] {
    guard string.unicodeScalars.contains(where: { isEscape($0) }) else { return Array(string.utf8) }
    var result: [UInt8] = []
    for scalar in string.unicodeScalars {
      if isEscape(scalar) {
        result.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        result.append(contentsOf: String(scalar).utf8)
      }
    }
    return result
  }

  /// The string for people: what is no UTF-8 is shown as U+FFFD.
  static func shown(_ string: String) -> String {
    String(decoding: bytes(string), as: UTF8.self)
  }

  /// The path that a string names, byte for byte.
  static func path(_ string: String) -> FilePath {
    withCString(string) { FilePath(platformString: $0) }
  }

  /// Calls a function with the bytes as a C string.
  static func withCString<Result>(
    _ string: String, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    let characters = bytes(string).map { CChar(bitPattern: $0) } + [0]
    return characters.withUnsafeBufferPointer { buffer in
      // The array has at least its final 0, so there is an address.
      guard let address = buffer.baseAddress else { return "".withCString(body) }
      return body(address)
    }
  }

  private static func escape(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(escapeStart + UInt32(byte)) ?? "\u{FFFD}"
  }

  private static func isEscape(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= escapeStart + 0x80
  }
}
