/// A declaration that applies to an element, and how strongly.
///
/// It is a few numbers; its request knows the declaration.
struct CascadeCandidate {
  /// Priority in the cascade; the order is its declaration's number.
  let priority: CascadePriority

  /// Source of the declaration.
  let cause: Cause

  /// The properties that it sets.
  let properties: PropertySet

  enum Cause {
    /// A rule of the sheet, by its number and that of its selector.
    case rule(Int32, selector: Int32)
    /// The `style` attribute.
    case style
    /// The meaning that the tag has by itself.
    case builtIn
  }
}
