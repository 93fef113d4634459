import CSSSyntax
import Diagnostics
import StyleValues

extension String: Convertible {
  /// Takes text as it stands, and numbers and truth values as they are written.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> String {
    try value.convert(String.self)
  }
}

extension Character: Convertible {
  /// Takes a text of one character.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Character {
    guard let text = try? value.convert(String.self), let first = text.first, text.count == 1 else {
      throw value.failure(expected: "one character")
    }
    return first
  }
}

extension Bool: Convertible {
  /// Takes `yes`, `on`, `true`, `y`, `t` and their opposites; a number is true above 0.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Bool {
    try value.convert(Bool.self)
  }
}

extension Double: Convertible {
  /// Takes a number or its text.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Double {
    try value.convert(Double.self)
  }
}

extension Float: Convertible {
  /// The nearest number of single precision.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Float {
    Float(try value.convert(Double.self))
  }
}

extension Convertible where Self: FixedWidthInteger {
  /// Takes a whole number or its text, exactly; one that does not fit is an error.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Self {
    let written = value.raw.integerDigits ?? value.text
    if let written, let number = Self(written) { return number }
    if let whole = try? value.convert(Int.self), let number = Self(exactly: whole) {
      return number
    }
    let isWhole =
      written.map { Int($0) != nil } ?? ((value.number ?? 0.5).rounded() == value.number)
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

/// Who wants to know of elements that are left out because they cannot be converted.
package enum SkippedValues {
  /// Gets what is wrong with each of them.
  @TaskLocal package static var report: (@Sendable (Finding) -> Void)?

  /// The elements that can be converted.
  static func converted<Value: Convertible>(_ values: [ThemeValue]) -> [Value] {
    values.compactMap { value in
      do throws(ConversionFailure) {
        return try Value.convert(value)
      } catch {
        report?(error.finding)
        return nil
      }
    }
  }
}

extension ThemeValue {
  /// The value itself, or what it is in JSON when it is text.
  package var decoded: ThemeValue {
    guard let text, let json = try? ThemeValue(json: text) else { return self }
    return ThemeValue(json.raw, in: context)
  }
}

extension Array: Convertible where Element: Convertible {
  /// Takes an array, or the text of one in JSON; elements that are of another type are left out.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> [Element] {
    guard let elements = value.decoded.elements else { throw value.failure(expected: "an array") }
    return SkippedValues.converted(elements)
  }
}

extension Set: Convertible where Element: Convertible {
  /// Takes an array, or the text of one in JSON; elements that are of another type are left out.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> Set<Element> {
    Set(try [Element].convert(value))
  }
}

extension Dictionary: Convertible where Key == String, Value: Convertible {
  /// Takes a dictionary, or the text of one in JSON; members that are of another type are left
  /// out.
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
  /// Takes every notation of a colour that sheets know.
  public static func convert(_ value: ThemeValue) throws(ConversionFailure) -> StyleColor {
    if value.isNull { return .standard }
    return StyleColor(try value.convert(ColorValue.self))
  }
}
