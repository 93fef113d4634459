import Diagnostics

/// The themes that come with the program, for a first look; their paths begin with `bundled:/`.
enum BundledThemes {
  private static let prefix = "bundled:/"

  /// The paths of all.
  static let paths = themes.map { prefix + $0.name }

  /// The bytes of a theme; nil for a path that is none of theirs.
  static func contents(of path: String) -> [UInt8]? {
    guard path.hasPrefix(prefix) else { return nil }
    let name = path.dropFirst(prefix.count)
    return themes.first { $0.name == name }.map { Array($0.text.utf8) }
  }

  private static let themes: [(name: String, text: String)] = [
    (
      "dawn",
      #"""
      {
        "text": {
          "color": "#3b3a45", "background-color": "#faf7f2", "padding": "15px",
          "border": "1px solid #c9b8a3", "border-radius": "8px"
        },
        ".title": {"color": "#8a3ab9", "font-size": "30px"},
        ".heading": {"color": "#1f6f8b", "font-weight": "bold"},
        ".note": {"color": "#5a7a2b", "font-style": "italic"},
        ".warning": {"color": "#a34a00", "text-decoration": "underline wavy"},
        ".error": {"color": "#ffffff", "background-color": "#b3261e", "font-weight": "bold"},
        ".quiet": {"color": "#6f6b66"}
      }
      """#
    ),
    (
      "harbour",
      #"""
      {
        "text": {"color": "#d8e3ea", "background-color": "#10212b", "padding": "15px"},
        ".title": {"color": "#7fd1c7", "font-size": "30px", "text-shadow": "2px 2px 4px #000"},
        ".heading": {"color": "#f2b880", "font-weight": "bold"},
        ".note": {"color": "#9bc1ff", "font-style": "italic"},
        ".warning": {"color": "#ffd166", "text-decoration": "underline wavy"},
        ".error": {"color": "#10212b", "background-color": "#ff8a80", "font-weight": "bold"},
        ".quiet": {"color": "#8ba1ad"}
      }
      """#
    ),
    (
      "midnight",
      #"""
      {
        "text": {
          "color": "#d7d9ee", "background-color": "#1b1c2b", "padding": "15px",
          "border": "1px solid #5b5f87", "border-radius": "8px"
        },
        ".title": {"color": "#c3a6ff", "font-size": "30px"},
        ".heading": {"color": "#8fd0ff", "font-weight": "bold"},
        ".note": {"color": "#a8e0a0", "font-style": "italic"},
        ".warning": {"color": "#ffcf8f", "text-decoration": "underline wavy"},
        ".error": {"color": "#1b1c2b", "background-color": "#ff9aa8", "font-weight": "bold"},
        ".quiet": {"color": "#9396b5"}
      }
      """#
    ),
    (
      "terminal",
      #"""
      {
        ".title": {"color": "ansi(magenta)", "font-size": "30px"},
        ".heading": {"font-weight": "bold"},
        ".note": {"color": "ansi(green)", "font-style": "italic"},
        ".warning": {"color": "ansi(yellow)", "text-decoration": "underline"},
        ".error": {"color": "ansi(red)", "font-weight": "bold"},
        ".quiet": {"opacity": 0.5}
      }
      """#
    ),
  ]
}
