import Bytes
package import Diagnostics

/// Places in an input whose bytes have gone by, for findings that are made later.
package struct PassedPlaces: Sendable {
  /// A place, and some of its line.
  private struct Place {
    let location: SourceLocation
    let window: SourceWindow
  }

  /// The places by their offsets in the whole input.
  private var places: [Int: Place] = [:]

  /// No places.
  package init() {}

  /// Keeps some places and forgets all others, before the bytes of a part go by.
  ///
  /// - Parameters:
  ///   - ranges: The places, as offsets in the whole input; those before the part are known.
  ///   - bytes: The part.
  ///   - start: Its offset.
  ///   - origin: Its place.
  package mutating func keep(
    _ ranges: [Range<Int>], in bytes: Span<UInt8>, from start: Int, at origin: SourceLocation
  ) {
    if ranges.isEmpty, places.isEmpty { return }
    var kept: [Int: Place] = [:]
    var (offset, location) = (0, origin)
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard range.lowerBound >= start else {
        kept[range.lowerBound] = places[range.lowerBound]
        continue
      }
      let own = range.lowerBound - start..<range.upperBound - start
      location.advance(past: offset..<own.lowerBound, of: bytes)
      offset = own.lowerBound
      kept[range.lowerBound] = Place(
        location: location, window: SourceWindow(own, of: bytes))
    }
    places = kept
  }

  /// The place that has an offset, and some of its line.
  ///
  /// - Parameter offset: An offset in the whole input.
  /// - Returns: The place; nil where it was not kept.
  func place(at offset: Int) -> (location: SourceLocation, excerpt: SourceExcerpt?)? {
    places[offset].map { ($0.location, $0.window.excerpt) }
  }
}
