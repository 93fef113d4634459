package import CellLayout
package import Diagnostics
package import StyledText
package import Styling
package import TerminalOutput

/// Reads documents (HTML, Markdown and data), and lays them out.
///
/// The target `Documents` has the only one. It comes in as a value, so that a program that shows no
/// documents is built without it.
package protocol DocumentFormats: Sendable {
  /// The reader of an input; nil for HTML, which a `TreeBuilder` reads itself.
  ///
  /// Rows of data keep the attributes that the filter allows; without a filter, all.
  func reader(
    _ options: MarkupOptions, name: String, filter: AttributeFilter?
  ) -> (any DocumentReader)?

  /// The layout of a document in so many columns; it emits words before their row is full if
  /// `emitsWords`.
  func flow(
    _ options: MarkupOptions, _ target: OutputTarget, columns: Int, emitsWords: Bool,
    _ styles: inout ComputedStyleTable
  ) -> any DocumentFlow
}

/// Reads an input into a builder, part by part.
package protocol DocumentReader: AnyObject {
  /// True if bytes of the part are left that can be read without more input.
  var hasMore: Bool { get }

  /// True if it limits the bytes of each call itself.
  var limitsParts: Bool { get }

  /// True if the first lines wait for more.
  var isHolding: Bool { get }

  /// True if words wait for more that a pause in the input releases.
  var holdsWords: Bool { get }

  /// Number of findings of each code that were only counted.
  var onlyCounted: [DiagnosticCode: Int] { get }

  /// Reads the next part, which starts at the offset `base` of the input, with bytes left over from
  /// the part before.
  ///
  /// - Returns: Number of bytes that are not needed any more.
  func read(
    _ bytes: Span<UInt8>, from base: Int, isLast: Bool, into builder: inout TreeBuilder
  ) -> Int

  /// Reads all of an input.
  func read(whole bytes: Span<UInt8>, into builder: inout TreeBuilder)

  /// Releases what waits for more of the input; words, too, if `releasesWords`.
  func release(into builder: inout TreeBuilder, releasesWords: Bool)

  /// Takes out the findings since the last call, which have their locations.
  func takeFindings() -> [Diagnostic]
}

/// Lays out a document as rows, as it is built.
package protocol DocumentFlow: AnyObject {
  /// The styles that it stores, which change when the full table of styles is renewed.
  var styles: [StyleID] { get set }

  /// True if rows of a table wait for others.
  var holdsRows: Bool { get }

  /// Begins the block of the object, with only its left and right edges.
  func openHost(_ host: BlockStyle, _ styles: inout ComputedStyleTable)

  /// Lays out a line of the builder up to an offset.
  func append(
    _ line: StyledLines, upTo end: Int, _ styles: inout ComputedStyleTable, _ boxes: inout BoxTable)

  /// Emits the rows that later input cannot change, or all at the end of the input.
  func emitRows(isLast: Bool, _ styles: inout ComputedStyleTable)

  /// Emits the rows of a table that wait for others.
  func releaseRows(_ styles: inout ComputedStyleTable)

  /// Exchanges the emitted rows with others, whose memory is used again.
  func exchangeRows(with rows: inout StyledLines)
}

extension [Diagnostic] {
  /// The findings, without locations in the input `name` where they are about markup outside of it,
  /// such as a template.
  package func withoutPlaces(in name: String) -> [Diagnostic] {
    map { finding in
      guard finding.location?.file == name else { return finding }
      var finding = finding
      (finding.location, finding.excerpt) = (nil, nil)
      return finding
    }
  }
}

extension MarkupOptions {
  /// True if `DocumentFormats` are needed: for a document, and for data that a template shows as
  /// lines of markup.
  var needsDocumentFormats: Bool { form.isDocument || data.template != nil }
}
