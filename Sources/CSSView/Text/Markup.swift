import Bytes
import Diagnostics
import StyledText
import Styling

/// Markup with interpolated values that are always text.
///
/// A string literal is markup; interpolated values are not. A value cannot open a tag, end an
/// attribute or start a character reference, wherever it is: in text, in an attribute with or
/// without quotes, or in the middle of a tag, which is then shown as text. In `class` a value is a
/// list of names, in `style` declarations, in `href` a target whose scheme has to be allowed; so do
/// not use values there from people who must not choose the style.
///
/// ```swift
/// let theme: Theme = [".count": ["font-weight": "bold"]]
/// let name = "<b>Bob</b>"
/// let markup: Markup = "Hi \(name), you have \(3, class: "count") messages"
/// print(theme.render(markup, for: .plain))  // Hi <b>Bob</b>, you have 3 messages
/// ```
///
/// Line feeds and tabs in a value are kept: a line feed starts a line. Other control characters
/// become visible.
///
/// A `String` becomes markup only with `Markup(trusted:)`.
public struct Markup: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    case markup([UInt8])
    case value([UInt8])
  }

  private var pieces: [Piece] = []

  /// Takes a string as markup, in which tags are tags.
  ///
  /// Only for an author's text, such as one that comes with the program, never for data.
  public init(trusted markup: String) { pieces = [.markup(Array(markup.utf8))] }

  private init(pieces: [Piece]) { self.pieces = pieces }

  /// Joins several markups with a separator.
  public init(joining parts: some Sequence<Markup>, separator: Markup = "") {
    for (index, part) in parts.enumerated() {
      if index > 0 { append(separator) }
      append(part)
    }
  }

  /// Appends another markup; the cost is linear in its length.
  public mutating func append(_ other: Markup) { pieces += other.pieces }

  /// One markup after the other.
  ///
  /// It copies both; to join very many, use `+=` or `init(joining:separator:)`.
  public static func + (left: Markup, right: Markup) -> Markup {
    Markup(pieces: left.pieces + right.pieces)
  }

  /// Appends another markup; the cost is linear in its length.
  public static func += (left: inout Markup, right: Markup) { left.append(right) }

  /// The markup as the author wrote it, for findings; nil if it has no values, so that
  /// `assembled()` is the same.
  func written(_ assembled: [UInt8], name: String) -> WrittenMarkup? {
    let hasValues = pieces.contains { if case .value = $0 { true } else { false } }
    return hasValues ? WrittenMarkup(assembled, name: name) : nil
  }

  /// The markup with a placeholder for each value, and the values.
  ///
  /// The names of the placeholders begin with a byte that is not UTF-8, so that nobody can write
  /// them.
  func assembled() -> (bytes: [UInt8], placeholders: Placeholders) {
    var bytes: [UInt8] = []
    var placeholders = Placeholders()
    let hasValues = pieces.contains { if case .value = $0 { true } else { false } }
    var number = 0
    for piece in pieces {
      switch piece {
      case .markup(let markup):
        for byte in markup {
          bytes.append(byte)
          // A brace is written twice in markup with placeholders.
          if byte == 0x7B, hasValues { bytes.append(byte) }
        }
      case .value(let value):
        let name = [0xFF] + Array(String(number).utf8)
        bytes += [0x7B] + name + [0x7D]
        placeholders.set(value, for: name)
        number += 1
      }
    }
    return (bytes, placeholders)
  }

  /// The same for Markdown, whose parser reads the mark of a value as a letter.
  func assembledMarkdown() -> (bytes: [UInt8], placeholders: Placeholders) {
    var bytes: [UInt8] = []
    var placeholders = Placeholders()
    var marks: [[UInt8]: Unicode.Scalar] = [:]
    func append(_ value: [UInt8]) {
      let mark = marks[value] ?? Placeholders.mark(marks.count)
      bytes += String(mark ?? "\u{FFFD}").utf8
      guard let mark, marks.updateValue(mark, forKey: value) == nil else { return }
      placeholders.set(value, for: mark)
    }
    for piece in pieces {
      switch piece {
      case .value(let value): append(value)
      case .markup(let markup):
        // A character that could be a mark is replaced by a mark for itself.
        for scalar in String(decoding: markup, as: UTF8.self).unicodeScalars {
          if Placeholders.isMark(scalar) {
            append(Array(String(scalar).utf8))
          } else {
            bytes.append(scalar)
          }
        }
      }
    }
    return (bytes, placeholders)
  }

  /// All bytes, markup and values.
  var source: [UInt8] {
    pieces.flatMap { piece in
      switch piece {
      case .markup(let bytes), .value(let bytes): bytes
      }
    }
  }
}

extension Markup: CustomStringConvertible {
  /// The markup with escaped values.
  public var description: String {
    pieces.map { piece in
      switch piece {
      case .markup(let markup): String(decoding: markup, as: UTF8.self)
      case .value(let value): escape(String(decoding: value, as: UTF8.self))
      }
    }.joined()
  }
}

extension Markup: ExpressibleByStringInterpolation {
  /// A literal is markup.
  public init(stringLiteral value: String) { self.init(trusted: value) }

  /// A literal with values in it.
  public init(stringInterpolation: StringInterpolation) {
    self.init(pieces: stringInterpolation.pieces)
  }

  /// Collects the parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    /// Starts a literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Appends the author's text, which is markup.
    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.markup(Array(literal.utf8))) }
    }

    /// Appends a value as text.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      pieces.append(.value(Array(String(describing: value).utf8)))
    }

    /// Appends a value as text in a span.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - classes: The classes, separated by spaces.
    ///   - style: The declarations of its style.
    public mutating func appendInterpolation<Value>(
      _ value: Value, class classes: String, style: String = ""
    ) {
      appendLiteral("<span")
      appendAttribute("class", classes)
      appendAttribute("style", style)
      appendLiteral(">")
      appendInterpolation(value)
      appendLiteral("</span>")
    }

    /// Appends a value as text in a span with declarations but no classes.
    public mutating func appendInterpolation<Value>(_ value: Value, style: String) {
      appendInterpolation(value, class: "", style: style)
    }

    /// Appends a value as the text of a link.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - link: The target; only allowed schemes become links.
    ///   - classes: The classes, separated by spaces.
    public mutating func appendInterpolation<Value>(
      _ value: Value, link: String, class classes: String = ""
    ) {
      appendLiteral("<a")
      appendAttribute("href", link)
      appendAttribute("class", classes)
      appendLiteral(">")
      appendInterpolation(value)
      appendLiteral("</a>")
    }

    /// Appends other markup as markup.
    public mutating func appendInterpolation(_ markup: Markup) { pieces += markup.pieces }

    private mutating func appendAttribute(_ name: String, _ value: String) {
      guard !value.isEmpty else { return }
      appendLiteral(" \(name)=\"")
      appendInterpolation(value)
      appendLiteral("\"")
    }
  }
}

/// Markup with `\(…)` for each value, in place of the placeholders that the tokenizer reads.
///
/// Lines are those of the assembled text, to which values add none; a value counts as four columns,
/// whatever is in the parentheses in the program.
struct WrittenMarkup {
  private let source: SourceText

  /// The ends of placeholders and doubled braces, in the assembled and in the written markup.
  private var offsets: [(assembled: Int, written: Int)] = [(0, 0)]

  private static let value = "\\(…)"

  /// Makes it of the bytes of `Markup.assembled()`.
  init(_ assembled: [UInt8], name: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(assembled.count)
    var index = 0
    while index < assembled.count {
      let byte = assembled[index]
      index += 1
      guard byte == UInt8(ascii: "{"), index < assembled.count else {
        bytes.append(byte)
        continue
      }
      if assembled[index] == 0xFF {
        while assembled[index] != UInt8(ascii: "}") { index += 1 }
        bytes += Self.value.utf8
      } else {
        bytes.append(byte)
      }
      index += 1
      offsets.append((index, bytes.count))
    }
    source = SourceText(name: name, bytes: bytes)
  }

  /// A finding about the assembled markup as one about the written markup.
  func finding(_ finding: Diagnostic, in assembled: SourceText) -> Diagnostic {
    var finding = finding
    finding.message = Self.written(finding.message)
    finding.suggestion = finding.suggestion.map(Self.written)
    guard let location = finding.location, location.file == assembled.name else { return finding }
    let start = Self.offset(
      afterScalars: location.column - 1, from: assembled.lineRange(location.line).lowerBound,
      in: assembled.bytes)
    let end = Self.offset(
      afterScalars: finding.excerpt?.length ?? 1, from: start, in: assembled.bytes)
    let range = SourceRange(source, offset(start)..<max(offset(start), offset(end)))
    finding.location = range.location
    finding.excerpt = finding.excerpt.map { _ in SourceExcerpt(range) }
    return finding
  }

  /// The offset in the written markup for one in the assembled markup.
  private func offset(_ assembled: Int) -> Int {
    let next = offsets.partitioningIndex { $0.assembled > assembled }
    let entry = offsets[max(0, next - 1)]
    let offset = entry.written + assembled - entry.assembled
    // Inside of a placeholder it is that of its end.
    return min(offset, next < offsets.count ? offsets[next].written : source.bytes.count)
  }

  private static func offset(afterScalars count: Int, from start: Int, in bytes: [UInt8]) -> Int {
    var offset = start
    var left = count
    while offset < bytes.count, left > 0 {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }

  /// A message with `\(…)` for placeholders, which are `{`, a byte that is not UTF-8, a number,
  /// `}`.
  private static func written(_ message: String) -> String {
    guard message.contains("{\u{FFFD}") else { return message }
    var pieces = message.split(separator: "{\u{FFFD}", omittingEmptySubsequences: false)
    for index in pieces.indices.dropFirst() {
      let rest = pieces[index].drop { $0.isWholeNumber }
      pieces[index] = rest.first == "}" ? value + rest.dropFirst() : "{\u{FFFD}" + pieces[index]
    }
    return pieces.joined()
  }
}

/// Finds the classes in a text that no rule names, each with its first tag.
struct UnknownClasses {
  private let styles: StyleResolver

  /// The most findings for a text, which may have millions of different classes.
  private static let most = 100

  init(in styles: StyleResolver) { self.styles = styles }

  /// In the order of the text.
  func findings(in text: AttributedText, of source: SourceText) -> [Diagnostic] {
    var seen: Set<[String]> = []
    var findings: [Diagnostic] = []
    for span in text.spans {
      guard let tag = span.content.tag, tag.match == nil, span.content.generated == nil else {
        continue
      }
      for name in tag.classes where findings.count < Self.most {
        guard seen.insert([tag.element.name, name]).inserted,
          var finding = styles.unknownClass(name, tag: tag.element.name)
        else { continue }
        let range = SourceRange(source, span.source)
        finding.location = range.location
        finding.excerpt = SourceExcerpt(range)
        findings.append(finding)
      }
    }
    return findings
  }
}
