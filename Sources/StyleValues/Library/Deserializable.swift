import CSSSyntax
import Diagnostics

/// A type that is built from a dictionary, or from the text of one in JSON.
///
/// ```swift
/// final class User: Deserializable {
///   private(set) var name = "Guest"
///   private(set) var avatar: URLValue?
///
///   init(dictionary: RawValue) {
///     name <-- dictionary["name"]
///     avatar <-- dictionary["avatar_url"]
///   }
/// }
///
/// var user: User?
/// user <-- #"{"name": "Bob", "avatar_url": "https://example.com/bob.png"}"#
/// print(user?.name ?? "", user?.avatar?.text ?? "")  // Bob https://example.com/bob.png
/// ```
package protocol Deserializable: Convertible {
  /// Takes what it knows from an object; what is missing keeps its default.
  init(dictionary: StyleValues.RawValue)
}

extension Deserializable {
  /// Builds the value from an object, or from text that holds one.
  package static func convert(
    _ raw: StyleValues.RawValue, in context: ConversionContext
  ) throws(ConversionError) -> Self {
    switch raw.content {
    case .object: return Self(dictionary: raw)
    case .text(let text):
      let document = JSONDocument(
        SourceText(name: text.source.name, bytes: Array(text.bytes[text.range])))
      if let problem = document.diagnostics.first(where: { $0.severity == .error }) {
        throw ConversionError(
          expected: "an object in JSON", found: problem.message, place: raw.place)
      }
      guard let root = document.root, case .object = root.value else {
        throw ConversionError(expected: "an object in JSON", raw)
      }
      return Self(dictionary: StyleValues.RawValue(root, of: document))
    default: throw ConversionError(expected: "an object", raw)
    }
  }
}
