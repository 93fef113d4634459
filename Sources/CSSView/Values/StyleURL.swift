import StyleValues

/// A URL: an absolute one, the `file:` URL of a path, or a relative one.
///
/// ```swift
/// print(try ThemeValue("/tmp/a.png").converted(to: StyleURL.self).text)  // file:///tmp/a.png
/// ```
public struct StyleURL: Hashable, Sendable, Convertible {
  /// The URL, with everything escaped that has to be.
  public var text: String

  /// Takes a URL as it is.
  public init(_ text: String) {
    self.text = text
  }

  /// Takes a URL or a path; a path from the root becomes a `file:` URL.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleURL {
    StyleURL(try value.convert(URLValue.self).text)
  }
}
