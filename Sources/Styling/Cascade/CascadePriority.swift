import StyleValues

/// Priority of a declaration: the one thing that decides which declaration wins.
///
/// The winner of a property is the `max` of its candidates, and `explain` prints the first part
/// in which winner and loser differ. In dialect `css` the parts are those of CSS Cascade 5 §6.4;
/// in the dialects that look rules up in an order, the place in that order takes the place of
/// the specificity.
struct CascadePriority: Comparable, Hashable, Sendable {
  enum Origin: UInt8, Comparable, Sendable {
    /// The meaning that a tag such as `<b>` has without a stylesheet.
    case builtIn
    case sheet
    /// The `style` attribute.
    case inline

    static func < (left: Origin, right: Origin) -> Bool { left.rawValue < right.rawValue }
  }

  /// Precision with which a rule names the element.
  enum Precision: Hashable, Comparable, Sendable {
    /// Dialect `css`.
    case specificity(Specificity)
    /// The step of the look-up order at which the rule is found, from 0; and how many of the
    /// element's attributes and active states it asks for.
    case lookup(step: Int32, conditions: Int32)

    static func < (left: Precision, right: Precision) -> Bool {
      switch (left, right) {
      case (.specificity(let left), .specificity(let right)):
        left < right
      case (.lookup(let leftStep, let leftCount), .lookup(let rightStep, let rightCount)):
        // An earlier step is stronger.
        (-leftStep, leftCount) < (-rightStep, rightCount)
      case (.specificity, .lookup):
        true
      case (.lookup, .specificity):
        false
      }
    }
  }

  var isImportant: Bool

  /// Among important declarations the style attribute still comes first.
  var origin: Origin

  /// Declarations outside layers come last; `layerStrength` turns the order round for important
  /// ones.
  var layer: Int32

  var precision: Precision

  /// Its place among all declarations.
  var order: Int32

  /// Important declarations prefer the layer that was named first (CSS Cascade 5 §6.4.4).
  private var layerStrength: Int32 { isImportant ? -layer : layer }

  static func < (left: CascadePriority, right: CascadePriority) -> Bool {
    if left.isImportant != right.isImportant { return right.isImportant }
    if left.origin != right.origin { return left.origin < right.origin }
    if left.layer != right.layer { return left.layerStrength < right.layerStrength }
    if left.precision != right.precision { return left.precision < right.precision }
    return left.order < right.order
  }
}

extension CascadePriority {
  /// A layer number that comes after every layer: what is outside of all layers.
  static let outsideLayers = Int32.max
}
