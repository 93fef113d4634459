import CPlatform

/// Work in another thread, during which this one waits for other events too, or not at all.
package final class SideThread: Sendable {
  private let reading: Int32
  private let writing: Int32

  /// Readable when a piece of work has ended, until `takeEnd`.
  package var descriptor: Int32 { reading }

  /// Nil if the system has no more descriptors.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe cp_pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    closeDescriptor(reading)
    closeDescriptor(writing)
  }

  /// Starts a piece of work, with the stack size of the program; false if there is no thread for
  /// it.
  ///
  /// It continues when nobody waits for it any more, until the process ends.
  package func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let job = unsafe Unmanaged.passRetained(Job(work, self))
    let error = unsafe cp_start_thread(
      CurrentProcess.stackSize, { unsafe Unmanaged<Job>.run($0) }, job.toOpaque())
    if error != 0 { unsafe job.release() }
    return error == 0
  }

  /// Clears the end of a piece of work, which `descriptor` has shown.
  package func takeEnd() {
    var byte: UInt8 = 0
    // A remaining one would be read as the end of the next work.
    while unsafe systemRead(reading, &byte, 1) != 1 {}
  }

  fileprivate func noteEnd() {
    var byte: UInt8 = 0
    while unsafe systemWrite(writing, &byte, 1) != 1 {}
  }
}

/// A piece of work before its thread has started.
private final class Job {
  private let work: @Sendable () -> Void
  private let thread: SideThread

  init(_ work: @escaping @Sendable () -> Void, _ thread: SideThread) {
    (self.work, self.thread) = (work, thread)
  }

  func run() {
    work()
    thread.noteEnd()
  }
}

extension Unmanaged where Instance == Job {
  fileprivate static func run(_ job: UnsafeMutableRawPointer?) {
    guard let job = unsafe job else { return }
    unsafe fromOpaque(job).takeRetainedValue().run()
  }
}
