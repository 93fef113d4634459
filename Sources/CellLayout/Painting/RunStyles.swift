import StyledText

/// The styles of a text's runs as a terminal shows them, each resolved once, as very many elements
/// may share one.
struct RunStyles {
  private(set) var distinct: [ResolvedTextStyle] = []

  private var elements: [ComputedElement] = []

  private var numbers: [Int32] = []

  init(
    _ runs: [StyledLines.Run], _ styles: borrowing ComputedStyleTable,
    _ resolve: (ComputedElement) -> ResolvedTextStyle
  ) {
    var known: [ObjectIdentifier: Int32] = [:]
    numbers.reserveCapacity(runs.count)
    for run in runs {
      let element = styles[run.style]
      let number = known[ObjectIdentifier(element)] ?? Int32(distinct.count)
      if Int(number) == distinct.count {
        elements.append(element)
        distinct.append(resolve(element))
        known[ObjectIdentifier(element)] = number
      }
      numbers.append(number)
    }
  }

  var count: Int { numbers.count }

  var indices: Range<Int> { numbers.indices }

  /// The index of a run's style in `distinct`.
  func number(of run: Int) -> Int { Int(numbers[run]) }

  func element(of run: Int) -> ComputedElement { elements[Int(numbers[run])] }

  subscript(run: Int) -> ResolvedTextStyle { _read { yield distinct[Int(numbers[run])] } }
}
