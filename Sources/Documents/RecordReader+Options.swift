import CellLayout
package import DataRecords
package import Diagnostics
package import StyledText
package import Styling
package import TerminalOutput

extension RecordReader {
  /// Creates the reader of the options' data format; nil for other forms.
  ///
  /// Rows of data keep the attributes that the filter allows; without a filter, all.
  package init?(_ options: MarkupOptions, name: String, filter: AttributeFilter? = nil) {
    let data = options.data
    let format = data.template?.format ?? options.form
    guard format.isData else { return nil }
    self.init(
      format,
      data.template.map {
        RecordTemplate($0.markup, isForOneKind: $0.isForOneKind, readsByLine: options.readsByLine)
      }, hasHeader: data.hasHeader, columns: data.columns, delimiter: data.delimiter,
      skippedLines: data.skippedLines, sequences: data.sequences, filter: filter, name: name)
  }
}

extension TableMeter {
  /// Starts at the start of an input; nil unless it is a table of data.
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
  /// Code that the user's highlighter did not colour.
  package static let plainCode = DiagnosticCode("plain-code")
}
