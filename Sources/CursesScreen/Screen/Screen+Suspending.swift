import CPlatform

extension Screen {
  /// Stops the program, and lets the shell have the terminal until it is continued.
  package mutating func suspend() throws(ScreenError) {
    try outside { cp_guard_stop() }
    noteResumed()
  }
}
