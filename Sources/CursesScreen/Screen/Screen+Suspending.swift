import CPlatform

extension Screen {
  /// Stops the program and gives the terminal to the shell until it is continued.
  package mutating func suspend() throws(ScreenError) {
    try outside { cp_guard_stop() }
    noteResumed()
  }
}
