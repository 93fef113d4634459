import Bytes
import Diagnostics
import Styling

/// Reads text that was written for a terminal into builders, line by line or whole.
struct TerminalTextReader: ~Copyable {
  private var tokenizer: TerminalTextTokenizer
  private var contents = GraphicsContents()

  init(_ options: MarkupOptions) {
    tokenizer = TerminalTextTokenizer(options)
  }

  /// Forgets what belongs to a resolver of styles that is not asked any more.
  mutating func forgetStyles() { contents = GraphicsContents() }

  /// Goes back to the plain state.
  mutating func reset() { tokenizer.reset() }

  /// Reads a text to its end; what is set there stays set for the next one.
  mutating func read(_ source: SourceText, into builder: inout AttributedTextBuilder) {
    let bytes = source.bytes
    var offset = source.start
    tokenizer.beginText()
    var entered: Int32 = 0
    while true {
      let token = tokenizer.token(at: offset, in: bytes.span, isLast: true, log: &builder.log)
      offset = token.end
      if token.kind == .text || token.kind == .shown, token.state != entered {
        entered = token.state
        let content = contents.content(tokenizer.graphics(entered), in: builder)
        builder.setGraphics(content, source: token.text.lowerBound..<token.text.lowerBound)
      }
      switch token.kind {
      case .endOfInput, .incomplete:
        builder.setGraphics(nil, source: offset..<offset)
        return
      case .dropped: break
      case .text: builder.append(token.text, of: bytes.span, source: token.text)
      case .lineFeed:
        if builder.endGraphicsLine(
          at: offset, nextLink: tokenizer.graphics(token.state).link)
        {
          entered = 0
        }
        builder.append(token.text, of: bytes.span, source: token.text)
      case .shown:
        let visible = TextSanitizer.sanitized(Array(bytes[token.text]), form: .text)
        builder.append(0..<visible.count, of: visible.span, source: token.text)
      }
    }
  }
}

/// What control sequences have set inside markup: the innermost element of all text.
final class MarkupGraphics {
  private var tokenizer: TerminalTextTokenizer
  private let isApplied: Bool

  /// - Returns: nil where sequences in markup have no meaning.
  init?(_ options: MarkupOptions) {
    guard options.sequences != .show else { return nil }
    tokenizer = TerminalTextTokenizer(options)
    isApplied = options.sequences == .apply
  }

  /// Whether nothing is set.
  var isPlain: Bool { tokenizer.state == 0 }

  /// Goes back to the plain state.
  func reset() { tokenizer.reset() }

  /// Reads the sequence at an offset.
  ///
  /// - Returns: Its end; nil when it is shown.
  func sequence(
    at offset: Int, in bytes: [UInt8], _ builder: inout AttributedTextBuilder
  ) -> Int? {
    let end = tokenizer.appliedSequence(
      at: offset, in: bytes.span, isLast: true, log: &builder.log)
    if isApplied { enter(&builder) } else { tokenizer.reset() }
    return end
  }

  /// Takes up what is set, inside of the elements that are open now.
  func enter(_ builder: inout AttributedTextBuilder) {
    builder.setGraphics(nil, source: 0..<0)
    guard let tag = tokenizer.graphics(tokenizer.state).tag else { return }
    builder.setGraphics(
      builder.spans.content(of: tag, parent: builder.current), source: 0..<0)
  }

  /// Leaves what is set, before elements are opened or closed.
  func leave(_ builder: inout AttributedTextBuilder) {
    builder.setGraphics(nil, source: 0..<0)
  }
}

/// The contents of texts in states that were met before, in text that has no elements.
private struct GraphicsContents {
  private var known: [TerminalGraphics: SpanContent] = [:]

  /// So many are kept at most.
  private static let most = 1 << 12

  /// The content of text in a state; nil for the plain one.
  mutating func content(
    _ graphics: TerminalGraphics, in builder: AttributedTextBuilder
  ) -> SpanContent? {
    if let found = known[graphics] { return found }
    guard let tag = graphics.tag else { return nil }
    if known.count >= Self.most { known = [:] }
    let content = builder.spans.content(of: tag, parent: builder.spans.host)
    known[graphics] = content
    return content
  }
}

extension MarkupToken {
  /// Whether an element begins or ends with it.
  var isTag: Bool { kind == .startTag || kind == .endTag }

  /// Text up to the first ESC in it.
  func cutBeforeEscape(in bytes: Span<UInt8>) -> MarkupToken {
    guard kind == .text, range.count > 1 else { return self }
    let end = bytes.firstOffset(of: 0x1B, from: range.lowerBound + 1, to: range.upperBound)
    guard end < range.upperBound else { return self }
    return MarkupToken(
      .text, range.lowerBound..<end, element: element, isKeptStartTag: isKeptStartTag,
      problem: problem)
  }
}
