import Bytes
import DataRecords
package import Diagnostics
import Markdown
package import StyledText
package import Styling

/// Turns documents that are not HTML into HTML, and data with a template into markup, as they come.
package struct DocumentConverter {
  private var records: RecordConverter?
  private var markdown: MarkdownConverter?

  /// A converter for the form that options name; nil where there is nothing to convert.
  ///
  /// Rows of data have the attributes that a filter lets pass; without one they have all. As a page
  /// of GitHub, Markdown loses the cells that its tables have no columns for.
  package init?(
    _ options: MarkupOptions, name: String, allowsHTML: Bool = false, isPage: Bool = false,
    filter: AttributeFilter? = nil
  ) {
    if options.form == .markdown {
      markdown = MarkdownConverter(
        options, name: name, allowsHTML: allowsHTML, keepsExtraCells: !isPage)
    } else if case let data = options.data,
      let format = RecordFormat(rawValue: (data.template?.format ?? options.form).rawValue)
    {
      let template = data.template.map { RecordTemplate($0.markup, isForOneKind: $0.isForOneKind) }
      records = RecordConverter(
        format, template, hasHeader: data.hasHeader, columns: data.columns, filter: filter,
        name: name)
    } else {
      return nil
    }
  }

  /// True for data, each of whose records is complete in what it is converted to.
  package var isOfRecords: Bool { records != nil }

  /// Converts some of the next part of the input: as many records as become some tens of kilobytes.
  ///
  /// - Parameters:
  ///   - bytes: Bytes left over from the part before, and the bytes that have come since.
  ///   - isLast: True if the input ends with it.
  ///   - most: Number of records to convert at most.
  ///   - output: Destination of the HTML.
  /// - Returns: Number of bytes used; the rest is for the next call, but for 0 with more to come.
  package mutating func convert(
    _ bytes: Span<UInt8>, isLast: Bool, most: Int = .max, to output: inout [UInt8]
  ) -> Int {
    records?.convert(bytes, isLast: isLast, most: most, to: &output)
      ?? markdown?.convert(bytes, isLast: isLast, to: &output) ?? bytes.count
  }

  /// True if records may be offered as rows.
  var takesRows: Bool { records?.takesRows == true }

  /// Offers records as rows of fields, as long as they are taken.
  /// - Returns: Number of bytes of those that were taken.
  mutating func takeRows(
    _ bytes: Span<UInt8>, isLast: Bool, _ body: ([PlainCell]) -> Bool
  ) -> Int {
    records?.takeRows(bytes, isLast: isLast, body) ?? 0
  }

  /// True if input is held until more of it tells how it looks.
  var isHolding: Bool { records?.isHolding ?? false }

  /// Holds nothing any longer.
  mutating func release() { records?.release() }

  /// Takes the findings since the last time.
  package mutating func takeFindings() -> [Diagnostic] {
    records?.takeFindings() ?? markdown?.takeFindings() ?? []
  }

  /// Number of findings of each code that were only counted.
  package var onlyCounted: [DiagnosticCode: Int] { records?.onlyCounted ?? [:] }

  /// Findings about the HTML of an input, without their places: nobody has written that HTML.
  package static func withoutPlaces(_ findings: [Diagnostic], in name: String) -> [Diagnostic] {
    findings.map { finding in
      guard finding.location?.file == name else { return finding }
      var finding = finding
      (finding.location, finding.excerpt) = (nil, nil)
      return finding
    }
  }

  /// A whole text as HTML.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - options: Options for it.
  ///   - allowsHTML: True if all raw HTML of Markdown is kept.
  ///   - isPage: True to leave out what a page of GitHub leaves out.
  ///   - screens: True to find ranges of the HTML that a `DocumentSanitizer` need not read.
  /// - Returns: The HTML or markup, these ranges and findings; nil where there is nothing to convert.
  package static func html(
    of text: SourceText, _ options: MarkupOptions, allowsHTML: Bool = false, isPage: Bool = false,
    screens: Bool = false
  ) -> (text: SourceText, safeRanges: [Range<Int>], findings: [Diagnostic])? {
    var options = options
    options.readsWhole = true
    let converter = DocumentConverter(
      options, name: text.name, allowsHTML: allowsHTML, isPage: isPage)
    guard var converter else { return nil }
    if screens { converter.markdown?.screening = MarkdownScreening(options.allowedSchemes) }
    var html: [UInt8] = []
    let bytes = text.bytes
    html.reserveCapacity(bytes.count + bytes.count / 4)
    var offset = 0
    var used: Int
    repeat {
      used = converter.convert(
        bytes.span.extracting(offset..<bytes.count), isLast: true, to: &html)
      offset += used
      converter.markdown?.screening?.endPiece(at: html.count)
    } while used > 0 && offset < bytes.count
    let safe = converter.markdown?.screening?.safeRanges ?? []
    let result = SourceText(name: text.name, bytes: html, endsLine: options.data.template != nil)
    return (result, safe, converter.takeFindings())
  }
}

extension DiagnosticCode {
  /// A link whose definition came too late in a stream.
  package static let lateDefinition = DiagnosticCode("late-definition")
  /// Code that the highlighter of a user did not colour.
  package static let plainCode = DiagnosticCode("plain-code")
}

/// Turns Markdown into HTML.
struct MarkdownConverter {
  private var parser: MarkdownParser
  private var writer: MarkdownHTMLWriter
  private var code: CodeConverter?
  fileprivate var screening: MarkdownScreening?
  private let options: MarkdownOptions
  private let readsWhole: Bool
  private var isBegun = false
  private let name: String
  private var findings: [Diagnostic] = []
  private var told: Set<String> = []

  init(_ options: MarkupOptions, name: String, allowsHTML: Bool, keepsExtraCells: Bool) {
    var own = MarkdownOptions()
    own.keepsExtraCells = keepsExtraCells
    own.lookahead = options.readsWords ? .word : .paragraph
    // Five examples of the specification have addresses that are text.
    own.hasAutolinks = !allowsHTML
    self.options = own
    readsWhole = options.readsWhole
    code = options.codeHighlighter.map { CodeConverter($0, options) }
    writer = MarkdownHTMLWriter(
      holdsCode: code != nil, keepsElement: allowsHTML ? nil : MarkupElement.isInMarkdown)
    self.name = name
    parser = MarkdownParser(options: own)
  }

  mutating func convert(_ bytes: Span<UInt8>, isLast: Bool, to output: inout [UInt8]) -> Int {
    if readsWhole, !isBegun {
      guard isLast else { return 0 }
      parser = MarkdownParser(
        options: options, outline: MarkdownOutline(of: bytes, options: options))
    }
    isBegun = true
    let end = Self.endOfPiece(bytes)
    parser.read(bytes.extracting(0..<end))
    take(to: &output)
    if isLast, end == bytes.count {
      parser.finish()
      take(to: &output)
    }
    return end
  }

  private static let longestPiece = 1 << 13

  /// The end of the next piece: a blank line, where there is one, so that it ends between blocks.
  private static func endOfPiece(_ bytes: Span<UInt8>) -> Int {
    guard bytes.count > longestPiece else { return bytes.count }
    var end = longestPiece
    while end > 1, bytes[end - 1] != 0x0A || bytes[end - 2] != 0x0A { end -= 1 }
    return end > 1 ? end : longestPiece
  }

  private mutating func take(to output: inout [UInt8]) {
    let events = parser.events
    screening?.read(events)
    writer.append(events) { text, language in code?.html(of: text, language) }
    output += writer.html
    for name in writer.escapedNames {
      report(.note, MarkupProblem.unknownElement.code, name) { "element <\($0)> is shown as text" }
    }
    writer.removeAll()
    for event in events.all where event.kind == .extraCells {
      let place = SourcePlace(event.number)
      report(.note, .fieldCount, String(place.line), at: place) { _ in
        "the row has cells that its table has no columns for; GitHub leaves them out"
      }
    }
    for event in events.all where event.kind == .lateDefinition {
      report(
        .note, .lateDefinition, String(decoding: events.bytes[event.value], as: UTF8.self),
        at: SourcePlace(event.number)
      ) {
        "link '\($0)' is defined after its use and stays text; name a file instead of a pipe"
      }
    }
  }

  /// Reports a name once for each code.
  private mutating func report(
    _ severity: Diagnostic.Severity, _ code: DiagnosticCode, _ name: String,
    at place: SourcePlace? = nil,
    _ message: (String) -> String
  ) {
    guard told.count < 100, told.insert(code.rawValue + " " + name).inserted else { return }
    let location = place.map {
      SourceLocation(file: self.name, line: $0.line, column: $0.column)
    }
    findings.append(
      Diagnostic(
        severity, code, message(SafeText.label(name.prefix(80)).string), location: location))
  }

  mutating func takeFindings() -> [Diagnostic] {
    defer { findings = [] }
    return findings + (code?.takeFindings() ?? [])
  }
}
