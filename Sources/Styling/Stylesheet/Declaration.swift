package import CSSSyntax
package import Diagnostics
package import StyleValues

/// A property and the value that a sheet or a `style` attribute gives it.
package struct Declaration: Sendable {
  /// What is set.
  package let property: PropertyName

  /// What it is set to, as written.
  package let value: DeclaredValue

  /// What that means, as far as it can be told without an element.
  var specified: SpecifiedValue

  /// Whether it is marked `!important`.
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

  /// Where the property's name was written.
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

  /// Where the value was written.
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
