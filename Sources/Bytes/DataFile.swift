internal import CTables

/// A file in the folder `Data` of `CTables`, which the compiler embeds in the program.
package struct DataFile: Sendable {
  package static let browserActions = unsafe DataFile(ct_browser_actions)
  package static let browserLegend = unsafe DataFile(ct_browser_legend)
  package static let chrome = unsafe DataFile(ct_chrome)
  package static let colorNames = unsafe DataFile(ct_color_names)
  package static let completions = unsafe DataFile(ct_completions)
  package static let controlFunctions = unsafe DataFile(ct_control_functions)
  package static let documentKeys = unsafe DataFile(ct_document_keys)
  package static let encodings = unsafe DataFile(ct_encodings)
  package static let findingCodes = unsafe DataFile(ct_finding_codes)
  package static let highlighters = unsafe DataFile(ct_highlighters)
  package static let programColors = unsafe DataFile(ct_program_colors)
  package static let properties = unsafe DataFile(ct_properties)
  package static let sampleCode = unsafe DataFile(ct_sample_code)
  package static let sampleDifference = unsafe DataFile(ct_sample_difference)
  package static let sampleDocument = unsafe DataFile(ct_sample_document)
  package static let sampleLog = unsafe DataFile(ct_sample_log)
  package static let sampleReport = unsafe DataFile(ct_sample_report)
  package static let sampleRows = unsafe DataFile(ct_sample_rows)
  package static let systemColors = unsafe DataFile(ct_system_colors)
  package static let testCard = unsafe DataFile(ct_test_card)

  private let bytes: EmbeddedBytes

  private init(_ file: ct_table) {
    bytes = unsafe EmbeddedBytes(start: file.bytes, count: file.size)
  }

  /// The text, without the line feed at its end.
  package var text: String { bytes.string(0..<bytes.count - 1) }

  /// The lines of a table, without the comments that name its source.
  package var lines: [String] {
    var lines: [String] = []
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      if end > start, bytes[start] != UInt8(ascii: "#") { lines.append(bytes.string(start..<end)) }
      start = end + 1
    }
    return lines
  }

  /// The words in the lines of a table.
  package var words: [String] { lines.flatMap { $0.split(separator: " ").map(String.init) } }
}
