package import DataRecords
package import Diagnostics
package import StyledText
package import Styling

extension RecordReader {
  /// A reader for the form that options name; nil where there are no records.
  ///
  /// Rows of data have the attributes that a filter lets pass; without one they have all.
  package init?(_ options: MarkupOptions, name: String, filter: AttributeFilter? = nil) {
    let data = options.data
    guard
      let format = RecordFormat(rawValue: (data.template?.format ?? options.form).rawValue)
    else { return nil }
    self.init(
      format,
      data.template.map {
        RecordTemplate(
          $0.markup, isForOneKind: $0.isForOneKind, readsByLine: options.readsByLine)
      },
      hasHeader: data.hasHeader, columns: data.columns, delimiter: data.delimiter,
      skippedLines: data.skippedLines, sequences: data.sequences, filter: filter, name: name)
  }

  /// A whole text as HTML or markup, with findings; nil where there is nothing to convert.
  static func markup(
    of text: SourceText, _ options: MarkupOptions
  ) -> (text: SourceText, continuedLines: Set<Int>, findings: [Diagnostic])? {
    guard options.data.template != nil, var reader = RecordReader(options, name: text.name) else {
      return nil
    }
    var html = RecordHTML()
    let bytes = text.bytes
    var offset = 0
    repeat {
      offset += reader.convert(
        bytes.span.extracting(offset..<bytes.count), isLast: true, into: &html)
    } while reader.hasMore
    let result = SourceText(name: text.name, bytes: html.bytes, endsLine: true)
    return (result, html.continuedLines, reader.takeFindings())
  }

  /// Findings about the HTML of an input, without their places: nobody has written that HTML.
  package static func withoutPlaces(_ findings: [Diagnostic], in name: String) -> [Diagnostic] {
    findings.map { finding in
      guard finding.location?.file == name else { return finding }
      var finding = finding
      (finding.location, finding.excerpt) = (nil, nil)
      return finding
    }
  }
}

extension DiagnosticCode {
  /// A link whose definition came too late in a stream.
  package static let lateDefinition = DiagnosticCode("late-definition")
  /// Code that the highlighter of a user did not colour.
  package static let plainCode = DiagnosticCode("plain-code")
}
