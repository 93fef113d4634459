/// The themes of the person who uses the program.
enum UserThemes {
  /// Their directory, in that for configuration (XDG Base Directory Specification 0.8, §3).
  ///
  /// It need not be there. Nil where nobody has a home.
  static func directory(in console: Console) -> String? {
    configuration(in: console).map { $0 + "/cssview/themes" }
  }

  /// Where terminals' themes are kept that the browser shows themes under.
  static func palettes(in console: Console) -> String? {
    configuration(in: console).map { $0 + "/cssview/palettes" }
  }

  private static func configuration(in console: Console) -> String? {
    // A relative path is to be ignored, says the specification.
    let named = console.variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = console.variable("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.config" }
    return named ?? home
  }
}
