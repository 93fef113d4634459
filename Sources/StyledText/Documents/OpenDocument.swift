import Bytes

/// State of a document while it is read: what is open in it, besides the elements of a text.
package struct OpenDocument {
  /// Tokens.
  package var tokenizer = HTMLTokenizer()

  /// The open elements, by their names.
  var scopes = DocumentScopes()

  /// The element whose content is text up to its end tag, if one is open.
  var raw: MarkupElement?

  /// The element that is left out with its content, if one is open.
  var skipped: Skipped?

  /// True in the head, which ends with the first tag or text that it cannot hold.
  var isInHead = false

  /// True directly behind a start tag that a line feed may follow: it is dropped.
  var dropsLineFeed = false

  /// The code that is open.
  var code = OpenCode()

  /// A bit for each element whose absence was told.
  private var told: UInt16 = 0

  /// Styles of lists inside lists by the parent's state and the bytes of their tags: the same bytes
  /// mean another style elsewhere.
  private var nestedLists: [NestedList: StyleID] = [:]
  private var generation = 0

  /// An element that is left out.
  struct Skipped {
    let element: MarkupElement
    /// Range of its start tag in the whole input.
    let tag: Range<Int>
    /// Number of elements of this kind that are open.
    var depth = 1
  }

  struct NestedList: Hashable {
    let state: Int32
    let tag: [UInt8]
  }

  init() {}

  /// Says that the caller is about to drop the first bytes.
  package mutating func willDrop(first count: Int) { tokenizer.willDrop(first: count) }

  /// A document that is read after another one into the same text.
  init(after other: OpenDocument) { told = other.told }

  /// Ends all that is open.
  mutating func reset() { self = OpenDocument(after: self) }

  /// True the first time that it is asked for an element that is left out.
  mutating func isFirst(_ element: MarkupElement) -> Bool {
    let bit: UInt16 = 1 << UInt16(element.rawValue - MarkupElement.head.rawValue)
    defer { told |= bit }
    return told & bit == 0
  }

  /// The style of a list inside a list, if its tag was read before.
  mutating func style(of list: NestedList, generation: Int) -> StyleID? {
    if generation != self.generation { nestedLists = [:] }
    self.generation = generation
    return nestedLists[list]
  }

  /// Keeps the style of a list inside a list.
  mutating func keep(_ style: StyleID, of list: NestedList) {
    if nestedLists.count == 256 { nestedLists = [:] }
    if list.tag.count <= TagCache.longestTag { nestedLists[list] = style }
  }
}

// MARK: Content that is left out

extension OpenDocument {
  /// True for the start or end tag of a root that is open already.
  func hasRoot(_ element: MarkupElement) -> Bool {
    (element == .html || element == .body) && scopes.depth(of: element) >= 0
  }

  /// The name of an element that is none of HTML, made safe.
  func customName(of token: MarkupToken, in bytes: Span<UInt8>) -> String? {
    guard token.element == .custom else { return nil }
    return SafeText.label(String(tokenizer.name, of: bytes).lowercasedASCII).string
  }

  /// True if text without markup ends at a `<`; nil if more input is needed to tell.
  mutating func endsRawText(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Bool? {
    guard let raw else { return true }
    let isEnd = tokenizer.isEndTag(of: raw, at: offset, in: bytes, isLast: isLast)
    if isEnd == true { self.raw = nil }
    return isEnd
  }

  /// Begins to leave out an element with its content, or the head.
  mutating func leaveOut(_ token: MarkupToken, base: Int) {
    guard token.element != .head else { return isInHead = true }
    if token.isSelfClosing { return }
    let range = token.range
    skipped = Skipped(
      element: token.element, tag: range.lowerBound + base..<range.upperBound + base)
    if token.element.holdsRawText { raw = token.element }
    tokenizer.readsSections = token.element.hasOtherSyntax
  }

  /// Reads a piece of what is left out.
  ///
  /// - Parameters:
  ///   - offset: Start of the piece.
  ///   - bytes: The input, or the part of it that is there.
  ///   - isLast: False when more input will follow the bytes.
  ///   - base: Offset of the bytes in the whole input.
  /// - Returns: End of the piece; nil where text or an element begins that is shown.
  mutating func passOver(at offset: Int, in bytes: Span<UInt8>, isLast: Bool, base: Int) -> Int? {
    if skipped != nil { return skip(at: offset, in: bytes, isLast: isLast) }
    guard isInHead else { return nil }
    guard !bytes[offset].isASCIIWhitespace else { return offset + 1 }
    if bytes[offset] == 0x3C {
      let token = tokenizer.token(at: offset, in: bytes, isLast: isLast)
      switch token.kind {
      case .incomplete: return offset
      case .comment: return token.range.upperBound
      case .endTag:
        if token.element == .head { isInHead = false }
        return token.range.upperBound
      case .startTag where token.element.belongsToHead:
        if !token.element.isVoid, token.element != .head { leaveOut(token, base: base) }
        return token.range.upperBound
      case .text, .startTag, .reference, .endOfInput: break
      }
    }
    isInHead = false
    return nil
  }

  private mutating func skip(at offset: Int, in bytes: Span<UInt8>, isLast: Bool) -> Int {
    guard bytes[offset] == 0x3C else {
      return bytes.firstOffset(of: 0x3C, from: offset + 1, to: bytes.count)
    }
    let token = tokenizer.token(at: offset, in: bytes, isLast: isLast)
    if token.kind == .incomplete { return offset }
    let isOwn = token.element == skipped?.element
    switch token.kind {
    case .startTag where isOwn && !token.isSelfClosing: skipped?.depth += 1
    case .startTag where token.element == .script || token.element == .style: raw = token.element
    case .endTag where isOwn: skipped?.depth -= 1
    default: break
    }
    if skipped?.depth == 0 {
      skipped = nil
      tokenizer.readsSections = false
    }
    return token.range.upperBound
  }
}
