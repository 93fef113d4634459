import Bytes

/// The start tags of unknown elements on the current line: an end tag of the same name shows that
/// one was meant as an element.
///
/// Each byte after such a tag is searched for the end of the line once.
struct UnknownElements: Sendable {
  /// Hashes of the names, the latest last; names with equal hashes count as equal.
  private var names: [UInt64] = []

  /// An offset in the current bytes; there is no line feed between the latest tag and it.
  private var searched = 0

  /// The most start tags that are remembered.
  private static let most = 16

  mutating func willDrop(first count: Int, of bytes: Span<UInt8>) {
    if count > searched { passLines(before: count, in: bytes) }
    searched = max(0, searched - count)
  }

  mutating func start(_ name: Range<Int>, in bytes: Span<UInt8>) {
    passLines(before: name.lowerBound, in: bytes)
    if names.count == Self.most { names.removeFirst() }
    names.append(Self.hash(of: name, in: bytes))
  }

  /// True if an end tag ends an element that began on its line.
  mutating func end(_ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    passLines(before: name.lowerBound, in: bytes)
    guard !names.isEmpty, let last = names.lastIndex(of: Self.hash(of: name, in: bytes)) else {
      return false
    }
    names.remove(at: last)
    return true
  }

  private mutating func passLines(before end: Int, in bytes: Span<UInt8>) {
    if !names.isEmpty, bytes.firstOffset(of: 0x0A, from: min(searched, end), to: end) < end {
      names.removeAll(keepingCapacity: true)
    }
    searched = end
  }

  private static func hash(of name: Range<Int>, in bytes: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for offset in name { hash = (hash ^ UInt64(bytes[offset].lowercasedASCII)) &* 0x100_0000_01B3 }
    return hash
  }
}
