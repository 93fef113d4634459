#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The time of day, and its text in the local time zone.
package enum LocalTime {
  /// Whole seconds since 1970 in UTC.
  package static func now() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec)
  }

  /// A time as `2026-02-28T23:59:59+0100` (ISO 8601), or in seconds if the system has no date for
  /// it.
  ///
  /// - Parameter seconds: Seconds since 1970 in UTC.
  /// - Returns: UTF-8.
  package static func text(_ seconds: Int) -> [UInt8] {
    var time: time_t = seconds
    var fields = unsafe tm()
    guard unsafe localtime_r(&time, &fields) != nil else { return Array("\(seconds)".utf8) }
    let capacity = 64
    return unsafe Array(unsafeUninitializedCapacity: capacity) { buffer, count in
      unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return }
        count = unsafe strftime(start, capacity, "%Y-%m-%dT%H:%M:%S%z", &fields)
      }
    }
  }
}
