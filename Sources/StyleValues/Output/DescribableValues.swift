extension ColorValue: DescribableValue {
  /// Space, components, opacity, and sRGB as `#rrggbbaa`; missing components are `null`.
  package func json(in context: ConversionContext) -> JSONOutput {
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

  /// `#rrggbbaa`, or the CSS text of a colour without components.
  var hexText: String { if case .absolute(let color) = self { color.srgb.hex8 } else { cssText } }
}

extension Double: DescribableValue {
  package var cssText: String { NumberText.json(self) }

  package func json(in context: ConversionContext) -> JSONOutput { .number(self) }
}

extension Int: DescribableValue {
  package var cssText: String { String(self) }

  package func json(in context: ConversionContext) -> JSONOutput { .integer(self) }
}

extension Percentage: DescribableValue {
  /// The fraction: 1 is 100 %.
  package func json(in context: ConversionContext) -> JSONOutput { .number(fraction) }
}

extension Angle: DescribableValue {
  package func json(in context: ConversionContext) -> JSONOutput { .number(degrees) }
}

extension Bool: DescribableValue {
  package var cssText: String { self ? "true" : "false" }

  package func json(in context: ConversionContext) -> JSONOutput { .bool(self) }
}

extension String: DescribableValue { package var cssText: String { self } }

extension Length: DescribableValue {
  /// Value, unit, and pixels if known; a formula or sum has its text in `calc`.
  package func json(in context: ConversionContext) -> JSONOutput {
    var members = [
      JSONOutput.Member("value", formula == nil ? .number(value) : nil),
      JSONOutput.Member("unit", formula == nil ? .string(unit.rawValue) : nil),
      JSONOutput.Member("pixels", JSONOutput(pixels(in: context))),
    ]
    if formula != nil || addedPercentage != 0 {
      members.append(JSONOutput.Member("calc", .string(cssText)))
    }
    return .object(members)
  }
}

extension CharacterCode: DescribableValue {
  package var cssText: String { String(value) }

  package func json(in context: ConversionContext) -> JSONOutput { .number(Double(value)) }
}

extension Font: DescribableValue {
  /// Family, weight, style and size.
  package var cssText: String { text }

  package func json(in context: ConversionContext) -> JSONOutput {
    [
      "family": JSONOutput(family), "size": .number(size), "weight": .number(Double(weight)),
      "style": .string(style.rawValue),
    ]
  }
}

extension Gradient: DescribableValue {
  /// The stops with location and color; a length as location is text in `length`.
  package func json(in context: ConversionContext) -> JSONOutput {
    guard let written else {
      return .array(
        stops.map { ["location": .number($0.location), "color": .string($0.color.hexText)] })
    }
    return .array(
      zip(stops, written.filter { $0.color != nil }).map { stop, written in
        guard written.hasLength, let position = written.position else {
          return ["location": .number(stop.location), "color": .string(stop.color.hexText)]
        }
        return [
          "location": nil, "color": .string(stop.color.hexText),
          "length": .string(position.cssText),
        ]
      })
  }
}

extension ShadowList: DescribableValue {
  /// The shadows with x, y and blur in pixels; without a colour of their own it is `null`.
  package func json(in context: ConversionContext) -> JSONOutput {
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
  package var cssText: String { text }

  package func json(in context: ConversionContext) -> JSONOutput {
    [
      "name": .string(name),
      "caps": caps.map { [.number($0.left), .number($0.top)] } ?? nil,
    ]
  }
}

extension URLValue: DescribableValue { package var cssText: String { text } }

extension URLRequestValue: DescribableValue {
  package var cssText: String { "\(method) \(url.text)" }

  package func json(in context: ConversionContext) -> JSONOutput {
    ["method": .string(method), "url": .string(url.text)]
  }
}

extension DictionaryKey: DescribableValue { package var cssText: String { camelCase } }
