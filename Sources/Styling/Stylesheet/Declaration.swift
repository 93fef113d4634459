public import CSSSyntax
public import Diagnostics
public import StyleValues

/// A property and the value that a sheet or a `style` attribute gives it.
public struct Declaration: Sendable {
  /// What is set.
  public let property: PropertyName

  /// What it is set to, as written.
  public let value: DeclaredValue

  /// Whether it is marked `!important`.
  public let isImportant: Bool

  /// The states that its key names, as in `"color:selected"`; empty for all states.
  public let states: ControlState

  /// Where the property's name was written.
  public let namePlace: SourceRange
}

/// The right side of a declaration as it was written.
public enum DeclaredValue: Sendable {
  /// Text in CSS's syntax. Numbers and booleans of a dictionary are text, too.
  case text(CSSText)

  /// An array or object of a dictionary.
  case structured(RawValue, SourceRange)

  /// Where the value was written.
  public var place: SourceRange {
    switch self {
    case .text(let text): text.place
    case .structured(_, let place): place
    }
  }

  /// The value as it was written.
  public var writtenText: String {
    let place = place
    return String(decoding: place.source.bytes[place.bytes], as: UTF8.self)
  }
}
