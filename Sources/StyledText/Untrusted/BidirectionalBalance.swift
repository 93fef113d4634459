/// Tells which bidirectional controls of a run open or close nothing within their line.
///
/// LRE, RLE, LRO and RLO are closed by PDF; LRI, RLI and FSI by PDI, which also ends what is open
/// inside the isolate and leaves that unbalanced. It goes along with the output of the run, and
/// keeps no more of it than what is open.
@usableFromInline
struct BidirectionalBalance: Sendable {
  /// A control in the output.
  struct Control: Sendable {
    let scalar: UInt32

    /// Offset in the output.
    let offset: Int

    /// Source range, as offsets in the whole input.
    let place: Range<Int>

    fileprivate var isIsolate: Bool { scalar >= 0x2066 }
  }

  /// UAX #9, BD2: nothing is nested deeper than this.
  private static let deepestNesting = 125

  /// Offset of the first control in the output; nil before it.
  @usableFromInline private(set) var start: Int?

  /// The controls that wait for what closes them, the innermost last.
  private(set) var open: [Control] = []

  private var isolates = 0

  /// The offsets of those that stand alone.
  private var alone: [Int] = []

  /// Up to where the output was looked through for the ends of lines.
  private var passed = 0

  /// The balance of a run without any control.
  init() {}

  /// Takes note of the next control, which comes at the end of the output.
  ///
  /// - Parameters:
  ///   - scalar: U+202A to U+202E or U+2066 to U+2069.
  ///   - place: Source range, as offsets in the whole input.
  ///   - output: The output before it.
  /// - Returns: The controls that turn out to stand alone, itself perhaps included.
  mutating func append(_ scalar: UInt32, at place: Range<Int>, to output: [UInt8]) -> [Control] {
    let control = Control(scalar: scalar, offset: output.count, place: place)
    var found: [Control] = []
    if start == nil {
      start = output.count
    } else if output[passed...].contains(0x0A) {
      found = endLine()
    }
    passed = output.count
    switch scalar {
    case 0x202C where open.last?.isIsolate == false:
      open.removeLast()
    case 0x2069 where isolates > 0:
      while let last = open.popLast(), !last.isIsolate { found.append(last) }
      isolates -= 1
    case 0x202C, 0x2069:
      found.append(control)
    case _ where open.count < Self.deepestNesting:
      open.append(control)
      if control.isIsolate { isolates += 1 }
    default:
      found.append(control)
    }
    alone += found.map(\.offset)
    return found
  }

  /// Ends the run; the next one begins.
  ///
  /// - Returns: The controls that nothing has closed, and the offsets of all that stand alone, in
  ///   order.
  mutating func finish() -> (open: [Control], alone: [Int]) {
    defer { self = BidirectionalBalance() }
    return (open, (alone + open.map(\.offset)).sorted())
  }

  private mutating func endLine() -> [Control] {
    defer {
      open = []
      isolates = 0
    }
    return open
  }
}
