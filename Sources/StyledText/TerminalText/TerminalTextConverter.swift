import Bytes
package import Diagnostics
import Styling

/// Converts coloured text to markup that is shown in the same way: `<ansi>` elements with classes.
///
/// Every line is complete in itself. Text in the markup is safe, so that it can be printed.
package struct TerminalTextConverter: ~Copyable {
  private var tokenizer: TerminalTextTokenizer
  private var sanitizer: TextSanitizer
  private let separatesLines: Bool
  /// The start tags of the states that were used.
  private var tags: [Int32: [UInt8]] = [:]
  private var entered: Int32 = 0

  /// Offsets count from the start of the input.
  package private(set) var log: DiagnosticLog

  /// A converter at the start of an input; with `separatesLines` a style ends with its line.
  package init(_ options: MarkupOptions, separatesLines: Bool = false) {
    tokenizer = TerminalTextTokenizer(options)
    sanitizer = TextSanitizer(allowsBidirectional: false)
    log = DiagnosticLog(limit: options.findingLimit)
    self.separatesLines = separatesLines
  }

  /// Converts the next part of the input, after the bytes left over from the one before; returns
  /// the number of bytes used.
  package mutating func convert(
    _ bytes: Span<UInt8>, isLast: Bool, to output: inout [UInt8]
  ) -> Int {
    var offset = 0
    while true {
      if tokenizer.hasManyStates {
        enter(0, &output)
        tokenizer.forgetStates()
        tags = [:]
      }
      let token = tokenizer.token(at: offset, in: bytes, isLast: isLast, log: &log)
      if tokenizer.endsHeldLine || isLast && token.kind == .endOfInput && tokenizer.holdsLine {
        for run in tokenizer.takeHeldLine().runs {
          enter(run.state, &output)
          var text: [UInt8] = []
          sanitizer.append(value: run.text, at: token.end..<token.end, to: &text, log: &log)
          appendEscaped(text.span, to: &output)
        }
      }
      if token.breaksLine { endLine(&output) }
      switch token.kind {
      case .incomplete, .endOfInput:
        if isLast { enter(0, &output) }
        tokenizer.willDrop(first: offset)
        log.base += offset
        return offset
      case .dropped: break
      case .lineFeed: endLine(&output)
      case .text, .shown:
        enter(token.state, &output)
        var text: [UInt8] = []
        var found = DiagnosticLog(limit: token.kind == .shown ? 0 : log.limit)
        sanitizer.append(token.text, of: bytes, to: &text, log: &found)
        for entry in found.entries { log.add(entry, at: entry.range) }
        appendEscaped(text.span, to: &output)
      }
      offset = token.end
    }
  }

  private mutating func endLine(_ output: inout [UInt8]) {
    enter(0, &output)
    if separatesLines { tokenizer.reset() }
    sanitizer.passBase()
    output.append(0x0A)
  }

  /// Removes and returns the findings, with positions in the whole input.
  package mutating func takeFindings(
    in chunk: SourceText, _ start: Int, _ origin: SourceLocation
  ) -> [Diagnostic] {
    guard !log.isEmpty else { return [] }
    return log.take(in: chunk, from: start, at: origin)
  }

  private mutating func enter(_ state: Int32, _ output: inout [UInt8]) {
    guard state != entered else { return }
    var log = DiagnosticLog(limit: 0)
    var rest: [UInt8] = []
    sanitizer.finishRun(in: &rest, log: &log)
    if entered != 0 { output.append("</ansi>") }
    entered = state
    guard state != 0 else { return }
    if let known = tags[state] {
      output += known
    } else {
      let tag = startTag(tokenizer.graphics(state))
      tags[state] = tag
      output += tag
    }
  }

  private func startTag(_ graphics: TerminalGraphics) -> [UInt8] {
    guard let tag = graphics.tag else { return [] }
    var text = "<ansi"
    if !tag.classes.isEmpty { text += " class=\"\(tag.classes.joined(separator: " "))\"" }
    for attribute in tag.attributes { text += " \(attribute.name)=\"\(attribute.value)\"" }
    if let link = tag.link { text += " href=\"\(escape(link))\"" }
    return Array((text + ">").utf8)
  }
}

/// A character with others struck over it, as typewriters make letters bold and underlined.
struct Overstrike {
  /// The visible character.
  private(set) var character: Range<Int>
  /// The end of all characters struck over it.
  private(set) var end: Int
  /// The same character twice.
  private(set) var isBold = false
  /// With a low line.
  private(set) var isUnderlined = false

  /// In bytes; more is not read.
  private static let longest = 64

  /// nil if more input is needed.
  init?(at start: Int, in bytes: Span<UInt8>, isLast: Bool) {
    guard let first = Self.character(at: start, in: bytes, isLast: isLast) else { return nil }
    character = first
    end = first.upperBound
    while end - start < Self.longest {
      guard end + 1 < bytes.count || isLast else { return nil }
      guard end + 1 < bytes.count, bytes[end] == 0x08, bytes[end + 1] >= 0x20,
        bytes[end + 1] != 0x7F
      else { return }
      guard let next = Self.character(at: end + 1, in: bytes, isLast: isLast) else { return nil }
      if Self.areEqual(next, character, in: bytes) {
        isBold = true
      } else if Self.isLowLine(character, in: bytes), !isBold {
        isUnderlined = true
        character = next
      } else if Self.isLowLine(next, in: bytes) {
        isUnderlined = true
      } else {
        return
      }
      end = next.upperBound
    }
  }

  private static func character(
    at offset: Int, in bytes: Span<UInt8>, isLast: Bool
  ) -> Range<Int>? {
    let scalar = bytes.scalar(at: offset, before: bytes.count)
    if scalar.form == .incomplete, !isLast { return nil }
    return offset..<offset + scalar.length
  }

  private static func isLowLine(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    range.count == 1 && bytes[range.lowerBound] == UInt8(ascii: "_")
  }

  private static func areEqual(
    _ left: Range<Int>, _ right: Range<Int>, in bytes: Span<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count
    where bytes[left.lowerBound + index] != bytes[right.lowerBound + index] { return false }
    return true
  }
}
