/// The styles of a text's runs as a terminal shows them: each look is resolved once.
struct RunStyles {
  /// The styles, each once for all runs that share a look.
  private(set) var distinct: [ResolvedTextStyle] = []

  /// For each run the number of its style.
  private var numbers: [Int32] = []

  /// Resolves the looks of runs.
  init(_ runs: [BlockRun], _ resolve: (RunLook) -> ResolvedTextStyle) {
    var known: [ObjectIdentifier: Int32] = [:]
    numbers.reserveCapacity(runs.count)
    for run in runs {
      let key = ObjectIdentifier(run.look)
      let number = known[key] ?? Int32(distinct.count)
      if Int(number) == distinct.count {
        distinct.append(resolve(run.look))
        known[key] = number
      }
      numbers.append(number)
    }
  }

  /// Number of runs.
  var count: Int { numbers.count }

  /// The numbers of the runs.
  var indices: Range<Int> { numbers.indices }

  /// The number of a run's style in `distinct`.
  func number(of run: Int) -> Int { Int(numbers[run]) }

  /// The style of a run.
  subscript(run: Int) -> ResolvedTextStyle {
    _read { yield distinct[Int(numbers[run])] }
  }
}
