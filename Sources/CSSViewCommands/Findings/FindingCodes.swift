import Bytes
import Diagnostics

extension DiagnosticCode {
  /// All codes of findings with their meanings; the man page has the same list.
  static let described = DataFile.findingCodes.lines.map { line in
    let tab = line.utf8.firstIndex(of: 0x09) ?? line.endIndex
    return (code: String(line[..<tab]), meaning: String(line[tab...].dropFirst()))
  }

  static let all = described.map(\.code)
}
