extension FileWatch {
  /// Waits until the contents of a watched file change, without using the processor meanwhile.
  ///
  /// For a program that has nothing else to wait for; a screen waits for keys as well.
  ///
  /// - Returns: The files that changed.
  public mutating func waitForChange() -> [String] {
    while true {
      let timeout = deadline.map { Int(($0 - .now) / .milliseconds(1)) + 1 }
      let ready = waitToRead([descriptor], timeout: timeout)
      let changed = update(isReady: ready[0], now: .now)
      if !changed.isEmpty { return changed }
    }
  }
}
