/// Times what is measured and prints a line about it.
struct Report {
  /// The words of which one has to be in a section's name; empty for all sections.
  let wanted: [String]

  /// How often a piece of work is repeated; the fastest run counts.
  static let repetitions = 5

  /// Runs a section if it is wanted.
  func section(_ name: String, _ body: () -> Void) {
    guard wanted.isEmpty || wanted.contains(where: name.contains) else { return }
    print("\n\(name)")
    body()
  }

  /// The seconds of the fastest of several runs.
  static func seconds(_ work: () -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<repetitions {
      best = min(best, secondsOnce(work))
    }
    return best
  }

  /// The seconds of a single run.
  static func secondsOnce(_ work: () -> Void) -> Double {
    let (whole, rest) = ContinuousClock().measure(work).components
    return Double(whole) + Double(rest) * 1e-18
  }

  /// Prints columns.
  static func line(_ name: String, _ columns: String...) { line(name, columns) }

  /// Prints columns.
  static func line(_ name: String, _ columns: [String]) {
    print("  " + padded(name, 28) + columns.map { padded($0, 16) }.joined())
  }

  /// A number with some decimals.
  static func number(_ value: Double, decimals: Int = 2) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return "\(rounded)"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

/// SplitMix64, so that every run measures the same bytes.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
