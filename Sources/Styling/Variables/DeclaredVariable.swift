import CSSSyntax
package import Diagnostics

/// A custom property that a sheet declares, and how often it is used.
package struct DeclaredVariable: Hashable, Sendable {
  /// The name with its dashes.
  package let name: String

  /// The value as it was written.
  package let value: String

  /// The selector of the rule that declares it.
  package let selector: String

  /// Location of the value.
  package let location: SourceLocation

  /// Number of declarations of the sheet use it.
  package internal(set) var uses: Int
}

extension Stylesheet {
  /// The custom properties that the sheet declares, in the order of the rules.
  package var declaredVariables: [DeclaredVariable] {
    var variables: [DeclaredVariable] = []
    var uses: [String: Int] = [:]
    for rule in rules {
      // Once for all of its declarations: a rule may have very many of both.
      lazy var selector = rule.selectors.map { selectors[$0].text.string }
        .joined(separator: ", ")
      for declaration in declarations[rule.declarations] {
        var mentioned: Set<String> = []
        for text in declaration.value.raw.texts where VariableExpander.mentionsVariable(text) {
          mentioned.formUnion(VariableReference.names(in: text))
        }
        for name in mentioned { uses[name, default: 0] += 1 }
        guard case .custom(let name) = declaration.property else { continue }
        variables.append(
          DeclaredVariable(
            name: name, value: declaration.value.writtenText, selector: selector,
            location: declaration.value.place.location, uses: 0))
      }
    }
    for index in variables.indices { variables[index].uses = uses[variables[index].name] ?? 0 }
    return variables
  }
}

extension StyleResolver {
  /// A value with what the custom properties in it come to where the text begins; nil where one is
  /// missing.
  package func expanded(_ value: String) -> String? {
    (try? VariableExpander.expand(CSSText(value), in: self[hostNode].scope))?.string
  }
}
