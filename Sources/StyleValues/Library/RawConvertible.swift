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
