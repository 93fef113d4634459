/// How exact a selector is: counted ids, classes and types, compared in that order.
///
/// Selectors 4 §17. Ids are not matched by this product, so the first number is always 0; it is
/// kept so that the triple reads as people know it.
public struct Specificity: Hashable, Comparable, Sendable {
  /// Classes, states and pseudo-classes.
  public var classes: Int32

  /// Types (elements).
  public var types: Int32

  /// Puts a specificity together.
  public init(classes: Int32 = 0, types: Int32 = 0) {
    self.classes = classes
    self.types = types
  }

  /// Less exact before more exact.
  public static func < (left: Specificity, right: Specificity) -> Bool {
    (left.classes, left.types) < (right.classes, right.types)
  }

  /// The specificity of two parts of one selector.
  public static func + (left: Specificity, right: Specificity) -> Specificity {
    Specificity(classes: left.classes + right.classes, types: left.types + right.types)
  }
}

extension Specificity: CustomStringConvertible {
  /// The triple, `(0,1,0)`.
  public var description: String { "(0,\(classes),\(types))" }
}
