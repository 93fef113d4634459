import Bytes
import CellLayout
import Diagnostics
import StyledText
import Styling

/// Boxes of ASCII.
extension FastPath {
  /// Content of a box: text, all of it in the element itself or in one inside it.
  struct Cell {
    let text: Range<Int>
    let style: StyleID
    /// Number of the entry of the index where its end tag ends.
    let last: Int
  }

  /// Returns the content of a style's box whose tag ends at an entry; nil if there is more.
  func cell(
    _ style: StyleID, behind last: Int, at base: UnsafeRawPointer, before end: Int,
    _ builder: inout TreeBuilder
  ) -> Cell? {
    let start = markup[last] &+ 1
    if unsafe isEndOfSpan(at: last &+ 1, at: base, before: end) {
      return Cell(text: start..<markup[last &+ 1], style: style, last: last &+ 2)
    }
    guard last &+ 6 < markup.count, markup[last &+ 1] == start,
      builder.elements.depth &+ 1 < MarkupLimits.deepestNesting,
      unsafe base.load(fromByteOffset: markup[last &+ 2], as: UInt8.self) == 0x3E,
      unsafe isEndOfSpan(at: last &+ 3, at: base, before: end),
      markup[last &+ 5] == markup[last &+ 4] &+ 1,
      unsafe isEndOfSpan(at: last &+ 5, at: base, before: end)
    else { return nil }
    let tag = start..<markup[last &+ 2] &+ 1
    let known = unsafe builder.styles.child(
      base + start, count: tag.count, before: end &- start,
      inside: builder.styles.head(style).state)
    let inner = StyleID(index: known)
    guard known >= 0, builder.styles.head(inner).isVerbatim, !builder.styles.head(inner).isSpecial
    else { return nil }
    return Cell(text: tag.upperBound..<markup[last &+ 3], style: inner, last: last &+ 6)
  }

  /// Writes a box in the innermost open element that holds nothing but printable ASCII.
  ///
  /// - Returns: False where it takes a layout.
  @inline(never)
  func writeSimpleBox(
    _ style: StyleID, _ cell: Cell, in bytes: Span<UInt8>, _ builder: inout TreeBuilder,
    _ writer: inout LineWriter, _ boxes: inout BoxTable, _ output: inout StreamBuffer
  ) -> Bool {
    let text = cell.text
    guard !text.isEmpty, builder.styles.head(style).isVerbatim,
      bytes.firstOffset(of: 0x09, from: text.lowerBound, to: text.upperBound) == text.upperBound
    else { return false }
    let isWritten = writer.writeSimpleBox(
      style, inside: builder.current, of: text.count, &boxes, &builder.styles, &output
    ) { writer, kept, styles, output in
      guard kept > 0 else { return }
      writer.take(writer.attributes.id(of: cell.style, styles), &output)
      output.appendBlocks(text.lowerBound..<text.lowerBound + kept, of: bytes)
    }
    guard isWritten else { return false }
    builder.text.unseen = 0..<0
    builder.text.transformer.observeBreak()
    builder.text.sanitizer.passBase()
    return true
  }
}
