import CellLayout

/// The colour pairs that ncurses knows: a number for each combination of foreground and background.
///
/// Pairs are given out in order; when all are, the owner drops them together and draws again.
struct ColorPairs {
  /// Pairs that can be defined, without pair 0, which is the terminal's own colours.
  let limit: Int32

  private var numbers: [UInt64: Int32] = [:]

  /// Starts without pairs.
  ///
  /// - Parameter limit: the highest usable number.
  init(limit: Int32) {
    self.limit = limit
  }

  /// The number of a combination of colour numbers, where -1 is the terminal's own colour.
  ///
  /// - Returns: the pair and whether it has to be defined first; nil if there is none left.
  mutating func number(foreground: Int32, background: Int32) -> (pair: Int32, isNew: Bool)? {
    if foreground < 0, background < 0 { return (0, false) }
    let key =
      UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if let known = numbers[key] { return (known, false) }
    guard numbers.count < Int(limit) else { return nil }
    let pair = Int32(numbers.count) + 1
    numbers[key] = pair
    return (pair, true)
  }

  /// Forgets all pairs.
  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
  }
}
