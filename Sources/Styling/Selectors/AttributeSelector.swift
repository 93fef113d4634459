import Bytes

/// `[name]`, `[name=value]` and the like (Selectors 4 §6).
struct AttributeSelector: Hashable, Sendable {
  /// Comparison of an attribute's value with the selector's.
  enum Comparison: Hashable, Sendable {
    /// `[name]`: any value will do.
    case exists
    /// `=`
    case equals
    /// `~=`: one of the words between white space.
    case includes
    /// `|=`: the value, or what starts with it and a hyphen.
    case startsTag
    /// `^=`
    case hasPrefix
    /// `$=`
    case hasSuffix
    /// `*=`
    case contains
  }

  /// The attribute's name in lower case.
  var name: String

  /// Comparison of the attribute's value with `value`.
  var comparison: Comparison

  /// Value to compare with.
  var value: String

  /// True if upper and lower case of ASCII letters are the same.
  var ignoresCase: Bool

  /// True if elements keep an attribute of this name: `id`, `class`, `href`, `lang`, `data-*`.
  static func isKept(_ name: String) -> Bool {
    ["id", "class", "href", "lang"].contains(name) || name.hasPrefix("data-")
  }

  /// True if an element with such attributes matches.
  func matches(_ attributes: [ElementAttribute]) -> Bool {
    guard let attribute = attributes.first(where: { $0.name == name }) else { return false }
    return matches(attribute.value)
  }

  private func matches(_ written: String) -> Bool {
    if comparison == .exists { return true }
    if comparison == .equals, !ignoresCase {
      return written.utf8.count == value.utf8.count && written.utf8.elementsEqual(value.utf8)
    }
    let own = bytes(written)
    let wanted = bytes(value)
    // Nothing starts with, ends with or contains the empty text (Selectors 4 §6.2).
    switch comparison {
    case .exists: return true
    case .equals: return own == wanted
    case .includes:
      return own.split(whereSeparator: \.isASCIIWhitespace).contains(wanted[...])
    case .startsTag: return own == wanted || own.starts(with: wanted + [UInt8(ascii: "-")])
    case .hasPrefix: return !wanted.isEmpty && own.starts(with: wanted)
    case .hasSuffix: return !wanted.isEmpty && own.reversed().starts(with: wanted.reversed())
    case .contains: return !wanted.isEmpty && Self.contains(wanted, in: own)
    }
  }

  /// The search of Knuth, Morris and Pratt: no byte is looked at again.
  private static func contains(_ wanted: [UInt8], in own: [UInt8]) -> Bool {
    var fallback = [0]
    var matched = 0
    for byte in wanted.dropFirst() {
      while matched > 0, wanted[matched] != byte { matched = fallback[matched - 1] }
      if wanted[matched] == byte { matched += 1 }
      fallback.append(matched)
    }
    matched = 0
    for byte in own {
      while matched > 0, wanted[matched] != byte { matched = fallback[matched - 1] }
      if wanted[matched] == byte { matched += 1 }
      if matched == wanted.count { return true }
    }
    return false
  }

  /// A text as it is compared.
  func bytes(_ text: String) -> [UInt8] {
    ignoresCase ? text.utf8.map(\.lowercasedASCII) : Array(text.utf8)
  }
}
