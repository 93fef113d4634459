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

  /// Context for reading the value; nil leaves it to the reader.
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

  /// True if it is nothing: `null`.
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
  /// - Throws: `ConversionFailure` with the expected value, the value found, and its place.
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
  package func withDefault(_ context: ConversionContext) -> ThemeValue {
    ThemeValue(raw, in: self.context ?? context)
  }

  /// Context that the conversion depends on.
  var conversionContext: ConversionContext { context ?? ConversionContext() }

  /// A value of a type from below.
  package func convert<Value: StyleConvertible>(
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
      raw.integerDigits.map(JSONOutput.digits) ?? .number(number)
    case .bool(let flag): .bool(flag)
    case .array: .array((elements ?? []).map(\.json))
    case .object(let members):
      .object(members.map { JSONOutput.Member($0.name, ThemeValue($0.value).json) })
    case .null: .null
    }
  }
}

extension ThemeValue: Hashable {
  /// True if two values are written the same.
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

  /// A colour; the terminal's own is `initial`, as text has it by itself.
  public init(_ color: StyleColor) {
    if case .pattern(let image) = color {
      self.init(image.reference.text)
    } else {
      self.init(color.value?.cssText ?? "initial")
    }
  }

  /// Any value of a Swift dictionary: text, numbers, truth values, arrays and dictionaries of them,
  /// nil, tuples, what `JSONSerialization` makes of such, and whatever else has a description.
  ///
  /// Whole numbers of any size stay exact. What is nested more than 1,000 deep is `null`.
  public init(any value: Any?) { self.init(Self.raw(of: value, depth: 0)) }

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
  /// Maximum depth of nesting; deeper values are left out, because nothing recurses as deep as an
  /// input likes.
  ///
  /// It is more than sheets may nest, so that a sheet that is too deep has a finding about it.
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

  /// Returns the value of an object of Foundation that `JSONSerialization` makes; nil for anything
  /// else.
  ///
  /// Its truth values and numbers can be cast to each other, so the name of the class decides: this
  /// library does without Foundation.
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

  /// A value that only its parts tell about: an optional, a tuple, a set, an enumeration.
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

  /// The value as plain Swift: strings, numbers, truth values, arrays and dictionaries.
  ///
  /// A whole number is an `Int`; nothing is nil, and in a dictionary it is left out. In an array it
  /// keeps its place, as an `Any?` that is nil.
  package var anyValue: Any? {
    switch raw.content {
    case .text(let text): text.string
    case .number(let number):
      Self.wholeNumber(raw.integerDigits) ?? Int(exactly: number) ?? number as Any
    case .bool(let flag): flag
    case .array: (elements ?? []).map { $0.anyValue ?? Any?.none as Any }
    case .object(let members):
      Dictionary(
        members.compactMap { member in
          ThemeValue(member.value).anyValue.map { (member.name, $0) }
        }, uniquingKeysWith: { $1 })
    case .null: nil
    }
  }

  private static func wholeNumber(_ digits: String?) -> Any? {
    digits.flatMap { Int($0) ?? UInt64($0) as Any? }
  }

  /// The value that a text is in JSON.
  ///
  /// - Throws: `ConversionFailure` if it is no JSON; the finding has the line and the column.
  public init(json text: String) throws(ConversionFailure) {
    let document = JSONDocument(SourceText(name: "<json>", text: text))
    if let problem = document.diagnostics.first(where: { $0.severity == .error }) {
      throw ConversionFailure(ConversionError(problem, in: document))
    }
    guard let root = document.root else {
      throw ConversionFailure(ConversionError(expected: "JSON", found: "nothing"))
    }
    self.init(RawValue(root, of: document))
  }
}

extension ConversionError {
  /// Makes the error of a text that is not JSON.
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
