import CSSSyntax
package import StyleValues

/// What an element declares itself, and the values that this comes to, by the names that sheets
/// and programs use.
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

  /// The properties that are declared: those of CSS as longhands, then those of the program.
  package var names: [String] { declared.members.map(\.name) + extensions.values.keys.sorted() }

  /// Whether a property is declared; of one that sets several, whether any of them is.
  package func declares(_ name: String) -> Bool {
    switch property(name) {
    case .unknown(let name): extensions.values[name] != nil
    case let known: !known.longhands.isDisjoint(with: declared)
    }
  }

  /// The computed value of a property, declared or not, and how it is to be read.
  /// - Returns: nil for a property of the program that nothing declares, and for names that nobody
  ///   knows.
  package func value(of name: String) -> (raw: RawValue, context: ConversionContext)? {
    let context = ConversionContext(fontSize: style.text.fontSize)
    switch property(name) {
    case .longhand(let id): return (PropertyDefinition.of(id).written(style), context)
    case .shorthand(let id): return raw(of: id).map { ($0, context) }
    case .unknown(let name): return extensions.values[name].map { ($0.raw, $0.context) }
    case .custom, .withoutEffect: return nil
    }
  }

  /// The property of a name: the program's own come before the documents' other names for those of
  /// CSS, such as `alpha`.
  private func property(_ name: String) -> PropertyName {
    let name = DictionaryKey.dashed(name)
    let property = PropertyName(name)
    if extensions.values[name] != nil {
      switch property {
      case .longhand, .shorthand: return property
      case .custom, .withoutEffect, .unknown: return .unknown(name)
      }
    }
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
    case .all, .border, .borderTop, .borderRight, .borderBottom, .borderLeft: return nil
    default:
      let sides = shorthand.longhands.map { PropertyDefinition.of($0).written(style) }
      return sides.first
    }
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

extension RawValue {
  /// A computed value as it could be written; `null` for an initial value that is none of its type.
  init(computed value: some Any) {
    switch value as Any {
    case let color as ColorValue: self.init(color.cssText)
    case let number as Double: self.init(.number(number))
    case let number as Int: self.init(.number(Double(number)))
    case let length as BoxLength:
      self =
        length.percentage == 0
        ? RawValue(.number(length.pixels))
        : RawValue(Length(length.pixels, addedPercentage: length.percentage).cssText)
    case let families as [String]: self.init(families.joined(separator: ", "))
    case let lines as TextDecorationLines:
      let names = TextDecorationLines.keywords.filter { lines.contains($0.line) }.map(\.name)
      self.init(names.isEmpty ? "none" : names.joined(separator: " "))
    case let shadows as [Shadow]:
      self.init(shadows.isEmpty ? "none" : shadows.map(\.cssText).joined(separator: ", "))
    case let scale as FontSizeScale:
      switch scale {
      case .auto: self.init("auto")
      case .factor(let factor): self.init(.number(factor))
      }
    case let overflow as TextOverflow:
      switch overflow {
      case .clip: self.init("clip")
      case .ellipsis: self.init("ellipsis")
      case .string(let text): self.init(text)
      }
    case let image as BackgroundImage:
      switch image {
      case .gradient(let gradient): self.init(gradient.cssText)
      case .image(let image): self.init(image.text)
      }
    case let keyword as any RawRepresentable<String>: self.init(keyword.rawValue)
    default: self.init(.null)
    }
  }
}

extension StyleResolver {
  /// What the host declares itself.
  package var hostValues: DeclaredValues {
    DeclaredValues(hostStyle, declared: hostDeclared, extensions: self[hostNode].extensions)
  }
}
