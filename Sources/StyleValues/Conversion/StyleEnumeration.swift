import Bytes
import CSSSyntax

/// An enum whose cases can be written by name; any enum can conform with one line.
///
/// A case is found by its short name, by its name after the type's (`ButtonKindRounded`,
/// `ButtonKind.rounded`), in any case, with or without `-` and `_`.
///
/// ```swift
/// enum ButtonKind: StyleEnumeration {
///   case plain, roundedRect
///
///   // Both of these may be left out.
///   static var qualifiers: [String] { ["UIButtonType", "ButtonKind"] }
///   static var aliases: [(name: String, value: ButtonKind)] { [("round", .roundedRect)] }
/// }
///
/// let texts = ["rounded-rect", "UIButtonTypeRoundedRect", "ButtonKind.plain", "ROUND"]
/// print(try texts.map { text in try ButtonKind.convert(text).spelling })
/// // ["roundedRect", "roundedRect", "plain", "roundedRect"]
/// ```
package protocol StyleEnumeration: DescribableValue, CaseIterable {
  /// By default its Swift name, or the raw value if that is a string.
  var spelling: String { get }

  /// The prefixes of a case's name; by default the name of the type.
  static var qualifiers: [String] { get }

  static var aliases: [(name: String, value: Self)] { get }
}

extension StyleEnumeration {
  package var spelling: String { String(describing: self) }

  package static var qualifiers: [String] { [String(describing: Self.self)] }

  package static var aliases: [(name: String, value: Self)] { [] }

  package var cssText: String { spelling }

  /// Finds a case by its name, which has to be the whole value.
  package static func convert(
    _ raw: StyleValues.RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Self {
    let names = allCases.map(\.spelling)
    guard let text = raw.text else {
      throw UnexpectedValue(expected: EnumerationNames.list(names), raw)
    }
    let written = text.string
    let table = allCases.map { ($0.spelling, $0) } + aliases.map { ($0.name, $0.value) }
    guard let found = EnumerationNames.find(written, in: table, qualifiers: qualifiers) else {
      throw UnexpectedValue(
        expected: EnumerationNames.list(names), raw, suggestion: near(written, names))
    }
    return found
  }
}

extension StyleEnumeration where Self: RawRepresentable, RawValue == String {
  package var spelling: String { rawValue }
}

/// An option set whose members can be written by name, several with white space between them.
///
/// Only `members` is required, because Swift does not list the members of an option set.
///
/// ```swift
/// struct Detectors: StyleOptionSet {
///   let rawValue: Int
///   static let members: [(name: String, value: Detectors)] = [
///     ("phoneNumber", Detectors(rawValue: 1)), ("link", Detectors(rawValue: 2)),
///   ]
/// }
///
/// print(try Detectors.convert("link phone-number").names)  // ["phoneNumber", "link"]
/// print(try Detectors.convert("none").isEmpty, try Detectors.convert("all").rawValue)  // true 3
/// ```
package protocol StyleOptionSet: DescribableValue, OptionSet {
  /// The members with names, in the order in which they are shown.
  static var members: [(name: String, value: Self)] { get }

  /// The prefixes of a member's name; by default the name of the type.
  static var qualifiers: [String] { get }

  /// Other names, also for several members at once.
  static var aliases: [(name: String, value: Self)] { get }
}

extension StyleOptionSet {
  package static var qualifiers: [String] { [String(describing: Self.self)] }

  package static var aliases: [(name: String, value: Self)] { [] }

  /// The names of its members, in the order of `members`.
  package var names: [String] { Self.members.filter { isSuperset(of: $0.value) }.map(\.name) }

  /// The names, separated by spaces; `none` for an empty set.
  package var cssText: String { names.isEmpty ? "none" : names.joined(separator: " ") }

  /// One name, or an array of other numbers of names.
  package func json(in context: ConversionContext) -> JSONOutput {
    let names = names
    return names.count == 1 ? .string(names[0]) : .array(names.map(JSONOutput.string))
  }

  /// Reads names, `none`, `all`, or an array of names.
  package static func convert(
    _ raw: StyleValues.RawValue, in context: ConversionContext
  ) throws(UnexpectedValue) -> Self {
    switch raw.content {
    case .text(let text):
      let words = text.string.split { $0.isWhitespace || $0 == "," || $0 == "|" }
      guard !words.isEmpty else {
        throw UnexpectedValue(expected: EnumerationNames.list(members.map(\.name)), raw)
      }
      let table = table
      var result: Self = []
      for word in words { result.formUnion(try member(String(word), of: table, raw)) }
      return result
    case .array(let elements):
      var result: Self = []
      for element in elements { result.formUnion(try convert(element, in: context)) }
      return result
    default: throw UnexpectedValue(expected: EnumerationNames.list(members.map(\.name)), raw)
    }
  }

  private static var table: [(String, Self)] {
    let named = members.map { ($0.name, $0.value) } + aliases.map { ($0.name, $0.value) }
    return named + [("none", []), ("all", members.reduce(into: []) { $0.formUnion($1.value) })]
  }

  private static func member(
    _ word: String, of table: [(String, Self)], _ raw: StyleValues.RawValue
  ) throws(UnexpectedValue) -> Self {
    guard let found = EnumerationNames.find(word, in: table, qualifiers: qualifiers) else {
      let names = table.map(\.0)
      throw UnexpectedValue(
        expected: EnumerationNames.list(members.map(\.name)),
        found: UnexpectedValue.quote(word), range: raw.range, suggestion: near(word, names))
    }
    return found
  }
}

/// Comparison of names of cases: ASCII in any case, without `-`, `_` and `.`.
///
/// ```swift
/// print(EnumerationNames.list(["left", "right", "center"]))  // left, right or center
/// print(EnumerationNames.find("SideLeft", in: [("left", 1)], qualifiers: ["Side"]) ?? 0)  // 1
/// ```
package enum EnumerationNames {
  /// Finds a short or qualified name.
  package static func find<Value>(
    _ written: String, in table: [(String, Value)], qualifiers: [String]
  ) -> Value? {
    let name = normalized(written)
    guard !name.isEmpty else { return nil }
    if let exact = table.first(where: { rest(of: name[...], after: $0.0)?.isEmpty ?? false }) {
      return exact.1
    }
    for qualifier in qualifiers where !qualifier.isEmpty {
      // The type of a set is often a plural, and its members' names are not.
      let singular = qualifier.hasSuffix("s") ? String(qualifier.dropLast()) : qualifier
      for prefix in [qualifier, singular] {
        guard let rest = rest(of: name[...], after: prefix), !rest.isEmpty else { continue }
        let found = table.first { self.rest(of: rest, after: $0.0)?.isEmpty ?? false }
        if let found { return found.1 }
      }
    }
    return nil
  }

  /// For a message: `left, right or center`.
  package static func list(_ names: [String], and: Bool = false) -> String {
    let word = and ? " and " : " or "
    guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
    guard names.count <= 12 else {
      return names.prefix(8).joined(separator: ", ") + word + "others"
    }
    return names.dropLast().joined(separator: ", ") + word + last
  }

  /// The rest of a name after a prefix; nil if it does not have that.
  private static func rest(of name: ArraySlice<UInt8>, after start: String) -> ArraySlice<UInt8>? {
    var rest = name
    for byte in start.utf8 {
      guard let byte = normalized(byte) else { continue }
      guard rest.first == byte else { return nil }
      rest.removeFirst()
    }
    return rest
  }

  /// The significant bytes of a name, without the white space around it.
  private static func normalized(_ name: String) -> [UInt8] {
    let bytes = Array(name.utf8)
    guard let first = bytes.firstIndex(where: { !$0.isASCIIWhitespace }),
      let last = bytes.lastIndex(where: { !$0.isASCIIWhitespace })
    else { return [] }
    return bytes[first...last].compactMap(normalized)
  }

  /// A byte in lower case; nil for an insignificant one.
  private static func normalized(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): nil
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: byte
    }
  }
}
