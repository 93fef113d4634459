package import CSSSyntax

/// Anything that can be seen as a raw value.
///
/// ```swift
/// struct Reading: RawConvertible {
///   var celsius = 21.5
///   var raw: RawValue { celsius.raw }
/// }
/// print(try Double.convert(Reading().raw, in: ConversionContext()))  // 21.5
/// ```
package protocol RawConvertible {
  /// The raw value.
  var raw: StyleValues.RawValue { get }
}

extension RawValue: RawConvertible {
  /// The value itself.
  package var raw: RawValue { self }
}

extension CSSText: RawConvertible {
  /// The text with its place.
  package var raw: RawValue { RawValue(self) }
}

extension Double {
  /// A number.
  package var raw: RawValue { RawValue(.number(self)) }
}

extension Int {
  /// A number.
  package var raw: RawValue { RawValue(.number(Double(self))) }
}

extension Bool {
  /// A truth value.
  package var raw: RawValue { RawValue(.bool(self)) }
}

extension Float: RawConvertible {
  /// A number.
  package var raw: RawValue { RawValue(.number(Double(self))) }
}

extension UInt: RawConvertible {
  /// A number.
  package var raw: RawValue { RawValue(.number(Double(self))) }
}

extension Substring: RawConvertible {
  /// A text.
  package var raw: RawValue { RawValue(String(self)) }
}

extension Array: RawConvertible where Element: RawConvertible {
  /// An array of the elements' raw values.
  package var raw: RawValue { RawValue(.array(map(\.raw))) }
}

extension Dictionary: RawConvertible where Key == String, Value: RawConvertible {
  /// An object, its members in the order of their names.
  package var raw: RawValue {
    RawValue(.object(sorted { $0.key < $1.key }.map { RawMember($0.key, $0.value.raw) }))
  }
}

///
/// ```swift
/// print(try [Int].convert(["1", "x", 3], in: ConversionContext()))  // [1, 3]
/// ```
extension Array: Convertible where Element: Convertible {
  /// Converts element by element; those that fail are left out.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> [Element] {
    guard case .array(let elements) = raw.content else {
      throw ConversionError(expected: "an array", raw)
    }
    return elements.compactMap { try? Element.convert($0, in: context) }
  }
}

extension Array: StyleConvertible where Element: StyleConvertible {}

///
/// ```swift
/// let sizes = try [String: Length].convert(["a": "2em", "b": "red"], in: ConversionContext())
/// print(sizes.mapValues(\.cssText))  // ["a": "2em"]
/// ```
extension Dictionary: Convertible where Key == String, Value: Convertible {
  /// Converts member by member; those that fail are left out, and of a name that is
  /// there twice the last one counts.
  package static func convert(
    _ raw: RawValue, in context: ConversionContext
  ) throws(ConversionError) -> [String: Value] {
    guard case .object(let members) = raw.content else {
      throw ConversionError(expected: "an object", raw)
    }
    var result: [String: Value] = [:]
    for member in members {
      guard let value = try? Value.convert(member.value, in: context) else { continue }
      result[member.name] = value
    }
    return result
  }
}

extension Dictionary: StyleConvertible where Key == String, Value: StyleConvertible {}
