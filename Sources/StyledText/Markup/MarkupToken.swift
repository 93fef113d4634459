import Bytes

/// One piece of markup: a tag, a comment, a character reference or text, as a range of bytes.
package struct MarkupToken: Hashable, Sendable {
  /// Kind of a token.
  package enum Kind: UInt8, Hashable, Sendable {
    /// Bytes that stand for themselves.
    case text
    /// `<span …>` or `<span …/>`; the tokenizer holds the attributes.
    case startTag
    /// `</span>`.
    case endTag
    /// `<!-- … -->`; it vanishes.
    case comment
    /// `&…;`; the tokenizer holds what it stands for.
    case reference
    /// More input is needed to tell. Only a part of the input that is not the last gives it.
    case incomplete
    /// There is nothing left.
    case endOfInput
  }

  /// Kind of the token.
  package let kind: Kind

  /// The bytes of the token, delimiters included.
  package let range: Range<Int>

  /// The element of a tag, or of a start tag that is text; `span` for other tokens.
  package let element: MarkupElement

  /// True for `<span/>`: the element has no content.
  package let isSelfClosing: Bool

  /// True for the `<` of a start tag that is text because it does not parse.
  package let isKeptStartTag: Bool

  /// Why a `<` or `&` is text, or what else is wrong with the token.
  package let problem: MarkupProblem?

  init(
    _ kind: Kind, _ range: Range<Int>, element: MarkupElement = .span,
    isSelfClosing: Bool = false, isKeptStartTag: Bool = false, problem: MarkupProblem? = nil
  ) {
    self.kind = kind
    self.range = range
    self.element = element
    self.isSelfClosing = isSelfClosing
    self.isKeptStartTag = isKeptStartTag
    self.problem = problem
  }
}

extension MarkupToken {
  /// The token if the end of the input is only that of a line.
  var cutByLine: MarkupToken {
    guard problem == .unclosedTag || problem == .unclosedComment else { return self }
    return MarkupToken(
      kind, range, element: element, isKeptStartTag: isKeptStartTag,
      problem: problem == .unclosedTag ? .tagCutByLine : .commentCutByLine)
  }
}

/// An attribute of a start tag, as ranges of bytes that are not decoded yet.
package struct MarkupAttribute: Hashable, Sendable {
  /// The bytes of the name.
  package let name: Range<Int>

  /// The bytes of the value without quotes; nil for an attribute without `=`.
  package let value: Range<Int>?

  /// True when nothing stands between a quoted value and this name.
  package let lacksSpace: Bool
}

extension MarkupAttribute {
  /// True if the name is `class`, in any case; most tags have no other attribute.
  func isNamedClass(in bytes: Span<UInt8>) -> Bool {
    let start = name.lowerBound
    return name.count == 5 && bytes[start] | 0x20 == 0x63 && bytes[start + 1] | 0x20 == 0x6C
      && bytes[start + 2] | 0x20 == 0x61 && bytes[start + 3] | 0x20 == 0x73
      && bytes[start + 4] | 0x20 == 0x73
  }

  /// True if markup knows an attribute: `class`, `style`, `href`, `lang`, `id` or `data-*`, in any
  /// case.
  static func isKnownName(_ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    var word: UInt64 = 0
    for offset in name.prefix(5) { word = word << 8 | UInt64(bytes[offset].lowercasedASCII) }
    switch word {
    case 0x64_6174_612D: return true  // data-
    case 0x63_6C61_7373, 0x73_7479_6C65: return name.count == 5  // class, style
    case 0x6872_6566, 0x6C61_6E67, 0x6964: return name.count <= 4  // href, lang, id
    default: return false
    }
  }
}

extension UInt8 {
  /// `[A-Za-z_]`: what an attribute name begins with.
  @inline(__always)
  var startsAttributeName: Bool { isASCIILetter || self == 0x5F }

  /// `[A-Za-z0-9_:.-]`: what an attribute name goes on with.
  @inline(__always)
  var continuesAttributeName: Bool {
    isASCIILetter || isASCIIDigit || self == 0x5F || self == 0x3A || self == 0x2E || self == 0x2D
  }
}
