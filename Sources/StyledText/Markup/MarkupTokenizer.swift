import Bytes

/// Cuts markup into tokens, whole or as it comes in.
///
/// The tokenizer holds no input. Each call names an offset in the bytes that the caller has; a
/// token is a range of them. A caller that reads a stream passes `isLast: false` for every part but
/// the last: when the answer is `incomplete`, it keeps the bytes from the token's start, drops
/// those before it (see `willDrop(first:of:)`), appends more and asks again. A caller that looks
/// for `<` and `&` itself needs `token(at:in:isLast:)` at those bytes only.
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
/// Read by line, a tag, comment or reference ends on the line where it starts, or is text: then
/// every line is complete when its line feed has come. A start tag without attributes is text, too,
/// unless its line closes it: see `endsOnItsLine(_:)`. Where markup is read whole, such a tag is text
/// unless anything behind it closes it.
///
/// Reading a whole input takes time in proportion to its length, whatever it holds.
package struct MarkupTokenizer: Sendable {
  /// The attributes of the start tag that was read last, in the order they were written.
  package private(set) var attributes: [MarkupAttribute] = []

  /// The character reference that was read last, decoded.
  package private(set) var reference: CharacterReference?

  private var tags: TagScanner
  private var comments: CommentScanner
  private let longestTag: Int
  private let readsByLine: Bool
  private let isWhole: Bool
  private var lineElements: LineElements
  private var unknownElements = UnknownElements()
  private var ownSteps = 0

  /// End of the last token's line, as far as it has been searched.
  private var lineEnd = 0

  /// The byte before those at hand.
  private var lastByte: UInt8 = 0

  /// Number of bytes looked at so far; linearity is tested with it.
  package var steps: Int { tags.steps + comments.steps + lineElements.steps + ownSteps }

  /// A tokenizer at the start of an input.
  ///
  /// - Parameters:
  ///   - readsByLine: True if nothing but text reaches over the end of a line.
  ///   - isWhole: True if all of the input is at hand, with every end tag that there is.
  package init(readsByLine: Bool = false, isWhole: Bool = false) {
    self.init(
      longestTag: MarkupLimits.longestTag, shortRun: 64, readsByLine: readsByLine,
      isWhole: isWhole)
  }

  /// A tokenizer with other limits.
  init(
    longestTag: Int, shortRun: Int, readsByLine: Bool = false, isWhole: Bool = false,
    longestElement: Int = MarkupLimits.longestElement
  ) {
    self.longestTag = longestTag
    self.readsByLine = readsByLine
    self.isWhole = isWhole
    // What is at hand as a whole takes no more memory for elements of any length.
    lineElements = LineElements(
      limit: readsByLine ? longestElement : .max, longestTag: longestTag)
    tags = TagScanner(longestTag: longestTag, shortRun: shortRun)
    comments = CommentScanner(longestComment: longestTag)
  }

  /// End of the input so far, in the whole of it, if a start tag waits for the rest of its line.
  package var heldEnd: Int? { lineElements.heldEnd }

  /// Lets start tags before an offset in the whole input be text unless they are closed by now.
  package mutating func release(before end: Int) { lineElements.release(before: end) }

  /// Says that the caller is about to drop the first `count` bytes, so that every offset will be
  /// less by `count`.
  package mutating func willDrop(first count: Int, of bytes: Span<UInt8>) {
    tags.willDrop(first: count, of: bytes)
    comments.willDrop(first: count)
    lineElements.willDrop(first: count, of: bytes)
    unknownElements.willDrop(first: count, of: bytes)
    lineEnd = max(0, lineEnd - count)
    if count > 0 { lastByte = bytes[count - 1] }
  }

  /// True if a start tag, the last token, is text unless its line, or the rest of a whole text,
  /// closes it: it has no attributes, and is of another element than `span`.
  package func endsOnItsLine(_ token: MarkupToken) -> Bool {
    token.element != .span && !token.element.isVoid && !token.isSelfClosing && attributes.isEmpty
  }

  /// The token that begins at `offset`, where the last one ended.
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
    let token = special(
      at: offset, in: bytes.extracting(first: lineEnd), isLast: isLast || isWhole)
    // At the end of the input there is no other line that the rest could be on.
    return isWhole ? token.cutByLine : token
  }

  /// Lets `lineEnd` be the end of the line that an offset is in, or that of the bytes.
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
      : MarkupToken(
        referenceAt: offset, in: bytes, isLast: isLast, .text, &reference, &ownSteps)
  }

  /// The offset of the first `<` or `&` at `start` or behind it, or the end of the bytes.
  package static func endOfText(from start: Int, in bytes: Span<UInt8>) -> Int {
    let lessThan = SIMD16<UInt8>(repeating: 0x3C)
    let ampersand = SIMD16<UInt8>(repeating: 0x26)
    return bytes.firstOffset(from: start, to: bytes.count) { block in
      (block .== lessThan) .| (block .== ampersand)
    }
  }

  private mutating func markup(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> MarkupToken {
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

  private mutating func comment(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> MarkupToken {
    for (index, expected) in [UInt8(0x21), 0x2D, 0x2D].enumerated() {
      guard start + 1 + index < bytes.count else {
        return isLast
          ? text(start, .unescapedLessThan) : MarkupToken(.incomplete, start..<bytes.count)
      }
      if bytes[start + 1 + index] != expected { return text(start, .unescapedLessThan) }
    }
    switch comments.scan(from: start, in: bytes, isLast: isLast) {
    case .closed(let end, _): return MarkupToken(.comment, start..<end)
    case .tooLong: return text(start, .commentTooLong)
    case .incomplete: return MarkupToken(.incomplete, start..<bytes.count)
    case .unclosed, .malformed: return text(start, .unclosedComment)
    }
  }

  /// Returns the end of the name at `start`; searches no farther than the longest known name.
  private mutating func endOfName(from start: Int, in bytes: Span<UInt8>) -> Int {
    let limit = min(bytes.count, start + MarkupElement.longestName + 1)
    var offset = start
    while offset < limit, bytes[offset].continuesAttributeName { offset += 1 }
    ownSteps += offset - start
    return offset
  }

  private mutating func endTag(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> MarkupToken {
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

  /// The `<` before a name that is no element's: of a tag, of `List<Int>`, or of `i<n;`.
  private mutating func unknownTag(
    at start: Int, nameStart: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> MarkupToken {
    let name = nameStart..<endOfWord(from: nameStart, in: bytes)
    var offset = name.upperBound
    let isEndTag = nameStart > start + 1
    let before = start > 0 ? bytes[start - 1] : lastByte
    let isType = !isEndTag && (before.isASCIILetter || before.isASCIIDigit)
    // A tag that is no generic type goes on with `>`, with `/`, or with an attribute and its `=`.
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

  /// Number of bytes in which attributes of an unknown element are looked for.
  private static let longestUnknownTag = 256

  /// Returns the end of a word that may be the name of an unknown element or attribute.
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
      let token = MarkupToken(
        .startTag, start..<end, element: element, isSelfClosing: selfClosing)
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

  /// Collects the attributes of a tag that is known to parse.
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

/// One piece of markup: a tag, a comment, a character reference or text, as a range of bytes.
package struct MarkupToken: Hashable, Sendable {
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
  package let name: Range<Int>

  /// The bytes of the value without quotes; nil for an attribute without `=`.
  package let value: Range<Int>?

  /// True when nothing stands between a quoted value and this name.
  package let lacksSpace: Bool
}

extension MarkupAttribute {
  /// True if the name is `class`, in any case; most tags have no other attribute.
  package func isNamedClass(in bytes: Span<UInt8>) -> Bool {
    let start = name.lowerBound
    return name.count == 5 && bytes[start] | 0x20 == 0x63 && bytes[start + 1] | 0x20 == 0x6C
      && bytes[start + 2] | 0x20 == 0x61 && bytes[start + 3] | 0x20 == 0x73
      && bytes[start + 4] | 0x20 == 0x73
  }

  /// True if markup could have an attribute of this name.
  func hasPlainName(in bytes: Span<UInt8>) -> Bool {
    for offset in name where !bytes[offset].continuesAttributeName { return false }
    return true
  }

  /// True if an attribute is `class` or `style`, in any case.
  static func isStyleName(_ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    name.count == 5 && isKnownName(name, in: bytes) && bytes[name.lowerBound + 4] != 0x2D
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

/// Finds where a comment ends, remembering what has been searched already.
///
/// Without the memory, a million `<!--` without an end would each search the whole rest.
struct CommentScanner: Sendable {
  /// No `-->` begins at `searched.lowerBound` or behind it, before `searched.upperBound`.
  private var searched = 0..<0

  /// A comment with more bytes than this is text.
  private let longestComment: Int

  /// Number of bytes looked at; linearity is tested with it.
  private(set) var steps = 0

  /// A scanner that remembers nothing yet; tests give a smaller limit.
  init(longestComment: Int = MarkupLimits.longestTag) {
    self.longestComment = longestComment
  }

  mutating func willDrop(first count: Int) {
    let start = max(0, searched.lowerBound - count)
    searched = start..<max(start, searched.upperBound - count)
  }

  /// Finds the end of the comment whose `<!--` is at `start`.
  ///
  /// `<!-->` and `<!--->` are whole comments, as in HTML.
  mutating func scan(from start: Int, in bytes: Span<UInt8>, isLast: Bool) -> TagScanner.Outcome {
    let first = start + 2
    var offset = first
    if searched.contains(first) || searched.upperBound == first {
      offset = searched.upperBound
    } else {
      searched = first..<first
    }
    // The `>` must lie within the longest comment.
    let limit = start + longestComment - 2
    let end = min(limit, bytes.count - 2)
    let from = offset
    defer { steps += max(0, offset - from) + 1 }
    while offset < end {
      if bytes[offset] == 0x2D, bytes[offset + 1] == 0x2D, bytes[offset + 2] == 0x3E {
        searched = searched.lowerBound..<offset
        return .closed(end: offset + 3, selfClosing: false)
      }
      offset += 1
    }
    searched = searched.lowerBound..<max(searched.upperBound, offset)
    if offset >= limit { return .tooLong }
    return isLast ? .unclosed : .incomplete
  }
}
