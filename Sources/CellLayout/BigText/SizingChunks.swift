/// Cuts text into the blocks that OSC 66 is told of one by one.
struct SizingChunks: Sequence, IteratorProtocol {
  /// One block.
  struct Chunk {
    let range: Range<Int>
    /// `w`; 0 lets the terminal split the text.
    let width: Int
    /// Columns of the screen that it takes.
    let columns: Int
  }

  private let bytes: [UInt8]
  private let sizing: TextScaling
  private var clusters: TextClusters
  private var pending: TextCluster?

  /// The most bytes that one escape sequence may carry.
  private static let byteLimit = 4096

  init(_ bytes: [UInt8], in range: Range<Int>, _ sizing: TextScaling, rules: WidthRules) {
    self.bytes = bytes
    self.sizing = sizing
    clusters = TextClusters(bytes, in: range, rules: rules)
    pending = clusters.next()
  }

  /// The next block: as many clusters as fill it, a wide one never in two blocks.
  mutating func next() -> Chunk? {
    guard let first = pending else { return nil }
    var end = first.range.lowerBound
    var cells = 0
    while let cluster = pending {
      let isFull = sizing.width > 0 && cells > 0 && cells + cluster.width > sizing.cellsPerBlock
      let isLong =
        end > first.range.lowerBound
        && cluster.range.upperBound - first.range.lowerBound > Self.byteLimit
      if isFull || isLong { break }
      end = cluster.range.upperBound
      cells += cluster.width
      pending = clusters.next()
    }
    let width = sizing.width == 0 ? 0 : sizing.width(ofRest: cells)
    return Chunk(
      range: first.range.lowerBound..<end, width: width,
      columns: sizing.scale * (sizing.width == 0 ? cells : width))
  }
}
