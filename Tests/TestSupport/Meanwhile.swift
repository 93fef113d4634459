import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Something to do again and again, until it is told to stop.
private final class Repetition: Sendable {
  let step: @Sendable () -> Void
  let isStopped = Atomic(false)
  let count = Atomic(0)

  init(_ step: @escaping @Sendable () -> Void) {
    self.step = step
  }

  func run() {
    while !isStopped.load(ordering: .relaxed) {
      step()
      count.add(1, ordering: .relaxed)
      // A step may hold what the system needs for the body.
      usleep(20)
    }
  }
}

/// Does something again and again in a thread of its own while a body runs: tasks of Swift may all
/// have to wait for the body.
///
/// - Parameters:
///   - step: What is done again and again.
///   - body: What is done once.
/// - Returns: How often the first was done.
/// - Throws: What the body throws.
@discardableResult
public func meanwhile(
  _ step: @escaping @Sendable () -> Void, _ body: () throws -> Void
) rethrows -> Int {
  let repetition = Repetition(step)
  let passed = Unmanaged.passRetained(repetition).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    pthread_create(
      &thread, nil,
      { passed in
        Unmanaged<Repetition>.fromOpaque(passed).takeRetainedValue().run()
        return nil
      }, passed)
    defer { if let thread { pthread_join(thread, nil) } }
  #else
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { passed in
        if let passed { Unmanaged<Repetition>.fromOpaque(passed).takeRetainedValue().run() }
        return nil
      }, passed)
    defer { pthread_join(thread, nil) }
  #endif
  defer { repetition.isStopped.store(true, ordering: .relaxed) }
  // It has begun before the body does.
  while repetition.count.load(ordering: .relaxed) == 0 { sched_yield() }
  try body()
  return repetition.count.load(ordering: .relaxed)
}
