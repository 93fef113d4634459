#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Signal numbers that end a program.
enum QuitSignal {
  static let interrupt = SIGINT
  static let terminate = SIGTERM
  static let hangUp = SIGHUP
}
