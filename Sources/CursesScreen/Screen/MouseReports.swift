import CPlatform
import OperatingSystem
import SystemPackage

/// Unread reports of the mouse when the program ends, which the shell would read as typed text.
enum MouseReports {
  /// Time after the last use of the mouse during which reports may arrive.
  private static let recent = Duration.seconds(1)

  /// Maximum time for the terminal's answer.
  private static let patience = Duration.milliseconds(200)

  /// Reads the reports that the terminal sent before it switched them off.
  ///
  /// The terminal is queried: bytes before the answer were sent before. Keys among them are
  /// returned to it, as far as the system allows that. If the last mouse report is long ago or
  /// missing, nothing is read.
  static func drop(from terminal: FileDescriptor, since lastUse: ContinuousClock.Instant?) {
    let start = ContinuousClock.now
    guard let lastUse, start - lastUse < recent,
      (try? terminal.writeAll(Array("\u{1B}[c".utf8))) != nil
    else { return }
    let source = DescriptorSource(terminal)
    var bytes: [UInt8] = []
    while case let left = milliseconds(from: .now, to: start + patience), left > 0 {
      guard waitToRead([terminal.rawValue], timeout: left)[0] else { continue }
      guard let more = try? source.read(atMost: 4096), !more.isEmpty else { break }
      bytes += more
      if split(bytes).isAnswered { break }
    }
    for byte in split(bytes).keys { cp_give_back(terminal.rawValue, byte) }
  }

  /// Separates the keys from reports of the mouse (`CSI < … M` or `m`) and from the answer (`CSI ?
  /// … c`), which `isAnswered` reports.
  static func split(_ bytes: [UInt8]) -> (keys: [UInt8], isAnswered: Bool) {
    var keys: [UInt8] = []
    var isAnswered = false
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      let isReport = rest.starts(with: [0x1B, UInt8(ascii: "["), UInt8(ascii: "<")])
      guard isReport || rest.starts(with: [0x1B, UInt8(ascii: "["), UInt8(ascii: "?")]) else {
        keys.append(bytes[index])
        index += 1
        continue
      }
      let end = rest.dropFirst(3).firstIndex { !(0x30...0x3B).contains($0) } ?? bytes.count
      if !isReport, end < bytes.count, bytes[end] == UInt8(ascii: "c") { isAnswered = true }
      index = end + 1
    }
    return (keys, isAnswered)
  }
}
