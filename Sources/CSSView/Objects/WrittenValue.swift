import StyleValues
import Styling

/// Present value of an object, in the notation of a sheet.
enum WrittenValue {
  /// A value as a sheet writes it; nil where nothing says it.
  static func text(of value: Any) -> String? {
    switch value {
    case let color as StyleColor: text(of: color)
    case let number as Double: NumberText.css(number)
    case let number as Float: NumberText.css(Double(number))
    case let length as StyleLength: NumberText.css(length.pixels) + "px"
    case let font as StyleFont:
      Font(
        family: font.family, size: font.size, weight: font.weight,
        style: font.isItalic ? .italic : .normal
      ).text
    case let size as StyleSize:
      "\(NumberText.css(size.width))px \(NumberText.css(size.height))px"
    case let offset as StyleOffset:
      "\(NumberText.css(offset.horizontal))px \(NumberText.css(offset.vertical))px"
    case let insets as StyleInsets:
      [insets.top, insets.right, insets.bottom, insets.left].map { NumberText.css($0) + "px" }
        .joined(separator: " ")
    case let alignment as TextAlignment:
      (StyleValues.TextAlignment(rawValue: alignment.rawValue) ?? .start).documentName
    case let value as any RawRepresentable: "\(value.rawValue)"
    case is String, is any BinaryInteger, is Bool: "\(value)"
    default: nil
    }
  }

  /// `#RRGGBBAA` in upper case, as the documents print colours.
  private static func text(of color: StyleColor) -> String? {
    guard case .absolute(let value)? = color.value else { return color.value?.cssText }
    return value.srgb.hex8.uppercased()
  }
}
