import Bytes
import DataRecords
package import Diagnostics
package import StyledText
package import Styling

/// Turns data into HTML, or into markup by a template, as it comes.
package struct DocumentConverter {
  private var records: RecordConverter

  /// A converter for the form that options name; nil where there is nothing to convert.
  ///
  /// Rows of data have the attributes that a filter lets pass; without one they have all.
  package init?(_ options: MarkupOptions, name: String, filter: AttributeFilter? = nil) {
    let data = options.data
    guard
      let format = RecordFormat(rawValue: (data.template?.format ?? options.form).rawValue)
    else { return nil }
    let template = data.template.map { RecordTemplate($0.markup, isForOneKind: $0.isForOneKind) }
    records = RecordConverter(
      format, template, hasHeader: data.hasHeader, columns: data.columns, filter: filter,
      name: name)
  }

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
    records.convert(bytes, isLast: isLast, most: most, to: &output)
  }

  /// True if records may be offered as rows.
  var takesRows: Bool { records.takesRows }

  /// Offers records as rows of fields, as long as they are taken.
  /// - Returns: Number of bytes of those that were taken.
  mutating func takeRows(
    _ bytes: Span<UInt8>, isLast: Bool, _ body: ([PlainCell]) -> Bool
  ) -> Int {
    records.takeRows(bytes, isLast: isLast, body)
  }

  /// True if input is held until more of it tells how it looks.
  var isHolding: Bool { records.isHolding }

  /// Holds nothing any longer.
  mutating func release() { records.release() }

  /// Takes the findings since the last time.
  package mutating func takeFindings() -> [Diagnostic] { records.takeFindings() }

  /// Number of findings of each code that were only counted.
  package var onlyCounted: [DiagnosticCode: Int] { records.onlyCounted }

  /// Findings about the HTML of an input, without their places: nobody has written that HTML.
  package static func withoutPlaces(_ findings: [Diagnostic], in name: String) -> [Diagnostic] {
    findings.map { finding in
      guard finding.location?.file == name else { return finding }
      var finding = finding
      (finding.location, finding.excerpt) = (nil, nil)
      return finding
    }
  }

  /// A whole text as HTML or markup, with findings; nil where there is nothing to convert.
  package static func html(
    of text: SourceText, _ options: MarkupOptions
  ) -> (text: SourceText, findings: [Diagnostic])? {
    guard var converter = DocumentConverter(options, name: text.name) else { return nil }
    var html: [UInt8] = []
    let bytes = text.bytes
    html.reserveCapacity(bytes.count + bytes.count / 4)
    var offset = 0
    var used: Int
    repeat {
      used = converter.convert(
        bytes.span.extracting(offset..<bytes.count), isLast: true, to: &html)
      offset += used
    } while used > 0 && offset < bytes.count
    let result = SourceText(name: text.name, bytes: html, endsLine: options.data.template != nil)
    return (result, converter.takeFindings())
  }
}

extension DiagnosticCode {
  /// A link whose definition came too late in a stream.
  package static let lateDefinition = DiagnosticCode("late-definition")
  /// Code that the highlighter of a user did not colour.
  package static let plainCode = DiagnosticCode("plain-code")
}
