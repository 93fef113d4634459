/// The themes of the person who uses the program.
enum UserThemes {
  /// Their directory, in that for configuration (XDG Base Directory Specification 0.8, §3).
  ///
  /// It need not be there.
  /// - Parameter variable: The environment.
  /// - Returns: The path; nil where nobody has a home.
  static func directory(_ variable: (String) -> String?) -> String? {
    configuration(variable).map { $0 + "/cssview/themes" }
  }

  /// Returns the directory of terminals' themes, whose palettes the browser offers.
  ///
  /// - Parameter variable: The environment.
  /// - Returns: The path; nil where nobody has a home.
  static func palettes(_ variable: (String) -> String?) -> String? {
    configuration(variable).map { $0 + "/cssview/palettes" }
  }

  private static func configuration(_ variable: (String) -> String?) -> String? {
    func path(_ name: String) -> String? {
      // A relative path is to be ignored, says the specification.
      variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return path("XDG_CONFIG_HOME") ?? path("HOME").map { $0 + "/.config" }
  }
}
