package import Styling

/// The text that themes are shown with.
package struct Sample: Hashable, Sendable {
  /// The markup; nil makes one for each theme, of all its classes.
  package var markup: String?

  /// What the preview calls it.
  package var name: String

  /// The file that it comes from, if it does.
  package var path: String?

  /// Puts a sample together; without arguments it is the built-in one.
  package init(markup: String? = nil, name: String = "sample", path: String? = nil) {
    self.markup = markup
    self.name = name
    self.path = path
  }

  /// The markup for a theme.
  package func markup(for sheet: Stylesheet) -> String {
    if let markup {
      guard markup.utf8.count > Self.longest else { return markup }
      return String(decoding: markup.utf8.prefix(Self.longest), as: UTF8.self)
    }
    return BuiltInSample(for: sheet).markup
  }

  /// Nobody scrolls through more in a preview; the rest is left out.
  private static let longest = 1 << 20
}
