import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The error of the C call that has just failed.
var lastError: Errno { Errno(rawValue: errno) }

/// Runs calls of swift-system, which throw `Errno` but do not say so in their types.
func systemCall<Value>(_ body: () throws -> Value) throws(Errno) -> Value {
  do {
    return try body()
  } catch {
    throw error as? Errno ?? .invalidArgument
  }
}

/// Waits until one of the descriptors can be read, a signal comes, or the time is over.
///
/// - Parameters:
///   - descriptors: negative ones are passed over.
///   - timeout: milliseconds; nil waits for ever.
/// - Returns: for each descriptor whether there is something to read (or its other end is gone).
func waitToRead(_ descriptors: [Int32], timeout: Int?) -> [Bool] {
  var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  let limit = timeout.map { Int32(clamping: max(0, $0)) } ?? -1
  let ready = unsafe poll(&polled, nfds_t(polled.count), limit)
  return polled.map { ready > 0 && $0.revents != 0 }
}

/// Signal numbers that end a program.
enum QuitSignal {
  static let interrupt = SIGINT
  static let terminate = SIGTERM
  static let hangUp = SIGHUP
}
