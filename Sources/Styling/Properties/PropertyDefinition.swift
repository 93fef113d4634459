import CSSSyntax
import StyleValues

/// The definition of a property; all are in `Properties.swift`.
package struct PropertyDefinition: Sendable {
  package let id: PropertyID

  package let name: String

  /// True if it is inherited in dialect `css`.
  package let isInherited: Bool

  /// True if it applies to runs of text; other properties belong to the block.
  package let reachesSpans: Bool

  let read: @Sendable (PropertyParser) throws(UnexpectedValue) -> SpecifiedValue

  let setter: @Sendable (ComputedStyle) -> StyleSetter

  /// The serialised value in a style.
  let written: @Sendable (ComputedStyle) -> RawValue

  /// Copies the value from the first style to the second.
  let copy: @Sendable (ComputedStyle, inout ComputedStyle) -> Void

  /// Sets a colour; nil unless the value is one colour.
  private(set) var setColor: (@Sendable (inout ComputedStyle, ColorValue?) -> Void)?

  // Inlined, so that a caller for one part does not copy all.
  @inline(__always)
  package static func of(_ id: PropertyID) -> PropertyDefinition { all[Int(id.rawValue)] }

  /// In the order of `PropertyID`.
  package static let all: [PropertyDefinition] = PropertyID.allCases.map(\.definition)

  /// Gives access to the value in a text or block style, and returns the result of the closure.
  ///
  /// Not a key path: fifty of them take three million instructions at start, and each use takes
  /// hundreds.
  typealias Accessor<Style, Value> = @Sendable (inout Style, (inout Value) -> Value) -> Value

  /// A method of the parser that reads a value.
  typealias Reader<Value> = @Sendable (PropertyParser) -> () throws(UnexpectedValue) -> Value

  fileprivate init<Value: ComputedValue>(
    _ id: PropertyID,
    _ read: @escaping @Sendable (PropertyParser) throws(UnexpectedValue) -> Specified<Value>,
    inherited: Bool, reachesSpans: Bool, get: @escaping @Sendable (ComputedStyle) -> Value,
    set: @escaping @Sendable (inout ComputedStyle, Value) -> Void
  ) {
    self.id = id
    name = id.dashedName
    isInherited = inherited
    self.reachesSpans = reachesSpans
    self.read = { parser throws(UnexpectedValue) in
      switch try read(parser) {
      case .value(let value): return .constant { set(&$0, value) }
      case .relative(let compute):
        return .computed { element in
          let value = compute(element)
          return { set(&$0, value) }
        }
      }
    }
    setter = { style in
      let value = get(style)
      return { set(&$0, value) }
    }
    written = { get($0).written }
    copy = { set(&$1, get($0)) }
  }

  /// The text of a shorthand's longhand in a style; nil if it cannot be written.
  func cssText(of style: ComputedStyle) -> String? {
    switch written(style).content {
    case .text(let text):
      if setColor != nil,
        case .absolute(let color)? = try? ColorValue.convert(text: text, in: .init())
      {
        let hex = color.srgb.hex8
        return hex.hasSuffix("ff") ? String(hex.dropLast(2)) : hex
      }
      return text.string
    case .number(let number): return NumberText.css(number) + (id == .fontWeight ? "" : "px")
    case .null where id == .backgroundImage: return "none"
    case .null where setColor != nil: return id == .backgroundColor ? "transparent" : "currentcolor"
    default: return nil
    }
  }

  fileprivate func color(
    set: @escaping @Sendable (inout ComputedStyle, ColorValue?) -> Void
  ) -> PropertyDefinition {
    var definition = self
    definition.setColor = set
    return definition
  }
}

/// Sets one property of a style to a value that does not depend on the element.
typealias StyleSetter = @Sendable (inout ComputedStyle) -> Void

/// The kinds of rows in `PropertyID.definition`.
extension PropertyID {
  typealias TextAccessor<Value> = PropertyDefinition.Accessor<TextStyle, Value>
  typealias BlockAccessor<Value> = PropertyDefinition.Accessor<BlockStyle, Value>

  package var name: String { PropertyDefinition.of(self).name }

  /// A property that reaches spans.
  func text<Value: ComputedValue>(
    _ accessor: @escaping TextAccessor<Value>, _ read: @escaping PropertyDefinition.Reader<Value>,
    inherited: Bool = true
  ) -> PropertyDefinition {
    text(at: accessor, inherited) { parser throws(UnexpectedValue) in .value(try read(parser)()) }
  }

  /// A property that reaches spans and whose value may depend on the element.
  func text<Value: ComputedValue>(
    _ accessor: @escaping TextAccessor<Value>,
    _ read: @escaping PropertyDefinition.Reader<Specified<Value>>, inherited: Bool = true
  ) -> PropertyDefinition {
    text(at: accessor, inherited) { parser throws(UnexpectedValue) in try read(parser)() }
  }

  private func text<Value: ComputedValue>(
    at accessor: @escaping TextAccessor<Value>, _ isInherited: Bool,
    _ read: @escaping @Sendable (PropertyParser) throws(UnexpectedValue) -> Specified<Value>
  ) -> PropertyDefinition {
    PropertyDefinition(
      self, read, inherited: isInherited, reachesSpans: true, get: { value($0.text, at: accessor) },
      set: { set($1, at: accessor, in: &$0.text) })
  }

  /// A property that reaches spans and whose value is one colour.
  func color(
    _ accessor: @escaping TextAccessor<ColorValue?>,
    _ read: @escaping PropertyDefinition.Reader<Specified<ColorValue?>>, inherited: Bool = false
  ) -> PropertyDefinition {
    text(accessor, read, inherited: inherited).color { set($1, at: accessor, in: &$0.text) }
  }

  func block<Value: ComputedValue>(
    _ accessor: @escaping BlockAccessor<Value>, _ read: @escaping PropertyDefinition.Reader<Value>,
    inherited: Bool = false
  ) -> PropertyDefinition {
    block(at: accessor, inherited) { parser throws(UnexpectedValue) in .value(try read(parser)()) }
  }

  /// A property of the block whose value may depend on the element.
  func block<Value: ComputedValue>(
    _ accessor: @escaping BlockAccessor<Value>,
    _ read: @escaping PropertyDefinition.Reader<Specified<Value>>, inherited: Bool = false
  ) -> PropertyDefinition {
    block(at: accessor, inherited) { parser throws(UnexpectedValue) in try read(parser)() }
  }

  private func block<Value: ComputedValue>(
    at accessor: @escaping BlockAccessor<Value>, _ isInherited: Bool,
    _ read: @escaping @Sendable (PropertyParser) throws(UnexpectedValue) -> Specified<Value>
  ) -> PropertyDefinition {
    PropertyDefinition(
      self, read, inherited: isInherited, reachesSpans: false,
      get: { value($0.block, at: accessor) }, set: { set($1, at: accessor, in: &$0.block) })
  }

  /// A property of the block whose value is one colour.
  func borderColor(
    _ accessor: @escaping BlockAccessor<ColorValue?>,
    _ read: @escaping PropertyDefinition.Reader<Specified<ColorValue?>>
  ) -> PropertyDefinition { block(accessor, read).color { set($1, at: accessor, in: &$0.block) } }
}

private func value<Style, Value>(
  _ style: Style, at accessor: PropertyDefinition.Accessor<Style, Value>
) -> Value {
  var style = style
  return accessor(&style) { $0 }
}

private func set<Style, Value>(
  _ value: Value, at accessor: PropertyDefinition.Accessor<Style, Value>, in style: inout Style
) {
  _ = accessor(&style) {
    $0 = value
    return value
  }
}
