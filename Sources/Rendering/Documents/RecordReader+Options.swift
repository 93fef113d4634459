import CellLayout
package import DataRecords
package import Diagnostics
package import StyledText
package import Styling
package import TerminalOutput

extension RecordReader {
  /// A reader for the form that options name; nil where there are no records.
  ///
  /// Rows of data have the attributes that a filter lets pass; without one they have all.
  package init?(_ options: MarkupOptions, name: String, filter: AttributeFilter? = nil) {
    let data = options.data
    let format = data.template?.format ?? options.form
    guard format.isData else { return nil }
    self.init(
      format,
      data.template.map {
        RecordTemplate(
          $0.markup, isForOneKind: $0.isForOneKind, readsByLine: options.readsByLine)
      },
      hasHeader: data.hasHeader, columns: data.columns, delimiter: data.delimiter,
      skippedLines: data.skippedLines, sequences: data.sequences, filter: filter, name: name)
  }

  /// Findings about markup that is not in the input, as that of a template, without their places.
  package static func withoutPlaces(_ findings: [Diagnostic], in name: String) -> [Diagnostic] {
    findings.map { finding in
      guard finding.location?.file == name else { return finding }
      var finding = finding
      (finding.location, finding.excerpt) = (nil, nil)
      return finding
    }
  }
}

extension TableMeter {
  /// Starts at the start of an input; nil for one that is no table of data.
  package init?(_ options: MarkupOptions, _ filter: AttributeFilter, _ rules: WidthRules) {
    guard options.form.isData, options.data.template == nil,
      let reader = RecordReader(options, name: "", filter: filter)
    else { return nil }
    self.init(reader) { cellWidth(of: $0, in: $0.indices, rules: rules) }
  }
}

extension DiagnosticCode {
  /// A link whose definition came too late in a stream.
  package static let lateDefinition = DiagnosticCode("late-definition")
  /// Code that the highlighter of a user did not colour.
  package static let plainCode = DiagnosticCode("plain-code")
}
