import StyledText

/// Cuts markup into the lines of its text.
///
/// A tag or comment that goes over several lines is part of the line that it begins in, unless each
/// line is a text of its own.
struct ParagraphCutter {
  private let separatesLines: Bool
  private var tokenizer = MarkupTokenizer()
  private var markup: [UInt8] = []
  private var line = 1
  private var lineFeeds = 0
  private var isAtStart = true

  /// A cutter at the start of an input.
  ///
  /// - Parameter separatesLines: Whether each line is a text of its own.
  init(separatesLines: Bool) {
    self.separatesLines = separatesLines
  }

  /// Cuts the next part of the input.
  ///
  /// - Parameters:
  ///   - bytes: What was left over from the part before, and what has come since.
  ///   - isLast: Whether the input ends with it.
  ///   - emit: Gets each line that is complete, and its number in the input.
  /// - Returns: How many of the bytes were used; the rest has to come again.
  /// - Throws: What `emit` throws.
  mutating func cut(
    _ bytes: [UInt8], isLast: Bool, emit: ([UInt8], Int) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Int {
    var offset = 0
    if isAtStart {
      guard isLast || bytes.count >= 3 else { return 0 }
      isAtStart = false
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }
    if separatesLines {
      while let end = bytes[offset...].firstIndex(of: 0x0A) {
        markup += Self.withoutMark(bytes[offset..<end])
        offset = end + 1
        try finishLine(emit)
      }
      guard isLast, offset < bytes.count else { return offset }
      markup += Self.withoutMark(bytes[offset...])
      try finishLine(emit)
      return bytes.count
    }
    while offset < bytes.count {
      let token = tokenizer.token(at: offset, in: bytes.span, isLast: isLast)
      if token.kind == .incomplete || token.kind == .endOfInput { break }
      offset = token.range.upperBound
      guard token.kind == .text else {
        let tag = bytes[token.range]
        markup += tag
        lineFeeds += tag.count { $0 == 0x0A }
        continue
      }
      var start = token.range.lowerBound
      while let end = bytes[start..<offset].firstIndex(of: 0x0A) {
        markup += bytes[start..<end]
        start = end + 1
        try finishLine(emit)
      }
      markup += bytes[start..<offset]
    }
    if isLast, !markup.isEmpty { try finishLine(emit) }
    tokenizer.willDrop(first: offset, of: bytes.span)
    return offset
  }

  /// A text without the byte order mark at its start.
  private static func withoutMark(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
  }

  private mutating func finishLine(
    _ emit: ([UInt8], Int) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    if markup.last == 0x0D { markup.removeLast() }
    try emit(markup, line)
    line += lineFeeds + 1
    lineFeeds = 0
    markup.removeAll(keepingCapacity: true)
  }
}
