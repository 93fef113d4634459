import CNCurses
import CellLayout
import OperatingSystem
import SystemPackage
import TerminalOutput

/// The description of a terminal with additions that terminfo cannot express in its usual form:
/// exact colours, palette colours beside them, and six more attributes.
///
/// ncurses reads it from `TERMINFO=b64:…`, so neither `TERM` nor any file changes.
struct RuntimeDescription {
  var compiled: [UInt8]

  /// Bytes that restore the terminal from the state that ncurses sets.
  var restore: [UInt8]

  /// Bytes that clear the alternate screen before that; empty if there is none.
  ///
  /// After a change of size, tmux leaves parts of it on the main screen.
  var clear: [UInt8] = []

  /// A colour number from here on is a palette entry; below, it is 24-bit RGB.
  static let paletteBase: Int32 = 0x100_0000

  /// `colors` of the description.
  static let colors = paletteBase + 256

  /// Reads the description of `term` and extends it.
  ///
  /// - Throws: `TerminfoError` if `term` has no description, or cannot move its cursor.
  init(term: String, features: ScreenFeatures) throws(TerminfoError) {
    try TerminfoError.check(unsafe cn_terminfo_begin(term), term: term)
    defer { cn_terminfo_end() }
    guard unsafe cn_terminfo_string("cup") != nil else { throw .notAScreen(term) }
    var entry = CompiledTerminfo()
    for name in unsafe Self.names(cn_terminfo_flag_name) {
      let isOn = unsafe cn_terminfo_flag(name)
      entry.flags.append(Self.flags[name] ?? isOn)
    }
    for name in unsafe Self.names(cn_terminfo_number_name) {
      let number = unsafe cn_terminfo_number(name)
      entry.numbers.append(Self.numbers[name] ?? (number < 0 ? nil : number))
    }
    let overrides = Self.strings(features: features)
    for name in unsafe Self.names(cn_terminfo_string_name) {
      entry.strings.append(overrides[name] ?? Self.string(name))
    }
    // Without RGB, ncurses allocates a table of all colours; AX means that 39 and 49 work.
    entry.extendedFlags = ["AX", "RGB"]
    let safeName = String(term.map { $0 == "|" ? "-" : $0 })
    compiled = entry.bytes(name: safeName)
    restore = Array("\u{1B}[?2026l\u{1B}[?1006;1002;1000l\u{1B}[?2004l\u{1B}[?2031l".utf8)
    for name in ["sgr0", "rmkx", "cnorm", "rmcup"] {
      restore += Self.withoutPadding(Self.string(name) ?? [])
    }
    restore.append(UInt8(ascii: "\r"))
    if Self.string("rmcup") != nil { clear = Self.withoutPadding(Self.string("clear") ?? []) }
  }

  private static let flags = ["ccc": false]

  private static let numbers: [String: Int32] = [
    "colors": colors, "pairs": 0x1_0000, "ncv": 0,
    // A terminal may have more cells than there is memory for; the screen is made smaller first.
    "cols": 80, "lines": 24,
  ]

  /// The changed strings; a nil value removes the capability.
  private static func strings(features: ScreenFeatures) -> [String: [UInt8]?] {
    // Without `sgr`, ncurses turns attributes on one by one and looks at the highlights too.
    var strings: [String: String?] = [
      "setaf": color(standard: 3, bright: 9, extended: 38),
      "setab": color(standard: 4, bright: 10, extended: 48), "setf": nil, "setb": nil, "initc": nil,
      "initp": nil, "scp": nil, "oc": nil, "sgr": nil, "op": "\u{1B}[39;49m", "bold": "\u{1B}[1m",
      "dim": "\u{1B}[2m", "sitm": "\u{1B}[3m", "ritm": "\u{1B}[23m", "smul": "\u{1B}[4m",
      "rmul": "\u{1B}[24m", "blink": "\u{1B}[5m", "rev": "\u{1B}[7m", "ehhlm": "\u{1B}[9m",
      "ethlm": features.renditions.contains(.overline) ? "\u{1B}[53m" : nil,
      // Two sequences: a terminal that drops `4:3` as unknown then still shows a line.
      "elohlm": "\u{1B}[4m", "elhlm": "\u{1B}[4m", "erhlm": "\u{1B}[4m", "evhlm": "\u{1B}[4m",
      "kmous": nil,
      // The last cell of the last row can only be written with automatic margins off.
      "smam": "\u{1B}[?7h", "rmam": "\u{1B}[?7l",
    ]
    if features.renditions.contains(.underlineStyles) {
      strings["elohlm"] = "\u{1B}[4m\u{1B}[4:2m"
      strings["elhlm"] = "\u{1B}[4m\u{1B}[4:3m"
      strings["erhlm"] = "\u{1B}[4m\u{1B}[4:4m"
      strings["evhlm"] = "\u{1B}[4m\u{1B}[4:5m"
    }
    return strings.mapValues { $0.map { Array($0.utf8) } }
  }

  /// The parameterised string for a colour.
  ///
  /// Below `paletteBase` the number is RGB, else a palette entry, in its shortest form.
  /// terminfo(5), *Parameterized Strings*.
  private static func color(standard: Int, bright: Int, extended: Int) -> String {
    let base = "%{\(paletteBase)}"
    let rgb = "\(extended);2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
    let entry = "%p1\(base)%-"
    return "\u{1B}[%?%p1\(base)%<%t\(rgb)" + "%e\(entry)%{8}%<%t\(standard)\(entry)%d"
      + "%e\(entry)%{16}%<%t\(bright)\(entry)%{8}%-%d" + "%e\(extended);5;\(entry)%d%;m"
  }

  private static func names(_ name: (Int32) -> UnsafePointer<CChar>?) -> [String] {
    var names: [String] = []
    while let next = unsafe name(Int32(names.count)) { names.append(unsafe String(cString: next)) }
    return names
  }

  private static func string(_ name: String) -> [UInt8]? {
    guard let value = unsafe cn_terminfo_string(name) else { return nil }
    return Array(unsafe String(cString: value).utf8)
  }

  /// A string without its delays, `$<5*/>`, which only `tputs` interprets.
  static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "$"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "<"),
        let close = bytes[index...].firstIndex(of: UInt8(ascii: ">"))
      {
        index = close + 1
      } else {
        out.append(bytes[index])
        index += 1
      }
    }
    return out
  }
}

extension RuntimeDescription {
  /// Starts ncurses with this description.
  ///
  /// The description is passed in `TERMINFO`, which is restored at once: programs started later
  /// must not inherit it.
  ///
  /// - Returns: False if ncurses cannot use the terminal.
  func start(
    term: String, terminal: FileDescriptor, output: FileDescriptor, columns: Int, rows: Int
  ) -> Bool {
    let before = CurrentProcess.variable("TERMINFO")
    func restore() { CurrentProcess.setVariable("TERMINFO", to: before) }
    defer { restore() }
    func open() -> Bool {
      unsafe cn_screen_open(term, terminal.rawValue, output.rawValue, Int32(columns), Int32(rows))
    }
    CurrentProcess.setVariable("TERMINFO", to: "b64:" + base64(compiled))
    if open() { return true }
    // ncurses before 6.1 does not know b64: it shows what the plain description can.
    restore()
    return open()
  }
}

/// Reason why a terminal description cannot be used.
enum TerminfoError: Error, Hashable, CustomStringConvertible {
  /// The database has no usable description of this `TERM`.
  case unknownTerminal(String)

  /// This `TERM` is a printing terminal, or cannot move its cursor.
  case notAScreen(String)

  case noDatabase

  /// Throws the error of a look-up's result.
  static func check(_ result: Int32, term: String) throws(TerminfoError) {
    switch Int(result) {
    case CN_TERMINFO_OK: return
    case CN_TERMINFO_HARDCOPY: throw .notAScreen(term)
    case CN_TERMINFO_NO_DATABASE: throw .noDatabase
    default: throw .unknownTerminal(term)
    }
  }

  /// A message of one line.
  var description: String {
    switch self {
    case .unknownTerminal(""): "TERM is not set; set TERM=xterm-256color"
    case .unknownTerminal(let term): "unknown TERM=\(term); set TERM=xterm-256color"
    case .notAScreen(let term): "TERM=\(term) is a printing terminal; set TERM=xterm-256color"
    case .noDatabase: "the terminfo database was not found"
    }
  }
}
