/// A set of properties in one machine word.
package struct PropertySet: OptionSet, Hashable, Sendable {
  /// One bit for each `PropertyID`.
  package let rawValue: UInt64

  /// Makes a set from its bits.
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The set of one property.
  package init(_ id: PropertyID) {
    rawValue = 1 << UInt64(id.rawValue)
  }

  /// The properties in the set, in the order of `PropertyID`.
  var members: [PropertyID] {
    var members: [PropertyID] = []
    var rest = self
    while let first = rest.first {
      members.append(first)
      rest.remove(PropertySet(first))
    }
    return members
  }

  /// The first property in the set.
  var first: PropertyID? { PropertyID(rawValue: UInt8(rawValue.trailingZeroBitCount)) }
}

extension PropertyName {
  /// True if its value is a colour, or one for each side.
  var isColor: Bool {
    switch self {
    case .longhand(let id): PropertyDefinition.of(id).setColor != nil
    case .shorthand(let id):
      id == .borderColor || id == .borderBlockColor || id == .borderInlineColor
    case .custom, .withoutEffect, .unknown: false
    }
  }

  /// The longhands that are set; empty for names that set none.
  var longhands: PropertySet {
    switch self {
    case .longhand(let id): PropertySet(id)
    case .shorthand(let id): id.longhandSet
    case .custom, .withoutEffect, .unknown: []
    }
  }
}

extension ShorthandID {
  /// `longhands` as a set.
  fileprivate var longhandSet: PropertySet { Self.longhandSets[Int(rawValue)] }

  private static let longhandSets: [PropertySet] = allCases.map { shorthand in
    shorthand.longhands.reduce(into: []) { $0.insert(PropertySet($1)) }
  }
}
