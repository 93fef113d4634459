extension ColorValue: DescribableValue {
  /// The serialisation of CSS.
  public var canonicalText: String { cssText }

  /// Space, components, opacity, and sRGB as `#rrggbbaa`; missing components are `null`.
  public func json(in context: ConversionContext) -> JSONOutput {
    switch self {
    case .currentColor: return ["space": "currentcolor"]
    case .ansi(let index): return ["space": "ansi", "index": .number(Double(index))]
    case .absolute(let color):
      let components = (0..<3).map { index -> JSONOutput in
        color.missing.contains(.component(index)) ? nil : .number(color.components[index])
      }
      return [
        "space": .string(color.space.rawValue), "hex": .string(color.srgb.hex8),
        "components": .array(components),
        "alpha": color.missing.contains(.alpha) ? nil : .number(color.alpha),
      ]
    }
  }

  /// `#rrggbbaa`, or what else the colour is.
  var hexText: String {
    if case .absolute(let color) = self { color.srgb.hex8 } else { cssText }
  }
}

extension Double: DescribableValue {
  /// The number.
  public var canonicalText: String { NumberText.json(self) }

  /// The number.
  public func json(in context: ConversionContext) -> JSONOutput { .number(self) }
}

extension Int: DescribableValue {
  /// The number.
  public var canonicalText: String { String(self) }

  /// The number.
  public func json(in context: ConversionContext) -> JSONOutput { .integer(self) }
}

extension Percentage: DescribableValue {
  /// The percentage with its sign.
  public var canonicalText: String { cssText }

  /// The fraction: 1 is 100 %.
  public func json(in context: ConversionContext) -> JSONOutput { .number(fraction) }
}

extension Angle: DescribableValue {
  /// The angle in degrees with its unit.
  public var canonicalText: String { cssText }

  /// Degrees.
  public func json(in context: ConversionContext) -> JSONOutput { .number(degrees) }
}

extension Bool: DescribableValue {
  /// `true` or `false`.
  public var canonicalText: String { self ? "true" : "false" }

  /// The truth value.
  public func json(in context: ConversionContext) -> JSONOutput { .bool(self) }
}

extension String: DescribableValue {
  /// The text itself.
  public var canonicalText: String { self }

  /// The text.
  public func json(in context: ConversionContext) -> JSONOutput { .string(self) }
}

extension Length: DescribableValue {
  /// The length with its unit.
  public var canonicalText: String { cssText }

  /// Value, unit, and pixels where they are known.
  public func json(in context: ConversionContext) -> JSONOutput {
    [
      "value": .number(value), "unit": .string(unit.rawValue),
      "pixels": JSONOutput(pixels(in: context)),
    ]
  }
}

extension CharacterCode: DescribableValue {
  /// The code.
  public var canonicalText: String { String(value) }

  /// The code.
  public func json(in context: ConversionContext) -> JSONOutput { .number(Double(value)) }
}

extension Font: DescribableValue {
  /// Family, weight, style and size.
  public var canonicalText: String { text }

  /// Family, size, weight and style.
  public func json(in context: ConversionContext) -> JSONOutput {
    [
      "family": JSONOutput(family), "size": .number(size), "weight": .number(Double(weight)),
      "style": .string(style.rawValue),
    ]
  }
}

extension Gradient: DescribableValue {
  /// The serialisation of CSS.
  public var canonicalText: String { cssText }

  /// The stops, each with its location and color.
  public func json(in context: ConversionContext) -> JSONOutput {
    .array(
      stops.map { ["location": .number($0.location), "color": .string($0.color.hexText)] })
  }
}

extension ShadowList: DescribableValue {
  /// The serialisation of CSS.
  public var canonicalText: String { cssText }

  /// The shadows with x, y and blur in pixels; no colour of its own is `null`.
  public func json(in context: ConversionContext) -> JSONOutput {
    .array(
      shadows.map {
        [
          "x": JSONOutput($0.x.pixels(in: context)), "y": JSONOutput($0.y.pixels(in: context)),
          "blur": JSONOutput($0.blur.pixels(in: context)), "color": JSONOutput($0.color?.hexText),
        ]
      })
  }
}

extension ImageReference: DescribableValue {
  /// The notation of stylesheets.
  public var canonicalText: String { text }

  /// Name and stretch caps.
  public func json(in context: ConversionContext) -> JSONOutput {
    [
      "name": .string(name),
      "caps": caps.map { [.number($0.left), .number($0.top)] } ?? nil,
    ]
  }
}

extension URLValue: DescribableValue {
  /// The URL.
  public var canonicalText: String { text }

  /// The URL.
  public func json(in context: ConversionContext) -> JSONOutput { .string(text) }
}

extension URLRequestValue: DescribableValue {
  /// Method and URL.
  public var canonicalText: String { "\(method) \(url.text)" }

  /// Method and URL.
  public func json(in context: ConversionContext) -> JSONOutput {
    ["method": .string(method), "url": .string(url.text)]
  }
}

extension DictionaryKey: DescribableValue {
  /// The key in camel case.
  public var canonicalText: String { camelCase }

  /// The key in camel case.
  public func json(in context: ConversionContext) -> JSONOutput { .string(camelCase) }
}
