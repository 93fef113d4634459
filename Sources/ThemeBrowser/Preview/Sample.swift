package import Styling

/// The text that themes are shown with.
package struct Sample: Hashable, Sendable {
  /// The markup; nil makes one for each theme, of all its classes.
  package var markup: String?

  /// What the preview calls it.
  package var name: String

  /// The file that it comes from, if it does.
  package var path: String?

  /// Whether it was edited in the browser.
  package var isEdited = false

  /// Puts a sample together; without arguments it is the built-in one.
  package init(markup: String? = nil, name: String = "sample", path: String? = nil) {
    self.markup = markup
    self.name = name
    self.path = path
  }

  /// The markup for a theme.
  package func markup(for sheet: Stylesheet) -> String {
    markup(for: sheet, limit: .max).text
  }

  /// The markup for a theme, of the built-in sample with at most so many classes in its list, and
  /// whether that is all of it.
  func markup(for sheet: Stylesheet, limit: Int) -> (text: String, isWhole: Bool) {
    if let markup {
      guard markup.utf8.count > Self.longest else { return (markup, true) }
      return (String(decoding: markup.utf8.prefix(Self.longest), as: UTF8.self), true)
    }
    return BuiltInSample(for: sheet).markup(limit: limit)
  }

  /// Nobody scrolls through more in a preview; the rest is left out.
  private static let longest = 1 << 20
}
