import Diagnostics

/// What the name on the left of a declaration stands for.
///
/// Names are rare and stored elsewhere: a large sheet holds very many of these.
package enum PropertyName: Hashable, Sendable {
  /// A property with a value of its own.
  case longhand(PropertyID)

  /// A property that sets several others.
  case shorthand(ShorthandID)

  /// A custom property; the name keeps its two dashes and its case.
  indirect case custom(String)

  /// A property of CSS that a terminal has no use for.
  indirect case withoutEffect(String)

  /// A property that nobody knows, unless the host program registered it.
  indirect case unknown(String)

  /// The name as CSS writes it.
  package var text: String {
    switch self {
    case .longhand(let id): id.name
    case .shorthand(let id): id.rawValue
    case .custom(let name), .withoutEffect(let name), .unknown(let name): name
    }
  }

  /// Looks a normalised (kebab-case, lower-case) name up.
  package init(_ name: String) {
    let bytes = Array(name.utf8)
    self =
      name.hasPrefix("--")
      ? .custom(name) : Self.known(bytes, 0..<bytes.count) ?? .unknown(name)
  }

  /// Looks a name up that stands in some bytes.
  /// - Returns: nil for names in any upper case, other spellings and unknown names.
  static func known(_ bytes: [UInt8], _ range: Range<Int>) -> PropertyName? {
    table.names.find(bytes, range).map { table.properties[$0] }
  }

  private static let table = Table()

  /// The names of CSS, to be found without a `String`.
  private struct Table {
    private(set) var names = ByteStringTable()
    private(set) var properties: [PropertyName] = []

    init() {
      for definition in PropertyDefinition.all { add(definition.name, .longhand(definition.id)) }
      for id in ShorthandID.allCases { add(id.rawValue, .shorthand(id)) }
      // Names that the seeds' sheets and older CSS use for the same thing.
      add("word-wrap", .longhand(.overflowWrap))
      add("text-alignment", .longhand(.textAlign))
      add("text-color", .longhand(.color))
      add("title-color", .longhand(.color))
      for name in namesWithoutEffect { add(name, .withoutEffect(name)) }
    }

    private mutating func add(_ name: String, _ property: PropertyName) {
      let bytes = Array(name.utf8)
      if names.insert(bytes, 0..<bytes.count).isNew { properties.append(property) }
    }
  }

  /// Every name that has an effect, for suggestions.
  package static let effective: [String] =
    PropertyDefinition.all.map(\.name) + ShorthandID.allCases.map(\.rawValue)

  private static let index = NameIndex(effective)

  /// The property that was probably meant, among those with an effect and those of a host program.
  static func suggestion(for name: String, among others: [String]) -> String? {
    others.isEmpty ? index.nearest(to: name) : nearestName(to: name, in: effective + others)
  }

  /// CSS properties that a theme may share with a web page; a terminal cannot show them.
  private static let namesWithoutEffect = [
    "align-content", "align-items", "align-self", "all", "animation", "appearance",
    "backdrop-filter", "background-attachment", "background-origin", "background-position",
    "background-repeat", "background-size", "border-collapse", "border-image", "bottom",
    "box-shadow", "box-sizing", "clear", "clip", "clip-path", "content", "cursor", "direction",
    "display", "filter", "flex", "flex-direction", "flex-wrap", "float", "font-feature-settings",
    "font-kerning", "font-stretch", "gap", "grid", "height", "hyphens", "justify-content", "left",
    "letter-spacing", "line-height", "list-style", "list-style-type", "max-height", "min-height",
    "mix-blend-mode", "order", "outline", "outline-color", "outline-style", "outline-width",
    "overflow", "overflow-x", "overflow-y", "pointer-events", "position", "quotes", "resize",
    "right", "text-indent", "text-rendering", "text-underline-offset", "text-underline-position",
    "top", "transform", "transition", "unicode-bidi", "user-select", "vertical-align",
    "visibility", "word-break", "word-spacing", "writing-mode", "z-index",
  ]
}

/// A property that stands for several longhands.
package enum ShorthandID: String, CaseIterable, Hashable, Sendable {
  case font
  case background
  case textDecoration = "text-decoration"
  case padding
  case margin
  case border
  case borderTop = "border-top"
  case borderRight = "border-right"
  case borderBottom = "border-bottom"
  case borderLeft = "border-left"
  case borderWidth = "border-width"
  case borderColor = "border-color"
  case borderStyle = "border-style"

  /// The longhands that it sets, all of them each time (CSS Cascade 4 §3.1).
  package var longhands: [PropertyID] {
    switch self {
    case .font: [.fontStyle, .fontWeight, .fontSize, .fontFamily, .fontVariant]
    case .background: [.backgroundColor, .backgroundImage, .backgroundClip]
    case .textDecoration: [.textDecorationLine, .textDecorationStyle, .textDecorationColor]
    case .padding: [.paddingTop, .paddingRight, .paddingBottom, .paddingLeft]
    case .margin: [.marginTop, .marginRight, .marginBottom, .marginLeft]
    case .borderWidth: Self.widths
    case .borderColor: Self.colors
    case .borderStyle: Self.styles
    case .border: Self.widths + Self.styles + Self.colors
    case .borderTop: [.borderTopWidth, .borderTopStyle, .borderTopColor]
    case .borderRight: [.borderRightWidth, .borderRightStyle, .borderRightColor]
    case .borderBottom: [.borderBottomWidth, .borderBottomStyle, .borderBottomColor]
    case .borderLeft: [.borderLeftWidth, .borderLeftStyle, .borderLeftColor]
    }
  }

  private static let widths: [PropertyID] = [
    .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth,
  ]
  private static let styles: [PropertyID] = [
    .borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle,
  ]
  private static let colors: [PropertyID] = [
    .borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor,
  ]
}
