/// The themes that come with the program, the files in `Themes`; their paths begin with
/// `bundled:/`.
///
/// All of them style the same classes, those of the texts in `demo`.
enum BundledThemes {
  /// Prefix of the paths of bundled themes.
  static let prefix = "bundled:/"

  /// The paths of all, in alphabetical order.
  static let paths = themes.map { prefix + $0.name }

  /// The bytes of a theme; nil for a path that is none of theirs.
  static func contents(of path: String) -> [UInt8]? {
    guard path.hasPrefix(prefix) else { return nil }
    let name = path.dropFirst(prefix.count)
    return themes.first { $0.name == name || $0.name.prefix { $0 != "." } == name }?.bytes
  }

  private static let themes: [(name: String, bytes: [UInt8])] = [
    ("arcade.json", PackageResources.arcade_json),
    ("blossom.json", PackageResources.blossom_json),
    ("calculator.json", PackageResources.calculator_json),
    ("console.css", PackageResources.console_css),
    ("dawn.json", PackageResources.dawn_json),
    ("ember.css", PackageResources.ember_css),
    ("fjord.json", PackageResources.fjord_json),
    ("glacier.json", PackageResources.glacier_json),
    ("harbour.css", PackageResources.harbour_css),
    ("ledger.css", PackageResources.ledger_css),
    ("midnight.json", PackageResources.midnight_json),
    ("moss.css", PackageResources.moss_css),
    ("newsprint.json", PackageResources.newsprint_json),
    ("orchard.css", PackageResources.orchard_css),
    ("phosphor.css", PackageResources.phosphor_css),
    ("terminal.json", PackageResources.terminal_json),
    ("tide.css", PackageResources.tide_css),
    ("velvet.json", PackageResources.velvet_json),
  ]
}
