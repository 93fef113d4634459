package import Rendering
package import Styling

/// The format of a text.
///
/// `CSSViewDocuments` adds the formats of documents, such as `.markdown` and `.csv`.
public struct TextFormat: Hashable, Sendable {
  package let form: InputFormat

  /// Reads and lays out documents of the format; nil for other texts.
  package let documents: (any DocumentFormats)?

  package init(_ form: InputFormat, documents: (any DocumentFormats)? = nil) {
    self.form = form
    self.documents = documents
  }

  /// Markup: text with tags.
  public static let markup = TextFormat(.markup)
  /// Coloured text, as programs write it for a terminal.
  public static let ansi = TextFormat(.ansi)
  /// Plain text, in which matches of the theme's patterns (`@highlight`, `@line`) are elements.
  public static let text = TextFormat(.text)

  /// True if both are the same format.
  public static func == (left: TextFormat, right: TextFormat) -> Bool { left.form == right.form }

  /// Hashes the format.
  public func hash(into hasher: inout Hasher) { hasher.combine(form) }
}

extension TextFormat: CustomStringConvertible {
  /// The name of the format, as `--from` takes it.
  public var description: String { form.rawValue }
}
