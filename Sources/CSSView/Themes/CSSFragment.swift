/// Text of CSS that cannot end a declaration or a rule, and leaves nothing open.
enum CSSFragment {
  /// The text on one line, without braces and semicolons outside of strings and URLs, without
  /// comments, and with its open strings and brackets closed.
  static func closed(_ text: String) -> String {
    var fragment = Fragment(rest: Array(text.utf8)[...])
    while !fragment.rest.isEmpty { fragment.takeNext() }
    let closed = fragment.result + fragment.closers.reversed()
    return String(decoding: closed, as: UTF8.self)
  }

  private struct Fragment {
    var rest: ArraySlice<UInt8>

    var result: [UInt8] = []

    /// The closing brackets for open ones, the outermost first.
    var closers: [UInt8] = []

    /// Reads a character outside of strings, or all of a string, a comment or a URL.
    mutating func takeNext() {
      guard let byte = rest.popFirst() else { return }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"): break
      case UInt8(ascii: "\""), UInt8(ascii: "'"): takeString(byte)
      case UInt8(ascii: "\\"): takeEscape()
      case UInt8(ascii: "/") where rest.first == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "("):
        result.append(byte)
        if beginsURL { takeURL() } else { closers.append(UInt8(ascii: ")")) }
      case UInt8(ascii: "["):
        result.append(byte)
        closers.append(UInt8(ascii: "]"))
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard closers.last == byte else { break }
        closers.removeLast()
        result.append(byte)
      case 0x0A, 0x0C, 0x0D: result.append(0x20)
      default: result.append(byte)
      }
    }

    /// Reads a string after its quote, and escapes line feeds, because CSS ends a string with its
    /// line.
    private mutating func takeString(_ quote: UInt8) {
      result.append(quote)
      while let byte = rest.popFirst(), byte != quote {
        switch byte {
        case UInt8(ascii: "\\"): takeEscape()
        case 0x0A, 0x0C, 0x0D: result += "\\a ".utf8
        default: result.append(byte)
        }
      }
      result.append(quote)
    }

    /// Reads the character after a backslash; both are left out at a line feed or the end.
    private mutating func takeEscape() {
      guard let next = rest.popFirst(), next != 0x0A, next != 0x0C, next != 0x0D else { return }
      result += [UInt8(ascii: "\\"), next]
    }

    private mutating func skipComment() {
      rest.removeFirst()
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "*"), rest.first == UInt8(ascii: "/") {
          rest.removeFirst()
          break
        }
      }
      result.append(0x20)
    }

    /// True after `url(` without a quote: everything up to its `)` is one token.
    private var beginsURL: Bool {
      let name = result.dropLast().suffix(4).map { $0 | 0x20 }
      let isURL =
        name.suffix(3).elementsEqual("url".utf8) && (name.count < 4 || !name[0].isNameByte)
      let next = rest.first { $0 > 0x20 }
      return isURL && next != UInt8(ascii: "\"") && next != UInt8(ascii: "'")
    }

    /// Reads an address without quotes, and leaves out what it cannot contain.
    private mutating func takeURL() {
      while let byte = rest.popFirst(), byte != UInt8(ascii: ")") {
        switch byte {
        case UInt8(ascii: "\\"): takeEscape()
        case UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "'"), 0...0x20, 0x7F: break
        default: result.append(byte)
        }
      }
      result.append(UInt8(ascii: ")"))
    }
  }
}

extension UInt8 {
  /// True if a name of CSS may contain it; letters are in lower case.
  fileprivate var isNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_") | 0x20, 0x80...:
      true
    default: false
    }
  }
}
