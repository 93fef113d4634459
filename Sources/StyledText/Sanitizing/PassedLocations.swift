import Bytes
package import Diagnostics

/// Locations in an input whose bytes have gone by, for findings that are made later.
package struct PassedLocations: Sendable {
  private struct Entry {
    let location: SourceLocation
    let window: SourceWindow
  }

  /// The locations by their offsets in the whole input.
  private var entries: [Int: Entry] = [:]

  package init() {}

  /// Keeps locations of ranges in the whole input and forgets all others, before the bytes of a
  /// chunk go by; those before the chunk are known.
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
      kept[range.lowerBound] = Entry(
        location: location, window: SourceWindow(own, of: bytes))
    }
    entries = kept
  }

  /// The location of an offset in the whole input, and some of its line; nil where it was not
  /// kept.
  func location(at offset: Int) -> (location: SourceLocation, excerpt: SourceExcerpt?)? {
    entries[offset].map { ($0.location, $0.window.excerpt) }
  }
}
