import Bytes
import CSSSyntax
import StyleValues

/// The properties of CSS without effect in a terminal.
enum CSSPropertyNames {
  /// In alphabetical order.
  static let withoutEffect = DataFile.properties.words

  private static let vendorPrefixes = ["-webkit-", "-moz-", "-ms-", "-o-", "-khtml-", "-apple-"]

  static func isVendors(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "-") && vendorPrefixes.contains(where: name.hasPrefix)
  }
}

/// Keys of views and controls in stylesheets of StringCoding and Pixelbits.
///
/// Those libraries set any property of an object by its name. Some keys mean a property of CSS; the
/// others have no effect.
package enum DocumentKeys {
  /// The property for which a key, written with dashes, is another name.
  static func property(_ key: String) -> PropertyName? { aliases[key] }

  /// True if a key, written with dashes, is another name for a property.
  package static func isProperty(_ key: String) -> Bool { aliases[key] != nil }

  private static let aliases: [String: PropertyName] = Dictionary(uniqueKeysWithValues: [
    ("line-break-mode", .shorthand(.lineBreakMode)),
    ("content-horizontal-alignment", .shorthand(.contentHorizontalAlignment)),
    ("content-edge-insets", .shorthand(.contentEdgeInsets)), ("alpha", .longhand(.opacity)),
    ("corner-radius", .longhand(.borderRadius)),
    ("number-of-lines", .longhand(.maxLines)), ("shadow-opacity", .longhand(.textShadowOpacity)),
    ("font-name", .longhand(.fontFamily)), ("title-font", .shorthand(.font)),
    ("text-font", .shorthand(.font)), ("content-inset", .shorthand(.contentEdgeInsets)),
    ("text-container-inset", .shorthand(.contentEdgeInsets)),
    ("layout-margins", .shorthand(.contentEdgeInsets)),
  ])

  /// True for a known key, written with dashes, without effect in a terminal.
  static func hasNoEffect(_ key: String) -> Bool {
    withoutEffect.contains(key) || events.contains(key.filter { $0 != "-" }.lowercased())
  }

  /// The names of UIKit's control events, which have actions as values.
  private static let events: Set<String> = Set(
    (ControlEvent.members + ControlEvent.aliases).flatMap { event in
      ["", "uicontrolevent", "uicontrolevents"].map { $0 + event.name }
    })

  private static let withoutEffect = Set(DataFile.documentKeys.words.map(DictionaryKey.dashed))
}

/// Objects that are values of the documents' typed getters: `{"x": 1, "y": 2}`.
enum TypedObjects {
  private static let members: [Set<String>] = [
    ["x", "y"], ["width", "height"], ["horizontal", "vertical"],
    ["top", "left", "bottom", "right"], ["origin", "size"], ["name", "size"], ["family", "size"],
    ["name"], ["x", "y", "width", "height"],
  ]

  /// True if an object with these names is a point, a size, insets, a rectangle or a font, not a
  /// rule.
  static func contain(_ names: [String]) -> Bool { members.contains(Set(names)) }
}

/// Valid values that no terminal supports: those of vendors (`-webkit-match-parent`), and `env()`
/// (CSS Environment Variables 1).
enum VendorSyntax {
  /// A description of such a value; nil for any other one.
  static func kind(of value: DeclaredValue) -> String? {
    guard case .text(let text) = value else { return nil }
    var tokenizer = CSSTokenizer(text)
    while true {
      let token = tokenizer.next()
      switch token.kind {
      case .endOfFile: return nil
      case .function where tokenizer.name(of: token).lowercased() == "env": return "env()"
      case .ident, .function:
        if CSSPropertyNames.isVendors(tokenizer.name(of: token)) { return "a vendor's value" }
      default: break
      }
    }
  }
}
