package import SystemPackage

/// Arguments and file names as strings that keep every byte.
///
/// The system passes bytes, of which a few are no UTF-8: most of all file names on old disks. Such
/// a byte is encoded as a private-use scalar of plane 16, and so are the bytes of that scalar
/// itself, so that the same file can be opened again. So is the sign of a negative number, which
/// would look like an option otherwise.
package enum ArgumentText {
  /// The scalars from here on encode the bytes 0x00 to 0xFF.
  private static let escapeStart: UInt32 = 0x10FF00

  /// The first byte of scalars of planes 15 and 16 in UTF-8.
  private static let firstOfPlane16: UInt8 = 0xF4

  /// The words of a command as a POSIX shell splits it, with only blanks, quotation marks and
  /// backslashes; an open quotation ends with the command.
  package static func words(_ command: String) -> [String] {
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var rest = command.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil:
        quote = scalar
        word = word ?? .init()
      case "\\" where quote != "'":
        // In double quotation marks it is before few characters more than itself.
        guard let next = rest.first, quote == nil || "$`\"\\\n".unicodeScalars.contains(next) else {
          word = (word ?? .init()) + [scalar]
          continue
        }
        rest.removeFirst()
        if next != "\n" { word = (word ?? .init()) + [next] }
      case " " where quote == nil, "\t" where quote == nil, "\n" where quote == nil:
        if let word { words.append(String(word)) }
        word = nil
      default: word = (word ?? .init()) + [scalar]
      }
    }
    if let word { words.append(String(word)) }
    return words
  }

  package static func string(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self),
      !text.utf8.contains(firstOfPlane16) || !text.unicodeScalars.contains(where: { isEscape($0) })
    {
      return text
    }
    var result = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        // Whoever passes one of these scalars means the scalar.
        if isEscape(scalar) {
          result.append(contentsOf: bytes[offset..<offset + encoded.count].map(escape))
        } else {
          result.append(scalar)
        }
        offset += encoded.count
      case .error(let length):
        result.append(contentsOf: bytes[offset..<offset + length].map(escape))
        offset += length
      case .emptyInput: return String(result)
      }
    }
  }

  @unsafe static func string(cString: UnsafePointer<CChar>) -> String {
    var end = unsafe cString
    while unsafe end.pointee != 0 { unsafe end += 1 }
    return unsafe string(Array(UnsafeRawBufferPointer(start: cString, count: end - cString)))
  }

  package static func bytes(_ string: String) -> [UInt8] {
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

  /// The bytes of some arguments, each with a final 0.
  package static func block(_ arguments: [String]) -> [CChar] {
    arguments.flatMap { argument in
      bytes(argument).filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    }
  }

  /// The argument with an encoded sign, if it begins as a negative number, which a parser would
  /// read as an option.
  package static func keepingNumber(_ argument: String) -> String {
    let rest = argument.utf8.dropFirst()
    guard argument.utf8.first == UInt8(ascii: "-"),
      let first = rest.first(where: { $0 != UInt8(ascii: ".") }),
      rest.prefix(while: { $0 == UInt8(ascii: ".") }).count < 2,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return argument }
    var scalars = argument.unicodeScalars
    scalars.removeFirst()
    return String(escape(UInt8(ascii: "-"))) + String(scalars)
  }

  /// The string for display: invalid UTF-8 becomes U+FFFD.
  package static func shown(_ string: String) -> String {
    String(decoding: bytes(string), as: UTF8.self)
  }

  private static func escape(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(escapeStart + UInt32(byte)) ?? "\u{FFFD}"
  }

  private static func isEscape(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= escapeStart + 0x80 || scalar.value == escapeStart + 0x2D
  }
}

extension FilePath {
  /// Creates the path of a string, byte for byte.
  package init(argument: String) {
    let characters = ArgumentText.bytes(argument).map { CChar(bitPattern: $0) } + [0]
    self.init(platformString: characters)
  }

  /// The string of the path, byte for byte.
  package var argument: String {
    unsafe withPlatformString { unsafe ArgumentText.string(cString: $0) }
  }
}
