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
