/// A start tag from a reader, which is not written as markup.
package struct MadeTag {
  package let element: MarkupElement

  /// Distinguishes tags of the element by attributes that do not come from the input; from 0.
  package let variant: Int

  /// The bytes of its other attributes, and the start of their second part.
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

  /// An attribute with its decoded value.
  package typealias Attribute = (name: String, value: [UInt8])

  /// The bytes that count towards the limit of open tags.
  var length: Int { value.count + 8 }
}
