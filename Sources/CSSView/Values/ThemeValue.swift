import CSSSyntax
import Diagnostics
package import StyleValues

/// A value as written in a theme or for a property: text, a number, a boolean, an array or a
/// dictionary.
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

  /// nil leaves it to the reader.
  package let context: ConversionContext?

  package init(_ raw: StyleValues.RawValue, in context: ConversionContext? = nil) {
    self.raw = raw
    self.context = context
  }

  /// The text; nil for other values.
  public var text: String? { raw.text?.string }

  /// The number; nil for other values, also for the text of a number.
  public var number: Double? { if case .number(let number) = raw.content { number } else { nil } }

  /// The boolean; nil for other values.
  public var flag: Bool? { if case .bool(let flag) = raw.content { flag } else { nil } }

  /// True if it is `null`.
  public var isNull: Bool { raw.isNull }

  /// The elements; nil unless it is an array.
  public var elements: [ThemeValue]? {
    guard case .array(let elements) = raw.content else { return nil }
    return elements.map { ThemeValue($0, in: context) }
  }

  /// The names of its members in order; nil unless it is a dictionary.
  public var names: [String]? {
    guard case .object(let members) = raw.content else { return nil }
    return members.map(\.name)
  }

  /// The member with a name; nil if there is none.
  public subscript(name: String) -> ThemeValue? { raw[name].map { ThemeValue($0, in: context) } }

  /// Converts the value to a type.
  ///
  /// - Throws: `ConversionFailure` with the expected and the found value, and its position.
  public func converted<Value: Convertible>(
    to type: Value.Type = Value.self
  ) throws(ConversionFailure) -> Value {
    try Value.convert(self)
  }

  /// An error with the expected value, such as `a weight of 0 or more`, and a suggestion among the
  /// names.
  public func failure(expected: String, suggestionAmong names: [String] = []) -> ConversionFailure {
    ConversionFailure(
      UnexpectedValue(
        expected: expected, raw,
        suggestion: text.flatMap { names.isEmpty ? nil : nearestName(to: $0, in: names) }))
  }

  /// The value with the settings, unless it has its own.
  package func withDefault(_ context: ConversionContext) -> ThemeValue {
    ThemeValue(raw, in: self.context ?? context)
  }

  var conversionContext: ConversionContext { context ?? ConversionContext() }

  /// Converts to a type of `StyleValues`.
  package func convert<Value: StyleConvertible>(
    _ type: Value.Type
  ) throws(ConversionFailure) -> Value {
    do throws(UnexpectedValue) {
      return try Value.convert(raw, in: conversionContext)
    } catch {
      throw ConversionFailure(error)
    }
  }

  var json: JSONOutput {
    switch raw.content {
    case .text(let text): .string(text.string)
    case .number(let number): raw.integerDigits.map(JSONOutput.digits) ?? .number(number)
    case .bool(let flag): .bool(flag)
    case .array: .array((elements ?? []).map(\.json))
    case .object(let members):
      .object(members.map { JSONOutput.Member($0.name, ThemeValue($0.value).json) })
    case .null: .null
    }
  }
}

extension ThemeValue: Hashable {
  /// True if both are written in the same way.
  public static func == (left: ThemeValue, right: ThemeValue) -> Bool { left.json == right.json }

  /// Hashes the written value.
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
  /// `null`.
  public static let null = ThemeValue(RawValue(.null))

  /// Text, as in a stylesheet.
  public init(_ text: String) { self.init(RawValue(text)) }

  /// A colour; the terminal's own is `initial`.
  public init(_ color: StyleColor) {
    if case .pattern(let image) = color {
      self.init(image.reference.text)
    } else {
      self.init(color.value?.cssText ?? "initial")
    }
  }

  /// Any value of a Swift dictionary: text, numbers, booleans, arrays and dictionaries of them,
  /// nil, tuples, values of `JSONSerialization`, and anything else with a description.
  ///
  /// Integers of any size are exact. Values nested more than 1,000 deep are `null`.
  public init(any value: Any?) { self.init(Self.raw(of: value, depth: 0)) }

  /// Text, as in a stylesheet.
  public init(stringLiteral text: String) { self.init(text) }

  /// A number without a unit, written without a fraction.
  public init(integerLiteral number: Int) { self.init(any: number) }

  /// A number without a unit.
  public init(floatLiteral number: Double) { self.init(RawValue(.number(number))) }

  /// `true` or `false`.
  public init(booleanLiteral flag: Bool) { self.init(RawValue(.bool(flag))) }

  /// An array, such as the four numbers of insets.
  public init(arrayLiteral elements: ThemeValue...) {
    self.init(RawValue(.array(elements.map(\.raw))))
  }

  /// Declarations, or other members with names.
  public init(dictionaryLiteral members: (String, ThemeValue)...) {
    self.init(RawValue(.object(members.map { RawMember($0.0, $0.1.raw) })))
  }
}

extension ThemeValue {
  /// The greatest depth, because no recursion depends on the depth of the input.
  ///
  /// It is more than stylesheets may nest, so that one that is too deep has a finding about it.
  private static let deepest = 1000

  private static func raw(of value: Any?, depth: Int) -> StyleValues.RawValue {
    guard let value, depth <= deepest else { return RawValue(.null) }
    if let raw = raw(ofObject: value) { return raw }
    switch value {
    case let value as ThemeValue: return value.raw
    case let flag as Bool: return RawValue(.bool(flag))
    case let text as String: return RawValue(text)
    case let text as Substring: return RawValue(String(text))
    case let number as Double: return RawValue(.number(number))
    // The number that was written: 0.1 in single precision is not 0.1 in double precision.
    case let number as Float: return RawValue(.number(Double("\(number)") ?? Double(number)))
    case let number as any BinaryInteger: return RawValue(number)
    case let color as StyleColor: return ThemeValue(color).raw
    case let values as [Any?]: return RawValue(.array(values.map { raw(of: $0, depth: depth + 1) }))
    case let members as [String: Any?]:
      return RawValue(
        .object(
          members.sorted { $0.key < $1.key }
            .map { RawMember($0.key, raw(of: $0.value, depth: depth + 1)) }))
    default: return raw(reflecting: value, depth: depth)
    }
  }

  /// The value of a Foundation object that `JSONSerialization` makes; nil for anything else.
  ///
  /// Its booleans and numbers can be cast to each other, so the name of the class decides, because
  /// this library does not use Foundation.
  private static func raw(ofObject value: Any) -> StyleValues.RawValue? {
    guard type(of: value) is AnyClass else { return nil }
    let name = "\(type(of: value))"
    if name == "NSNull" { return RawValue(.null) }
    if name.hasSuffix("Boolean") { return (value as? Bool).map { RawValue(.bool($0)) } }
    guard name.hasSuffix("Number") else { return nil }
    if let number = value as? Int { return RawValue(number) }
    if let number = value as? UInt64 { return RawValue(number) }
    return (value as? Double ?? Double("\(value)")).map { RawValue(.number($0)) }
  }

  /// A value made of the parts of an optional, a tuple, a set or an enumeration.
  private static func raw(reflecting value: Any, depth: Int) -> StyleValues.RawValue {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { raw(of: $0.value, depth: depth + 1) } ?? RawValue(.null)
    case .tuple, .set, .collection:
      return RawValue(.array(mirror.children.map { raw(of: $0.value, depth: depth + 1) }))
    default: break
    }
    if let value = value as? any RawRepresentable {
      return raw(of: value.rawValue, depth: depth + 1)
    }
    return RawValue(String(describing: value))
  }

  /// The value as plain Swift: strings, numbers, booleans, arrays and dictionaries.
  ///
  /// Integers are `Int`; null is nil, which is left out of a dictionary, and is an `Any?` in an
  /// array.
  package var anyValue: Any? {
    switch raw.content {
    case .text(let text): text.string
    case .number(let number):
      Self.wholeNumber(raw.integerDigits) ?? Int(exactly: number) ?? number as Any
    case .bool(let flag): flag
    case .array: (elements ?? []).map { $0.anyValue ?? Any?.none as Any }
    case .object(let members):
      Dictionary(
        members.compactMap { member in ThemeValue(member.value).anyValue.map { (member.name, $0) }
        }, uniquingKeysWith: { $1 })
    case .null: nil
    }
  }

  private static func wholeNumber(_ digits: String?) -> Any? {
    digits.flatMap { Int($0) ?? UInt64($0) as Any? }
  }

  /// Reads JSON.
  ///
  /// - Throws: `ConversionFailure` if it is invalid; the finding has the line and the column.
  public init(json text: String) throws(ConversionFailure) {
    let document = JSONDocument(SourceText(name: "<json>", text: text))
    if let problem = document.diagnostics.first(where: { $0.severity == .error }) {
      throw ConversionFailure(UnexpectedValue(problem, in: document))
    }
    guard let root = document.root else {
      throw ConversionFailure(UnexpectedValue(expected: "JSON", found: "nothing"))
    }
    self.init(RawValue(root, of: document))
  }
}

extension UnexpectedValue {
  /// The error for text that is not JSON.
  fileprivate init(_ problem: Diagnostic, in document: JSONDocument) {
    let source = document.source
    guard let location = problem.location, !source.bytes.allSatisfy({ $0 <= 0x20 }) else {
      self.init(expected: "JSON", found: "nothing")
      return
    }
    // The column counts scalars.
    let line = source.lineRange(location.line)
    let before = String(decoding: source.bytes[line], as: UTF8.self).unicodeScalars
      .prefix(location.column - 1)
    let start = before.reduce(line.lowerBound) { $0 + UTF8.width($1) }
    let found = start < source.bytes.count ? "a mistake" : "the end of the text"
    self.init(
      expected: "JSON",
      found: "\(found) in line \(location.line), column \(location.column): \(problem.message)",
      range: SourceRange(source, start..<min(start + 1, source.bytes.count)),
      suggestion: problem.suggestion)
  }
}
