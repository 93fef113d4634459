internal import CTables

/// A file in the folder `Data` of `CTables`, which the compiler puts into the program.
package enum DataFile {
  case chrome, colorNames, controlFunctions, documentKeys, findingCodes, properties
  case sampleCode, sampleDifference, sampleDocument, sampleLog, sampleReport, sampleRows

  /// The text, without the line feed at its end.
  package var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

  /// The lines of a table, without the comments that name its source.
  package var lines: [String] { rows.map { String(decoding: $0, as: UTF8.self) } }

  /// The words in the lines of a table.
  package var words: [String] {
    rows.flatMap { $0.split(separator: 0x20) }.map { String(decoding: $0, as: UTF8.self) }
  }

  private var rows: [Slice<EmbeddedBytes>] {
    bytes.split(separator: 0x0A).filter { $0.first != UInt8(ascii: "#") }
  }

  private var bytes: EmbeddedBytes {
    let file = unsafe content
    return unsafe EmbeddedBytes(start: file.bytes, count: file.size)
  }

  private var content: ct_table {
    switch self {
    case .chrome: unsafe ct_chrome
    case .colorNames: unsafe ct_color_names
    case .controlFunctions: unsafe ct_control_functions
    case .documentKeys: unsafe ct_document_keys
    case .findingCodes: unsafe ct_finding_codes
    case .properties: unsafe ct_properties
    case .sampleCode: unsafe ct_sample_code
    case .sampleDifference: unsafe ct_sample_difference
    case .sampleDocument: unsafe ct_sample_document
    case .sampleLog: unsafe ct_sample_log
    case .sampleReport: unsafe ct_sample_report
    case .sampleRows: unsafe ct_sample_rows
    }
  }
}
