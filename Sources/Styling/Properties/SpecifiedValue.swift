import Bytes
package import CSSSyntax
import StyleValues

/// The specified value of a declaration (CSS Cascade 5 §4.2), read once from its text.
enum SpecifiedValue: Sendable {
  case keyword(CSSWideKeyword)

  /// A colour as `0xrrggbbaa`: most values of a theme, which need no storage.
  case color(UInt32)

  /// The same on every element.
  case constant(StyleSetter)

  /// The longhands of a shorthand in a style, the same on every element.
  indirect case values(ComputedStyle)

  /// Depends on the element's parent, font size or colour.
  case computed(@Sendable (ElementContext) -> StyleSetter)

  /// Depends on the colour scheme.
  indirect case byScheme(dark: SpecifiedValue, light: SpecifiedValue)

  /// Has to be read for each element, because of variables or functions of the element's font size
  /// or colour.
  case relative
}

/// The result of a property's parser.
enum Specified<Value: Sendable>: Sendable {
  case value(Value)

  case relative(@Sendable (ElementContext) -> Value)

  func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Specified<Other> {
    switch self {
    case .value(let value): .value(transform(value))
    case .relative(let compute): .relative { transform(compute($0)) }
    }
  }
}

/// The style and context that relative values of an element depend on.
struct ElementContext {
  let parent: TextStyle

  let context: ConversionContext
}

/// The specified values of a file, so that repeated texts are read once.
struct SpecifiedValueCache {
  /// The most values that are kept.
  private static let most = 4096

  /// In bytes; longer texts are rare.
  private static let longest = 24

  /// The most constants: with very many different values the rest is read again for each use, to
  /// save memory.
  private static let mostConstants = 1 << 14

  private var constants = 0

  /// Misses lower it; at 0 values are not looked up any more.
  private var credit = Self.most

  private var table = ByteStringTable()
  private var values: [SpecifiedValue] = []
  private var key: [UInt8] = []

  /// The value of a text in some bytes, if it is a plain colour or was read before.
  mutating func value(
    of property: PropertyName, _ bytes: [UInt8], _ text: Range<Int>, _ dialect: Dialect
  ) -> SpecifiedValue? {
    if case .longhand(let id) = property, PropertyDefinition.of(id).setColor != nil,
      let rgba = HexNotation.rgba(bytes[text], in: dialect)
    {
      return .color(rgba)
    }
    guard credit > 0, makeKey(property, bytes, text) else { return nil }
    if let number = table.find(key, 0..<key.count) {
      credit = min(credit + 1, Self.most)
      return values[number]
    }
    if values.count == Self.most { credit -= 1 }
    return nil
  }

  mutating func keeping(_ value: SpecifiedValue) -> SpecifiedValue {
    switch value {
    case .keyword, .color, .relative: return value
    case .constant, .values, .computed, .byScheme:
      constants += 1
      return constants > Self.mostConstants ? .relative : value
    }
  }

  mutating func insert(
    _ value: SpecifiedValue, of property: PropertyName, _ bytes: [UInt8], _ text: Range<Int>
  ) {
    guard values.count < Self.most, makeKey(property, bytes, text) else { return }
    if table.insert(key, 0..<key.count).isNew { values.append(value) }
  }

  private mutating func makeKey(
    _ property: PropertyName, _ bytes: [UInt8], _ text: Range<Int>
  ) -> Bool {
    guard text.count <= Self.longest else { return false }
    key.removeAll(keepingCapacity: true)
    switch property {
    case .longhand(let id): key.append(id.rawValue)
    case .shorthand(let id): key.append(0x80 | id.rawValue)
    case .custom, .withoutEffect, .unknown: return false
    }
    key.append(contentsOf: bytes[text])
    return true
  }
}

/// The keywords of all properties (CSS Cascade 5 §7.3).
package enum CSSWideKeyword: String, CaseIterable, Hashable, Sendable {
  case inherit, initial
  /// `inherit` for an inherited property, else `initial`.
  case unset
  /// The value as if the stylesheet had no declaration; the built-in style of the element stays.
  case revert
  /// The value as if the cascade layer of the declaration had none.
  case revertLayer = "revert-layer"

  /// The keyword of a value; nil for other values.
  package init?(_ text: CSSText) {
    // Longer values are none; a comment or an escape beside it is too rare for a check here.
    guard text.range.count >= 5 else { return nil }
    let bytes = text.bytes
    var range = text.range
    // The value of a fallback may have white space around it.
    while let first = range.first, bytes[first].isASCIIWhitespace { range.removeFirst() }
    while let last = range.last, bytes[last].isASCIIWhitespace { range.removeLast() }
    // Each of them starts with one of these letters.
    switch range.first.map({ bytes[$0] | 0x20 }) {
    case UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "r"): break
    default: return nil
    }
    guard (5...12).contains(range.count), let known = Self.keywords[bytes, range] else {
      return nil
    }
    self = known
  }

  private static let keywords = KeywordTable<CSSWideKeyword>()
}
