import CPlatform
import Synchronization
import SystemPackage

/// An open file to which threads write whole records, such as the lines of a log.
///
/// All writers to one descriptor share one output, so that no record is written into another. No
/// error is reported: a log has nowhere to report that it cannot be written.
package final class SharedOutput: Sendable {
  private let descriptor: Int32

  /// True if the last record could not be written to its end.
  private let endsInRecord = Mutex(false)

  /// True if the reader may go away.
  private let mayLoseReader = Atomic(false)

  private static let known = Mutex<[Int32: SharedOutput]>([:])

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The output of a descriptor, which the caller has to close.
  package static func shared(_ descriptor: Int32) -> SharedOutput {
    let output = known.withLock { known in
      if let output = known[descriptor] { return output }
      let output = SharedOutput(descriptor)
      known[descriptor] = output
      return output
    }
    // The number may be that of another file now.
    if cp_may_lose_reader(descriptor) { output.mayLoseReader.store(true, ordering: .relaxed) }
    return output
  }

  /// Writes a record with its line feed, in one call to the system if it accepts all of it.
  ///
  /// Bytes that cannot be written are dropped; the record after an incomplete one begins a new
  /// line, after `reset`, which ends the terminal state that an incomplete record may leave.
  package func write(_ record: [UInt8], reset: [UInt8]) {
    endsInRecord.withLock { endsInRecord in
      let cut = endsInRecord
      let written = writeAll(cut ? reset + [0x0A] + record : record)
      switch written {
      case 0: break
      case record.count + (cut ? reset.count + 1 : 0): endsInRecord = false
      default: endsInRecord = true
      }
    }
  }

  /// Writes bytes, and returns how many of them the file accepted.
  private func writeAll(_ bytes: [UInt8]) -> Int {
    var offset = 0
    unsafe bytes.withUnsafeBytes { bytes in
      while offset < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
        let written = unsafe write(rest)
        if written >= 0 {
          offset += written
        } else if lastError == .resourceTemporarilyUnavailable {
          guard waitToWrite(descriptor) else { break }
        } else if lastError != .interrupted {
          break
        }
      }
    }
    return offset
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    return mayLoseReader.load(ordering: .relaxed)
      ? unsafe cp_write_without_signal(descriptor, start, bytes.count)
      : unsafe systemWrite(descriptor, start, bytes.count)
  }
}
