import CSSSyntax
package import StyleValues

/// Declarations of an element itself, with their computed values, by the names that sheets and
/// programs use.
///
/// ```swift
/// let sheet = StylesheetLoader().load(
///   SourceText(name: "theme.json", text: #"{"text": {"padding": "1px", "fontSize": "2em"}}"#))
/// let values = StyleResolver(stylesheet: sheet).hostValues
/// print(values.names.count, values.declares("padding"), values.declares("color"))  // 5 true false
/// print(values.value(of: "font-size")?.raw.summary ?? "")  // 30
/// ```
package struct DeclaredValues: Sendable {
  private let style: ComputedStyle
  private let declared: PropertySet
  private let extensions: ExtensionValues

  init(_ style: ComputedStyle, declared: PropertySet, extensions: ExtensionValues) {
    self.style = style
    self.declared = declared
    self.extensions = extensions
  }

  /// The declared properties: those of CSS as longhands, then those of the program.
  package var names: [String] { declared.members.map(\.name) + extensions.values.keys.sorted() }

  /// True if a property is declared; for a shorthand, if any of its longhands is.
  package func declares(_ name: String) -> Bool {
    switch property(name) {
    case .unknown(let name): extensions.values[name] != nil
    case let known: !known.longhands.isDisjoint(with: declared)
    }
  }

  /// The computed value of a property, declared or not, and the context to read it in; nil for
  /// undeclared properties of the program and unknown names.
  package func value(of name: String) -> (raw: RawValue, context: ConversionContext)? {
    let context = ConversionContext(fontSize: style.text.fontSize)
    switch property(name) {
    case .longhand(let id): return (PropertyDefinition.of(id).written(style), context)
    case .shorthand(let id): return raw(of: id).map { ($0, context) }
    case .unknown(let name): return extensions.values[name].map { ($0.raw, $0.context) }
    case .custom, .withoutEffect: return nil
    }
  }

  /// The property of a name: names of the program come before the documents' other names for those
  /// of CSS, such as `alpha`.
  private func property(_ name: String) -> PropertyName {
    let name = DictionaryKey.dashed(name)
    if extensions.values[name] != nil { return .unknown(name) }
    let property = PropertyName(name)
    guard case .unknown = property else { return property }
    return DocumentKeys.property(name) ?? property
  }

  private func raw(of shorthand: ShorthandID) -> RawValue? {
    let (text, block) = (style.text, style.block)
    switch shorthand {
    case .font:
      let font = Font(
        family: text.fontFamily.first, size: text.fontSize, weight: Int(text.fontWeight),
        style: text.fontStyle)
      return RawValue(font.text)
    case .padding, .contentEdgeInsets: return Self.insets(block.padding) { $0.pixels }
    case .margin: return Self.insets(block.margin) { $0?.pixels ?? 0 }
    case .background: return PropertyDefinition.of(.backgroundColor).written(style)
    case .textDecoration: return PropertyDefinition.of(.textDecorationLine).written(style)
    case .border:
      let sides = [block.border.right, block.border.bottom, block.border.left]
      return sides.allSatisfy { $0 == block.border.top } ? Self.line(block.border.top) : nil
    case .borderTop: return Self.line(block.border.top)
    case .borderRight: return Self.line(block.border.right)
    case .borderBottom: return Self.line(block.border.bottom)
    case .borderLeft: return Self.line(block.border.left)
    case .all: return nil
    default:
      let sides = shorthand.longhands.map { PropertyDefinition.of($0).written(style) }
      return sides.first
    }
  }

  /// A border in the syntax of its shorthand.
  private static func line(_ side: BorderSide) -> RawValue {
    let color = side.color?.cssText ?? "currentcolor"
    return RawValue("\(NumberText.css(side.width))px \(side.style.cssText) \(color)")
  }

  private static func insets<Value>(
    _ sides: BoxSides<Value>, _ pixels: (Value) -> Double
  ) -> RawValue {
    let members = [
      ("top", sides.top), ("left", sides.left), ("bottom", sides.bottom), ("right", sides.right),
    ]
    return RawValue(.object(members.map { RawMember($0.0, RawValue(.number(pixels($0.1)))) }))
  }
}

extension StyleResolver {
  package var hostValues: DeclaredValues {
    DeclaredValues(hostStyle, declared: hostDeclared, extensions: self[hostNode].extensions)
  }
}

extension StyleResolver {
  /// The colour of a CSS text, with `var()` as the host sees it; nil if it is no colour.
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
