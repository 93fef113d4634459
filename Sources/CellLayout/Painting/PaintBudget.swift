import StyleValues
import Styling

/// The limit of the work and memory for painting a text.
///
/// A list of shadows or of colour stops may be of any length, and each shadow may reach over the
/// whole block, so that together they could cost the product of a sheet and a text. The unit of
/// work is about the cost of a cell that one shadow covers.
package struct PaintBudget: Hashable, Sendable {
  private var work = 1 << 23

  /// True if something was not painted because of it.
  package private(set) var isExceeded = false

  /// The work that each byte and each cell of a text adds for its own paint.
  private static let share = 32

  /// The cost of a shadow in the memory of a run.
  private static let shadowCost = 16

  package init() {}

  /// Adds the work that more text may cost.
  mutating func earn(for count: Int) {
    work = min(work, Int.max / 2) + Self.share * min(count, 1 << 32)
  }

  /// Spends work; false if there is not enough left.
  mutating func take(_ cost: Int) -> Bool {
    guard cost <= work else {
      isExceeded = true
      return false
    }
    work -= cost
    return true
  }

  /// Spends at most half of the work on resolving shadows, and returns how many shadows each run
  /// may have; a terminal without colours shows none.
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
