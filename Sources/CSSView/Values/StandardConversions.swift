import CSSSyntax
import Diagnostics
import StyleValues

extension String: Convertible {
  /// Converts text, numbers and booleans as they are written.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> String {
    try value.convert(String.self)
  }
}

extension Character: Convertible {
  /// Converts text of one character, or a code of StringCoding: `65`, `0x41`, `yes`.
  ///
  /// A code is 0 to 127, or from -128 to -1 that of U+0080 to U+00FF.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Character {
    let text = (try? value.convert(String.self)) ?? ""
    if let first = text.first, text.count == 1 { return first }
    let code = try value.convert(CharacterCode.self).value
    guard let scalar = Unicode.Scalar(UInt32(code < 0 ? code + 256 : code)) else {
      throw value.failure(expected: "one character, or its code such as 65 or 0x41")
    }
    return Character(scalar)
  }
}

extension Bool: Convertible {
  /// Converts `yes`, `on`, `true`, `y`, `t` and their opposites; a number is true above 0.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Bool {
    try value.convert(Bool.self)
  }
}

extension Double: Convertible {
  /// Converts a number or its text; NaN and infinities are errors.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Double {
    let number = try value.convert(Double.self)
    guard number.isFinite else { throw value.failure(expected: "a finite number") }
    return number
  }
}

extension Float: Convertible {
  /// Converts to the nearest number of single precision; one that is too large is an error.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Float {
    let number = Float(try Double.convert(value))
    guard number.isFinite else {
      let largest = greatestFiniteMagnitude
      throw value.failure(expected: "a number from -\(largest) to \(largest)")
    }
    return number
  }
}

extension Convertible where Self: FixedWidthInteger {
  /// Converts an integer or its text exactly; one that is out of range is an error.
  ///
  /// With `<--` a boolean is 1 or 0, as with `NSNumber`.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self {
    if value.conversionContext.dialect == .jsonhelper, let flag = value.flag { return flag ? 1 : 0 }
    let written = value.raw.integerDigits ?? value.text
    if let written, let number = Self(written) { return number }
    if let whole = try? value.convert(Int.self), let number = Self(exactly: whole) { return number }
    let number = try? Double.convert(value)
    let isWhole = number.map { $0.rounded() == $0 } ?? false
    throw value.failure(
      expected: isWhole ? "a whole number from \(min) to \(max)" : "a whole number")
  }
}

extension Int: Convertible {}
extension Int8: Convertible {}
extension Int16: Convertible {}
extension Int32: Convertible {}
extension Int64: Convertible {}
extension UInt: Convertible {}
extension UInt8: Convertible {}
extension UInt16: Convertible {}
extension UInt32: Convertible {}
extension UInt64: Convertible {}

/// Receives findings about elements that are left out because they cannot be converted.
package enum SkippedValues {
  /// Receives a finding for each.
  @TaskLocal package static var receiver = FindingReceiver()

  /// The elements that can be converted.
  static func converted<Value: Convertible>(_ values: [ThemeValue]) -> [Value] {
    values.compactMap { value in
      do throws(ConversionFailure) {
        return try Value.convert(value)
      } catch {
        receiver.receive?(error.finding)
        return nil
      }
    }
  }
}

extension ThemeValue {
  /// The value itself, or the JSON in its text.
  package var decoded: ThemeValue {
    guard let text, let json = try? ThemeValue(json: text) else { return self }
    return ThemeValue(json.raw, in: context)
  }
}

extension Array: Convertible where Element: Convertible {
  /// Converts an array, or its text in JSON; elements of another type are left out.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> [Element] {
    guard let elements = value.decoded.elements else { throw value.failure(expected: "an array") }
    return SkippedValues.converted(elements)
  }
}

extension Set: Convertible where Element: Convertible {
  /// Converts an array, or its text in JSON; elements of another type are left out.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Set<Element> {
    Set(try [Element].convert(value))
  }
}

extension Dictionary: Convertible where Key == String, Value: Convertible {
  /// Converts a dictionary, or its text in JSON; members of another type are left out.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> [String: Value] {
    let value = value.decoded
    guard let names = value.names else { throw value.failure(expected: "an object") }
    var members: [String: Value] = [:]
    for name in names {
      guard let member = value[name] else { continue }
      let converted: [Value] = SkippedValues.converted([member])
      members[name] = converted.first ?? members[name]
    }
    return members
  }
}

extension StyleColor: Convertible {
  /// Converts every notation of a colour in stylesheets; `initial` and `null` are the terminal's
  /// own colour.
  ///
  /// A key of an object may also be the name of an image: the pattern colour of StringCoding. So
  /// may `<--` and values without a theme, which also take names that only StringCoding has, such
  /// as `clear` and `greenColor`.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleColor {
    if value.isNull || value.text == "initial" { return .standard }
    let found: PatternColor
    do throws(ConversionFailure) {
      found = try value.convert(PatternColor.self)
    } catch {
      let keys = ThemeValue(value.raw, in: ConversionContext(dialect: .stringcoding))
      guard (value.context?.dialect ?? .jsonhelper) == .jsonhelper,
        let color = try? keys.convert(PatternColor.self)
      else { throw error }
      found = color
    }
    switch found {
    case .color(let color): return StyleColor(color)
    case .pattern(let image): return .pattern(StyleImage(image))
    }
  }
}
