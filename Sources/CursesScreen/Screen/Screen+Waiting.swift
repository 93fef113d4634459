import CPlatform
import OperatingSystem
import SystemPackage
import ThemeBrowser

extension Screen {
  /// Reason why a wait for work ended.
  enum WaitEnd: Hashable {
    case done, late
    /// The terminal has to be redrawn.
    case disturbed
    /// A key was pressed that leaves the browser.
    case left
    /// A signal of this number asked the program to end.
    case quit(Int32)
  }

  /// Most keys that are read ahead.
  private static let mostWaiting = 4096

  /// Waits until work in another thread is done, or an event ends the program; all other events
  /// wait for `nextEvent`.
  ///
  /// `work` is readable when the work is done; `keys` leave the browser.
  ///
  /// - Throws: `ScreenError.system` if the terminal cannot be restored after a stop.
  mutating func wait(
    for work: Int32, until deadline: ContinuousClock.Instant?, _ keys: inout BusyKeys?
  ) throws(ScreenError) -> WaitEnd {
    while true {
      let reads = keys?.areKnown == true && waitingEvents.count < Self.mostWaiting
      let now = ContinuousClock.now
      let readable = waitToRead(
        [work, cp_guard_events(), reads ? terminal.rawValue : -1],
        timeout: deadline.map { milliseconds(from: now, to: $0) })
      if readable[1] {
        let before = (columns, rows, waitingEvents.last)
        try takeSignals()
        if case .quit(let signal)? = waitingEvents.first { return .quit(signal) }
        if before != (columns, rows, waitingEvents.last) { return .disturbed }
      }
      if readable[0] { return .done }
      if readable[2] {
        while keys?.areKnown == true, let event = readInput() {
          if keys?.leaves(event) == true { return .left }
          waitingEvents.append(.input(counted(event)))
        }
        if isGone() { return .quit(QuitSignal.hangUp) }
      }
      if let deadline, ContinuousClock.now >= deadline { return .late }
    }
  }

  /// True if a pending key leaves the browser.
  func isLeft(_ keys: inout BusyKeys?) -> Bool {
    waitingEvents.contains { event in
      if case .input(let input) = event { keys?.leaves(input) == true } else { false }
    }
  }
}
