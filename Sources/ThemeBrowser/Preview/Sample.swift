import StyledText
package import Styling

/// Limit of the text that is laid out.
struct SampleLimit: Hashable, Sendable {
  /// Number of classes the built-in sample lists.
  private(set) var classes: Int

  /// Limit for any other sample, in bytes.
  var bytes: Int { classes > .max / 64 ? .max : classes * 64 }

  /// All of it.
  static let none = SampleLimit(classes: .max)

  /// Enough for a screen; hardly any theme has more classes.
  static let first = SampleLimit(classes: 500)

  /// The next larger one.
  var next: SampleLimit { classes > 1 << 20 ? .none : SampleLimit(classes: classes * 2) }
}

/// The text that themes are shown with.
package struct Sample: Hashable, Sendable {
  /// The markup; nil makes one for each theme, of all its classes.
  package var markup: String?

  /// Name of the sample in the preview.
  package var name: String

  /// The file that it comes from, if it does.
  package var path: String?

  /// True if it was edited in the browser.
  package var isEdited = false

  /// Puts a sample together; without arguments it is the built-in one.
  package init(markup: String? = nil, name: String = "sample", path: String? = nil) {
    self.markup = markup
    self.name = name
    self.path = path
  }

  /// The markup for a theme.
  package func markup(for sheet: Stylesheet) -> String {
    markup(for: sheet, limit: .none, MarkupOptions()).text
  }

  /// The markup for a theme up to a limit, and whether that is all of it.
  func markup(
    for sheet: Stylesheet, limit: SampleLimit, _ options: MarkupOptions
  ) -> (text: String, isWhole: Bool) {
    guard let markup else { return BuiltInSample(for: sheet).markup(limit: limit.classes) }
    let most = min(limit.bytes, Self.longest)
    guard markup.utf8.count > most else { return (markup, true) }
    return (Self.start(of: markup, bytes: most, options), most == Self.longest)
  }

  /// The start of a markup: all tokens that end within so many bytes, one of them at least, and of
  /// text what fits.
  private static func start(of markup: String, bytes most: Int, _ options: MarkupOptions) -> String
  {
    let bytes = Array(markup.utf8)
    var tokenizer = MarkupTokenizer(readsByLine: options.readsByLine)
    var end = 0
    while end < most {
      let token = tokenizer.token(at: end, in: bytes.span, isLast: true)
      if token.range.upperBound <= most || end == 0 && token.kind != .text {
        end = token.range.upperBound
        continue
      }
      guard token.kind == .text else { break }
      end = most
      while bytes[end] & 0xC0 == 0x80 { end -= 1 }
      break
    }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Nobody scrolls through more in a preview; the rest is left out.
  private static let longest = 1 << 20
}
