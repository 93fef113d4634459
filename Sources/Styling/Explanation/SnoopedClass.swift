import Bytes
import CSSSyntax
import StyleValues

/// A class that no rule names, with the values its element has without it.
///
/// ViewCSS prints it as an entry of a dictionary, to be pasted into a stylesheet.
package struct SnoopedClass: Hashable, Sendable {
  /// The name of the element: that of the host, or the tag.
  package let element: String

  package let name: String

  /// The snoopable properties with a value, as a stylesheet writes them.
  package let properties: [Property]

  package struct Property: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Values that the properties always have, and that need not be written.
  fileprivate static let initial: Set<Property> = [
    Property(name: PropertyID.fontSize.name, value: "15px"),
    Property(name: PropertyID.textAlign.name, value: "left"),
  ]

  /// A class of an object with known values.
  package init(_ name: String, of element: String, properties: [Property]) {
    self.name = name
    self.element = element
    self.properties = properties
  }

  /// The selector of the entry: `element.class`, or `.class` if the element has no name.
  package var selector: String {
    let tag = element == ElementName.standard ? "" : serialiseIdentifier(element)
    return "\(tag).\(serialiseIdentifier(name))"
  }

  /// In the format of the ViewCSS document.
  package var object: String {
    let members = properties.map {
      "  \(serialiseJSONString($0.name)) : \(serialiseJSONString($0.value))"
    }
    return "{\n\(members.joined(separator: ",\n"))\n}"
  }

  /// In the format of the ViewCSS document.
  package var report: String { "Properties for unknown class \(selector):\n- \(object)" }

  init(_ name: String, of element: String, _ style: ComputedStyle, includesBlock: Bool) {
    self.name = name
    self.element = element
    properties = Self.properties(style, includesBlock: includesBlock)
  }

  /// The properties that the ViewCSS document calls snoopable: size and alignment always, others if
  /// they are not initial.
  private static func properties(_ style: ComputedStyle, includesBlock: Bool) -> [Property] {
    let text = style.text
    var properties: [Property] = []
    func add(_ id: PropertyID, _ value: String?) {
      if let value { properties.append(Property(name: id.name, value: value)) }
    }
    add(.fontSize, NumberText.css(text.fontSize) + "px")
    if includesBlock { add(.textAlign, style.block.textAlign.documentName) }
    add(.backgroundColor, text.backgroundColor?.snoopText)
    add(.color, text.color?.snoopText)
    if includesBlock {
      let border = style.block.border.top
      if border.width > 0 {
        properties.append(
          Property(name: ShorthandID.borderWidth.name, value: NumberText.css(border.width) + "px"))
        if let color = border.color?.snoopText {
          properties.append(Property(name: ShorthandID.borderColor.name, value: color))
        }
      }
      if style.block.borderRadius > 0 {
        add(.borderRadius, NumberText.css(style.block.borderRadius) + "px")
      }
    }
    if text.opacity != 1 { add(.opacity, NumberText.css(text.opacity)) }
    if !text.shadows.isEmpty {
      add(.textShadow, text.shadows.map(\.snoopText).joined(separator: ", "))
    }
    if text.shadowOpacity != 1 { add(.textShadowOpacity, NumberText.css(text.shadowOpacity)) }
    add(.tintColor, text.tintColor?.snoopText)
    return properties
  }
}

extension Sequence<SnoopedClass> {
  /// All entries as one dictionary.
  package var snoopedDictionary: String {
    let members = map { entry in
      let properties = entry.properties.map {
        "    \(serialiseJSONString($0.name)): \(serialiseJSONString($0.value))"
      }
      return "  \(serialiseJSONString(entry.selector)): {\n"
        + properties.joined(separator: ",\n") + "\n  }"
    }
    return members.isEmpty ? "{}\n" : "{\n\(members.joined(separator: ",\n"))\n}\n"
  }

  /// All classes as rules of CSS, each once, with the properties that are not initial.
  package var snoopedRules: String {
    var names: Set<String> = []
    return filter { names.insert($0.name).inserted }.map { entry in
      let properties = entry.properties.filter { !SnoopedClass.initial.contains($0) }
        .filter { $0.name != PropertyID.tintColor.name }
        .map { "  \($0.name): \($0.value.lowercasedASCII.withoutOpaqueAlpha);\n" }
      // An empty rule is nothing to start from.
      let body = properties.isEmpty ? "  color: inherit;\n" : properties.joined()
      return ".\(serialiseIdentifier(entry.name)) {\n\(body)}\n"
    }.joined()
  }
}

extension StyleValues.TextAlignment {
  /// The keyword of the ViewCSS document: `left`, `right`, `center` or `justify`.
  package var documentName: String {
    switch self {
    case .left, .start, .natural: "left"
    case .right, .end: "right"
    case .center: "center"
    case .justify: "justify"
    }
  }
}

extension Shadow {
  /// In the order of the ViewCSS document: offsets, blur, colour.
  package var snoopText: String {
    ([x.cssText, y.cssText, blur.cssText] + [color?.snoopText].compactMap(\.self))
      .joined(separator: " ")
  }
}

extension ColorValue {
  /// `#RRGGBBAA` in upper case, as the document prints colours; others as in CSS.
  fileprivate var snoopText: String {
    if case .absolute(let color) = self { color.srgb.hex8.uppercased() } else { cssText }
  }
}

extension String {
  /// A colour of eight hexadecimal digits with six, if it is opaque.
  fileprivate var withoutOpaqueAlpha: String {
    hasPrefix("#") && utf8.count == 9 && hasSuffix("ff") ? String(dropLast(2)) : self
  }
}

extension StyleResolver {
  func snoop(_ name: String, of element: String, _ style: ComputedStyle, isHost: Bool) {
    snoopedClasses.append(SnoopedClass(name, of: element, style, includesBlock: isHost))
  }

  package func snooped(_ name: String) -> SnoopedClass {
    SnoopedClass(name, of: host.element, hostStyle, includesBlock: true)
  }

  /// Adds the unknown classes of the host, whose style was computed before snooping could be turned
  /// on.
  func snoopHost() {
    for name in unknownHostClasses { snoop(name, of: host.element, hostStyle, isHost: true) }
  }
}
