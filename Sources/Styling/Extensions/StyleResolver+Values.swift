import CSSSyntax
package import StyleValues

extension StyleResolver {
  /// The value of a property of the host program.
  /// - Parameters:
  ///   - property: The property; it must have been registered before the sheet was loaded.
  ///   - id: The node; that of the host unless told otherwise.
  /// - Returns: nil where nothing declares it.
  package func value<Value: StyleConvertible>(
    of property: ExtensionProperty<Value>, at id: StyleNodeID? = nil
  ) -> Value? {
    guard let value = self[id ?? hostNode].extensions.values[property.name] else { return nil }
    return try? Value.convert(value.raw, in: value.context)
  }

  /// The colour that a CSS text stands for, with `var()` as the host sees it.
  /// - Returns: nil when the text is no colour.
  package func color(_ css: String) -> ColorValue? {
    guard let text = try? VariableExpander.expand(CSSText(css), in: self[hostNode].scope) else {
      return nil
    }
    let context = ConversionContext(
      dialect: stylesheet.dialect, colorScheme: environment.colorScheme,
      currentColor: hostStyle.text.color, palette: environment.terminalColors)
    return try? ColorValue.convert(text: text, in: context)
  }
}
