import Diagnostics
import StyleValues
import StyledText
import Styling

/// Properties of a run that the same declarations decide: `border` sets twelve of them at once.
struct PropertyGroup {
  /// The properties.
  let properties: [PropertyID]

  /// Name of the group: shorthands as far as possible.
  let title: String

  /// Their candidates, the strongest first.
  let declarations: [ExplainedDeclaration]

  /// Number of candidates that are not listed.
  let omittedCount: Int

  /// Result of a candidate; properties with equal results belong together.
  private struct Fate: Hashable {
    var location: SourceLocation
    var won: Bool
    var reason: String
  }

  private struct Key: Hashable {
    var fates: [Fate]
    var omittedCount: Int
  }

  /// Puts the properties of a run into groups, in the order of the first ones.
  static func groups(of run: AttributedText.Run, in text: ExplainedText) -> [PropertyGroup] {
    var order: [Key] = []
    var members: [Key: (properties: [PropertyID], declarations: [ExplainedDeclaration])] = [:]
    for property in text.declaredProperties(of: run) {
      let list = text.declarations(of: property, for: run)
      let key = Key(
        fates: list.map { Fate(location: $0.location, won: $0.won, reason: $0.reason) },
        omittedCount: text.omittedCount(of: property, for: run))
      if members[key] == nil { order.append(key) }
      members[key, default: ([], list)].properties.append(property)
    }
    return order.compactMap { key in
      members[key].map {
        PropertyGroup(
          properties: $0.properties, title: title(of: $0.properties),
          declarations: $0.declarations, omittedCount: key.omittedCount)
      }
    }
  }

  private static func title(of properties: [PropertyID]) -> String {
    var rest = properties
    var names: [String] = []
    let shorthands = ShorthandID.ofCSS.sorted { $0.longhands.count > $1.longhands.count }
    for shorthand in shorthands where Set(shorthand.longhands).isSubset(of: rest) {
      names.append(shorthand.name)
      rest.removeAll(where: shorthand.longhands.contains)
    }
    return (names + rest.map(\.name)).joined(separator: ", ")
  }
}
