/// The types of values by their names in `cssview value TYPE`.
///
/// ```swift
/// if let type = ValueType(rawValue: "length") {
///   let value = try type.describe("2em", in: ConversionContext())
///   print(value.text, value.json.text)  // 2em {"value": 2, "unit": "em", "pixels": 30}
///   print(type.type == Length.self, ValueType.allCases.contains(type))  // true true
/// }
/// ```
package struct ValueType: RawRepresentable, CaseIterable, Hashable, Sendable {
  package let rawValue: String

  package init?(rawValue: String) {
    guard Self.types.contains(where: { $0.name == rawValue }) else { return nil }
    self.rawValue = rawValue
  }

  /// In the order of the manual.
  package static let allCases = types.compactMap { ValueType(rawValue: $0.name) }

  package var type: any DescribableValue.Type {
    Self.types.first { $0.name == rawValue }?.type ?? String.self
  }

  private static let types: [(name: String, type: any DescribableValue.Type)] = [
    ("color", PatternColor.self), ("number", Double.self), ("integer", Int.self),
    ("percentage", Percentage.self), ("angle", Angle.self), ("bool", Bool.self),
    ("string", String.self), ("length", Length.self), ("char", CharacterCode.self),
    ("point", Point.self), ("size", Size.self), ("rect", Rect.self),
    ("edge-insets", EdgeInsets.self), ("offset", Offset.self), ("font", Font.self),
    ("gradient", Gradient.self), ("image", ImageReference.self), ("url", URLValue.self),
    ("url-request", URLRequestValue.self), ("text-align", TextAlignment.self),
    ("line-break", LineBreakMode.self), ("content-alignment", ContentAlignment.self),
    ("content-mode", ContentMode.self), ("control-state", ControlState.self),
    ("control-event", ControlEvent.self),
    ("shadow", ShadowList.self), ("border-style", BorderStyle.self),
    ("underline-style", UnderlineStyle.self), ("cursor-shape", CursorShape.self),
    ("mouse-button", MouseButton.self), ("key-press", KeyPress.self), ("key", DictionaryKey.self),
  ]

  /// Converts and describes a value.
  ///
  /// - Throws: An error with the expected and the found value, and its position.
  package func describe(
    _ raw: StyleValues.RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> DescribedValue {
    let type = type
    return try Self.describe(type, raw, in: context)
  }

  private static func describe<Value: DescribableValue>(
    _ type: Value.Type, _ raw: StyleValues.RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> DescribedValue {
    let value = try Value.convert(raw, in: context)
    return DescribedValue(text: value.cssText, json: value.json(in: context))
  }
}

/// A converted value as text and as JSON.
///
/// ```swift
/// let value = try ValueType(rawValue: "bool")?.describe("yes", in: ConversionContext())
/// print(value == DescribedValue(text: "true", json: true))  // true
/// ```
package struct DescribedValue: Hashable, Sendable {
  /// Equal for all spellings of a value.
  package var text: String

  package var json: JSONOutput

  package init(text: String, json: JSONOutput) {
    self.text = text
    self.json = json
  }
}

/// A value that commands can print.
///
/// ```swift
/// let angle = try Angle.convert("0.5turn")
/// print(angle.cssText, angle.json(in: ConversionContext()).text)  // 180deg 180
/// ```
package protocol DescribableValue: StyleConvertible {
  /// Equal for all spellings of a value.
  var cssText: String { get }

  func json(in context: ConversionContext) -> JSONOutput
}

extension DescribableValue {
  package func json(in context: ConversionContext) -> JSONOutput { .string(cssText) }
}
