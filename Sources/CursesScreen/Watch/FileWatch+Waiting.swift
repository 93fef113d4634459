extension FileWatch {
  /// Waits until the contents of a watched file change, without using the processor meanwhile.
  ///
  /// For a program that has nothing else to wait for; a screen waits for keys as well.
  ///
  /// - Parameter wakes: Asked twice a second, ends the waiting when it says so; nil is never asked.
  /// - Returns: The files that changed; none if it was `wakes` that ended it.
  package mutating func waitForChange(unless wakes: (() -> Bool)? = nil) -> [String] {
    while true {
      var timeout = deadline.map { Int(($0 - .now) / .milliseconds(1)) + 1 }
      if wakes != nil { timeout = min(timeout ?? 500, 500) }
      let ready = waitToRead([descriptor], timeout: timeout)
      let changed = update(isReady: ready[0], now: .now)
      if !changed.isEmpty || wakes?() == true { return changed }
    }
  }
}
