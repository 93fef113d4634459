extension Point: DescribableValue {
  /// The point as `{x, y}`.
  public var canonicalText: String { bracesText(x, y) }

  /// Both coordinates.
  public func json(in context: ConversionContext) -> JSONOutput {
    ["x": .number(x), "y": .number(y)]
  }
}

extension Size: DescribableValue {
  /// The size as `{width, height}`.
  public var canonicalText: String { bracesText(width, height) }

  /// Width and height.
  public func json(in context: ConversionContext) -> JSONOutput {
    ["width": .number(width), "height": .number(height)]
  }
}

extension Rect: DescribableValue {
  /// The rectangle as `{{x, y}, {width, height}}`.
  public var canonicalText: String { "{\(origin.canonicalText), \(size.canonicalText)}" }

  /// The four numbers.
  public func json(in context: ConversionContext) -> JSONOutput {
    [
      "x": .number(origin.x), "y": .number(origin.y), "width": .number(size.width),
      "height": .number(size.height),
    ]
  }
}

extension EdgeInsets: DescribableValue {
  /// The insets as `{top, left, bottom, right}`.
  public var canonicalText: String { bracesText(top, left, bottom, right) }

  /// The four distances.
  public func json(in context: ConversionContext) -> JSONOutput {
    [
      "top": .number(top), "left": .number(left), "bottom": .number(bottom),
      "right": .number(right),
    ]
  }
}

extension Offset: DescribableValue {
  /// The offset as `{horizontal, vertical}`.
  public var canonicalText: String { bracesText(horizontal, vertical) }

  /// Both distances.
  public func json(in context: ConversionContext) -> JSONOutput {
    ["horizontal": .number(horizontal), "vertical": .number(vertical)]
  }
}

private func bracesText(_ numbers: Double...) -> String {
  "{" + numbers.map(NumberText.json).joined(separator: ", ") + "}"
}
