import Bytes
package import CSSSyntax
package import Diagnostics
package import StyleValues

/// A property and the value that a sheet or a `style` attribute gives it.
package struct Declaration: Sendable {
  package let property: PropertyName

  package let value: DeclaredValue

  /// Specified value, as far as it can be told without an element.
  var specified: SpecifiedValue

  package let isImportant: Bool

  /// The states that its key names, as in `"color:selected"`; empty for all states.
  package let states: ControlState

  private let nameStart: UInt32
  private let nameEnd: UInt32

  /// The name stands in the same source as the value.
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

  /// The declaration with each `$name` in its value as CSS writes it.
  var expandingDollars: Declaration {
    Declaration(
      property: property, value: DollarVariable.expanded(value), isImportant: isImportant,
      states: states, nameRange: Int(nameStart)..<Int(nameEnd))
  }

  /// The declaration as one of a property that nobody knows.
  var withoutMeaning: Declaration { with(.unknown(property.text)) }

  /// The declaration with the property that its name means among those of a host program and of the
  /// documents; nil where that is the one it has.
  ///
  /// What the program has registered counts before what has no effect and before the documents'
  /// keys, which no CSS has.
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

  /// A colour that is the name of an image, as StringCoding has patterns: of a background it is the
  /// image, and of anything else it has no effect; nil where the value is a colour.
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

/// The right side of a declaration as it was written.
package enum DeclaredValue: Sendable {
  /// Text in CSS's syntax. Numbers and booleans of a dictionary are text, too.
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

  /// The value as one that any type can be converted from.
  var raw: RawValue {
    switch self {
    case .text(let text): RawValue(text)
    case .structured(let raw, _): raw
    }
  }

  /// The value for a property of the program: a string of CSS is its text.
  func raw(in dialect: Dialect) -> RawValue {
    guard case .text(let text) = self, dialect == .css || dialect == .viewcss else { return raw }
    var tokenizer = CSSTokenizer(text)
    let token = tokenizer.nextSignificant()
    guard token.kind == .string, tokenizer.nextSignificant().kind == .endOfFile else { return raw }
    let string = Array(tokenizer.name(of: token).utf8)
    return RawValue(CSSText(decoded: string, source: text.source, sourceRange: text.sourceRange))
  }
}

/// A key of a dictionary's declarations, taken apart.
///
/// Pixelbits writes `backgroundColor` and `color:selected`, StringCoding `selectedTitleColor`;
/// all become the names of CSS and a set of states.
struct DeclarationKey: Hashable {
  var property: PropertyName
  var states: ControlState

  /// An unknown state makes the whole key an unknown property.
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

  /// The property of CSS or of the documents that a key without a state names.
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

/// A key of a sheet in JSON that is no selector, such as `@media (min-width: 80ch)`.
enum AtKey {
  /// The word that such a key begins with, as CSS reads it (CSS Syntax 3 §4.2): `@media`.
  static func keyword(of key: String) -> String {
    guard key.hasPrefix("@") else { return "" }
    let name = key.utf8.dropFirst().prefix {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        || $0 >= 0x80
    }
    return "@" + String(decoding: name, as: UTF8.self)
  }
}

/// Selectors and what they declare; a few numbers, because a sheet may have very many.
struct StyleRule: Sendable {
  private let firstSelector: UInt32
  private let selectorEnd: UInt32
  private let firstDeclaration: UInt32
  private let declarationEnd: UInt32

  /// Number of its condition in the sheet; -1 when it counts on every terminal.
  let condition: Int32

  /// Number of its layer in the sheet's layer tree; -1 outside of layers.
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

  /// Indices into the stylesheet's selectors; any of them makes the rule apply.
  var selectors: Range<Int> { Int(firstSelector)..<Int(selectorEnd) }

  /// Indices into the stylesheet's declarations.
  var declarations: Range<Int> { Int(firstDeclaration)..<Int(declarationEnd) }
}

/// A selector and the text it was read from.
struct RuleSelector: Sendable {
  var selector: Selector
  var text: CSSText
}

extension CSSText {
  /// The text without white space at its ends and without `!important`, and whether that stood
  /// there (CSS Syntax 3 §5.5.6).
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
    while true {
      let token = tokenizer.nextSignificant()
      if token.kind == .endOfFile { break }
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
  /// All texts in the value, from the first to the last.
  var texts: [CSSText] {
    switch content {
    case .text(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    case .number, .bool, .null: []
    }
  }
}
