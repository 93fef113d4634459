#if canImport(Synchronization)
  import Synchronization
#endif

extension Screen {
  private static let isTaken = Atomic<Bool>(false)

  /// Notes that there is a screen; false if there was one.
  static func claim() -> Bool {
    isTaken.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent)
      .exchanged
  }

  /// Notes that there is none any more.
  static func release() {
    isTaken.store(false, ordering: .sequentiallyConsistent)
  }
}
