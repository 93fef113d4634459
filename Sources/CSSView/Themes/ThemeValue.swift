import StyleValues

/// A value in a theme that is written as a Swift literal: text, a number, a truth value, an array
/// or a dictionary.
///
/// ```swift
/// let theme: Theme = [
///   ":root": ["--good": "#86d99a"],
///   ".ok": ["color": "var(--good)", "font-weight": 700],
/// ]
/// print(theme.classNames, theme.findings)  // ["ok"] []
/// ```
public struct ThemeValue: Hashable, Sendable {
  let json: JSONOutput
}

extension ThemeValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Text, as it stands in a sheet.
  public init(_ text: String) { json = .string(text) }

  /// Text, as it stands in a sheet.
  public init(stringLiteral text: String) { json = .string(text) }

  /// A number.
  public init(integerLiteral number: Int) { json = .integer(number) }

  /// A number.
  public init(floatLiteral number: Double) { json = .number(number) }

  /// A truth value.
  public init(booleanLiteral flag: Bool) { json = .bool(flag) }

  /// Several values.
  public init(arrayLiteral elements: ThemeValue...) { json = .array(elements.map(\.json)) }

  /// Declarations, or whatever else has names.
  public init(dictionaryLiteral members: (String, ThemeValue)...) {
    json = .object(members.map { JSONOutput.Member($0, $1.json) })
  }
}
