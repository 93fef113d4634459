enum Version {
  /// The version in the changelog.
  static let number = "0.1.0"

  /// The version of Unicode for widths, clusters and line breaks.
  static let unicode = "16.0"

  /// One line with the version, Unicode's, and how the program was built.
  static var text: String { "cssview \(number) (Unicode \(unicode); \(build))" }

  private static let build = "\(configuration), Swift 6, \(system) \(architecture)"

  #if DEBUG
    private static let configuration = "debug"
  #else
    private static let configuration = "release"
  #endif

  #if canImport(Musl)
    private static let system = "Linux musl"
  #elseif os(Linux)
    private static let system = "Linux"
  #elseif os(macOS)
    private static let system = "macOS"
  #else
    private static let system = "Unix"
  #endif

  #if arch(x86_64)
    private static let architecture = "x86_64"
  #elseif arch(arm64)
    private static let architecture = "arm64"
  #else
    private static let architecture = "unknown"
  #endif
}
