/// Limits of markup, which bound memory for any input.
package enum MarkupLimits {
  /// The most open elements; inner ones have no effect.
  package static var deepestNesting: Int { 10_000 }

  /// The most bytes of open elements' start tags longer than `shortTag`; elements beyond it have no
  /// effect (4 MiB).
  package static let mostOpenTags = 1 << 22

  /// In bytes; shorter tags are not counted, because all that can be open take little memory.
  package static let shortTag = 1024

  /// The most bytes of an element's class names (4 KiB), because JSON and HTML repeat them for
  /// every run and line.
  package static let mostClassBytes = 4096

  /// In bytes; a longer tag, comment or numeric character reference is text (1 MiB).
  package static let longestTag = 1 << 20

  /// In bytes, where markup is read by line: an end tag farther behind a start tag without
  /// attributes does not close it (64 KiB).
  package static let longestElement = 1 << 16

  /// In bytes; a box inside a line with more text is no box (64 KiB).
  package static let longestBox = 1 << 16

  /// In bytes; after as many new ones a line is written as far as possible.
  static let longestPart = 1 << 13

  /// In bytes: the most that placeholders and the stylesheet add to text that is kept whole, which
  /// is a whole text or a laid out line (16 MiB).
  package static let mostFilled = 1 << 24

  /// The most nested boxes; inner ones are text.
  package static let deepestBoxNesting = 32
}
