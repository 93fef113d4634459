internal import CTables

/// The named character references of HTML (`amp;`, `copy;`, `notin;`, …), all 2,125 of them.
///
/// HTML accepts 106 of them without a semicolon, too, for old pages.
package enum NamedReferences {
  /// Number of bytes of the longest name, with its semicolon.
  package static let longestName = 32

  /// Lines of a name, a tab and code points, sorted by the bytes of the names.
  ///
  /// The comments come first, since `#` sorts before all letters.
  static var table: EmbeddedBytes {
    unsafe EmbeddedBytes(start: ct_named_references.bytes, count: ct_named_references.size)
  }

  /// The one or two scalars of a name of ASCII letters and digits, without the semicolon; nil if
  /// there is no such name.
  package static func scalars(
    of name: Range<Int>, in bytes: Span<UInt8>
  ) -> (Unicode.Scalar, Unicode.Scalar?)? {
    let table = table
    var (low, high) = (0, table.count)
    while low < high {
      var start = low + (high - low) / 2
      while start > low, table[start - 1] != 0x0A { start -= 1 }
      var position = 0
      while position < name.count, table[start + position] == bytes[name.lowerBound + position] {
        position += 1
      }
      let byte = position < name.count ? bytes[name.lowerBound + position] : 0x3B
      let other = table[start + position]
      if byte == other { return scalars(at: start + position + 2) }
      if byte < other {
        high = start
      } else {
        low = start + position
        while table[low] != 0x0A { low += 1 }
        low += 1
      }
    }
    return nil
  }

  /// The names that need no semicolon in HTML.
  private static let unclosedNames = Set(
    """
    AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml \
    GT Iacute Icirc Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG \
    THORN Uacute Ucirc Ugrave Uuml Yacute aacute acirc acute aelig agrave amp aring atilde \
    auml brvbar ccedil cedil cent copy curren deg divide eacute ecirc egrave eth euml frac12 \
    frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro middot nbsp not \
    ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg \
    sect shy sup1 sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml
    """.utf8.split(separator: 0x20).map(Array.init))

  /// The longest name without a semicolon at the start of a text.
  package static func unclosedName(_ range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    // The longest one has six letters, the shortest one two.
    for count in stride(from: min(6, range.count), to: 1, by: -1) {
      let name = range.prefix(count)
      if unclosedNames.contains(name.map { bytes[$0] }) { return name }
    }
    return nil
  }

  /// The code points from an offset of the table to the end of its line.
  private static func scalars(at start: Int) -> (Unicode.Scalar, Unicode.Scalar?) {
    var values = [UInt32(0)]
    for byte in table[start...].prefix(while: { $0 != 0x0A }) {
      if let digit = byte.hexadecimalValue {
        values[values.count - 1] = values[values.count - 1] << 4 | UInt32(digit)
      } else {
        values.append(0)
      }
    }
    return (
      Unicode.Scalar(orReplacement: values[0]),
      values.count > 1 ? Unicode.Scalar(orReplacement: values[1]) : nil
    )
  }

  /// All names with their text, in the order of their bytes.
  package static var all: [(name: String, text: String)] {
    table.split(separator: 0x0A).filter { $0.first != 0x23 }.map { line in
      let name = line.prefix { $0 != 0x09 }
      let (first, second) = scalars(at: name.endIndex + 1)
      var text = String(first)
      if let second { text.unicodeScalars.append(second) }
      return (String(decoding: name, as: UTF8.self), text)
    }
  }
}
