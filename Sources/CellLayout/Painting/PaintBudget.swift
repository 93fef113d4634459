import StyleValues
import Styling

/// The work and memory that painting a text may take: the one place that bounds them.
///
/// A list of shadows or of colour stops may be of any length, and each shadow may reach over the
/// whole block, so that together they could cost the product of a sheet and a text. The unit of
/// work is about what a cell costs that one shadow lies on.
package struct PaintBudget: Hashable, Sendable {
  private var work = 1 << 23

  /// True if something was not painted because of it.
  package private(set) var isExceeded = false

  /// The work that each byte and each cell of a text adds for its own paint.
  private static let share = 32

  /// The price of a shadow in the memory of a run.
  private static let shadowCost = 16

  package init() {}

  /// Adds the work that more text may take.
  mutating func earn(for count: Int) {
    work = min(work, Int.max / 2) + Self.share * min(count, 1 << 32)
  }

  /// Takes work, or says that there is not as much left.
  mutating func take(_ cost: Int) -> Bool {
    guard cost <= work else {
      isExceeded = true
      return false
    }
    work -= cost
    return true
  }

  /// Takes the work of settling shadows, by at most half of what there is, and returns how many
  /// of its shadows each run may have; a terminal without colours shows none.
  mutating func layers(of counts: some Sequence<Int>, in environment: Environment) -> Int {
    guard environment.colorDepth >= .ansi8, !environment.isFlat else { return 0 }
    var (total, runs) = (0, 0)
    for count in counts where count > 0 {
      total += count
      runs += 1
    }
    let most = work / 2 / Self.shadowCost
    guard total > most else {
      work -= total * Self.shadowCost
      return Int.max
    }
    isExceeded = true
    work -= most * Self.shadowCost
    return most / runs
  }
}
