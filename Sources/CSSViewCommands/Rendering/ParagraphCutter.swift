import CSSView

/// Cuts markup into paragraphs, one for each line of its text, each complete in itself.
///
/// A paragraph begins with the start tags that are open where it begins, so it can be read alone.
/// A tag or comment that goes over several lines is part of the line that it begins in.
struct ParagraphCutter {
  /// A line of the text as markup.
  struct Paragraph {
    /// The open tags, then the line.
    var markup: [UInt8]

    /// How many of the bytes are tags that were open before.
    var repeated: Int

    /// The line of the input that it begins in, from 1.
    var line: Int
  }

  /// Whether what is open ends with its line.
  private let separatesLines: Bool

  private var tokenizer = MarkupTokenizer()
  private var elements = OpenElements()

  /// The start tags of the open elements, beside `elements`.
  private var tags: [[UInt8]] = []

  private var markup: [UInt8] = []
  private var repeated = 0
  private var line = 1
  private var lineFeeds = 0
  private var isAtStart = true

  init(separatesLines: Bool) {
    self.separatesLines = separatesLines
  }

  /// How many elements are open.
  var openCount: Int { elements.depth }

  /// Cuts the next part of the input.
  ///
  /// - Parameters:
  ///   - bytes: What was left over from the part before, and what has come since.
  ///   - isLast: Whether the input ends with it.
  ///   - emit: Gets each paragraph that is complete.
  /// - Returns: How many of the bytes were used; the rest has to come again.
  /// - Throws: What `emit` throws.
  mutating func cut(
    _ bytes: [UInt8], isLast: Bool, emit: (Paragraph) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Int {
    var offset = 0
    if isAtStart {
      guard isLast || bytes.count >= 3 else { return 0 }
      isAtStart = false
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }
    while offset < bytes.count {
      let token = tokenizer.token(at: offset, in: bytes.span, isLast: isLast)
      if token.kind == .incomplete || token.kind == .endOfInput { break }
      offset = token.range.upperBound
      if token.kind == .text {
        var start = token.range.lowerBound
        while let end = bytes[start..<offset].firstIndex(of: 0x0A) {
          markup += bytes[start..<end]
          start = end + 1
          try finishLine(emit)
        }
        markup += bytes[start..<offset]
      } else {
        follow(token, bytes[token.range])
      }
    }
    if isLast, markup.count > repeated { try finishLine(emit) }
    tokenizer.willDrop(first: offset, of: bytes.span)
    return offset
  }

  private mutating func follow(_ token: MarkupToken, _ raw: ArraySlice<UInt8>) {
    markup += raw
    for byte in raw where byte == 0x0A { lineFeeds += 1 }
    switch token.kind {
    case .startTag where !token.isSelfClosing && !token.element.isVoid:
      if elements.open(token.element, at: 0) { tags.append(Array(raw)) }
    case .endTag:
      if case .closed(let count) = elements.close(token.element) { tags.removeLast(count) }
    default: break
    }
  }

  private mutating func finishLine(
    _ emit: (Paragraph) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    if markup.last == 0x0D { markup.removeLast() }
    try emit(Paragraph(markup: markup, repeated: repeated, line: line))
    line += lineFeeds + 1
    lineFeeds = 0
    if separatesLines {
      elements.removeAll()
      tags.removeAll()
    }
    markup.removeAll(keepingCapacity: true)
    for tag in tags { markup += tag }
    repeated = markup.count
  }
}
