/// A start tag that a reader makes, so that nothing of it is written to be read again.
package struct MadeTag {
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

  package func with(value: Range<Int>) -> MadeTag {
    MadeTag(element, variant: variant, value: value, split: split, isKept: isKept)
  }

  /// An attribute with its value, in which nothing has to be decoded.
  package typealias Attribute = (name: String, value: [UInt8])

  /// Number of bytes that count towards the limit of open tags.
  var length: Int { value.count + 8 }
}
