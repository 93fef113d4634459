import StyleValues

/// Priority of a declaration; nothing else decides which declaration wins.
///
/// The winner of a property is the `max` of its candidates, and `explain` prints the first part in
/// which winner and loser differ. In dialect `css` the parts are those of CSS Cascade 5 §6.4; in
/// the dialects that look rules up in an order, the position in that order replaces the
/// specificity.
struct CascadePriority: Comparable, Hashable, Sendable {
  enum Origin: UInt8, Comparable, Sendable {
    /// The meaning that a tag such as `<b>` has without a stylesheet.
    case builtIn
    case sheet, inline

    static func < (left: Origin, right: Origin) -> Bool { left.rawValue < right.rawValue }
  }

  /// Precision with which a rule names the element.
  enum Precision: Hashable, Comparable, Sendable {
    case specificity(Specificity)
    /// The step of the look-up order at which the rule is found, from 0, and the number of
    /// attributes and active states in its selector.
    case lookup(step: Int32, conditions: Int32)

    static func < (left: Precision, right: Precision) -> Bool {
      switch (left, right) {
      case (.specificity(let left), .specificity(let right)): left < right
      case (.lookup(let leftStep, let leftCount), .lookup(let rightStep, let rightCount)):
        // An earlier step is stronger.
        (-leftStep, leftCount) < (-rightStep, rightCount)
      case (.specificity, .lookup): true
      case (.lookup, .specificity): false
      }
    }
  }

  var isImportant: Bool

  /// The style attribute is stronger than rules, also among important declarations.
  var origin: Origin

  /// Declarations outside layers are the strongest; `layerStrength` reverses the order for
  /// important ones.
  var layer: Int32

  var precision: Precision

  /// Its index among all declarations.
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
  /// A number above that of every layer, for declarations outside of layers.
  static let outsideLayers = Int32.max
}
