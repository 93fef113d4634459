import Bytes
import Styling

/// Numbers of tags, equal for equal tags until the table of styles is renewed.
///
/// Readers' tags whose attributes do not come from the input have the lowest numbers, then come the
/// states of SGR, then all others.
package struct TagNumbers: ~Copyable {
  /// Numbers of tags by their bytes, or by those of their values.
  var bytes = TagCache()
  private var kinds = StyleNumbers()
  private var kindCount = emptyTag
  private var others: [ComputedStyleTable.PseudoTag: Int32] = [:]
  private var count = Self.firstOther
  var stateCount: Int32 = 0

  private static let firstOther: Int32 = 1 << 30

  /// The kind of start tags in markup of elements with content; `emptyTag` is that of others.
  static var openingTag: Int32 { 0 }
  static let emptyTag: Int32 = 1

  init() {}

  /// The number of a tag by its bytes; nil for one that is too long.
  mutating func number(of tag: Range<Int>, in bytes: Span<UInt8>, kind: Int32) -> Int32? {
    guard tag.count <= TagCache.longestTag else { return nil }
    let known = self.bytes.find(tag, in: bytes, kind: kind)
    guard known < 0 else { return known }
    count += 1
    self.bytes.insert(tag, of: bytes, kind: kind, value: count)
    return count
  }

  /// The number of a reader's tag, which is nested for a list inside a list; nil for one that is
  /// always read again.
  mutating func number(of tag: MadeTag, isNested: Bool, in bytes: Span<UInt8>) -> Int32? {
    guard tag.isKept, tag.variant < 1 << 20 else { return nil }
    let variant = Int32(tag.variant << 1 | (isNested ? 1 : 0)) << 8 | Int32(tag.element.rawValue)
    guard !tag.value.isEmpty else { return variant }
    guard tag.value.count <= TagCache.longestTag else { return nil }
    // The values of one attribute with the first part of another one are not those of two.
    var kind = kinds.find(variant, Int32(tag.split))
    if kind < 0 {
      kindCount += 1
      kind = kindCount
      kinds.insert(kind, for: variant, Int32(tag.split))
    }
    return number(of: tag.value, in: bytes, kind: kind)
  }

  mutating func number(of tag: ComputedStyleTable.PseudoTag) -> Int32 {
    if let known = others[tag] { return known }
    count += 1
    others[tag] = count
    return count
  }

  /// The number of a state of SGR, one of 2²⁹.
  @inline(__always)
  package func number(ofState state: Int32) -> Int32 {
    1 << 29 | (stateCount &+ state) & 0x1FFF_FFFF
  }

  /// Changes the numbers of all states, of which there were `count`.
  mutating func forgetStates(_ count: Int) { stateCount &+= Int32(truncatingIfNeeded: count) }
}
