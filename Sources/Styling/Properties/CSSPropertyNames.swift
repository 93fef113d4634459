import Bytes
import CSSSyntax
import StyleValues

/// The properties of CSS that a terminal has no use for.
enum CSSPropertyNames {
  /// Their names in alphabetical order.
  static let withoutEffect = DataFile.properties.words

  /// Prefixes of vendors' own names: `-webkit-appearance`.
  private static let vendorPrefixes = ["-webkit-", "-moz-", "-ms-", "-o-", "-khtml-", "-apple-"]

  static func isVendors(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "-") && vendorPrefixes.contains(where: name.hasPrefix)
  }
}

/// The keys of views and controls in the sheets of the documents that the dialects come from.
///
/// StringCoding and Pixelbits set any property of an object by its name. Some of them mean what a
/// property of CSS means; of the others a terminal has nothing.
package enum DocumentKeys {
  /// The property that a key, written with dashes, is another name for.
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

  /// True if a key, written with dashes, is known to have no effect in a terminal.
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

/// Values of the documents' typed getters that are objects: `{"x": 1, "y": 2}`.
enum TypedObjects {
  private static let members: [Set<String>] = [
    ["x", "y"], ["width", "height"], ["horizontal", "vertical"],
    ["top", "left", "bottom", "right"], ["origin", "size"], ["name", "size"], ["family", "size"],
    ["name"], ["x", "y", "width", "height"],
  ]

  /// True if an object with these names is a point, a size, insets, a rectangle or a font rather
  /// than a rule.
  static func contain(_ names: [String]) -> Bool { members.contains(Set(names)) }
}

/// Values that are valid and that no terminal knows: those that only the browsers of one vendor
/// read (`-webkit-match-parent`), and those of a device's screen (`env()`, CSS Environment
/// Variables 1).
enum VendorSyntax {
  /// Returns a description of a value with such a keyword or function; nil for any other value.
  static func kind(of value: DeclaredValue) -> String? {
    guard case .text(let text) = value else { return nil }
    var tokenizer = CSSTokenizer(text)
    while true {
      let token = tokenizer.next()
      switch token.kind {
      case .endOfFile: return nil
      case .function where tokenizer.name(of: token).lowercased() == "env":
        return "env()"
      case .ident, .function:
        if CSSPropertyNames.isVendors(tokenizer.name(of: token)) { return "a vendor's value" }
      default: break
      }
    }
  }
}
