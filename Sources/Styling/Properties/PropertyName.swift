import Bytes
import Diagnostics
import StyleValues

/// The name of a declaration, and its meaning.
///
/// Names are rare and stored indirectly, because a large stylesheet has very many values of this
/// type.
package enum PropertyName: Hashable, Sendable {
  case longhand(PropertyID)

  case shorthand(ShorthandID)

  /// A custom property; the name keeps its two dashes and its case.
  indirect case custom(String)

  /// A property of CSS without effect in a terminal.
  indirect case withoutEffect(String)

  /// A property that is unknown unless the host program registers it.
  indirect case unknown(String)

  package var text: String {
    switch self {
    case .longhand(let id): id.name
    case .shorthand(let id): id.name
    case .custom(let name), .withoutEffect(let name), .unknown(let name): name
    }
  }

  /// Looks up a normalised (kebab-case, lower-case) name.
  package init(_ name: String) {
    let bytes = Array(name.utf8)
    if name.isCustomPropertyName {
      self = .custom(name)
    } else if let known = Self.known(bytes, 0..<bytes.count) {
      self = known
    } else {
      self = CSSPropertyNames.isVendors(name) ? .withoutEffect(name) : .unknown(name)
    }
  }

  /// Looks up a name in some bytes; nil for upper case, other spellings and unknown names.
  static func known(_ bytes: [UInt8], _ range: Range<Int>) -> PropertyName? {
    if let property = effectiveNames.find(bytes, range) { return property }
    // Most of the rest are custom properties, and vendors' own.
    if bytes[range].first == UInt8(ascii: "-") { return nil }
    return aliasNames.find(bytes, range) ?? otherNames.find(bytes, range)
  }

  private static let effectiveNames = Table(
    PropertyDefinition.all.map { ($0.name, .longhand($0.id)) }
      + ShorthandID.ofCSS.map { ($0.name, .shorthand($0)) })

  /// The aliases, in a separate table: most themes need none.
  private static let aliasNames = Table(aliases)

  /// The names without effect, in a separate table that most themes never need.
  private static let otherNames = Table(
    CSSPropertyNames.withoutEffect.map { ($0, .withoutEffect($0)) })

  /// Aliases: names in the documents' stylesheets and in older CSS, and the sides of CSS Logical
  /// Properties 1 §4 in text from left to right.
  private static let aliases: [(String, PropertyName)] =
    [
      ("word-wrap", .longhand(.overflowWrap)), ("text-alignment", .longhand(.textAlign)),
      ("text-color", .longhand(.color)), ("title-color", .longhand(.color)),
      ("inline-size", .longhand(.width)), ("min-inline-size", .longhand(.minWidth)),
      ("max-inline-size", .longhand(.maxWidth)), ("list-style", .longhand(.listStyleType)),
    ]
    + [
      ("block-start", "top"), ("inline-end", "right"), ("block-end", "bottom"),
      ("inline-start", "left"),
    ].flatMap { logical, physical in
      ["padding-*", "margin-*", "border-*", "border-*-width", "border-*-style", "border-*-color"]
        .compactMap { pattern in
          let segments = pattern.split(separator: "*", omittingEmptySubsequences: false)
          let name = segments.joined(separator: physical)
          let longhand = PropertyDefinition.all.first { $0.name == name }
          let property =
            longhand.map { PropertyName.longhand($0.id) }
            ?? ShorthandID.ofCSS.first { $0.name == name }.map(PropertyName.shorthand)
          return property.map { (segments.joined(separator: logical), $0) }
        }
    }

  /// A table that finds names without a `String`.
  private struct Table {
    private var names = ByteStringTable()
    private var properties: [PropertyName] = []

    init(_ entries: [(name: String, property: PropertyName)]) {
      for (name, property) in entries {
        let bytes = Array(name.utf8)
        if names.insert(bytes, 0..<bytes.count).isNew { properties.append(property) }
      }
    }

    func find(_ bytes: [UInt8], _ range: Range<Int>) -> PropertyName? {
      names.find(bytes, range).map { properties[$0] }
    }
  }

  /// The names of properties whose values are kept, for suggestions.
  ///
  /// One of them shows nothing: `caret-color`.
  package static let effective: [String] =
    PropertyDefinition.all.map(\.name) + ShorthandID.ofCSS.map(\.name)

  /// The standard name of a property whose value is kept; nil for other names.
  package static func effectiveName(_ name: String) -> String? {
    switch PropertyName(name) {
    case .longhand(let id): id.name
    case .shorthand(let id): id.name
    case .custom, .withoutEffect, .unknown: nil
    }
  }

  /// All valid names, with those without effect.
  package static let known: [String] = effective + CSSPropertyNames.withoutEffect

  private static let index = NameIndex(effective)

  /// The nearest name of a property whose value is kept or of the host program, else of one without
  /// effect.
  static func suggestion(for name: String, among others: [String]) -> String? {
    if let meaning = meanings[name] { return meaning }
    let nearest =
      others.isEmpty ? index.nearest(to: name) : nearestName(to: name, in: effective + others)
    return nearest ?? otherIndex.nearest(to: name)
  }

  /// Words that people write for a property.
  private static let meanings = [
    "bold": "font-weight: bold", "italic": "font-style: italic", "bg": "background",
    "underline": "text-decoration: underline", "fg": "color", "foreground": "color",
  ]

  private static let otherIndex = NameIndex(CSSPropertyNames.withoutEffect)
}

package enum ShorthandID: UInt8, CaseIterable, Hashable, Sendable {
  case font, background, textDecoration, padding, margin
  case border, borderTop, borderRight, borderBottom, borderLeft
  case borderWidth, borderColor, borderStyle
  case paddingBlock, paddingInline, marginBlock, marginInline, borderBlock, borderInline
  case borderBlockWidth, borderInlineWidth, borderBlockColor, borderInlineColor
  case borderBlockStyle, borderInlineStyle, all
  // Those of the documents.
  case lineBreakMode, contentHorizontalAlignment, contentEdgeInsets

  package var name: String { Self.names[Int(rawValue)] }

  // Written out: the run-time library's search for the case names took a third of a preview.
  private static let names = """
    font background text-decoration padding margin
    border border-top border-right border-bottom border-left
    border-width border-color border-style
    padding-block padding-inline margin-block margin-inline border-block border-inline
    border-block-width border-inline-width border-block-color border-inline-color
    border-block-style border-inline-style all
    line-break-mode content-horizontal-alignment content-edge-insets
    """.utf8.split { $0 <= 0x20 }.map { String(Substring($0)) }

  /// The shorthands of CSS; `DocumentKeys` has the others.
  package static let ofCSS = allCases.filter { id in
    id != .lineBreakMode && id != .contentHorizontalAlignment && id != .contentEdgeInsets
  }

  /// All longhands that it sets (CSS Cascade 4 §3.1).
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
    case .paddingBlock: [.paddingTop, .paddingBottom]
    case .paddingInline: [.paddingLeft, .paddingRight]
    case .marginBlock: [.marginTop, .marginBottom]
    case .marginInline: [.marginLeft, .marginRight]
    case .borderBlock: Self.borderTop.longhands + Self.borderBottom.longhands
    case .borderInline: Self.borderLeft.longhands + Self.borderRight.longhands
    case .borderBlockWidth: [.borderTopWidth, .borderBottomWidth]
    case .borderInlineWidth: [.borderLeftWidth, .borderRightWidth]
    case .borderBlockColor: [.borderTopColor, .borderBottomColor]
    case .borderInlineColor: [.borderLeftColor, .borderRightColor]
    case .borderBlockStyle: [.borderTopStyle, .borderBottomStyle]
    case .borderInlineStyle: [.borderLeftStyle, .borderRightStyle]
    case .all: PropertyID.allCases
    case .lineBreakMode: [.textOverflow, .whiteSpace, .overflowWrap]
    case .contentHorizontalAlignment: [.textAlign]
    case .contentEdgeInsets: [.paddingTop, .paddingRight, .paddingBottom, .paddingLeft]
    }
  }

  fileprivate var longhandSet: PropertySet { Self.longhandSets[Int(rawValue)] }

  private static let longhandSets = allCases.map { PropertySet(of: $0.longhands) }

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

/// A set of properties in one machine word.
package struct PropertySet: OptionSet, Hashable, Sendable {
  /// One bit for each `PropertyID`.
  package let rawValue: UInt128

  package init(rawValue: UInt128) { self.rawValue = rawValue }

  package init(_ id: PropertyID) { rawValue = 1 << UInt128(id.rawValue) }

  init(of ids: [PropertyID]) { self = ids.reduce(into: []) { $0.insert(PropertySet($1)) } }

  /// In the order of `PropertyID`.
  var members: [PropertyID] {
    var members: [PropertyID] = []
    var rest = self
    while let first = rest.first {
      members.append(first)
      rest.remove(PropertySet(first))
    }
    return members
  }

  var first: PropertyID? { PropertyID(rawValue: UInt8(rawValue.trailingZeroBitCount)) }
}

extension PropertyName {
  /// True if its value is a colour, or one for each side.
  var isColor: Bool {
    switch self {
    case .longhand(let id): PropertyDefinition.of(id).setColor != nil
    case .shorthand(let id):
      id == .borderColor || id == .borderBlockColor || id == .borderInlineColor
    case .custom, .withoutEffect, .unknown: false
    }
  }

  /// Empty for names that set none.
  var longhands: PropertySet {
    switch self {
    case .longhand(let id): PropertySet(id)
    case .shorthand(let id): id.longhandSet
    case .custom, .withoutEffect, .unknown: []
    }
  }

  /// Keywords of properties for editors and completion; a value may have others and more.
  package static let keywords: [String: [String]] = [
    "font-style": FontStyle.allCases.map(\.rawValue),
    "font-variant": FontVariant.allCases.map(\.rawValue),
    "text-transform": TextTransform.allCases.map(\.rawValue),
    "text-decoration-style": TextDecorationStyle.allCases.map(\.rawValue),
    "text-decoration-line": TextDecorationLines.keywords.map(\.name),
    "white-space": WhiteSpace.allCases.map(\.rawValue),
    "overflow-wrap": OverflowWrap.allCases.map(\.rawValue),
    "border-style": BorderStyle.allCases.map(\.rawValue),
    "background-clip": BackgroundClip.allCases.map(\.rawValue),
    "font-weight": ["normal", "bold", "bolder", "lighter"],
    "text-align": TextAlignment.allCases.map(\.rawValue),
    "text-overflow": ["clip", "ellipsis", "middle"], "overflow": ["visible", "hidden"],
    "display": ["inline", "inline-block", "block", "none"],
    "color-scheme": ["normal", "light", "dark", "light dark"],
    "vertical-align": VerticalAlignment.allCases.map(\.rawValue),
    "border-collapse": BorderCollapse.allCases.map(\.rawValue),
    "table-layout": TableLayoutMode.allCases.map(\.rawValue),
    "list-style-type": ListStyleType.keywords.map(\.0),
    "visibility": Visibility.allCases.map(\.rawValue), "readable": ["none", "AA", "AAA"],
  ]
}
