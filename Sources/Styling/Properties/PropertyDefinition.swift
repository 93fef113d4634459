import StyleValues

/// What there is to know of a property; `Properties.swift` has all of them.
package struct PropertyDefinition: Sendable {
  /// Which property.
  package let id: PropertyID

  /// The name in a stylesheet: that of the case with dashes.
  package let name: String

  /// Whether CSS inherits it where nothing is declared (dialect `css`).
  package let isInherited: Bool

  /// Whether it takes effect on a span's run.
  ///
  /// The others belong to the block.
  package let reachesSpans: Bool

  /// Reads a value of it.
  let read: @Sendable (PropertyParser) throws(ConversionError) -> PropertyValue

  /// Its value in a style.
  let value: @Sendable (ComputedStyle) -> PropertyValue

  /// Its value in a style as it could be written.
  let written: @Sendable (ComputedStyle) -> RawValue

  /// Gives the second style the first one's value.
  let copy: @Sendable (ComputedStyle, inout ComputedStyle) -> Void

  /// Sets a colour; nil where the value is not just one colour.
  private(set) var setColor: (@Sendable (inout ComputedStyle, ColorValue?) -> Void)?

  /// Its value in a block style, for properties of the block: many of a shorthand's are read from
  /// one copy.
  private(set) var blockValue: (@Sendable (inout BlockStyle) -> PropertyValue)?

  /// The definition of a property.
  // Inlined, so that who asks for one part does not get a copy of all.
  @inline(__always)
  package static func of(_ id: PropertyID) -> PropertyDefinition { all[Int(id.rawValue)] }

  /// Every property in the order of `PropertyID`.
  package static let all: [PropertyDefinition] = PropertyID.allCases.map(\.definition)

  /// Lends the place of the value in a style, and gives what the borrower makes of it.
  ///
  /// A key path says the same. But fifty of them take three million instructions at start, and each
  /// use takes hundreds.
  typealias Place<Value> = @Sendable (inout ComputedStyle, (inout Value) -> Value) -> Value

  /// The same for a value in a block style.
  typealias BlockPlace<Value> = @Sendable (inout BlockStyle, (inout Value) -> Value) -> Value

  /// A method of the parser that reads a value.
  typealias Reader<Value> = @Sendable (PropertyParser) -> () throws(ConversionError) -> Value

  fileprivate init<Value: ComputedValue>(
    _ id: PropertyID, _ place: @escaping Place<Value>, _ read: @escaping Reader<Value>,
    inherited: Bool, reachesSpans: Bool
  ) {
    self.id = id
    name = DictionaryKey.dashed("\(id)")
    isInherited = inherited
    self.reachesSpans = reachesSpans
    @Sendable func setting(_ value: Value) -> PropertyValue {
      PropertyValue(property: id) { $0.set(value, at: place) }
    }
    self.read = { parser throws(ConversionError) in setting(try read(parser)()) }
    value = { setting($0.value(at: place)) }
    written = { $0.value(at: place).written }
    copy = { $1.set($0.value(at: place), at: place) }
  }

  /// The same for a property whose value is one colour.
  fileprivate func color(at place: @escaping Place<ColorValue?>) -> PropertyDefinition {
    var definition = self
    definition.setColor = { style, color in style.set(color, at: place) }
    return definition
  }

  /// The same for a property of the block.
  fileprivate func block<Value: ComputedValue>(
    at place: @escaping BlockPlace<Value>
  ) -> PropertyDefinition {
    var definition = self
    definition.blockValue = { [id] block in
      let value = place(&block) { $0 }
      return PropertyValue(property: id) { style in
        _ = place(&style.block) {
          $0 = value
          return value
        }
      }
    }
    return definition
  }
}

/// The kinds of rows that `PropertyID.definition` has.
extension PropertyID {
  /// The name in a stylesheet, such as `background-color`.
  package var name: String { PropertyDefinition.of(self).name }

  /// A property that reaches spans.
  func text<Value: ComputedValue>(
    _ place: @escaping PropertyDefinition.Place<Value>,
    _ read: @escaping PropertyDefinition.Reader<Value>, inherited: Bool = true
  ) -> PropertyDefinition {
    PropertyDefinition(self, place, read, inherited: inherited, reachesSpans: true)
  }

  /// A property that reaches spans and whose value is one colour.
  func color(
    _ place: @escaping PropertyDefinition.Place<ColorValue?>,
    _ read: @escaping PropertyDefinition.Reader<ColorValue?>, inherited: Bool = false
  ) -> PropertyDefinition {
    text(place, read, inherited: inherited).color(at: place)
  }

  /// A property of the block.
  func block<Value: ComputedValue>(
    _ place: @escaping PropertyDefinition.BlockPlace<Value>,
    _ read: @escaping PropertyDefinition.Reader<Value>, inherited: Bool = false
  ) -> PropertyDefinition {
    PropertyDefinition(
      self, { style, use in place(&style.block, use) }, read, inherited: inherited,
      reachesSpans: false
    ).block(at: place)
  }

  /// A property of the block whose value is one colour.
  func borderColor(
    _ place: @escaping PropertyDefinition.BlockPlace<ColorValue?>,
    _ read: @escaping PropertyDefinition.Reader<ColorValue?>
  ) -> PropertyDefinition {
    block(place, read).color { style, use in place(&style.block, use) }
  }
}

extension ComputedStyle {
  fileprivate func value<Value>(at place: PropertyDefinition.Place<Value>) -> Value {
    var style = self
    return place(&style) { $0 }
  }

  fileprivate mutating func set<Value>(
    _ value: Value, at place: PropertyDefinition.Place<Value>
  ) {
    _ = place(&self) {
      $0 = value
      return value
    }
  }
}

/// The value of one property, the same whatever the element.
struct PropertyValue: Sendable {
  let property: PropertyID

  /// Gives it to a style.
  let set: @Sendable (inout ComputedStyle) -> Void
}
