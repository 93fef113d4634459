import Bytes
import CSSSyntax
import Diagnostics
import Markdown
import StyledText
import Styling

/// Makes the events of Markdown from anywhere safe to write.
///
/// Text and titles go through `TextSanitizer`, and links through `LinkTarget`. Of raw HTML the
/// elements of markup stay, each closed in its block; all else of it becomes text.
struct MarkdownSanitizer {
  /// Treatment of raw HTML.
  enum RawHTML {
    /// The elements of markup stay, and their `style` attributes, too.
    case markup
    /// The elements of markup stay, without their `style` attributes, which a page would obey.
    case elements
    /// All of it passes, and links of all schemes, as the specification has it.
    case all
  }

  /// The safe events of the last call.
  private(set) var events = MarkdownEvents()

  /// Findings, one of each kind.
  private(set) var log = DiagnosticLog(limit: 1)

  private let raw: RawHTML
  private var sanitizer = TextSanitizer()
  private var open: [OpenElement] = []

  /// True in a comment that goes on in the next line of a block of HTML.
  private var isInComment = false

  /// An element that is open.
  private enum OpenElement: Equatable {
    /// An element of Markdown; one that is not kept is written without its tags.
    case markdown(MarkdownElement, isKept: Bool)
    /// An element of raw HTML.
    case raw(MarkupElement)

    var isMarkdown: Bool {
      if case .markdown = self { true } else { false }
    }
  }

  /// The most elements of raw HTML that are open in an element of Markdown.
  private static let mostRaw = 100

  init(_ raw: RawHTML) {
    self.raw = raw
  }

  /// Takes the findings out.
  mutating func takeFindings() -> [Diagnostic] { log.take(byLocation: false).map(\.diagnostic) }

  /// Replaces `events` by the safe form of others.
  mutating func read(_ input: MarkdownEvents) {
    events.removeAll()
    let bytes = input.bytes.span
    for event in input.all {
      switch event.kind {
      case .text: appendText(event.value, of: bytes)
      case .html where raw == .all:
        endRun()
        let text = safe(event.value, of: bytes)
        events.append(.html) { $0 += text }
      case .html: appendHTML(event.value, of: bytes)
      case .start: start(event, bytes)
      case .end: end(event.element)
      case .empty:
        endRun()
        events.append(.empty, event.element, number: event.number)
      case .lateDefinition: break
      }
    }
  }

  // MARK: - Text

  private mutating func appendText(_ range: Range<Int>, of bytes: Span<UInt8>) {
    let text = safe(range, of: bytes)
    events.append(.text) { $0 += text }
  }

  private mutating func safe(_ range: Range<Int>, of bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    let carriageReturn = SIMD16<UInt8>(repeating: 0x0D)
    let escape = SIMD16<UInt8>(repeating: 0x1B)
    var start = range.lowerBound
    while start < range.upperBound {
      // These controls are shown, whatever follows: the next piece may begin behind them.
      let control = bytes.firstOffset(from: start, to: range.upperBound) {
        $0 .== carriageReturn .| $0 .== escape
      }
      let end = min(control + 1, range.upperBound)
      sanitizer.append(start..<end, of: bytes, to: &text, log: &log)
      start = end
    }
    return text
  }

  /// Ends the text before an element.
  private mutating func endRun() {
    guard sanitizer.hasUnfinishedRun else { return }
    var output: [UInt8] = []
    sanitizer.finishRun(in: &output, log: &log)
  }

  private func attribute(_ range: Range<Int>, of bytes: Span<UInt8>) -> [UInt8] {
    guard !range.isEmpty else { return [] }
    var value: [UInt8] = []
    value.append(range, of: bytes)
    return TextSanitizer.sanitized(value, form: .text)
  }

  // MARK: - Elements

  private mutating func start(_ event: MarkdownEvent, _ bytes: Span<UInt8>) {
    endRun()
    let element = event.element
    var value: [UInt8]?
    if raw != .all, element == .link || element == .image {
      value = target(event.value, of: bytes)
    } else {
      value = attribute(event.value, of: bytes)
    }
    open.append(.markdown(element, isKept: value != nil))
    guard let value else { return }
    let title = attribute(event.title, of: bytes)
    events.start(element, number: event.number, value: { $0 += value }, title: { $0 += title })
  }

  /// The safe form of a link's target, or nil if it is no link.
  private mutating func target(_ range: Range<Int>, of bytes: Span<UInt8>) -> [UInt8]? {
    var target: [UInt8] = []
    target.append(range, of: bytes)
    do throws(LinkTarget.Refusal) {
      return Array(try LinkTarget.sanitized(target).utf8)
    } catch {
      switch error {
      case .scheme(let scheme):
        let name = SafeText.label(scheme.prefix(80)).string
        log.add(
          .warning, MarkupProblem.linkScheme.code, at: 0..<0,
          "link scheme '\(name)' is not allowed; the link is shown as text")
      case .tooLong: log.record(.linkTooLong, at: 0..<0)
      case .relative, .empty: break
      }
      return nil
    }
  }

  private mutating func end(_ element: MarkdownElement) {
    endRun()
    if isInComment {
      isInComment = false
      log.add(
        .warning, MarkupProblem.unclosedComment.code, at: 0..<0,
        "comment is not closed; the rest of its block is left out")
    }
    while case .raw(let inner)? = open.last { closeRaw(inner) }
    guard case .markdown(_, let isKept)? = open.popLast(), isKept else { return }
    events.end(element)
  }

  private mutating func closeRaw(_ element: MarkupElement) {
    open.removeLast()
    events.append(.html) { $0 += "</\(element.name)>".utf8 }
  }

  // MARK: - Raw HTML

  private mutating func appendHTML(_ range: Range<Int>, of bytes: Span<UInt8>) {
    // The lines of a block come one by one or together, so each is read by itself.
    let isBlock = open.last(where: \.isMarkdown) == .markdown(.htmlBlock, isKept: true)
    var start = range.lowerBound
    while start < range.upperBound {
      let lineEnd = bytes.firstOffset(of: 0x0A, from: start, to: range.upperBound)
      let end = isBlock ? min(lineEnd + 1, range.upperBound) : range.upperBound
      appendHTML(bytes.extracting(start..<end), isBlock: isBlock)
      start = end
    }
  }

  private mutating func appendHTML(_ bytes: Span<UInt8>, isBlock: Bool) {
    var tokenizer = MarkupTokenizer()
    var offset = 0
    if isInComment { offset = endOfComment(from: 0, in: bytes) }
    while offset < bytes.count {
      let token = tokenizer.token(at: offset, in: bytes, isLast: true)
      offset = token.range.upperBound
      if isBlock, token.kind == .comment || token.problem == .unclosedComment {
        offset = endOfComment(from: token.range.lowerBound, in: bytes)
        continue
      }
      if let problem = token.problem, problem.severity > .note {
        log.record(problem, at: 0..<0, about: Self.name(in: bytes, at: token.range.lowerBound))
      }
      switch token.kind {
      case .startTag: startRaw(token, tokenizer.attributes, bytes)
      case .endTag: endRaw(token, bytes)
      case .reference:
        var text: [UInt8] = []
        if let reference = tokenizer.reference {
          sanitizer.append(reference, at: token.range, to: &text, log: &log)
        }
        events.append(.text) { $0 += text }
      case .text: appendText(token.range, of: bytes)
      case .comment, .incomplete, .endOfInput: break
      }
    }
  }

  /// Goes past a comment and a line that has nothing else, or to the end of the line.
  private mutating func endOfComment(from start: Int, in bytes: Span<UInt8>) -> Int {
    isInComment = true
    var offset = start
    while true {
      offset = bytes.firstOffset(of: 0x3E, from: offset, to: bytes.count)
      guard offset < bytes.count else { return offset }
      offset += 1
      guard offset - start >= 3, bytes[offset - 2] == 0x2D, bytes[offset - 3] == 0x2D else {
        continue
      }
      isInComment = false
      let isWholeLine = start == 0 && bytes.count - offset == 1 && bytes[offset] == 0x0A
      return isWholeLine ? offset + 1 : offset
    }
  }

  /// The name of a tag that is text.
  private static func name(in bytes: Span<UInt8>, at start: Int) -> String {
    var end = start + 1
    if end < bytes.count, bytes[end] == 0x2F { end += 1 }
    let first = end
    while end < bytes.count, bytes[end].isASCIILetter || bytes[end].isASCIIDigit { end += 1 }
    return String(first..<end, of: bytes)
  }

  private mutating func startRaw(
    _ token: MarkupToken, _ attributes: [MarkupAttribute], _ bytes: Span<UInt8>
  ) {
    guard open.suffix(Self.mostRaw).contains(where: \.isMarkdown) else {
      return appendText(token.range, of: bytes)
    }
    endRun()
    let tag = StartTag(token.element, attributes: attributes, in: bytes, log: &log)
    let text = Self.text(tag, keepsStyle: raw == .markup)
    events.append(.html) { $0 += text.utf8 }
    guard !token.element.isVoid else { return }
    open.append(.raw(token.element))
    if token.isSelfClosing { closeRaw(token.element) }
  }

  private static func text(_ tag: StartTag, keepsStyle: Bool) -> String {
    var text = "<\(tag.element.name)"
    func append(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { text += " \(name)=\"\(escape(value))\"" }
    }
    append("class", tag.classes.joined(separator: " "))
    if keepsStyle { append("style", tag.style?.string) }
    append("href", tag.link)
    append("lang", tag.language)
    for attribute in tag.attributes
    where attribute.name == "id" || attribute.name.hasPrefix("data-") {
      append(attribute.name, attribute.value)
    }
    return text + ">"
  }

  private mutating func endRaw(_ token: MarkupToken, _ bytes: Span<UInt8>) {
    endRun()
    let inner = open.reversed().prefix { !$0.isMarkdown }
    guard inner.contains(.raw(token.element)) else {
      let name = String(token.range, of: bytes)
      log.record(.strayEndTag, at: 0..<0, about: name)
      return
    }
    while case .raw(let element)? = open.last {
      closeRaw(element)
      if element == token.element { return }
    }
  }
}
