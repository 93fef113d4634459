/// Enums print the way their cases are written.
extension StyleEnumeration {
  /// How the case is written.
  package var canonicalText: String { spelling }

  /// How the case is written.
  package func json(in context: ConversionContext) -> JSONOutput { .string(spelling) }
}

/// Option sets print their members' names.
extension StyleOptionSet {
  /// The names with spaces between them; `none` for an empty set.
  package var canonicalText: String { names.isEmpty ? "none" : names.joined(separator: " ") }

  /// One name, or an array of none or several.
  package func json(in context: ConversionContext) -> JSONOutput {
    let names = names
    if let only = names.first, names.count == 1 { return .string(only) }
    return .array(names.map(JSONOutput.string))
  }
}

extension TextAlignment: DescribableValue {}
extension LineBreakMode: DescribableValue {}
extension ContentAlignment: DescribableValue {}
extension ControlState: DescribableValue {}
extension ControlEvent: DescribableValue {}
extension BorderStyle: DescribableValue {}
extension UnderlineStyle: DescribableValue {}
extension CursorShape: DescribableValue {}
extension MouseButton: DescribableValue {}

extension KeyPress: DescribableValue {
  /// The name with its modifiers.
  package var canonicalText: String { name }

  /// The name with its modifiers.
  package func json(in context: ConversionContext) -> JSONOutput { .string(name) }
}
