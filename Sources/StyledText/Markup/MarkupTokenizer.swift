import Bytes

/// Cuts markup into tokens, whole or as it comes in.
///
/// The tokenizer holds no input. Each call names an offset in the bytes that the caller has; a
/// token is a range of them. A caller that reads a stream passes `isLast: false` for every part
/// but the last: when the answer is `incomplete`, it keeps the bytes from the token's start,
/// drops those before it (see `willDrop(first:of:)`), appends more and asks again. A caller that looks
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
/// Reading a whole input takes time in proportion to its length, whatever it holds.
package struct MarkupTokenizer: Sendable {
  /// The attributes of the start tag that was read last, in the order they were written.
  package private(set) var attributes: [MarkupAttribute] = []

  /// What the character reference that was read last stands for.
  package private(set) var reference: CharacterReference?

  private var tags: TagScanner
  private var comments: CommentScanner
  private let longestTag: Int
  private var ownSteps = 0

  /// How many bytes were looked at so far; linearity is tested with it.
  var steps: Int { tags.steps + comments.steps + ownSteps }

  /// A tokenizer at the start of an input.
  package init() {
    self.init(longestTag: MarkupLimits.longestTag, shortRun: 64)
  }

  /// A tokenizer with other limits than markup has, for tests.
  init(longestTag: Int, shortRun: Int) {
    self.longestTag = longestTag
    tags = TagScanner(longestTag: longestTag, shortRun: shortRun)
    comments = CommentScanner(longestComment: longestTag)
  }

  /// Says that the caller is about to drop the first `count` bytes, so that every offset will be
  /// less by `count`.
  package mutating func willDrop(first count: Int, of bytes: Span<UInt8>) {
    tags.willDrop(first: count, of: bytes)
    comments.willDrop(first: count)
  }

  /// The token that begins at `offset`.
  ///
  /// - Parameters:
  ///   - offset: Where the last token ended.
  ///   - bytes: The input, or the part of it that is there.
  ///   - isLast: False when more input will follow the bytes.
  /// - Returns: The token; its range begins at `offset`.
  package mutating func token(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> MarkupToken {
    guard offset < bytes.count else { return MarkupToken(.endOfInput, offset..<offset) }
    switch bytes[offset] {
    case 0x3C: return markup(at: offset, in: bytes, isLast: isLast)
    case 0x26: return reference(at: offset, in: bytes, isLast: isLast)
    default:
      let end = Self.endOfText(from: offset + 1, in: bytes)
      ownSteps += end - offset
      return MarkupToken(.text, offset..<end)
    }
  }

  /// The offset behind the first `>` of a tag, if it is not far; 0 if it is.
  ///
  /// A tag that was read before ends there, or it would not be the same.
  @inlinable
  @inline(__always)
  package static func endOfNearTag(from start: Int, in bytes: Span<UInt8>) -> Int {
    let limit = min(bytes.count, start &+ 512)
    let offset = bytes.firstOffset(of: 0x3E, from: start, to: limit)
    return offset < limit ? offset &+ 1 : 0
  }

  /// The offset of the first `<` or `&` at `start` or behind it, or the end of the bytes.
  package static func endOfText(from start: Int, in bytes: Span<UInt8>) -> Int {
    let lessThan = SIMD16<UInt8>(repeating: 0x3C)
    let ampersand = SIMD16<UInt8>(repeating: 0x26)
    return bytes.firstOffset(from: start, to: bytes.count) { block in
      (block .== lessThan) .| (block .== ampersand)
    }
  }

  private mutating func reference(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> MarkupToken {
    switch CharacterReference.read(
      at: start, before: bytes.count, in: bytes, context: .text, isLast: isLast)
    {
    case .reference(let found):
      ownSteps += found.length
      reference = found
      return MarkupToken(.reference, start..<start + found.length, problem: found.problem)
    case .text(let problem):
      ownSteps += NamedReferences.longestName
      return MarkupToken(.text, start..<start + 1, problem: problem)
    case .incomplete:
      ownSteps += bytes.count - start
      return MarkupToken(.incomplete, start..<bytes.count)
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

  /// The `<` at `start` as text.
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

  /// Where the name that starts at `start` ends, looking no farther than a known name can reach.
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
      return text(start, .unknownElement)
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

  private mutating func startTag(
    at start: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> MarkupToken {
    let nameEnd = endOfName(from: start + 1, in: bytes)
    if nameEnd == bytes.count, !isLast, nameEnd - start - 1 <= MarkupElement.longestName {
      return MarkupToken(.incomplete, start..<bytes.count)
    }
    guard let element = MarkupElement(named: start + 1..<nameEnd, in: bytes) else {
      return text(start, .unknownElement)
    }
    switch tags.scan(from: start, nameEnd: nameEnd, in: bytes, isLast: isLast) {
    case .closed(let end, let selfClosing):
      readAttributes(in: nameEnd..<end, of: bytes)
      return MarkupToken(
        .startTag, start..<end, element: element, isSelfClosing: selfClosing)
    case .malformed: return text(start, .malformedTag)
    case .tooLong: return text(start, .tagTooLong)
    case .unclosed: return text(start, .unclosedTag)
    case .incomplete: return MarkupToken(.incomplete, start..<bytes.count)
    }
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
