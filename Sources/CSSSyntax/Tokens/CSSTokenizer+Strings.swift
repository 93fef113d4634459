import Bytes

extension CSSTokenizer {
  /// *Consume a string token*, §4.3.5.
  mutating func string(from start: Int, quote: UInt8) -> CSSToken {
    position += 1
    var flags: CSSToken.Flags = []
    while position < end {
      let byte = bytes[position]
      switch byte {
      case quote:
        let contents = start + 1..<position
        position += 1
        return CSSToken(.string, start..<position, name: contents, flags: flags)
      case 0x0A, 0x0C, 0x0D:
        return CSSToken(.badString, start..<position, name: start + 1..<position, flags: flags)
      case UInt8(ascii: "\\"):
        flags.insert(.escapes)
        if isValidEscape(position) {
          // The white space that ends a hexadecimal escape may be a newline.
          skipEscape()
        } else {
          position += 1
          skipOneWhitespace()
        }
      case 0:
        flags.insert(.escapes)
        position += 1
      default: position += 1
      }
    }
    flags.insert(.unterminated)
    return CSSToken(.string, start..<end, name: start + 1..<end, flags: flags)
  }

  /// *Consume a url token*, §4.3.6, from after its `(`.
  mutating func url(from start: Int) -> CSSToken {
    skipWhitespace()
    let contents = position
    var flags: CSSToken.Flags = []
    while position < end {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: ")"): return closedURL(from: start, contents: contents, flags)
      case _ where byte.isASCIIWhitespace:
        let contentsEnd = position
        skipWhitespace()
        switch peek(position) {
        case UInt8(ascii: ")"):
          position += 1
          return CSSToken(.url, start..<position, name: contents..<contentsEnd, flags: flags)
        case nil:
          flags.insert(.unterminated)
          return CSSToken(.url, start..<end, name: contents..<contentsEnd, flags: flags)
        default: return badURL(from: start)
        }
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("): return badURL(from: start)
      case UInt8(ascii: "\\"):
        guard isValidEscape(position) else { return badURL(from: start) }
        flags.insert(.escapes)
        skipEscape()
      case 0:
        flags.insert(.escapes)
        position += 1
      case _ where CSSByte.isNonPrintable(byte): return badURL(from: start)
      default: position += 1
      }
    }
    flags.insert(.unterminated)
    return CSSToken(.url, start..<end, name: contents..<end, flags: flags)
  }

  private mutating func closedURL(
    from start: Int, contents: Int, _ flags: CSSToken.Flags
  ) -> CSSToken {
    let contentsEnd = position
    position += 1
    return CSSToken(.url, start..<position, name: contents..<contentsEnd, flags: flags)
  }

  /// *Consume the remnants of a bad url*, §4.3.14.
  private mutating func badURL(from start: Int) -> CSSToken {
    while position < end {
      if isValidEscape(position) {
        skipEscape()
        continue
      }
      position += 1
      if bytes[position - 1] == UInt8(ascii: ")") { break }
    }
    return CSSToken(.badURL, start..<position)
  }
}
