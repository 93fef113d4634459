import CSSSyntax
import Diagnostics
import Styling

/// A value that stands somewhere in a sheet, as a line of the inspector has it.
struct EditableValue: Hashable {
  /// The property, or the custom property with its dashes.
  var name: String

  /// The value as it was written.
  var value: String

  /// The selector of its rule; nil for a `style` attribute.
  var selector: String?

  /// Location of the value in its file.
  var location: SourceLocation

  /// True if it stands in no file.
  var isBuiltIn = false

  /// The custom properties that it leads to, the ones it names first.
  var variables: [VariableStep] = []

  /// A declaration that was a candidate.
  init(_ declaration: ExplainedDeclaration) {
    name = declaration.name
    value = declaration.value
    selector = declaration.selector
    location = declaration.location
    isBuiltIn = declaration.origin == .builtIn
    variables = declaration.variables
  }

  /// A custom property.
  init(_ variable: DeclaredVariable) {
    name = variable.name
    value = variable.value
    selector = variable.selector
    location = variable.location
  }
}
