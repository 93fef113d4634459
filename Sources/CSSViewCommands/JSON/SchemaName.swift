import ArgumentParser
import StyleValues
import Styling

/// The JSON Schemas that cssview prints.
enum SchemaName: String, CaseIterable, ExpressibleByArgument {
  case sheet, explain, doctor, themes, check
  case explainBatch = "explain-batch"
  case valueBatch = "value-batch"
  case measureBatch = "measure-batch"
  case record

  /// The schema, JSON Schema 2020-12.
  var schema: String {
    let file = EmbeddedFile.schemas.first { $0.name == "\(rawValue).json" }
    let text = String(decoding: file?.bytes ?? [], as: UTF8.self)
    return self == .sheet ? text.replacing(#""@properties": {}"#, with: Self.properties) : text
  }

  /// The known properties in both spellings, as members of an object.
  private static var properties: Substring {
    let members = PropertyName.known.sorted().flatMap { name -> [JSONOutput.Member] in
      let camel = DictionaryKey.camelCase(name)
      return (camel == name ? [name] : [name, camel]).map { .init($0, value(of: name)) }
    }
    return JSONOutput.object(members).text.dropFirst().dropLast()
  }

  /// Any value, with keywords to choose from if there are some.
  private static func value(of property: String) -> JSONOutput {
    let any: JSONOutput = ["$ref": "#/$defs/value"]
    guard let keywords = PropertyName.keywords[property] else { return any }
    return ["anyOf": [["enum": .array(keywords.map(JSONOutput.string))], any]]
  }
}
