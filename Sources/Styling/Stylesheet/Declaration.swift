package import CSSSyntax
package import Diagnostics
package import StyleValues

/// A property and the value that a sheet or a `style` attribute gives it.
package struct Declaration: Sendable {
  /// Name of the property.
  package let property: PropertyName

  /// Value as written.
  package let value: DeclaredValue

  /// Specified value, as far as it can be told without an element.
  var specified: SpecifiedValue

  /// True if it is marked `!important`.
  package let isImportant: Bool

  /// The states that its key names, as in `"color:selected"`; empty for all states.
  package let states: ControlState

  private let nameStart: UInt32
  private let nameEnd: UInt32

  /// Puts a declaration together; its name stands in the same source as its value.
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

  /// Place of the property's name.
  package var namePlace: SourceRange {
    SourceRange(value.place.source, Int(nameStart)..<Int(nameEnd))
  }
}

/// The right side of a declaration as it was written.
package enum DeclaredValue: Sendable {
  /// Text in CSS's syntax. Numbers and booleans of a dictionary are text, too.
  case text(CSSText)

  /// An array or object of a dictionary.
  indirect case structured(RawValue, SourceRange)

  /// Place of the value.
  package var place: SourceRange {
    switch self {
    case .text(let text): text.place
    case .structured(_, let place): place
    }
  }

  /// The value as it was written.
  package var writtenText: String {
    let place = place
    return String(decoding: place.source.bytes[place.bytes], as: UTF8.self)
  }

  /// The value as one that any type can be converted from.
  var raw: RawValue {
    switch self {
    case .text(let text): RawValue(text)
    case .structured(let raw, _): raw
    }
  }
}
