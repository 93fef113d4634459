import Bytes

/// Tokenizes markup, whole or in parts.
///
/// The tokenizer stores no input. Each call names an offset in the bytes that the caller has; a
/// token is a range of them. A caller that reads a stream passes `isLast: false` for every part but
/// the last: when the answer is `incomplete`, it keeps the bytes from the token's start, drops
/// those before it (see `willDrop(first:of:)`), appends more and asks again. A caller that finds
/// `<` and `&` itself calls `token(at:in:isLast:)` only there.
///
/// ```swift
/// var tokenizer = MarkupTokenizer()
/// let bytes = Array("Hi <b>Bob</b>".utf8)
/// var offset = 0
/// while true {
///   let token = tokenizer.token(at: offset, in: bytes.span, isLast: true)
///   if token.kind == .endOfInput { break }
///   offset = token.range.upperBound
/// }
/// ```
///
/// Read by line, a tag, comment or reference ends on the line where it starts, or is text: every
/// line is complete when its line feed has come. A start tag without attributes is also text unless
/// its line closes it: see `endsOnItsLine(_:)`. Where markup is read whole, such a tag is text
/// unless anything after it closes it.
///
/// The time is linear in the length of the input, whatever it contains.
package struct MarkupTokenizer: Sendable {
  /// The attributes of the last start tag, in written order.
  package private(set) var attributes: [MarkupAttribute] = []

  /// The last character reference, decoded.
  package private(set) var reference: CharacterReference?

  private var tags: TagScanner
  private var comments = CommentEndScanner()
  private let longestTag: Int
  private let readsByLine: Bool
  private let isWhole: Bool
  private var lineElements: LineElements
  private var unknownElements = UnknownElements()
  private var ownSteps = 0

  /// The end of the last token's line, or of the bytes that were searched for it.
  private var lineEnd = 0

  /// The byte before the current ones.
  private var lastByte: UInt8 = 0

  /// The bytes read, for tests of linearity.
  package var steps: Int { tags.steps + comments.steps + lineElements.steps + ownSteps }

  /// Starts at the start of an input.
  ///
  /// If it `readsByLine`, only text may extend over the end of a line. The first call has all of
  /// the input, with all end tags, if it `isWhole`.
  package init(readsByLine: Bool = false, isWhole: Bool = false) {
    self.init(
      longestTag: MarkupLimits.longestTag, shortRun: 64, readsByLine: readsByLine, isWhole: isWhole)
  }

  /// A tokenizer with other limits.
  init(
    longestTag: Int, shortRun: Int, readsByLine: Bool = false, isWhole: Bool = false,
    longestElement: Int = MarkupLimits.longestElement
  ) {
    self.longestTag = longestTag
    self.readsByLine = readsByLine
    self.isWhole = isWhole
    // A complete text costs no more memory for elements of any length.
    lineElements = LineElements(limit: readsByLine ? longestElement : .max, longestTag: longestTag)
    tags = TagScanner(longestTag: longestTag, shortRun: shortRun)
  }

  /// The end of the input so far, as an offset in the whole, if a start tag waits for the rest of
  /// its line.
  package var heldEnd: Int? { lineElements.heldEnd }

  /// Makes unclosed start tags before an offset in the whole input text.
  package mutating func release(before end: Int) { lineElements.release(before: end) }

  /// Announces that the caller drops the first `count` bytes, so that all offsets shrink by
  /// `count`.
  package mutating func willDrop(first count: Int, of bytes: Span<UInt8>) {
    tags.willDrop(first: count, of: bytes)
    comments.willDrop(first: count)
    lineElements.willDrop(first: count, of: bytes)
    unknownElements.willDrop(first: count, of: bytes)
    lineEnd = max(0, lineEnd - count)
    if count > 0 { lastByte = bytes[count - 1] }
  }

  /// True if a start tag, the last token, is text unless its line, or the rest of a whole text,
  /// closes it: it has no attributes, and is not a `span`.
  package func endsOnItsLine(_ token: MarkupToken) -> Bool {
    token.element != .span && !token.element.isVoid && !token.isSelfClosing && attributes.isEmpty
  }

  /// The token at `offset`, the end of the last one.
  package mutating func token(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> MarkupToken {
    guard offset < bytes.count else { return MarkupToken(.endOfInput, offset..<offset) }
    guard bytes[offset] == 0x3C || bytes[offset] == 0x26 else {
      let end = Self.endOfText(from: offset + 1, in: bytes)
      ownSteps += end - offset
      return MarkupToken(.text, offset..<end)
    }
    guard readsByLine else { return special(at: offset, in: bytes, isLast: isLast) }
    findLineEnd(from: offset, in: bytes)
    let isWhole = lineEnd < bytes.count
    let token = special(at: offset, in: bytes.extracting(first: lineEnd), isLast: isLast || isWhole)
    // At the end of the input there is no other line that the rest could be on.
    return isWhole ? token.cutByLine : token
  }

  /// Sets `lineEnd` to the end of the line around an offset, or to that of the bytes.
  private mutating func findLineEnd(from offset: Int, in bytes: Span<UInt8>) {
    if lineEnd >= offset, lineEnd < bytes.count, bytes[lineEnd] == 0x0A { return }
    let start = max(offset, lineEnd)
    lineEnd = bytes.firstOffset(of: 0x0A, from: start, to: bytes.count)
    ownSteps += (lineEnd - start) / 16 + 1
  }

  private mutating func special(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> MarkupToken
  {
    bytes[offset] == 0x3C
      ? markup(at: offset, in: bytes, isLast: isLast)
      : MarkupToken(referenceAt: offset, in: bytes, isLast: isLast, .text, &reference, &ownSteps)
  }

  /// The offset of the first `<` or `&` from `start` on, or the end of the bytes.
  package static func endOfText(from start: Int, in bytes: Span<UInt8>) -> Int {
    let lessThan = SIMD16<UInt8>(repeating: 0x3C)
    let ampersand = SIMD16<UInt8>(repeating: 0x26)
    return bytes.firstOffset(from: start, to: bytes.count) { block in
      (block .== lessThan) .| (block .== ampersand)
    }
  }

  private mutating func markup(at start: Int, in bytes: Span<UInt8>, isLast: Bool) -> MarkupToken {
    ownSteps += 1
    guard start + 1 < bytes.count else {
      return isLast
        ? text(start, .unescapedLessThan) : MarkupToken(.incomplete, start..<bytes.count)
    }
    switch bytes[start + 1] {
    case 0x21: return comment(at: start, in: bytes, isLast: isLast)
    case 0x2F: return endTag(at: start, in: bytes, isLast: isLast)
    case let byte where byte.isASCIILetter: return startTag(at: start, in: bytes, isLast: isLast)
    default: return text(start, .unescapedLessThan)
    }
  }

  private func text(_ start: Int, _ problem: MarkupProblem) -> MarkupToken {
    MarkupToken(.text, start..<start + 1, problem: problem)
  }

  private mutating func comment(at start: Int, in bytes: Span<UInt8>, isLast: Bool) -> MarkupToken {
    for (index, expected) in [UInt8(0x21), 0x2D, 0x2D].enumerated() {
      guard start + 1 + index < bytes.count else {
        return isLast
          ? text(start, .unescapedLessThan) : MarkupToken(.incomplete, start..<bytes.count)
      }
      if bytes[start + 1 + index] != expected { return text(start, .unescapedLessThan) }
    }
    // `<!-->` and `<!--->` are whole comments, as in HTML.
    let first = start + 2
    let limit = start + longestTag
    let end = min(limit, bytes.count)
    let found = comments.find(in: first..<max(first, end), of: bytes) { offset in
      offset - 2 >= first && bytes[offset - 1] == 0x2D && bytes[offset - 2] == 0x2D
    }
    if let found { return MarkupToken(.comment, start..<found + 1) }
    if end == limit { return text(start, .commentTooLong) }
    return isLast ? text(start, .unclosedComment) : MarkupToken(.incomplete, start..<bytes.count)
  }

  /// The end of the name at `start`; reads no farther than the longest known name.
  private mutating func endOfName(from start: Int, in bytes: Span<UInt8>) -> Int {
    let limit = min(bytes.count, start + MarkupElement.longestName + 1)
    var offset = start
    while offset < limit, bytes[offset].continuesAttributeName { offset += 1 }
    ownSteps += offset - start
    return offset
  }

  private mutating func endTag(at start: Int, in bytes: Span<UInt8>, isLast: Bool) -> MarkupToken {
    let nameStart = start + 2
    var offset = endOfName(from: nameStart, in: bytes)
    if offset == bytes.count, !isLast, offset - nameStart <= MarkupElement.longestName {
      return MarkupToken(.incomplete, start..<bytes.count)
    }
    guard nameStart < offset, bytes[nameStart].isASCIILetter else {
      return text(start, .unescapedLessThan)
    }
    guard let element = MarkupElement(named: nameStart..<offset, in: bytes) else {
      return unknownTag(at: start, nameStart: nameStart, in: bytes, isLast: isLast)
    }
    let limit = min(bytes.count, start + longestTag)
    let nameEnd = offset
    while offset < limit, bytes[offset].isASCIIWhitespace { offset += 1 }
    ownSteps += offset - nameEnd
    if offset < limit {
      guard bytes[offset] == 0x3E else { return text(start, .malformedTag) }
      return MarkupToken(.endTag, start..<offset + 1, element: element)
    }
    if offset >= start + longestTag { return text(start, .tagTooLong) }
    return isLast ? text(start, .unclosedTag) : MarkupToken(.incomplete, start..<bytes.count)
  }

  /// The `<` before an unknown name: of a tag, of `List<Int>`, or of `i<n;`.
  private mutating func unknownTag(
    at start: Int, nameStart: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> MarkupToken {
    let name = nameStart..<endOfWord(from: nameStart, in: bytes)
    var offset = name.upperBound
    let isEndTag = nameStart > start + 1
    let before = start > 0 ? bytes[start - 1] : lastByte
    let isType = !isEndTag && (before.isASCIILetter || before.isASCIIDigit)
    // A tag that is no generic type continues with `>`, `/`, or an attribute and its `=`.
    var resemblesTag =
      offset < bytes.count && (bytes[offset] == 0x3E && !isType || bytes[offset] == 0x2F)
    var isStyled = false
    let limit = min(bytes.count, start + Self.longestUnknownTag)
    while offset < limit, bytes[offset].isASCIIWhitespace {
      while offset < limit, bytes[offset].isASCIIWhitespace { offset += 1 }
      if isEndTag, offset < limit, bytes[offset] == 0x3E { resemblesTag = true }
      let attribute = offset..<endOfWord(from: offset, in: bytes)
      offset = attribute.upperBound
      guard !attribute.isEmpty, offset < limit, bytes[offset] == 0x3D else { break }
      resemblesTag = true
      isStyled = isStyled || MarkupAttribute.isStyleName(attribute, in: bytes)
      offset += 1
      let quote = offset < limit ? bytes[offset] : 0
      if quote == 0x22 || quote == 0x27 {
        offset += 1
        while offset < limit, bytes[offset] != quote { offset += 1 }
        if offset < limit { offset += 1 }
      } else {
        while offset < limit, bytes[offset] != 0x3E, !bytes[offset].isASCIIWhitespace {
          offset += 1
        }
      }
    }
    ownSteps += offset - nameStart
    // The result must not depend on the end of a read.
    if offset == bytes.count, !isLast { return MarkupToken(.incomplete, start..<bytes.count) }
    guard resemblesTag else { return text(start, .unescapedLessThan) }
    if isEndTag {
      return text(start, unknownElements.end(name, in: bytes) ? .unknownElement : .unknownWord)
    }
    // One finding about an element is enough.
    if !isStyled { unknownElements.start(name, in: bytes) }
    return text(start, isStyled ? .unknownElement : .unknownWord)
  }

  /// The bytes that are searched for attributes of an unknown element.
  private static let longestUnknownTag = 256

  /// The end of a word that may be the name of an unknown element or attribute.
  private func endOfWord(from start: Int, in bytes: Span<UInt8>) -> Int {
    let limit = min(bytes.count, start + 64)
    var offset = start
    while offset < limit, bytes[offset].continuesAttributeName { offset += 1 }
    return offset
  }

  private mutating func startTag(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> MarkupToken {
    let nameEnd = endOfName(from: start + 1, in: bytes)
    if nameEnd == bytes.count, !isLast, nameEnd - start - 1 <= MarkupElement.longestName {
      return MarkupToken(.incomplete, start..<bytes.count)
    }
    guard let element = MarkupElement(named: start + 1..<nameEnd, in: bytes) else {
      return unknownTag(at: start, nameStart: start + 1, in: bytes, isLast: isLast)
    }
    switch tags.scan(from: start, nameEnd: nameEnd, in: bytes, isLast: isLast) {
    case .closed(let end, let selfClosing):
      readAttributes(in: nameEnd..<end, of: bytes)
      let token = MarkupToken(.startTag, start..<end, element: element, isSelfClosing: selfClosing)
      guard readsByLine || isWhole, endsOnItsLine(token) else { return token }
      switch lineElements.close(token, in: bytes, isWhole: isLast) {
      case true?: return token
      case false?:
        return startTagAsText(start, element, readsByLine ? .elementCutByLine : .elementWithoutEnd)
      case nil: return MarkupToken(.incomplete, start..<bytes.count)
      }
    case .malformed: return startTagAsText(start, element, .malformedTag)
    case .tooLong: return startTagAsText(start, element, .tagTooLong)
    case .unclosed: return startTagAsText(start, element, .unclosedTag)
    case .incomplete: return MarkupToken(.incomplete, start..<bytes.count)
    }
  }

  /// The `<` of a start tag that is text; its end tag may be text, too.
  private func startTagAsText(
    _ start: Int, _ element: MarkupElement, _ problem: MarkupProblem
  ) -> MarkupToken {
    MarkupToken(
      .text, start..<start + 1, element: element, isKeptStartTag: true, problem: problem)
  }

  /// Reads the attributes of a valid tag.
  private mutating func readAttributes(in range: Range<Int>, of bytes: Span<UInt8>) {
    attributes.removeAll(keepingCapacity: true)
    ownSteps += range.count
    var offset = range.lowerBound
    var afterQuote = false
    while offset < range.upperBound {
      guard bytes[offset].startsAttributeName else {
        afterQuote = false
        offset += 1
        continue
      }
      let nameStart = offset
      while bytes[offset].continuesAttributeName { offset += 1 }
      let name = nameStart..<offset
      var equals = offset
      while bytes[equals].isASCIIWhitespace { equals += 1 }
      guard bytes[equals] == 0x3D else {
        attributes.append(MarkupAttribute(name: name, value: nil, lacksSpace: afterQuote))
        afterQuote = false
        continue
      }
      offset = equals + 1
      while bytes[offset].isASCIIWhitespace { offset += 1 }
      let quote = bytes[offset]
      let isQuoted = quote == 0x22 || quote == 0x27
      if isQuoted { offset += 1 }
      let valueStart = offset
      if isQuoted {
        while bytes[offset] != quote { offset += 1 }
      } else {
        while bytes[offset] != 0x3E, !bytes[offset].isASCIIWhitespace { offset += 1 }
      }
      attributes.append(
        MarkupAttribute(name: name, value: valueStart..<offset, lacksSpace: afterQuote))
      if isQuoted { offset += 1 }
      afterQuote = isQuoted
    }
  }
}

/// A tag, a comment, a character reference or text, as a range of bytes.
package struct MarkupToken: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    case text
    /// `<span …>` or `<span …/>`; the tokenizer has the attributes.
    case startTag
    /// `</span>`.
    case endTag
    /// `<!-- … -->`; it is not shown.
    case comment
    /// `&…;`; the tokenizer has the decoded characters.
    case reference
    /// More input is needed; only for a part that is not the last.
    case incomplete
    case endOfInput
  }

  package let kind: Kind

  /// Includes delimiters.
  package let range: Range<Int>

  /// The element of a tag, also of one that is text; `span` for other tokens.
  package let element: MarkupElement

  /// True for `<span/>`, which has no content.
  package let isSelfClosing: Bool

  /// True for the `<` of a start tag that is text because it is not closed or malformed.
  package let isKeptStartTag: Bool

  /// Why a `<` or `&` is text, or what else is wrong.
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

  init(
    referenceAt start: Int, in bytes: Span<UInt8>, isLast: Bool,
    _ unclosed: CharacterReference.Unclosed, _ reference: inout CharacterReference?,
    _ steps: inout Int
  ) {
    switch CharacterReference.read(
      at: start, before: bytes.count, in: bytes, isLast: isLast, unclosed: unclosed)
    {
    case .reference(let found):
      steps += found.length
      reference = found
      self.init(.reference, start..<start + found.length, problem: found.problem)
    case .text(let problem):
      steps += NamedReferences.longestName
      self.init(.text, start..<start + 1, problem: problem)
    case .incomplete:
      steps += bytes.count - start
      self.init(.incomplete, start..<bytes.count)
    }
  }
}

extension MarkupToken {
  /// The token if the end of the input is only the end of a line.
  var cutByLine: MarkupToken {
    guard problem == .unclosedTag || problem == .unclosedComment else { return self }
    return MarkupToken(
      kind, range, element: element, isKeptStartTag: isKeptStartTag,
      problem: problem == .unclosedTag ? .tagCutByLine : .commentCutByLine)
  }
}

/// An attribute of a start tag, as ranges of bytes that are not decoded.
package struct MarkupAttribute: Hashable, Sendable {
  package let name: Range<Int>

  /// Without quotes; nil for an attribute without `=`.
  package let value: Range<Int>?

  /// True if a quoted value directly precedes the name.
  package let lacksSpace: Bool
}

extension MarkupAttribute {
  /// True if the name is `class`, in any case: the only attribute of most tags.
  package func isNamedClass(in bytes: Span<UInt8>) -> Bool {
    let start = name.lowerBound
    return name.count == 5 && bytes[start] | 0x20 == 0x63 && bytes[start + 1] | 0x20 == 0x6C
      && bytes[start + 2] | 0x20 == 0x61 && bytes[start + 3] | 0x20 == 0x73
      && bytes[start + 4] | 0x20 == 0x73
  }

  /// True if markup may have an attribute of this name.
  func hasPlainName(in bytes: Span<UInt8>) -> Bool {
    for offset in name where !bytes[offset].continuesAttributeName { return false }
    return true
  }

  static func isStyleName(_ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    name.count == 5 && isKnownName(name, in: bytes) && bytes[name.lowerBound + 4] != 0x2D
  }

  /// True for attributes of markup: `class`, `style`, `href`, `lang`, `id` and `data-*`, in any
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
  /// `[A-Za-z_]`: the first byte of an attribute name.
  @inline(__always)
  var startsAttributeName: Bool { isASCIILetter || self == 0x5F }

  /// `[A-Za-z0-9_:.-]`: a later byte of an attribute name.
  @inline(__always)
  var continuesAttributeName: Bool {
    isASCIILetter || isASCIIDigit || self == 0x5F || self == 0x3A || self == 0x2E || self == 0x2D
  }
}
