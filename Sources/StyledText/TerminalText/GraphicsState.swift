import Bytes
import CSSSyntax
import Diagnostics
package import Styling

/// Graphic rendition that the SGR sequences of a text have set.
///
/// ECMA-48 §8.3.117 (select graphic rendition), with the extensions that terminals have in common:
/// 256 and exact colours (ISO 8613-6 §13.1.8), bright colours (aixterm), styles and colours of
/// underlines (kitty, VTE).
package struct GraphicsState: Hashable, Sendable {
  /// A colour.
  package enum Color: Hashable, Sendable {
    /// The terminal's own, SGR 39, 49 and 59.
    case standard
    /// An entry of the palette.
    case palette(UInt8)
    /// Red, green and blue.
    case exact(UInt8, UInt8, UInt8)
  }

  /// The line under the text.
  package enum Underline: UInt8, CaseIterable, Hashable, Sendable {
    /// No line, SGR 24 and 4:0.
    case none
    /// SGR 4 and 4:1.
    case single
    /// SGR 21 and 4:2.
    case double
    /// SGR 4:3.
    case curly
    /// SGR 4:4.
    case dotted
    /// SGR 4:5.
    case dashed
  }

  /// Attributes that are on or off.
  package struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Makes a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// SGR 1; 22 ends it.
    package static let bold = Attributes(rawValue: 1)
    /// SGR 2; 22 ends it.
    package static let faint = Attributes(rawValue: 2)
    /// SGR 3; 23 ends it.
    package static let italic = Attributes(rawValue: 4)
    /// SGR 5 and 6; 25 ends it.
    package static let blink = Attributes(rawValue: 8)
    /// SGR 7; 27 ends it.
    package static let reverse = Attributes(rawValue: 16)
    /// SGR 8; 28 ends it.
    package static let conceal = Attributes(rawValue: 32)
    /// SGR 9; 29 ends it.
    package static let strike = Attributes(rawValue: 64)
    /// SGR 53; 55 ends it.
    package static let overline = Attributes(rawValue: 128)
  }

  /// The colour of the text.
  package var foreground = Color.standard
  /// The colour behind it.
  package var background = Color.standard
  /// The colour of its underline; `standard` is that of the text.
  package var underlineColor = Color.standard
  /// The line under it.
  package var underline = Underline.none
  /// Attributes that are on.
  package var attributes: Attributes = []

  /// The state of a terminal that was just turned on.
  package init() {}

  /// True if nothing is set.
  package var isPlain: Bool { self == GraphicsState() }

  /// Does what a sequence says.
  ///
  /// What a number means that is not known, or a colour that is not complete, changes nothing.
  /// - Parameter parameters: The bytes between CSI and `m`: digits, semicolons and colons.
  package mutating func apply(_ parameters: Span<UInt8>) {
    var reader = SGRParameterReader()
    while let parameter = reader.next(in: parameters) {
      switch parameter[0] {
      case 38: set(\.foreground, parameter, &reader, in: parameters)
      case 48: set(\.background, parameter, &reader, in: parameters)
      case 58: set(\.underlineColor, parameter, &reader, in: parameters)
      case 4 where parameter.count > 1:
        if let style = Underline(rawValue: UInt8(clamping: parameter[1])) { underline = style }
      default:
        if parameter.count == 1 { apply(parameter[0]) }
      }
    }
  }

  private mutating func apply(_ number: Int) {
    switch number {
    case 0: self = GraphicsState()
    case 1: attributes.insert(.bold)
    case 2: attributes.insert(.faint)
    case 3: attributes.insert(.italic)
    case 4: underline = .single
    case 5, 6: attributes.insert(.blink)
    case 7: attributes.insert(.reverse)
    case 8: attributes.insert(.conceal)
    case 9: attributes.insert(.strike)
    case 21: underline = .double
    case 22: attributes.subtract([.bold, .faint])
    case 23: attributes.remove(.italic)
    case 24: underline = .none
    case 25: attributes.remove(.blink)
    case 27: attributes.remove(.reverse)
    case 28: attributes.remove(.conceal)
    case 29: attributes.remove(.strike)
    case 30...37: foreground = .palette(UInt8(number - 30))
    case 39: foreground = .standard
    case 40...47: background = .palette(UInt8(number - 40))
    case 49: background = .standard
    case 53: attributes.insert(.overline)
    case 55: attributes.remove(.overline)
    case 59: underlineColor = .standard
    case 90...97: foreground = .palette(UInt8(number - 90 + 8))
    case 100...107: background = .palette(UInt8(number - 100 + 8))
    default: break
    }
  }

  /// Reads the rest of 38, 48 or 58: with colons in the same parameter, with semicolons in the next
  /// ones.
  private mutating func set(
    _ place: WritableKeyPath<GraphicsState, Color>, _ parameter: [Int],
    _ reader: inout SGRParameterReader, in bytes: Span<UInt8>
  ) {
    var values = parameter
    if parameter.count == 1 {
      guard let kind = reader.next(in: bytes) else { return }
      values.append(kind[0])
      for _ in 0..<(kind[0] == 5 ? 1 : kind[0] == 2 ? 3 : 0) {
        guard let value = reader.next(in: bytes) else { return }
        values.append(value[0])
      }
    } else if parameter[1] == 2, parameter.count >= 6 {
      // With five and more values the first is the colour space (ISO 8613-6).
      values.remove(at: 2)
    }
    switch values[1] {
    case 5 where values.count > 2 && values[2] < 256:
      self[keyPath: place] = .palette(UInt8(values[2]))
    case 2 where values.count > 4 && max(values[2], values[3], values[4]) < 256:
      self[keyPath: place] = .exact(UInt8(values[2]), UInt8(values[3]), UInt8(values[4]))
    default: break
    }
  }
}

/// Reads the parameters of a sequence: numbers between semicolons, each with parts between colons.
///
/// ECMA-48 §5.4.2: an empty one has the default value, which is 0 in SGR.
private struct SGRParameterReader {
  private var offset = 0
  private var isAtEnd = false

  /// The parts of the next parameter, one or more; nil behind the last.
  mutating func next(in bytes: Span<UInt8>) -> [Int]? {
    guard !isAtEnd else { return nil }
    var parts = [0]
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: ";") { return parts }
      if byte == UInt8(ascii: ":") {
        parts.append(0)
      } else {
        parts[parts.count - 1] = min(parts[parts.count - 1] * 10 + Int(byte & 15), 1 << 16)
      }
    }
    isAtEnd = true
    return parts
  }
}

/// Classes of `<ansi>` elements and their meaning: colours and attributes of terminals as classes,
/// in both directions.
extension GraphicsState {
  /// The names of the first sixteen entries of the palette.
  private static let colorNames: [String] = {
    let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    return names + names.map { "bright-" + $0 }
  }()

  private static let attributeNames: [(String, Attributes)] = [
    ("bold", .bold), ("faint", .faint), ("italic", .italic), ("blink", .blink),
    ("reverse", .reverse), ("conceal", .conceal), ("strike", .strike), ("overline", .overline),
  ]

  /// Styled underlines have the class `underline`, too.
  private static let underlineNames: [(String, Underline)] = [
    ("underline", .single), ("underline-double", .double), ("underline-curly", .curly),
    ("underline-dotted", .dotted), ("underline-dashed", .dashed),
  ]

  /// The three colours: what their classes begin with, the attribute that holds an exact one, the
  /// property, and where the state has them.
  fileprivate static let colorPlaces: [(prefix: String, attribute: String, property: String)] = [
    ("fg-", "data-fg", "color"), ("bg-", "data-bg", "background-color"),
    ("ul-", "data-ul", "text-decoration-color"),
  ]

  private subscript(color place: Int) -> Color {
    get { place == 0 ? foreground : place == 1 ? background : underlineColor }
    set {
      switch place {
      case 0: foreground = newValue
      case 1: background = newValue
      default: underlineColor = newValue
      }
    }
  }

  /// The classes of a run that looks so; none for the plain state.
  package var classes: [String] {
    var classes: [String] = []
    for (place, names) in Self.colorPlaces.enumerated() {
      switch self[color: place] {
      case .standard: break
      case .palette(let entry) where entry < 16:
        classes.append(names.prefix + Self.colorNames[Int(entry)])
      case .palette(let entry): classes.append("\(names.prefix)\(entry)")
      case .exact: classes.append(names.prefix + "rgb")
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

  /// The attributes that hold exact colours.
  var dataAttributes: [StartTag.Attribute] {
    Self.colorPlaces.enumerated().compactMap { place, names in
      guard case .exact(let red, let green, let blue) = self[color: place] else { return nil }
      return StartTag.Attribute(
        name: names.attribute, value: Self.hexadecimal(red, green, blue))
    }
  }

  /// The state that an element's classes and attributes stand for; those of others are left out.
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
      for (place, names) in Self.colorPlaces.enumerated() where name.hasPrefix(names.prefix) {
        let value = data.first { $0.name == names.attribute }?.value
        if let color = Self.color(String(name.dropFirst(names.prefix.count)), exact: value) {
          self[color: place] = color
        }
      }
    }
  }

  private static func color(_ name: String, exact: String?) -> Color? {
    if name == "rgb" { return exact.flatMap(color(hexadecimal:)) }
    if let entry = colorNames.firstIndex(of: name) { return .palette(UInt8(entry)) }
    guard let entry = UInt8(name), String(entry) == name else { return nil }
    return .palette(entry)
  }

  private static func color(hexadecimal text: String) -> Color? {
    guard text.utf8.count == 7, text.hasPrefix("#"),
      text.utf8.dropFirst().allSatisfy({ $0.isASCIIDigit || ($0 | 0x20) &- 0x61 < 6 }),
      let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    return .exact(
      UInt8(number >> 16), UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)
    )
  }

  private static func hexadecimal(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> String {
    let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    let digits = String(number, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// The declarations that make text look so, in CSS.
  var declarations: String {
    var parts: [String] = []
    for (place, names) in Self.colorPlaces.enumerated() {
      switch self[color: place] {
      case .standard: break
      case .palette(let entry): parts.append("\(names.property): ansi(\(entry))")
      case .exact(let red, let green, let blue):
        parts.append("\(names.property): \(Self.hexadecimal(red, green, blue))")
      }
    }
    if attributes.contains(.bold) {
      parts.append("font-weight: bold")
    } else if attributes.contains(.faint) {
      parts.append("font-weight: 300")
    }
    if attributes.contains(.italic) { parts.append("font-style: italic") }
    var lines: [String] = []
    if underline != .none { lines.append("underline") }
    if attributes.contains(.overline) { lines.append("overline") }
    if attributes.contains(.strike) { lines.append("line-through") }
    if attributes.contains(.blink) { lines.append("blink") }
    if attributes.contains(.reverse) { lines.append("reverse") }
    if attributes.contains(.conceal) { lines.append("conceal") }
    if !lines.isEmpty { parts.append("text-decoration-line: " + lines.joined(separator: " ")) }
    switch underline {
    case .none, .single: break
    case .double: parts.append("text-decoration-style: double")
    case .curly: parts.append("text-decoration-style: wavy")
    case .dotted: parts.append("text-decoration-style: dotted")
    case .dashed: parts.append("text-decoration-style: dashed")
    }
    return parts.joined(separator: "; ")
  }
}

extension SnoopedClass {
  /// With what the class means by itself in text that was written for a terminal, and not what
  /// those beside it mean; other classes as they are.
  package var withOwnMeaning: SnoopedClass {
    guard element == MarkupElement.ansi.name else { return self }
    let data = GraphicsState.colorPlaces.compactMap { names in
      properties.first { $0.name == names.property }.map {
        StartTag.Attribute(name: names.attribute, value: String($0.value.prefix(7)))
      }
    }
    let declarations = GraphicsState(classes: [name], attributes: data).declarations
    return SnoopedClass(
      name, of: element,
      properties: declarations.split(separator: "; ").compactMap { declaration in
        let parts = declaration.split(separator: ": ", maxSplits: 1).map(String.init)
        return parts.count == 2 ? Property(name: parts[0], value: parts[1]) : nil
      })
  }
}

extension StartTag {
  /// The element of text in such a state; nil where there is nothing to say.
  init?(_ graphics: GraphicsState, link: String?) {
    guard link != nil || !graphics.isPlain else { return nil }
    self.init(.ansi, classes: graphics.classes, link: link)
    attributes = graphics.dataAttributes
  }

  /// Declarations of an `<ansi>` element without a stylesheet.
  var terminalDeclarations: CSSText? {
    guard element == .ansi else { return nil }
    let text = GraphicsState(classes: classes, attributes: attributes).declarations
    guard !text.isEmpty else { return nil }
    let source = SourceText(name: "<ansi>", text: text)
    return CSSText(source: source, range: 0..<source.bytes.count)
  }
}
