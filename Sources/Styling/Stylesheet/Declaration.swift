import Bytes
package import CSSSyntax
package import Diagnostics
package import StyleValues

/// A property and its value in a stylesheet or a `style` attribute.
package struct Declaration: Sendable {
  package let property: PropertyName

  package let value: DeclaredValue

  /// The specified value, as far as it does not depend on an element.
  var specified: SpecifiedValue

  package let isImportant: Bool

  /// The states in its key, as in `"color:selected"`; empty for all states.
  package let states: ControlState

  private let nameStart: UInt32
  private let nameEnd: UInt32

  /// `nameRange` is in the same source as the value.
  init(
    property: PropertyName, value: DeclaredValue, specified: SpecifiedValue = .relative,
    isImportant: Bool, states: ControlState, nameRange: Range<Int>
  ) {
    self.property = property
    self.value = value
    self.specified = specified
    self.isImportant = isImportant
    self.states = states
    nameStart = UInt32(truncatingIfNeeded: nameRange.lowerBound)
    nameEnd = UInt32(truncatingIfNeeded: nameRange.upperBound)
  }

  /// The declaration with `var()` for each `$name` in its value.
  var expandingDollars: Declaration {
    Declaration(
      property: property, value: DollarVariable.expanded(value), isImportant: isImportant,
      states: states, nameRange: Int(nameStart)..<Int(nameEnd))
  }

  /// The same declaration with an unknown property.
  var withoutMeaning: Declaration { with(.unknown(property.text)) }

  /// The declaration with the property of this name in the host program or the documents; nil if it
  /// is the same.
  ///
  /// The program's properties come before those without effect and before the documents' keys,
  /// which CSS lacks.
  func renamed(_ dialect: Dialect, among extensions: StyleExtensions) -> Declaration? {
    switch property {
    case .withoutEffect(let written):
      let name = DictionaryKey.dashed(written)
      return extensions.contains(name) ? with(.unknown(name)) : nil
    case .unknown(let name) where dialect != .css && !extensions.contains(name):
      return DocumentKeys.property(name).map(with)
    // Of objects it is a key of its own; of a text it is the colour.
    case .longhand(.color)
    where extensions.contains("title-color")
      && DictionaryKey.dashed(nameRange.text).contains("title-color"):
      return with(.unknown("title-color"))
    case .longhand, .shorthand, .custom, .unknown: return nil
    }
  }

  private func with(_ property: PropertyName) -> Declaration {
    Declaration(
      property: property, value: value, isImportant: isImportant, states: states,
      nameRange: Int(nameStart)..<Int(nameEnd))
  }

  /// A declaration for a colour that is the name of an image, as StringCoding has patterns: the
  /// image for a background, else without effect.
  ///
  /// nil if the value is a colour.
  var asPatternImage: Declaration? {
    guard property.isColor, case .text(let text) = value, ImageReference.isFileName(text.string)
    else { return nil }
    let isBackground = property == .longhand(.backgroundColor)
    return with(isBackground ? .longhand(.backgroundImage) : .withoutEffect(property.text))
  }

  package var nameRange: SourceRange {
    SourceRange(value.range.source, Int(nameStart)..<Int(nameEnd))
  }
}

/// The value of a declaration as written.
package enum DeclaredValue: Sendable {
  /// Text in CSS's syntax; also numbers and booleans of a dictionary.
  case text(CSSText)

  /// An array or object of a dictionary.
  indirect case structured(RawValue, SourceRange)

  package var range: SourceRange {
    switch self {
    case .text(let text): text.location
    case .structured(_, let range): range
    }
  }

  package var writtenText: String {
    let range = range
    return String(decoding: range.source.bytes[range.bytes], as: UTF8.self)
  }

  /// The value in the form that all types can be converted from.
  var raw: RawValue {
    switch self {
    case .text(let text): RawValue(text)
    case .structured(let raw, _): raw
    }
  }

  /// The value for a property of the program; a CSS string is its text.
  func raw(in dialect: Dialect) -> RawValue {
    guard case .text(let text) = self, dialect == .css || dialect == .viewcss else { return raw }
    var tokenizer = CSSTokenizer(text)
    let token = tokenizer.nextSignificant()
    guard token.kind == .string, tokenizer.nextSignificant().kind == .endOfFile else { return raw }
    let string = Array(tokenizer.name(of: token).utf8)
    return RawValue(CSSText(decoded: string, source: text.source, sourceRange: text.sourceRange))
  }
}

/// A key in a dictionary's declarations, parsed.
///
/// Pixelbits writes `backgroundColor` and `color:selected`, StringCoding `selectedTitleColor`; all
/// become names of CSS and a set of states.
struct DeclarationKey: Hashable {
  var property: PropertyName
  var states: ControlState

  /// Parses a key; an unknown state makes it an unknown property.
  init(_ key: String) {
    if key.isCustomPropertyName {
      self.init(.custom(key))
      return
    }
    let components = key.split(separator: ":", omittingEmptySubsequences: false)
    if components.count == 2, let state = ControlState(selectorName: String(components[1])) {
      self.init(Self.property(String(components[0])), state)
      return
    }
    let property = Self.property(key)
    if case .unknown = property, let prefixed = Self.withStatePrefix(key) {
      self = prefixed
    } else {
      self.init(property)
    }
  }

  init(_ property: PropertyName, _ states: ControlState = []) {
    self.property = property
    self.states = states
  }

  /// The property of CSS or of the documents for a key without a state.
  private static func property(_ key: String) -> PropertyName {
    let name = DictionaryKey.dashed(key)
    let property = PropertyName(name)
    if case .unknown = property, DocumentKeys.hasNoEffect(name) { return .withoutEffect(key) }
    return property
  }

  /// `selectedTextColor` → `text-color` in the state `selected`.
  private static func withStatePrefix(_ key: String) -> DeclarationKey? {
    for (name, _) in ControlState.members where key.hasPrefix(name) {
      let rest = key.dropFirst(name.count)
      guard let first = rest.unicodeScalars.first, first.properties.isUppercase else { continue }
      let property = Self.property(String(rest))
      if case .unknown(let name) = property, DocumentKeys.property(name) == nil { continue }
      return ControlState(selectorName: name).map { DeclarationKey(property, $0) }
    }
    return nil
  }
}

/// A key of a JSON stylesheet that is not a selector, such as `@media (min-width: 80ch)`.
enum AtKey {
  /// The at-keyword of such a key as CSS reads it (CSS Syntax 3 §4.2): `@media`.
  static func keyword(of key: String) -> String {
    guard key.hasPrefix("@") else { return "" }
    let name = key.utf8.dropFirst().prefix {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        || $0 >= 0x80
    }
    return "@" + String(decoding: name, as: UTF8.self)
  }
}

/// Selectors with declarations; only a few numbers, because a stylesheet may have very many.
struct StyleRule: Sendable {
  private let firstSelector: UInt32
  private let selectorEnd: UInt32
  private let firstDeclaration: UInt32
  private let declarationEnd: UInt32

  /// The number of its condition in the stylesheet; -1 for none.
  let condition: Int32

  /// The number of its layer in the layer tree; -1 for none.
  let layer: Int32

  let dialect: Dialect

  init(
    selectors: Range<Int>, declarations: Range<Int>, condition: Int32, layer: Int32,
    dialect: Dialect
  ) {
    firstSelector = UInt32(truncatingIfNeeded: selectors.lowerBound)
    selectorEnd = UInt32(truncatingIfNeeded: selectors.upperBound)
    firstDeclaration = UInt32(truncatingIfNeeded: declarations.lowerBound)
    declarationEnd = UInt32(truncatingIfNeeded: declarations.upperBound)
    self.condition = condition
    self.layer = layer
    self.dialect = dialect
  }

  /// Indices into the stylesheet's selectors, any of which makes the rule apply.
  var selectors: Range<Int> { Int(firstSelector)..<Int(selectorEnd) }

  /// Indices into the stylesheet's declarations.
  var declarations: Range<Int> { Int(firstDeclaration)..<Int(declarationEnd) }
}

struct RuleSelector: Sendable {
  var selector: Selector
  var text: CSSText
}

extension CSSText {
  /// The text without surrounding white space and without `!important`, and whether it had that
  /// (CSS Syntax 3 §5.5.6).
  func splittingImportant() -> (text: CSSText, isImportant: Bool) {
    let bytes = bytes
    var end = range.upperBound
    var start = range.lowerBound
    while start < end, bytes[start].isASCIIWhitespace { start += 1 }
    while end > start, bytes[end - 1].isASCIIWhitespace { end -= 1 }
    guard bytes[start..<end].contains(UInt8(ascii: "!")) else {
      return (start..<end == range ? self : slice(start..<end), false)
    }
    var tokenizer = CSSTokenizer(slice(start..<end))
    var valueEnd = start
    var bang: CSSToken?
    var last: CSSToken?
    while case let token = tokenizer.nextSignificant(), token.kind != .endOfFile {
      if let bang { valueEnd = bang.range.upperBound }
      bang = last
      last = token
    }
    guard let bang, let last, bang.isDelimiter("!"), last.kind == .ident,
      tokenizer.name(of: last, is: "important")
    else { return (slice(start..<end), false) }
    return (slice(start..<valueEnd), true)
  }
}

extension RawValue {
  /// All texts in the value, also in arrays and objects.
  var texts: [CSSText] {
    switch content {
    case .text(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    case .number, .bool, .null: []
    }
  }
}
