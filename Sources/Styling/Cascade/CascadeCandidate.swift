import StyleValues

/// A declaration that applies to an element, and how strongly.
struct CascadeCandidate {
  let declaration: Declaration
  let priority: CascadePriority

  /// What brought it here.
  let cause: Cause

  /// How its value is read.
  let dialect: Dialect

  enum Cause {
    /// A rule of the sheet, by its number and that of its selector.
    case rule(Int32, selector: Int32)
    /// The `style` attribute.
    case style
    /// The meaning that the tag has by itself.
    case builtIn(tag: String)
  }

  /// Whether it is the declaration with a number of the sheet's.
  func isRule(_ number: Int32) -> Bool {
    guard priority.order == number, case .rule = cause else { return false }
    return true
  }

  /// The properties that it sets.
  let properties: PropertySet

  init(declaration: Declaration, priority: CascadePriority, cause: Cause, dialect: Dialect) {
    self.declaration = declaration
    self.priority = priority
    self.cause = cause
    self.dialect = dialect
    properties = declaration.property.longhands
  }
}

extension PropertyName {
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
  var longhandSet: PropertySet {
    longhands.reduce(into: []) { $0.insert(PropertySet($1)) }
  }
}
