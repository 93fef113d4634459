import Bytes

/// Tokenizes HTML, whole or in parts.
///
/// The tokens are those of the HTML Standard, §13.2.5, with two differences, so that no text is
/// lost: a tag or comment that the input ends in is text, and so is a character reference without
/// its semicolon. Use and memory are those of `MarkupTokenizer`: each call names an offset in the
/// bytes that the caller has, and a token is a range of them.
///
/// ```swift
/// var tokenizer = HTMLTokenizer()
/// let bytes = Array("<p>Hi <b>Bob".utf8)
/// var offset = 0
/// while true {
///   let token = tokenizer.token(at: offset, in: bytes.span, isLast: true)
///   if token.kind == .endOfInput { break }
///   offset = token.range.upperBound
/// }
/// ```
///
/// The caller knows the elements that hold no markup, such as `script`: it looks for their end tags
/// with `isEndTag(of:at:in:isLast:)`.
package struct HTMLTokenizer: Sendable {
  /// The attributes of the last start tag, in written order.
  package private(set) var attributes: [MarkupAttribute] = []

  /// The last character reference, decoded.
  package private(set) var reference: CharacterReference?

  /// The name in the last tag.
  package private(set) var name = 0..<0

  /// True in `svg` and `math`, which have CDATA sections.
  package var readsSections = false

  var unclosed = CharacterReference.Unclosed.text

  private var tags: HTMLTagScanner
  private var comments = CommentEndScanner()
  private var bogusComments = CommentEndScanner()
  private var sections = CommentEndScanner()
  private let longestTag: Int
  private var ownSteps = 0

  /// The bytes read, for tests of linearity.
  package var steps: Int {
    tags.steps + comments.steps + bogusComments.steps + sections.steps + ownSteps
  }

  package init() { self.init(longestTag: MarkupLimits.longestTag) }

  /// A tokenizer with another limit, for tests.
  init(longestTag: Int) {
    self.longestTag = longestTag
    tags = HTMLTagScanner(longestTag: longestTag)
  }

  /// Announces that the caller drops the first `count` bytes, so that all offsets shrink by
  /// `count`.
  package mutating func willDrop(first count: Int) {
    tags.willDrop(first: count)
    comments.willDrop(first: count)
    bogusComments.willDrop(first: count)
    sections.willDrop(first: count)
  }

  /// The token at `offset`, the end of the last one; skipped bytes are a comment.
  package mutating func token(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> MarkupToken {
    guard offset < bytes.count else { return MarkupToken(.endOfInput, offset..<offset) }
    switch bytes[offset] {
    case 0x3C: return markup(at: offset, in: bytes, isLast: isLast)
    case 0x26:
      return MarkupToken(
        referenceAt: offset, in: bytes, isLast: isLast, unclosed, &reference, &ownSteps)
    default:
      let end = MarkupTokenizer.endOfText(from: offset + 1, in: bytes)
      ownSteps += end - offset
      return MarkupToken(.text, offset..<end)
    }
  }

  /// True if the `<` begins the end tag of an element; nil if more input is needed.
  package mutating func isEndTag(
    of element: MarkupElement, at start: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> Bool? {
    var offset = start + 1
    for byte in "/\(element.name)".utf8 {
      guard offset < bytes.count else { return isLast ? false : nil }
      ownSteps += 1
      guard bytes[offset].lowercasedASCII == byte else { return false }
      offset += 1
    }
    guard offset < bytes.count else { return isLast ? false : nil }
    return bytes[offset].endsTagName
  }

  private func text(_ start: Int, _ problem: MarkupProblem) -> MarkupToken {
    MarkupToken(.text, start..<start + 1, problem: problem)
  }

  // MARK: Tags

  private mutating func markup(at start: Int, in bytes: Span<UInt8>, isLast: Bool) -> MarkupToken {
    ownSteps += 1
    func missing() -> MarkupToken {
      isLast ? text(start, .unescapedLessThan) : MarkupToken(.incomplete, start..<bytes.count)
    }
    guard start + 1 < bytes.count else { return missing() }
    switch bytes[start + 1] {
    case let byte where byte.isASCIILetter:
      return tag(.startTag, at: start, name: start + 1, in: bytes, isLast: isLast)
    case 0x2F:
      guard start + 2 < bytes.count else { return missing() }
      if bytes[start + 2].isASCIILetter {
        return tag(.endTag, at: start, name: start + 2, in: bytes, isLast: isLast)
      }
      return bogusComment(at: start, in: bytes, isLast: isLast)
    case 0x21: return declaration(at: start, in: bytes, isLast: isLast)
    case 0x3F: return bogusComment(at: start, in: bytes, isLast: isLast)
    default: return text(start, .unescapedLessThan)
    }
  }

  private mutating func tag(
    _ kind: MarkupToken.Kind, at start: Int, name: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> MarkupToken {
    switch tags.scan(from: start, name: name, in: bytes, isLast: isLast) {
    case .closed(let end, let isSelfClosing):
      var nameEnd = name
      while !bytes[nameEnd].endsTagName { nameEnd += 1 }
      self.name = name..<nameEnd
      let element = MarkupElement(htmlName: self.name, in: bytes)
      ownSteps += end - name
      if kind == .startTag { readAttributes(in: nameEnd..<end - 1, of: bytes) }
      return MarkupToken(
        kind, start..<end, element: element, isSelfClosing: isSelfClosing && element.hasOtherSyntax)
    case .tooLong: return text(start, .tagTooLong)
    case .incomplete: return MarkupToken(.incomplete, start..<bytes.count)
    case .unclosed, .malformed: return text(start, .unclosedTag)
    }
  }

  /// Reads the attributes between the name of a tag and its `>`.
  private mutating func readAttributes(in range: Range<Int>, of bytes: Span<UInt8>) {
    attributes.removeAll(keepingCapacity: true)
    // The offset of the `>`.
    let end = range.upperBound
    var offset = range.lowerBound
    func skip(while holds: (UInt8) -> Bool) {
      while offset < end, holds(bytes[offset]) { offset += 1 }
    }
    var lacksSpace = false
    while offset < end {
      guard !bytes[offset].isASCIIWhitespace, bytes[offset] != 0x2F else {
        lacksSpace = false
        offset += 1
        continue
      }
      let nameStart = offset
      offset += 1
      skip { !$0.endsTagName && $0 != 0x3D }
      let name = nameStart..<offset
      skip(while: \.isASCIIWhitespace)
      guard bytes[offset] == 0x3D else {
        attributes.append(MarkupAttribute(name: name, value: nil, lacksSpace: lacksSpace))
        lacksSpace = false
        continue
      }
      offset += 1
      skip(while: \.isASCIIWhitespace)
      let quote = bytes[offset]
      let isQuoted = quote == 0x22 || quote == 0x27
      if isQuoted { offset += 1 }
      let valueStart = offset
      if isQuoted { skip { $0 != quote } } else { skip { !$0.isASCIIWhitespace } }
      attributes.append(
        MarkupAttribute(name: name, value: valueStart..<offset, lacksSpace: lacksSpace))
      if isQuoted { offset += 1 }
      lacksSpace = isQuoted
    }
  }

  // MARK: Comments

  /// Reads a tag that begins with `<!`.
  private mutating func declaration(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> MarkupToken {
    switch begins("--", at: start + 2, in: bytes, isLast: isLast) {
    case nil: return MarkupToken(.incomplete, start..<bytes.count)
    case false?: break
    case true?:
      return comment(
        at: start, first: start + 4, in: bytes, isLast: isLast, .commentTooLong, .unclosedComment,
        \.comments
      ) { end in
        bytes[end - 1] == 0x2D && bytes[end - 2] == 0x2D
          || end >= start + 7 && bytes[end - 1] == 0x21 && bytes[end - 2] == 0x2D
            && bytes[end - 3] == 0x2D
      }
    }
    guard readsSections else { return bogusComment(at: start, in: bytes, isLast: isLast) }
    switch begins("[CDATA[", at: start + 2, in: bytes, isLast: isLast) {
    case nil: return MarkupToken(.incomplete, start..<bytes.count)
    case false?: return bogusComment(at: start, in: bytes, isLast: isLast)
    case true?:
      return comment(
        at: start, first: start + 11, in: bytes, isLast: isLast, .commentTooLong,
        .unclosedComment, \.sections
      ) { end in bytes[end - 1] == 0x5D && bytes[end - 2] == 0x5D }
    }
  }

  /// True if a text is at an offset; nil if more input is needed.
  private func begins(
    _ text: StaticString, at start: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> Bool? {
    var offset = start
    for byte in text.description.utf8 {
      guard offset < bytes.count else { return isLast ? false : nil }
      guard bytes[offset] == byte else { return false }
      offset += 1
    }
    return true
  }

  /// A doctype, `<?…>`, `</1…>` and the like, which end at the first `>`.
  private mutating func bogusComment(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> MarkupToken {
    comment(
      at: start, first: start + 2, in: bytes, isLast: isLast, .tagTooLong, .unclosedTag,
      \.bogusComments
    ) { _ in true }
  }

  private mutating func comment(
    at start: Int, first: Int, in bytes: Span<UInt8>, isLast: Bool, _ tooLong: MarkupProblem,
    _ unclosed: MarkupProblem, _ scanner: WritableKeyPath<Self, CommentEndScanner>,
    where isEnd: (Int) -> Bool
  ) -> MarkupToken {
    let limit = start + longestTag
    let end = min(limit, bytes.count)
    if first < end,
      let found = self[keyPath: scanner].find(in: first..<end, of: bytes, where: isEnd)
    {
      return MarkupToken(.comment, start..<found + 1)
    }
    if end == limit { return text(start, tooLong) }
    return isLast ? text(start, unclosed) : MarkupToken(.incomplete, start..<bytes.count)
  }
}

extension UInt8 {
  /// True for white space, `/` and `>`.
  @inline(__always)
  var endsTagName: Bool { isASCIIWhitespace || self == 0x2F || self == 0x3E }
}
