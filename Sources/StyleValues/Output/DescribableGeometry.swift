extension Point: DescribableValue {
  /// The point as `{x, y}`.
  package var canonicalText: String { bracesText(x, y) }

  /// Both coordinates.
  package func json(in context: ConversionContext) -> JSONOutput {
    ["x": .number(x), "y": .number(y)]
  }
}

extension Size: DescribableValue {
  /// The size as `{width, height}`.
  package var canonicalText: String { bracesText(width, height) }

  /// Width and height.
  package func json(in context: ConversionContext) -> JSONOutput {
    ["width": .number(width), "height": .number(height)]
  }
}

extension Rect: DescribableValue {
  /// The rectangle as `{{x, y}, {width, height}}`.
  package var canonicalText: String { "{\(origin.canonicalText), \(size.canonicalText)}" }

  /// The four numbers.
  package func json(in context: ConversionContext) -> JSONOutput {
    [
      "x": .number(origin.x), "y": .number(origin.y), "width": .number(size.width),
      "height": .number(size.height),
    ]
  }
}

extension EdgeInsets: DescribableValue {
  /// The insets as `{top, left, bottom, right}`.
  package var canonicalText: String { bracesText(top, left, bottom, right) }

  /// The four distances.
  package func json(in context: ConversionContext) -> JSONOutput {
    [
      "top": .number(top), "left": .number(left), "bottom": .number(bottom),
      "right": .number(right),
    ]
  }
}

extension Offset: DescribableValue {
  /// The offset as `{horizontal, vertical}`.
  package var canonicalText: String { bracesText(horizontal, vertical) }

  /// Both distances.
  package func json(in context: ConversionContext) -> JSONOutput {
    ["horizontal": .number(horizontal), "vertical": .number(vertical)]
  }
}

private func bracesText(_ numbers: Double...) -> String {
  "{" + numbers.map(NumberText.json).joined(separator: ", ") + "}"
}
