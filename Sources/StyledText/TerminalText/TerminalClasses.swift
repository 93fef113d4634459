import Bytes
import CSSSyntax
import Diagnostics
import StyleValues
package import Styling
package import TerminalOutput

/// Colours and attributes of terminals as classes of `<ansi>` elements, in both directions.
extension GraphicRendition {
  /// The names of the first sixteen entries of the palette.
  private static let colorNames: [String] = {
    let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    return names + names.map { "bright-" + $0 }
  }()

  private static let attributeNames: [(String, CellAttributes)] = [
    ("bold", .bold), ("faint", .faint), ("italic", .italic), ("blink", .blink),
    ("reverse", .reverse), ("conceal", .conceal), ("strike", .strikethrough),
    ("overline", .overline),
  ]

  /// Styled underlines also have the class `underline`.
  private static let underlineNames: [(String, UnderlineStyle)] = [
    ("underline", .single), ("underline-double", .double), ("underline-curly", .curly),
    ("underline-dotted", .dotted), ("underline-dashed", .dashed),
  ]

  /// The three colours: the prefix of their classes, the attribute for an exact one, and the
  /// property.
  fileprivate static let colorSlots: [(prefix: String, attribute: String, property: String)] = [
    ("fg-", "data-fg", "color"), ("bg-", "data-bg", "background-color"),
    ("ul-", "data-ul", "text-decoration-color"),
  ]

  private subscript(color slot: Int) -> TerminalColor {
    get { slot == 0 ? foreground : slot == 1 ? background : underlineColor }
    set {
      switch slot {
      case 0: foreground = newValue
      case 1: background = newValue
      default: underlineColor = newValue
      }
    }
  }

  /// Empty for the plain state.
  package var classes: [String] {
    var classes: [String] = []
    for (slot, names) in Self.colorSlots.enumerated() {
      switch self[color: slot] {
      case .standard: break
      case .palette(let entry) where entry < 16:
        classes.append(names.prefix + Self.colorNames[Int(entry)])
      case .palette(let entry): classes.append("\(names.prefix)\(entry)")
      case .rgb: classes.append(names.prefix + "rgb")
      }
    }
    for (name, attribute) in Self.attributeNames where attributes.contains(attribute) {
      classes.append(name)
    }
    for (name, style) in Self.underlineNames where underline != .none {
      if style == .single || style == underline { classes.append(name) }
    }
    return classes
  }

  /// True for the name of a class that coloured text can have.
  package static func hasClass(_ name: String) -> Bool {
    colorSlots.contains { name == $0.prefix + "rgb" }
      || !GraphicRendition(classes: [name], attributes: []).classes.isEmpty
  }

  /// The attributes for exact colours.
  var dataAttributes: [StartTag.Attribute] {
    Self.colorSlots.enumerated().compactMap { slot, names in
      guard case .rgb(let color) = self[color: slot] else { return nil }
      return StartTag.Attribute(name: names.attribute, value: color.hex)
    }
  }

  /// The state according to an element's classes and attributes; others are ignored.
  init(classes: [String], attributes data: [StartTag.Attribute]) {
    self.init()
    for name in classes { add(name, data) }
  }

  private mutating func add(_ name: String, _ data: [StartTag.Attribute]) {
    if let found = Self.attributeNames.first(where: { $0.0 == name }) {
      attributes.insert(found.1)
    } else if let found = Self.underlineNames.first(where: { $0.0 == name }) {
      if underline == .none || found.1 != .single { underline = found.1 }
    } else {
      for (slot, names) in Self.colorSlots.enumerated() where name.hasPrefix(names.prefix) {
        let value = data.first { $0.name == names.attribute }?.value
        if let color = Self.color(String(name.dropFirst(names.prefix.count)), exact: value) {
          self[color: slot] = color
        }
      }
    }
  }

  private static func color(_ name: String, exact: String?) -> TerminalColor? {
    if name == "rgb" { return exact.flatMap(color(hexadecimal:)) }
    if let entry = colorNames.firstIndex(of: name) { return .palette(UInt8(entry)) }
    guard let entry = UInt8(name), String(entry) == name else { return nil }
    return .palette(entry)
  }

  private static func color(hexadecimal text: String) -> TerminalColor? {
    guard text.utf8.count == 7, text.hasPrefix("#"),
      text.utf8.dropFirst().allSatisfy({ $0.isASCIIDigit || ($0 | 0x20) &- 0x61 < 6 }),
      let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    return .rgb(RGB8(number))
  }

  /// The declarations of CSS for the same style.
  var declarations: String {
    var pieces: [String] = []
    for (slot, names) in Self.colorSlots.enumerated() {
      switch self[color: slot] {
      case .standard: break
      case .palette(let entry): pieces.append("\(names.property): ansi(\(entry))")
      case .rgb(let color): pieces.append("\(names.property): \(color.hex)")
      }
    }
    if attributes.contains(.bold) {
      pieces.append("font-weight: bold")
    } else if attributes.contains(.faint) {
      pieces.append("font-weight: 300")
    }
    if attributes.contains(.italic) { pieces.append("font-style: italic") }
    var lines: [String] = []
    if underline != .none { lines.append("underline") }
    if attributes.contains(.overline) { lines.append("overline") }
    if attributes.contains(.strikethrough) { lines.append("line-through") }
    if attributes.contains(.blink) { lines.append("blink") }
    if attributes.contains(.reverse) { lines.append("reverse") }
    if attributes.contains(.conceal) { lines.append("conceal") }
    if !lines.isEmpty { pieces.append("text-decoration-line: " + lines.joined(separator: " ")) }
    switch underline {
    case .none, .single: break
    case .double: pieces.append("text-decoration-style: double")
    case .curly: pieces.append("text-decoration-style: wavy")
    case .dotted: pieces.append("text-decoration-style: dotted")
    case .dashed: pieces.append("text-decoration-style: dashed")
    }
    return pieces.joined(separator: "; ")
  }
}

extension SnoopedClass {
  /// For a class of coloured text only its own declarations, without those of the classes beside
  /// it; other classes are returned as they are.
  package var withOwnMeaning: SnoopedClass {
    guard element == MarkupElement.ansi.name else { return self }
    let data = GraphicRendition.colorSlots.compactMap { names in
      properties.first { $0.name == names.property }.map {
        StartTag.Attribute(name: names.attribute, value: String($0.value.prefix(7)))
      }
    }
    let declarations = GraphicRendition(classes: [name], attributes: data).declarations
    return SnoopedClass(
      name, of: element,
      properties: declarations.split(separator: "; ").compactMap { declaration in
        let pieces = declaration.split(separator: ": ", maxSplits: 1).map(String.init)
        return pieces.count == 2 ? Property(name: pieces[0], value: pieces[1]) : nil
      })
  }
}

extension StartTag {
  /// The element for text in a state; nil for plain text.
  init?(_ graphics: GraphicRendition, link: String?) {
    guard link != nil || graphics != .standard else { return nil }
    self.init(.ansi, classes: graphics.classes, link: link)
    attributes = graphics.dataAttributes
  }

  /// The declarations of an `<ansi>` element without a stylesheet.
  var terminalDeclarations: CSSText? {
    guard element == .ansi else { return nil }
    let text = GraphicRendition(classes: classes, attributes: attributes).declarations
    guard !text.isEmpty else { return nil }
    let source = SourceText(name: "<ansi>", text: text)
    return CSSText(source: source, range: 0..<source.bytes.count)
  }
}
