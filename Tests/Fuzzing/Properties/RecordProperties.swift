import Bytes
import DataRecords
import Diagnostics
import StyledText
import Styling

/// Data through a template: the same in pieces of any size, and markup for each record.
enum RecordProperties {
  /// Input: a byte for the way of rendering, one for format and header, the template, NUL, the
  /// data.
  static func records(_ input: [UInt8]) throws {
    guard input.count > 2 else { return }
    let parts = input[2...].split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let data = parts.count > 1 ? Array(parts[1]) : []
    let written = parts[0].prefix(100)
    let template = RecordTemplate(String(decoding: written, as: UTF8.self))
    let formats = InputFormat.allCases.filter(\.isData)
    let format = formats[Int(input[1]) % formats.count]
    func converted(_ piece: Int) -> (markup: [UInt8], findings: [Diagnostic]) {
      var converter = RecordReader(format, template, hasHeader: input[1] < 128, name: "data")
      var markup = RecordMarkup()
      var pending: [UInt8] = []
      func convert(_ pending: inout [UInt8], isLast: Bool) {
        var used: Int
        repeat {
          used = converter.convert(pending.span, isLast: isLast, into: &markup)
          pending.removeFirst(used)
        } while used > 0 && !pending.isEmpty
      }
      var rest = data[...]
      while !rest.isEmpty {
        pending += rest.prefix(piece)
        rest = rest.dropFirst(piece)
        convert(&pending, isLast: false)
      }
      convert(&pending, isLast: true)
      return (markup.bytes, converter.takeFindings())
    }
    let whole = converted(.max)
    for piece in [1, 2, 7] {
      let cut = converted(piece)
      try hold(cut.markup == whole.markup, "pieces of \(piece) make other markup")
      try hold(
        cut.findings.map(\.message) == whole.findings.map(\.message)
          && cut.findings.map(\.location) == whole.findings.map(\.location),
        "pieces of \(piece) make other findings: \(cut.findings), not \(whole.findings)")
    }
    if format == .jsonl, !SourceText.hasMark(data.span), !written.contains(0x0A) {
      let lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
      let count = lines.count - (lines.last?.isEmpty == true ? 1 : 0)
      let shown = whole.markup.count { $0 == 0x0A }
      // An object may go over several lines.
      try hold(shown <= count, "\(shown) lines of \(count)")
    }
    try StreamProperties.check([input[0]] + whole.markup, form: .markup)
  }
}
