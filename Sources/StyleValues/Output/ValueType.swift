/// The types of values by the names that `cssview value TYPE` knows them by.
///
/// ```swift
/// let type = ValueType.length
/// let value = try type.describe("2em", in: ConversionContext())
/// print(value.text, value.json.text)  // 2em {"value": 2, "unit": "em", "pixels": 30}
/// print(type.type == Length.self, ValueType(rawValue: "edge-insets") == .edgeInsets)  // true true
/// ```
package enum ValueType: String, CaseIterable, Hashable, Sendable {
  /// `ColorValue`
  case color
  /// `Double`
  case number
  /// `Int`
  case integer
  /// `Percentage`
  case percentage
  /// `Angle`
  case angle
  /// `Bool`
  case bool
  /// `String`
  case string
  /// `Length`
  case length
  /// `CharacterCode`
  case char
  /// `Point`
  case point
  /// `Size`
  case size
  /// `Rect`
  case rect
  /// `EdgeInsets`
  case edgeInsets = "edge-insets"
  /// `Offset`
  case offset
  /// `Font`
  case font
  /// `Gradient`
  case gradient
  /// `ImageReference`
  case image
  /// `URLValue`
  case url
  /// `URLRequestValue`
  case urlRequest = "url-request"
  /// `TextAlignment`
  case textAlign = "text-align"
  /// `LineBreakMode`
  case lineBreak = "line-break"
  /// `ContentAlignment`
  case contentAlignment = "content-alignment"
  /// `ControlState`
  case controlState = "control-state"
  /// `ControlEvent`
  case controlEvent = "control-event"
  /// `ShadowList`
  case shadow
  /// `BorderStyle`
  case borderStyle = "border-style"
  /// `UnderlineStyle`
  case underlineStyle = "underline-style"
  /// `CursorShape`
  case cursorShape = "cursor-shape"
  /// `MouseButton`
  case mouseButton = "mouse-button"
  /// `KeyPress`
  case keyPress = "key-press"
  /// `DictionaryKey`
  case key

  /// Converts a value to this type and describes the result.
  ///
  /// - Throws: What was expected, what was found, and where.
  package func describe(
    _ raw: StyleValues.RawValue, in context: ConversionContext
  ) throws(ConversionError) -> DescribedValue {
    let type = type
    return try Self.describe(type, raw, in: context)
  }

  /// The Swift type.
  package var type: any DescribableValue.Type {
    switch self {
    case .color: ColorValue.self
    case .number: Double.self
    case .integer: Int.self
    case .percentage: Percentage.self
    case .angle: Angle.self
    case .bool: Bool.self
    case .string: String.self
    case .length: Length.self
    case .char: CharacterCode.self
    case .point: Point.self
    case .size: Size.self
    case .rect: Rect.self
    case .edgeInsets: EdgeInsets.self
    case .offset: Offset.self
    case .font: Font.self
    case .gradient: Gradient.self
    case .image: ImageReference.self
    case .url: URLValue.self
    case .urlRequest: URLRequestValue.self
    case .textAlign: TextAlignment.self
    case .lineBreak: LineBreakMode.self
    case .contentAlignment: ContentAlignment.self
    case .controlState: ControlState.self
    case .controlEvent: ControlEvent.self
    case .shadow: ShadowList.self
    case .borderStyle: BorderStyle.self
    case .underlineStyle: UnderlineStyle.self
    case .cursorShape: CursorShape.self
    case .mouseButton: MouseButton.self
    case .keyPress: KeyPress.self
    case .key: DictionaryKey.self
    }
  }

  private static func describe<Value: DescribableValue>(
    _ type: Value.Type, _ raw: StyleValues.RawValue, in context: ConversionContext
  ) throws(ConversionError) -> DescribedValue {
    let value = try Value.convert(raw, in: context)
    return DescribedValue(text: value.canonicalText, json: value.json(in: context))
  }
}

/// A converted value as it is shown to people and to programs.
///
/// ```swift
/// let value = try ValueType.bool.describe("yes", in: ConversionContext())
/// print(value == DescribedValue(text: "true", json: true))  // true
/// ```
package struct DescribedValue: Hashable, Sendable {
  /// One text for every spelling of the same value.
  package var text: String

  /// The value in JSON.
  package var json: JSONOutput

  /// Puts a description together.
  package init(text: String, json: JSONOutput) {
    self.text = text
    self.json = json
  }
}

/// A value that commands can print.
///
/// ```swift
/// let angle = try Angle.convert("0.5turn")
/// print(angle.canonicalText, angle.json(in: ConversionContext()).text)  // 180deg 180
/// ```
package protocol DescribableValue: StyleConvertible, RawConvertible {
  /// One text for every spelling of the same value.
  var canonicalText: String { get }

  /// The value in JSON.
  func json(in context: ConversionContext) -> JSONOutput
}

extension DescribableValue {
  /// The canonical text, which reads back as the same value.
  package var raw: StyleValues.RawValue { StyleValues.RawValue(canonicalText) }
}
