import Bytes

/// The state of a document that is being read, besides its open elements.
package struct OpenDocument {
  package var tokenizer = HTMLTokenizer()

  /// The open element whose content is text up to its end tag.
  var raw: MarkupElement?

  /// The open element that is left out with its content.
  var skipped: Skipped?

  /// True in the head, which ends at the first tag or text that it cannot contain.
  var isInHead = false

  /// True after a start tag whose following line feed is dropped.
  var dropsLineFeed = false

  /// True after a carriage return from a reader, whose following line feed belongs to it.
  var isAfterReturn = false

  var code = OpenCode()

  /// A bit for each left out element that was reported.
  private var told: UInt16 = 0

  /// An element that is left out.
  struct Skipped {
    let element: MarkupElement
    /// The range of its start tag in the whole input.
    let tag: Range<Int>
    /// The number of open elements of this kind.
    var depth = 1
  }

  init() {}

  package mutating func willDrop(first count: Int) { tokenizer.willDrop(first: count) }

  /// A document that is read after another one into the same text.
  init(after other: OpenDocument) {
    told = other.told
    tokenizer.unclosed = other.tokenizer.unclosed
  }

  mutating func reset() { self = OpenDocument(after: self) }

  // MARK: Content that is left out

  /// The result of reading at an offset.
  enum Step {
    /// A token that is shown.
    case shown
    case text
    /// Nothing is shown up to an offset; more input is needed if it is the start.
    case passed(Int)
  }

  /// Reads a piece that is left out or has no markup; `base` is the offset of the bytes in the
  /// whole input.
  mutating func advance(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool, base: Int = 0
  ) -> Step {
    let isTag = bytes[offset] == 0x3C
    if let raw, isTag {
      switch tokenizer.isEndTag(of: raw, at: offset, in: bytes, isLast: isLast) {
      case nil: return .passed(offset)
      case true?: self.raw = nil
      case false?: return skipped == nil ? .text : .passed(offset + 1)
      }
    }
    if skipped != nil { return .passed(skip(at: offset, in: bytes, isLast: isLast)) }
    guard isInHead else { return .shown }
    if bytes[offset].isASCIIWhitespace { return .passed(offset + 1) }
    if isTag {
      let token = tokenizer.token(at: offset, in: bytes, isLast: isLast)
      switch token.kind {
      case .incomplete: return .passed(offset)
      case .comment: return .passed(token.range.upperBound)
      case .endTag:
        if token.element == .head { isInHead = false }
        return .passed(token.range.upperBound)
      case .startTag where token.element.belongsToHead:
        if !token.element.isVoid, token.element != .head { skip(token, base: base) }
        return .passed(token.range.upperBound)
      case .text, .startTag, .reference, .endOfInput: break
      }
    }
    isInHead = false
    return .shown
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

  /// Starts to leave out an element with its content.
  private mutating func skip(_ token: MarkupToken, base: Int) {
    if token.isSelfClosing { return }
    let range = token.range
    skipped = Skipped(
      element: token.element, tag: range.lowerBound + base..<range.upperBound + base)
    if token.element.holdsRawText { raw = token.element }
    tokenizer.readsSections = token.element.hasOtherSyntax
  }

  /// Starts to leave out an element; returns true for the first one of its kind.
  mutating func leaveOut(_ token: MarkupToken, base: Int) -> Bool {
    if token.element == .head { isInHead = true } else { skip(token, base: base) }
    let bit: UInt16 = 1 << UInt16(token.element.rawValue - MarkupElement.head.rawValue)
    defer { told |= bit }
    return told & bit == 0
  }
}

// MARK: Tags

extension OpenDocument {
  /// The safe name of an element that HTML does not have.
  func customName(of token: MarkupToken, in bytes: Span<UInt8>) -> String? {
    guard token.element == .custom else { return nil }
    return SafeText.label(String(tokenizer.name, of: bytes).lowercasedASCII).string
  }
}
