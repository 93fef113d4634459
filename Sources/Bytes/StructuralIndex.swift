internal import CBytes

/// Index of the bytes of markup that are more than text: controls but tab, `&`, `<`, `>`, DEL, `{`
/// where it counts, and the first byte of each run that is not ASCII.
///
/// They are found for a few kilobytes at once, without a branch for each byte, and taken one by
/// one. Unlike a search for the next one this never looks at a block twice, and how far it is to
/// the next one is nothing that a processor has to guess.
@safe
@usableFromInline
package struct StructuralIndex: ~Copyable {
  /// The offsets from `start` of what was found, in order, owned.
  @usableFromInline let places: UnsafeMutablePointer<UInt16>

  /// Number of entries.
  @usableFromInline package private(set) var count = 0

  /// The number of the next one, from 0; a loop keeps it in a variable of its own.
  @usableFromInline package var index = 0

  /// Start offset of the bytes that were looked through.
  @usableFromInline package private(set) var start = 0

  /// End offset of those bytes; nothing behind it is known yet.
  @usableFromInline package private(set) var end = 0

  /// Nothing is known of any bytes.
  package init() {
    unsafe places = .allocate(capacity: cbytes_longest_part + cbytes_spare_places)
  }

  deinit {
    unsafe places.deallocate()
  }

  /// Forgets everything: there are other bytes now.
  package mutating func removeAll() {
    count = 0
    index = 0
    start = 0
    end = 0
  }

  /// Looks through the next part of some bytes.
  /// - Parameters:
  ///   - offset: Start offset of the search, at most the end of the bytes.
  ///   - bytes: The bytes.
  ///   - stopsAtBrace: True if `{` is more than text.
  package mutating func find(from offset: Int, in bytes: Span<UInt8>, stopsAtBrace: Bool) {
    precondition(offset >= 0 && offset <= bytes.count)
    let length = min(bytes.count - offset, cbytes_longest_part)
    index = 0
    count = 0
    start = offset
    end = offset + length
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      count = unsafe cbytes_find_markup(first + offset, length, stopsAtBrace ? 1 : 0, places)
    }
  }

  /// True if nothing more was found.
  @inlinable package var isEmpty: Bool {
    @inline(__always)
    get { index >= count }
  }

  /// The next place; there must be one.
  @inlinable package var first: Int {
    @inline(__always)
    get { self[index] }
  }

  /// The place of a number below `count`.
  @inlinable
  @inline(__always)
  package subscript(number: Int) -> Int {
    start &+ Int(truncatingIfNeeded: unsafe places[number])
  }

  /// Lets the next place be one before it, in the middle of something that was found.
  package mutating func putBack(_ place: Int) {
    precondition(index > 0 && place >= start && place <= end)
    index -= 1
    unsafe places[index] = UInt16(place - start)
  }

  /// Goes past all places before an offset.
  @inlinable
  @inline(__always)
  package mutating func skip(to offset: Int) {
    while index < count, first < offset { index &+= 1 }
  }
}
