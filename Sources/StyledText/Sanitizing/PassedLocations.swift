import Bytes
package import Diagnostics

/// Locations in an input whose bytes are dropped, for later findings.
package struct PassedLocations: Sendable {
  private struct Entry {
    let location: SourceLocation
    let window: SourceWindow
  }

  /// By offsets in the whole input.
  private var entries: [Int: Entry] = [:]

  /// Location of the start tag of an open element.
  private struct Tag {
    let offset: Int
    let line: Int
    let column: Int
  }

  /// The tags of open elements, the outermost first: a stack, of which each chunk locates only what
  /// is new.
  private var tags: [Tag] = []
  private var windows: [SourceWindow] = []
  private var file = ""

  package init() {}

  /// Keeps only the locations of some ranges in the whole input, before the bytes of a chunk are
  /// dropped; those before the chunk are known.
  package mutating func keep(
    _ ranges: [Range<Int>], in bytes: Span<UInt8>, from start: Int, at origin: SourceLocation
  ) {
    if ranges.isEmpty, entries.isEmpty { return }
    var kept: [Int: Entry] = [:]
    var (offset, location) = (0, origin)
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard range.lowerBound >= start else {
        kept[range.lowerBound] = entries[range.lowerBound]
        continue
      }
      // Places in text that was put together from lines may be a little off.
      let end = min(range.upperBound - start, bytes.count)
      let own = min(range.lowerBound - start, end)..<end
      location.advance(past: offset..<own.lowerBound, of: bytes)
      offset = own.lowerBound
      kept[range.lowerBound] = Entry(location: location, window: SourceWindow(own, of: bytes))
    }
    entries = kept
  }

  /// Keeps locations of the tags that a chunk has left open, before its bytes go by.
  ///
  /// A part of the line is kept for `limit` elements, from the outside in; most open tags are in
  /// the last line, whose start and place `lastLine` says.
  package mutating func keepTags(
    of elements: borrowing OpenElements, in bytes: Span<UInt8>, from start: Int,
    at origin: SourceLocation, lastLine: (offset: Int, location: SourceLocation)? = nil, limit: Int
  ) {
    // Offsets differ, so a stack that agrees in one entry agrees below it.
    while let last = tags.last,
      tags.count > elements.count || elements[tags.count - 1].offset != last.offset
    {
      tags.removeLast()
    }
    if windows.count > tags.count { windows.removeLast(windows.count - tags.count) }
    file = origin.file
    var location = origin
    var offset = 0
    while tags.count < elements.count {
      let entry = elements[tags.count]
      if let lastLine, offset <= lastLine.offset, lastLine.offset <= entry.offset - start {
        (offset, location) = lastLine
      }
      // Places in text that was put together from lines may be a little off.
      let tag = min(max(offset, entry.offset - start), bytes.count)
      if let lastLine, offset >= lastLine.offset {
        location.advance(past: offset..<tag, LineEnds(), of: bytes)
      } else {
        location.advance(past: offset..<tag, of: bytes)
      }
      offset = tag
      if tags.count < limit {
        let end = min(offset + 1 + entry.element.name.utf8.count, bytes.count)
        windows.append(SourceWindow(offset..<end, of: bytes))
      }
      tags.append(Tag(offset: entry.offset, line: location.line, column: location.column))
    }
  }

  /// The location of an offset in the whole input, and some of its line; nil where it was not
  /// kept, and without the line for elements that are nested too deep.
  func location(at offset: Int) -> (location: SourceLocation, excerpt: SourceExcerpt?)? {
    guard let index = tags.firstIndex(where: { $0.offset == offset }) else {
      return entries[offset].map { ($0.location, $0.window.excerpt) }
    }
    return (
      SourceLocation(file: file, line: tags[index].line, column: tags[index].column),
      index < windows.count ? windows[index].excerpt : nil
    )
  }
}
