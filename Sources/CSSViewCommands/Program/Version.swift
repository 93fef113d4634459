/// What `--version` prints.
enum Version {
  /// The version of the program, as its changelog counts.
  static let number = "0.1.0"

  /// The version of Unicode that widths, clusters and line breaks follow.
  static let unicode = "16.0"

  /// One line with the version, Unicode's, and how the program was built.
  static var text: String { "cssview \(number) (Unicode \(unicode); \(build))" }

  private static var build: String {
    #if DEBUG
      let configuration = "debug"
    #else
      let configuration = "release"
    #endif
    return "\(configuration), Swift 6, \(system) \(architecture)"
  }

  private static var system: String {
    #if os(Linux)
      #if canImport(Musl)
        "Linux musl"
      #else
        "Linux"
      #endif
    #elseif os(macOS)
      "macOS"
    #else
      "Unix"
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown"
    #endif
  }
}
