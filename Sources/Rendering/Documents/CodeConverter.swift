import Bytes
import Diagnostics
import Markdown
import StyledText

/// Gives code of Markdown the colours of a highlighter.
struct CodeConverter {
  private let highlighter: CodeHighlighter
  private let options: MarkupOptions

  /// True if the highlighter is not run any more.
  private var isStopped = false
  private var findings: [Diagnostic] = []
  private var toldLanguages: Set<String> = []

  /// Start of the code that is open, and its text.
  private var held: (start: MarkdownEvents, text: [UInt8])?

  init(_ highlighter: CodeHighlighter, _ options: MarkupOptions) {
    self.highlighter = highlighter
    self.options = options
  }

  mutating func takeFindings() -> [Diagnostic] {
    defer { findings = [] }
    return findings
  }

  /// Offset in the document of the code that is open; nil if none is open.
  var heldSource: Int? { held?.start.all.first?.source }

  /// Colours code in a language, which is held until its end.
  mutating func color(_ events: inout MarkdownEvents) {
    var colored = MarkdownEvents()
    for event in events.all {
      if held != nil {
        if event.kind == .end { endCode(&colored) } else { held?.text += events.bytes[event.value] }
      } else if event.kind == .start, event.element == .codeBlock, !event.value.isEmpty {
        held = (MarkdownEvents(), [])
        held?.start.append(event, of: events)
      } else {
        colored.append(event, of: events)
      }
    }
    events = colored
  }

  private mutating func endCode(_ events: inout MarkdownEvents) {
    guard let (start, text) = held.take() else { return }
    let info = start.bytes
    let html = html(of: text, Array(info.prefix { !$0.isBlank }))
    events.source = start.source
    events.start(.codeBlock, number: html == nil ? 0 : 1) { $0 += info }
    if let html {
      events.append(.html, .codeBlock) { $0 += html }
    } else {
      events.append(.text) { $0 += text }
    }
    events.end(.codeBlock)
  }

  /// The HTML of code; nil if it stays plain.
  private mutating func html(of code: [UInt8], _ language: [UInt8]) -> [UInt8]? {
    guard !isStopped, Self.isName(language), code.contains(where: { $0 != 0x0A }) else {
      return nil
    }
    let language = String(decoding: language, as: UTF8.self)
    do throws(CodeHighlighter.Failure) {
      let colored = try highlighter.run(code, language)
      if let html = html(of: colored, showing: code) { return html }
      throw .failed("changes the text")
    } catch {
      let reason: String
      switch error {
      case .unavailable(let problem): (isStopped, reason) = (true, "cannot be run: \(problem)")
      case .slow: (isStopped, reason) = (true, "takes over five seconds")
      case .failed(let problem): reason = problem
      }
      guard toldLanguages.count < 100, toldLanguages.insert(language).inserted else { return nil }
      findings.append(
        Diagnostic(
          .warning, .plainCode,
          "'\(highlighter.name.string)' \(reason); "
            + (isStopped ? "code" : "code in '\(language)'") + " is shown without its colours"))
      return nil
    }
  }

  /// True for the name of a language that no program takes for anything else.
  private static func isName(_ language: [UInt8]) -> Bool {
    guard let first = language.first, first != UInt8(ascii: "-"), language.count <= 64 else {
      return false
    }
    return language.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || "+-#._".utf8.contains($0)
    }
  }

  /// Text with control sequences as HTML; nil if its text is not the code.
  ///
  /// Line feeds around the code may be missing.
  private func html(of colored: [UInt8], showing code: [UInt8]) -> [UInt8]? {
    var converter = TerminalTextConverter(options)
    var html: [UInt8] = []
    _ = converter.convert(colored.span, isLast: true, to: &html)
    var shown: [UInt8] = []
    var isTag = false
    for byte in html {
      if byte == 0x3C { isTag = true }
      if !isTag { shown.append(byte) }
      if byte == 0x3E { isTag = false }
    }
    var expected: [UInt8] = []
    appendEscaped(code.span, to: &expected)
    guard shown.trimmingLineFeeds == expected.trimmingLineFeeds else { return nil }
    let start = expected.prefix { $0 == 0x0A }
    let end = expected[start.endIndex...].reversed().prefix { $0 == 0x0A }
    return Array(start) + html.trimmingLineFeeds + Array(end)
  }
}

extension [UInt8] {
  fileprivate var trimmingLineFeeds: ArraySlice<UInt8> {
    let start = drop { $0 == 0x0A }
    return start.prefix(
      (start.lastIndex { $0 != 0x0A } ?? start.startIndex - 1) + 1 - start.startIndex)
  }
}
