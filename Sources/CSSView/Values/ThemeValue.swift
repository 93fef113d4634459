import CSSSyntax
import Diagnostics
package import StyleValues

/// A value as it is written, in a theme or for a property: text, a number, a truth value, an array
/// or a dictionary.
///
/// ```swift
/// let theme: Theme = [
///   ":root": ["--good": "#86d99a"],
///   ".ok": ["color": "var(--good)", "font-weight": 700],
/// ]
/// print(theme.classNames, theme.findings)  // ["ok"] []
///
/// let value: ThemeValue = ["sizes": ["12", 14.5], "name": "AvenirNext-Bold, 18"]
/// print(try value["sizes"]?.converted(to: [Double].self) ?? [])  // [12.0, 14.5]
/// print(try value["name"]?.converted(to: StyleFont.self).weight ?? 0)  // 700
/// ```
public struct ThemeValue: Sendable {
  package let raw: StyleValues.RawValue

  /// How it is to be read; nil leaves it to whoever reads it.
  package let context: ConversionContext?

  package init(_ raw: StyleValues.RawValue, in context: ConversionContext? = nil) {
    self.raw = raw
    self.context = context
  }

  /// The text, when it is text.
  public var text: String? { raw.text?.string }

  /// The number, when it is a number and not the text of one.
  public var number: Double? {
    if case .number(let number) = raw.content { number } else { nil }
  }

  /// The truth value, when it is one.
  public var flag: Bool? {
    if case .bool(let flag) = raw.content { flag } else { nil }
  }

  /// Whether it is nothing: `null`.
  public var isNull: Bool { raw.isNull }

  /// The elements, when it is an array.
  public var elements: [ThemeValue]? {
    guard case .array(let elements) = raw.content else { return nil }
    return elements.map { ThemeValue($0, in: context) }
  }

  /// The names of its members in their order, when it is a dictionary.
  public var names: [String]? {
    guard case .object(let members) = raw.content else { return nil }
    return members.map(\.name)
  }

  /// The member with a name; nil when there is none, or this is no dictionary.
  public subscript(name: String) -> ThemeValue? { raw[name].map { ThemeValue($0, in: context) } }

  /// The value as a type.
  ///
  /// - Throws: What was expected, what was found, and where.
  public func converted<Value: Convertible>(
    to type: Value.Type = Value.self
  ) throws(ConversionFailure) -> Value {
    try Value.convert(self)
  }

  /// An error that this is not what was expected, such as `a weight of 0 or more`; the nearest of
  /// some names is suggested.
  public func failure(
    expected: String, suggestionAmong names: [String] = []
  ) -> ConversionFailure {
    ConversionFailure(
      ConversionError(
        expected: expected, raw,
        suggestion: text.flatMap { names.isEmpty ? nil : nearestName(to: $0, in: names) }))
  }

  /// The value with the settings that count where it has none.
  func settled(_ context: ConversionContext) -> ThemeValue {
    ThemeValue(raw, in: self.context ?? context)
  }

  /// What it depends on.
  var conversionContext: ConversionContext { context ?? ConversionContext() }

  /// A value of a type from below.
  func convert<Value: StyleValues.Convertible>(
    _ type: Value.Type
  ) throws(ConversionFailure) -> Value {
    do throws(ConversionError) {
      return try Value.convert(raw, in: conversionContext)
    } catch {
      throw ConversionFailure(error)
    }
  }

  /// The value in JSON.
  var json: JSONOutput {
    switch raw.content {
    case .text(let text): .string(text.string)
    case .number(let number):
      raw.integerDigits.flatMap { Int($0) }.map(JSONOutput.integer)
        ?? .number(number)
    case .bool(let flag): .bool(flag)
    case .array: .array((elements ?? []).map(\.json))
    case .object(let members):
      .object(members.map { JSONOutput.Member($0.name, ThemeValue($0.value).json) })
    case .null: .null
    }
  }
}

extension ThemeValue: Hashable {
  /// Whether two values are written the same.
  public static func == (left: ThemeValue, right: ThemeValue) -> Bool { left.json == right.json }

  /// Hashes what is written.
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension ThemeValue: CustomStringConvertible {
  /// The value in JSON, on one line.
  public var description: String { json.text }
}

extension ThemeValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Nothing: `null`.
  public static let null = ThemeValue(RawValue(.null))

  /// Text, as it stands in a sheet.
  public init(_ text: String) { self.init(RawValue(text)) }

  /// A colour.
  public init(_ color: StyleColor) { self.init(RawValue(color.value?.cssText ?? "transparent")) }

  /// Any value of a Swift dictionary: text, numbers, truth values, arrays and dictionaries of
  /// them, nil, tuples, and whatever else has a description.
  public init(any value: Any?) { self.init(Self.raw(of: value)) }

  /// Text, as it stands in a sheet.
  public init(stringLiteral text: String) { self.init(text) }

  /// A number.
  public init(integerLiteral number: Int) { self.init(any: number) }

  /// A number.
  public init(floatLiteral number: Double) { self.init(RawValue(.number(number))) }

  /// A truth value.
  public init(booleanLiteral flag: Bool) { self.init(RawValue(.bool(flag))) }

  /// Several values.
  public init(arrayLiteral elements: ThemeValue...) {
    self.init(RawValue(.array(elements.map(\.raw))))
  }

  /// Declarations, or whatever else has names.
  public init(dictionaryLiteral members: (String, ThemeValue)...) {
    self.init(RawValue(.object(members.map { RawMember($0.0, $0.1.raw) })))
  }
}

extension ThemeValue {
  private static func raw(of value: Any?) -> StyleValues.RawValue {
    guard let value else { return RawValue(.null) }
    switch value {
    case let value as ThemeValue: return value.raw
    case let flag as Bool: return RawValue(.bool(flag))
    case let text as String: return RawValue(text)
    case let text as Substring: return RawValue(String(text))
    case let number as Double: return RawValue(.number(number))
    case let number as Float: return RawValue(.number(Double(number)))
    case let number as any BinaryInteger:
      // What a `Double` does not hold exactly is read from its digits.
      return Double(exactly: number).map { RawValue(.number($0)) } ?? RawValue("\(number)")
    case let color as StyleColor: return ThemeValue(color).raw
    case let values as [Any?]: return RawValue(.array(values.map(raw)))
    case let members as [String: Any?]:
      return RawValue(
        .object(members.sorted { $0.key < $1.key }.map { RawMember($0.key, raw(of: $0.value)) }))
    default: return raw(reflecting: value)
    }
  }

  /// A value that only its parts tell about: an optional, a tuple, a set, an enumeration.
  private static func raw(reflecting value: Any) -> StyleValues.RawValue {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { raw(of: $0.value) } ?? RawValue(.null)
    case .tuple, .set, .collection:
      return RawValue(.array(mirror.children.map { raw(of: $0.value) }))
    default: break
    }
    if let value = value as? any RawRepresentable { return raw(of: value.rawValue) }
    return RawValue(String(describing: value))
  }

  /// The value as plain Swift: strings, numbers, truth values, arrays and dictionaries.
  ///
  /// A whole number is an `Int`; nothing is nil, and in a dictionary it is left out.
  package var plain: Any? {
    switch raw.content {
    case .text(let text): text.string
    case .number(let number):
      raw.integerDigits.flatMap { Int($0) } ?? Int(exactly: number) ?? number as Any
    case .bool(let flag): flag
    case .array: (elements ?? []).map { $0.plain as Any }
    case .object(let members):
      Dictionary(
        members.compactMap { member in
          ThemeValue(member.value).plain.map { (member.name, $0) }
        }, uniquingKeysWith: { $1 })
    case .null: nil
    }
  }

  /// The value that a text is in JSON.
  ///
  /// - Throws: Where it is no JSON.
  public init(json text: String) throws(ConversionFailure) {
    let document = JSONDocument(SourceText(name: "<json>", text: text))
    if let problem = document.diagnostics.first(where: { $0.severity == .error }) {
      throw ConversionFailure(ConversionError(expected: "JSON", found: problem.message))
    }
    guard let root = document.root else {
      throw ConversionFailure(ConversionError(expected: "JSON", found: "nothing"))
    }
    self.init(RawValue(root, of: document))
  }
}
