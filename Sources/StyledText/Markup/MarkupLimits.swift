/// Limits of markup; with them memory stays bounded for any input.
package enum MarkupLimits {
  /// More elements than this cannot be open at once; those inside have no effect.
  package static var deepestNesting: Int { 10_000 }

  /// The start tags of open elements that have more than `shortTag` bytes add up to so many at
  /// most; elements behind them have no effect (4 MiB).
  package static let mostOpenTags = 1 << 22

  /// Start tags of at most this many bytes are not counted: all that can be open take little
  /// memory.
  package static let shortTag = 1024

  /// An element's names of classes add up to so many bytes at most (4 KiB): every run and every
  /// line of an element names them anew in JSON and HTML.
  package static let mostClassBytes = 4096

  /// A tag, comment or numeric character reference with more bytes than this is text (1 MiB).
  package static let longestTag = 1 << 20

  /// An end tag farther behind a start tag without attributes does not close it, where markup is
  /// read by line (64 KiB).
  package static let longestElement = 1 << 16

  /// A box inside a line with more bytes of text than this is no box (64 KiB).
  package static let longestBox = 1 << 16

  /// With so many bytes more than before, a line is written as far as that is possible.
  static let longestPart = 1 << 13

  /// The values of placeholders and what a sheet puts into elements add up to so many bytes at most
  /// in text that is kept whole: a text that is read whole, or a line that is laid out (16 MiB).
  package static let mostFilled = 1 << 24

  /// More boxes than this cannot be inside each other; those inside are text.
  package static let deepestBoxNesting = 32
}
