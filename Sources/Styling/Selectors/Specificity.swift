/// Specificity of a selector: counted ids, classes and types, compared in that order.
///
/// Selectors 4 §17. Ids are not matched by this product, so the first number is always 0; it is
/// kept so that the triple reads as people know it.
package struct Specificity: Hashable, Comparable, Sendable {
  /// Classes, states and pseudo-classes.
  package var classes: Int32

  /// Types (elements).
  package var types: Int32

  /// Puts a specificity together.
  package init(classes: Int32 = 0, types: Int32 = 0) {
    self.classes = classes
    self.types = types
  }

  /// Less exact before more exact.
  package static func < (left: Specificity, right: Specificity) -> Bool {
    (left.classes, left.types) < (right.classes, right.types)
  }

  /// The specificity of two parts of one selector.
  ///
  /// It stays at `highest`, because nested rules can double it with each level.
  package static func + (left: Specificity, right: Specificity) -> Specificity {
    Specificity(
      classes: min(left.classes + right.classes, highest),
      types: min(left.types + right.types, highest))
  }

  /// No count grows beyond this.
  private static let highest: Int32 = 1_000_000
}

extension Specificity: CustomStringConvertible {
  /// The triple, `(0,1,0)`.
  package var description: String { "(0,\(classes),\(types))" }
}
