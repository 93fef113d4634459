import Bytes
package import Diagnostics
import Markdown
package import StyledText

/// Markdown as HTML, for files.
package struct MarkdownPage {
  /// The HTML.
  package let html: SourceText

  /// Ranges of it that a `DocumentSanitizer` need not read, if they were asked for.
  package let safeRanges: [Range<Int>]

  /// Findings.
  package let findings: [Diagnostic]

  /// Converts a document.
  ///
  /// - Parameters:
  ///   - text: The document.
  ///   - options: Options for it.
  ///   - allowsHTML: True if all raw HTML is kept.
  ///   - keepsExtraCells: False to leave out the cells that a table has no columns for, as GitHub
  ///     does.
  ///   - screens: True to find ranges that a `DocumentSanitizer` need not read.
  package init(
    of text: SourceText, _ options: MarkupOptions, allowsHTML: Bool, keepsExtraCells: Bool,
    screens: Bool
  ) {
    var own = MarkdownOptions()
    own.keepsExtraCells = keepsExtraCells
    // Five examples of the specification have addresses that are text.
    own.hasAutolinks = !allowsHTML
    let bytes = text.bytes
    var parser = MarkdownParser(
      options: own, outline: MarkdownOutline(of: bytes.span, options: own))
    var writer = MarkdownHTMLWriter(keepsElement: allowsHTML ? nil : MarkupElement.isInMarkdown)
    var screening = screens ? MarkdownScreening(options.allowedSchemes) : nil
    var html: [UInt8] = []
    html.reserveCapacity(bytes.count + bytes.count / 4)
    var notes = MarkdownNotes(text.name)
    func take() {
      notes.read(parser.events)
      screening?.read(parser.events)
      writer.append(parser.events)
      html += writer.html
      for name in writer.escapedNames { notes.noteTag(name) }
      writer.removeAll()
    }
    var offset = 0
    repeat {
      let rest = bytes.span.extracting(offset...)
      let end = Self.endOfPiece(rest)
      parser.read(rest.extracting(0..<end))
      take()
      offset += end
      if offset == bytes.count {
        parser.finish()
        take()
      }
      screening?.endPiece(at: html.count)
    } while offset < bytes.count
    self.html = SourceText(name: text.name, bytes: html)
    safeRanges = screening?.safeRanges ?? []
    findings = notes.takeFindings()
  }

  private static let longestPiece = 1 << 13

  /// The end of the next piece: a blank line, where there is one, so that it ends between blocks.
  private static func endOfPiece(_ bytes: Span<UInt8>) -> Int {
    guard bytes.count > longestPiece else { return bytes.count }
    var end = longestPiece
    while end > 1, bytes[end - 1] != 0x0A || bytes[end - 2] != 0x0A { end -= 1 }
    return end > 1 ? end : longestPiece
  }
}
