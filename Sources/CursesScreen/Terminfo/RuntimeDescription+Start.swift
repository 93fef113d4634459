import CNCurses
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
    let before = unsafe getenv("TERMINFO").map { unsafe String(cString: $0) }
    func restore() {
      if let before { unsafe setenv("TERMINFO", before, 1) } else { unsafe unsetenv("TERMINFO") }
    }
    defer { restore() }
    func open() -> Bool {
      unsafe cn_screen_open(
        term, terminal.rawValue, output.rawValue, Int32(columns), Int32(rows))
    }
    unsafe setenv("TERMINFO", "b64:" + base64(compiled), 1)
    if open() { return true }
    // ncurses before 6.1 does not know b64: it shows what the plain description can.
    restore()
    return open()
  }
}
