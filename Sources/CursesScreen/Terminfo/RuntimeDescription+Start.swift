import CNCurses
import OperatingSystem
import SystemPackage

extension RuntimeDescription {
  /// Starts ncurses with this description.
  ///
  /// The description travels in `TERMINFO`, which is put back at once: programs started later must
  /// not inherit it.
  ///
  /// - Returns: false if ncurses cannot use the terminal.
  func start(
    term: String, terminal: FileDescriptor, output: FileDescriptor, columns: Int, rows: Int
  ) -> Bool {
    let before = CurrentProcess.variable("TERMINFO")
    func restore() { CurrentProcess.setVariable("TERMINFO", to: before) }
    defer { restore() }
    func open() -> Bool {
      unsafe cn_screen_open(
        term, terminal.rawValue, output.rawValue, Int32(columns), Int32(rows))
    }
    CurrentProcess.setVariable("TERMINFO", to: "b64:" + base64(compiled))
    if open() { return true }
    // ncurses before 6.1 does not know b64: it shows what the plain description can.
    restore()
    return open()
  }
}
