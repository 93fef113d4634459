import StyleValues
import Styling

extension SchemaName {
  /// The schema, JSON Schema 2020-12.
  var schema: String {
    switch self {
    case .sheet: Self.sheetSchema
    case .explain: Self.text(PackageResources.explain_json)
    case .doctor: Self.text(PackageResources.doctor_json)
    case .themes: Self.text(PackageResources.themes_json)
    case .check: Self.text(PackageResources.check_json)
    case .explainBatch: Self.text(PackageResources.explain_batch_json)
    case .valueBatch: Self.text(PackageResources.value_batch_json)
    case .measureBatch: Self.text(PackageResources.measure_batch_json)
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The properties are those that the program knows, in both spellings.
  private static var sheetSchema: String {
    let names = PropertyName.known.sorted()
    let members = names.flatMap { name -> [JSONOutput.Member] in
      let camel = DictionaryKey.camelCase(name)
      return (camel == name ? [name] : [name, camel]).map { .init($0, value(of: name)) }
    }
    let list = JSONOutput.object(members).text.dropFirst().dropLast()
    return text(PackageResources.sheet_json).replacing(#""@properties": {}"#, with: list)
  }

  /// Any value, with the keywords to choose from where there are some.
  private static func value(of property: String) -> JSONOutput {
    let any: JSONOutput = ["$ref": "#/$defs/value"]
    guard let keywords = keywords[property] else { return any }
    return ["anyOf": [["enum": .array(keywords.map(JSONOutput.string))], any]]
  }

  private static let keywords: [String: [String]] = [
    "font-style": FontStyle.allCases.map(\.rawValue),
    "font-variant": FontVariant.allCases.map(\.rawValue),
    "text-transform": TextTransform.allCases.map(\.rawValue),
    "text-decoration-style": TextDecorationStyle.allCases.map(\.rawValue),
    "text-decoration-line": TextDecorationLines.keywords.map(\.name),
    "white-space": WhiteSpace.allCases.map(\.rawValue),
    "overflow-wrap": OverflowWrap.allCases.map(\.rawValue),
    "border-style": BorderStyle.allCases.map(\.rawValue),
    "background-clip": BackgroundClip.allCases.map(\.rawValue),
    "font-weight": ["normal", "bold", "bolder", "lighter"],
    "text-align": ["left", "right", "center", "justify", "start", "end", "natural"],
    "text-overflow": ["clip", "ellipsis", "middle"],
    "overflow": ["visible", "hidden"],
    "display": ["inline", "inline-block", "none"],
    "visibility": Visibility.allCases.map(\.rawValue),
    "readable": ["none", "AA", "AAA"],
  ]
}
