import Bytes

/// A grapheme cluster: where it stands and how many cells it takes.
package struct TextCluster: Hashable, Sendable {
  /// Byte offsets into the text.
  package let range: Range<Int>

  /// Cells from 0.
  ///
  /// More than 2 only where several letters make one cluster, as in old Hangul.
  package let width: Int
}

/// Walks along UTF-8 text by grapheme clusters, with their widths.
///
/// UAX #29 (Unicode 16) decides the boundaries, `WidthRules` the cells. It works on byte offsets
/// and makes no string. The widths are those of one line from its start: make a new one for each
/// line.
package struct TextClusters: Sequence, IteratorProtocol, Sendable {
  private let bytes: [UInt8]
  private let end: Int
  private var meter: CellMeter

  /// Offset of the cluster that `next()` will give.
  package private(set) var position: Int

  /// Starts at the first byte of `range`, which should be a boundary between clusters; nil is all.
  package init(_ bytes: [UInt8], in range: Range<Int>? = nil, rules: WidthRules) {
    let range = range ?? 0..<bytes.count
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
    meter = CellMeter(rules)
  }

  /// True if U+200D takes in the next character without being joined to it.
  var takesNext: Bool { !meter.countsASCII }

  /// The next cluster, or nil at the end.
  package mutating func next() -> TextCluster? {
    guard position < end else { return nil }
    let start = position
    let width = meter.takeCluster(bytes, at: &position, before: end)
    return TextCluster(range: start..<position, width: width)
  }
}

extension CellMeter {
  /// Goes past the cluster at `position` and gives its cells.
  @inline(__always)
  mutating func takeCluster(_ bytes: [UInt8], at position: inout Int, before end: Int) -> Int {
    let first = bytes[position]
    if first.isPrintableASCII, countsASCII, position + 1 == end || bytes[position + 1] < 0x80 {
      position += 1
      passASCII()
      return 1
    }
    return takeAnyCluster(bytes, at: &position, before: end)
  }

  private mutating func takeAnyCluster(_ bytes: [UInt8], at position: inout Int, before end: Int)
    -> Int
  {
    let first = bytes.span.scalar(at: position, before: end)
    let classes = CharacterClasses(of: first.value)
    var boundary = ClusterBoundary(startingWith: classes.cluster)
    var width = cells(of: classes.width)
    position += first.length
    while position < end {
      let next = bytes.span.scalar(at: position, before: end)
      let classes = CharacterClasses(of: next.value)
      guard boundary.joins(classes.cluster) else { break }
      width += cells(of: classes.width)
      position += next.length
    }
    return width
  }

  /// Goes past one code point and gives its cells.
  @inline(__always)
  mutating func takeScalar(_ bytes: [UInt8], at position: inout Int, before end: Int) -> Int {
    if isIdeograph(bytes, at: position, before: end) {
      position += 3
      return cells(of: .wide)
    }
    let next = bytes.span.scalar(at: position, before: end)
    position += next.length
    return cells(of: CharacterClasses(of: next.value).width)
  }
}
