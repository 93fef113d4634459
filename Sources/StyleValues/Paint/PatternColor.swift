import CSSSyntax

/// A colour, or in dialect `stringcoding` the image that a pattern is made of.
///
/// ```swift
/// let context = ConversionContext(dialect: .stringcoding)
/// print(try PatternColor.convert("linen.png", in: context).cssText)  // image(linen.png)
/// print(try PatternColor.convert("redColor", in: context).cssText)  // rgb(255, 0, 0)
/// ```
package enum PatternColor: Hashable, Sendable {
  /// A colour of its own.
  case color(ColorValue)
  /// An image that is repeated.
  case pattern(ImageReference)
}

extension PatternColor: DescribableValue {
  /// Takes what a colour is written as, and in `stringcoding` the name of an image.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> PatternColor {
    if context.dialect == .stringcoding, let text = raw.text,
      ImageReference.isFileName(text.string) || ImageReference.isFunction(text.string)
    {
      return .pattern(try ImageReference.convert(raw, in: context))
    }
    return .color(try ColorValue.convert(raw, in: context))
  }

  /// The value as CSS writes it.
  package var cssText: String {
    switch self {
    case .color(let color): color.cssText
    case .pattern(let image): image.text
    }
  }

  /// JSON of the colour; a pattern has the space `pattern` and its image.
  package func json(in context: ConversionContext) -> JSONOutput {
    switch self {
    case .color(let color): color.json(in: context)
    case .pattern(let image): ["space": "pattern", "image": image.json(in: context)]
    }
  }
}
