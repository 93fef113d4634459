import Bytes

/// A start tag that a reader makes, so that nothing of it is written to be read again.
package struct MadeTag {
  /// The element.
  package let element: MarkupElement

  /// Tells apart tags of the element whose attributes do not come from the input; from 0.
  package let variant: Int

  /// Bytes that its other attributes are made of, and where the second part of them begins.
  package let value: Range<Int>
  package let split: Int

  /// False for a tag that is not expected again.
  package let isKept: Bool

  /// The variant of a tag whose value is all of its bytes in HTML.
  static let written = (1 << 20) - 1

  /// Puts a tag together.
  package init(
    _ element: MarkupElement, variant: Int = 0, value: Range<Int> = 0..<0, split: Int = 0,
    isKept: Bool = true
  ) {
    self.element = element
    self.variant = variant
    self.value = value
    self.split = split
    self.isKept = isKept
  }

  /// The same tag with its value in other bytes.
  package func with(value: Range<Int>) -> MadeTag {
    MadeTag(element, variant: variant, value: value, split: split, isKept: isKept)
  }

  /// An attribute with its value, in which nothing has to be decoded.
  package typealias Attribute = (name: String, value: [UInt8])

  /// Number of bytes that count towards the limit of open tags.
  var length: Int { value.count + 8 }
}

extension ComputedStyleTable {
  /// The number of a tag; nil for one that is always read again.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - isNested: True for a list inside a list.
  ///   - bytes: The bytes that its range is of.
  /// - Returns: A number that is equal for equal tags, until the table is renewed.
  mutating func number(of tag: MadeTag, isNested: Bool, in bytes: Span<UInt8>) -> Int32? {
    guard tag.isKept, tag.variant < 1 << 20 else { return nil }
    let variant = Int32(tag.variant << 1 | (isNested ? 1 : 0)) << 8 | Int32(tag.element.rawValue)
    guard !tag.value.isEmpty else { return variant }
    guard tag.value.count <= TagCache.longestTag else { return nil }
    // The values of one attribute with the first part of another one are not those of two.
    let split = Int32(tag.split)
    let kind = numbers.find(~variant, split)
    let parent = kind < 0 ? Self.firstKind + kindCount : kind
    if kind < 0 {
      numbers.insert(parent, for: ~variant, split)
      kindCount += 1
    }
    let known = tags.find(tag.value, in: bytes, parent: ~parent)
    if known >= 0 { return known }
    if tags.isFull(for: tag.value.count) { tags.removeAll() }
    let number = Self.firstNumber + valueCount
    valueCount += 1
    tags.insert(tag.value, of: bytes, parent: ~parent, value: number)
    return number
  }

  /// There are never so many states or places of parents, nor so large numbers of other tags.
  private static let firstKind: Int32 = 3 << 29
  private static let firstNumber: Int32 = 1 << 30
}
