public import Styling

/// The text that themes are shown with.
public struct Sample: Hashable, Sendable {
  /// The markup; nil makes one for each theme, of all its classes.
  public var markup: String?

  /// What the preview calls it.
  public var name: String

  /// The file that it comes from, if it does.
  public var path: String?

  /// Puts a sample together; without arguments it is the built-in one.
  public init(markup: String? = nil, name: String = "sample", path: String? = nil) {
    self.markup = markup
    self.name = name
    self.path = path
  }

  /// The markup for a theme.
  public func markup(for sheet: Stylesheet) -> String {
    if let markup {
      guard markup.utf8.count > Self.longest else { return markup }
      return String(decoding: markup.utf8.prefix(Self.longest), as: UTF8.self)
    }
    return BuiltInSample(for: sheet).markup
  }

  /// Nobody scrolls through more in a preview; the rest is left out.
  private static let longest = 1 << 20
}
