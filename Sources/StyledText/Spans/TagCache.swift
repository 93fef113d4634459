/// Finds what was made of a tag before, by the node around it and the tag's raw bytes.
///
/// A hit needs no tokenising and makes no string. The cache is bounded: when it is full the
/// caller empties it together with its own table of values.
public struct TagCache: Sendable {
  private struct Entry {
    var hash: UInt32 = 0
    var start: UInt32 = 0
    var count: UInt32 = 0
    var parent: Int32 = 0
    /// -1 in a free place.
    var value: Int32 = -1
  }

  private var entries = [Entry](repeating: Entry(), count: 1024)
  private var used = 0
  /// The raw bytes of all tags.
  private var keys: [UInt8] = []

  /// More tags than this are not kept.
  public static let mostTags = 1 << 17

  /// More bytes of tags than this are not kept.
  public static let mostBytes = 1 << 23

  /// A longer tag is not kept.
  public static let longestTag = 1024

  /// How many places are looked at for a tag.
  ///
  /// Tags made to meet in one place push each other out; they can not make the search long.
  private static let mostProbes = 16

  /// An empty cache.
  public init() {}

  /// How many tags are kept.
  public var count: Int { used }

  /// True when a tag of a length has no room any more.
  public func isFull(for length: Int) -> Bool {
    used >= Self.mostTags || keys.count + length > Self.mostBytes
  }

  /// The value that was kept for a tag in a parent; -1 when there is none.
  ///
  /// - Parameters:
  ///   - tag: Where the bytes of the tag are.
  ///   - bytes: The markup.
  ///   - parent: The number of the node around it.
  /// - Returns: The value, 0 or more, or -1.
  public func find(_ tag: Range<Int>, in bytes: Span<UInt8>, parent: Int32) -> Int32 {
    let hash = Self.hash(tag, of: bytes, parent: parent)
    var index = Int(hash) & (entries.count - 1)
    for _ in 0..<Self.mostProbes {
      let entry = entries[index]
      if entry.value < 0 { return -1 }
      if entry.hash == hash, entry.parent == parent, Int(entry.count) == tag.count,
        matches(Int(entry.start), tag, of: bytes)
      {
        return entry.value
      }
      index = (index + 1) & (entries.count - 1)
    }
    return -1
  }

  /// Keeps a value for a tag that is not there yet, if there is room and the tag is not long.
  public mutating func insert(
    _ tag: Range<Int>, of bytes: Span<UInt8>, parent: Int32, value: Int32
  ) {
    guard tag.count <= Self.longestTag, !isFull(for: tag.count) else { return }
    if used * 2 >= entries.count { grow() }
    let entry = Entry(
      hash: Self.hash(tag, of: bytes, parent: parent), start: UInt32(keys.count),
      count: UInt32(tag.count), parent: parent, value: value)
    keys.append(tag, of: bytes)
    place(entry)
    used += 1
  }

  /// Forgets all tags.
  public mutating func removeAll() {
    for index in entries.indices { entries[index].value = -1 }
    keys.removeAll(keepingCapacity: true)
    used = 0
  }

  private mutating func grow() {
    let old = entries
    entries = [Entry](repeating: Entry(), count: old.count * 4)
    for entry in old where entry.value >= 0 { place(entry) }
  }

  private mutating func place(_ entry: Entry) {
    let home = Int(entry.hash) & (entries.count - 1)
    for probe in 0..<Self.mostProbes {
      let index = (home + probe) & (entries.count - 1)
      if entries[index].value < 0 {
        entries[index] = entry
        return
      }
    }
    entries[home] = entry
  }

  private func matches(_ start: Int, _ tag: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    let raw = bytes.bytes
    let count = tag.count
    return keys.withUnsafeBytes { keys in
      var offset = 0
      while offset + 8 <= count {
        let kept = keys.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self)
        let other = raw.unsafeLoadUnaligned(
          fromByteOffset: tag.lowerBound + offset, as: UInt64.self)
        if kept != other { return false }
        offset += 8
      }
      while offset < count {
        if keys[start + offset] != bytes[tag.lowerBound + offset] { return false }
        offset += 1
      }
      return true
    }
  }

  private static func hash(_ tag: Range<Int>, of bytes: Span<UInt8>, parent: Int32) -> UInt32 {
    let raw = bytes.bytes
    var hash = UInt64(truncatingIfNeeded: parent) &* 0x9E37_79B9_7F4A_7C15
    hash ^= UInt64(truncatingIfNeeded: tag.count)
    var offset = tag.lowerBound
    while offset + 8 <= tag.upperBound {
      let word = raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < tag.upperBound {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    hash = (hash ^ rest) &* 0xC4CE_B9FE_1A85_EC53
    return UInt32(truncatingIfNeeded: hash >> 32)
  }
}
