import Bytes
import Diagnostics
import Markdown
import StyledText

/// Colours code blocks of Markdown with the user's highlighter program.
struct CodeConverter {
  private let highlighter: CodeHighlighter
  private let options: MarkupOptions

  /// True if the highlighter failed and is not run any more.
  private var isStopped = false
  private var findings: [Diagnostic] = []
  private var toldLanguages: Set<String> = []

  /// The open code block: its offset in the document, its info string and its text.
  private var held: (source: Int, info: [UInt8], text: [UInt8])?

  init(_ highlighter: CodeHighlighter, _ options: MarkupOptions) {
    self.highlighter = highlighter
    self.options = options
  }

  mutating func takeFindings() -> [Diagnostic] {
    defer { findings = [] }
    return findings
  }

  /// Offset in the document of the open code block; nil if none is open.
  var heldSource: Int? { held?.source }

  /// Returns the events to build for code in a language, which is held until its end; nil for other
  /// events.
  mutating func read(_ event: MarkdownEvent, of bytes: Span<UInt8>) -> MarkdownEvents? {
    var events = MarkdownEvents()
    if event.kind == .start, event.element == .codeBlock, !event.value.isEmpty {
      held = (event.source, event.value.map { bytes[$0] }, [])
      return events
    }
    guard held != nil else { return nil }
    held?.text.append(event.value, of: bytes)
    guard event.kind == .end, let (source, info, text) = held.take() else { return events }
    let colored = colored(text, Array(info.prefix { !$0.isBlank }))
    events.source = source
    events.start(.codeBlock, number: colored == nil ? 0 : 1) { $0 += info }
    events.append(.text, colored == nil ? .paragraph : .codeBlock) { $0 += colored ?? text }
    events.end(.codeBlock)
    return events
  }

  /// Code with the highlighter's control sequences; nil if it stays plain.
  private mutating func colored(_ code: [UInt8], _ language: [UInt8]) -> [UInt8]? {
    guard !isStopped, Self.isName(language), code.contains(where: { $0 != 0x0A }) else {
      return nil
    }
    let language = String(decoding: language, as: UTF8.self)
    do throws(CodeHighlighter.Failure) {
      let colored = try highlighter.run(code, language)
      if let colored = coloredText(colored, showing: code, options) { return colored }
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

  /// True for the name of a language that no program reads as an option or a path.
  private static func isName(_ language: [UInt8]) -> Bool {
    guard let first = language.first, first != UInt8(ascii: "-"), language.count <= 64 else {
      return false
    }
    return language.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-#._".utf8.contains($0) }
  }
}
