extension RandomAccessCollection where Index == Int {
  /// The first index from which on a condition is true, by binary search; the end if it is never
  /// true.
  @inlinable
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension StringProtocol where UTF8View: BidirectionalCollection {
  package var trimmingASCIIWhitespace: String {
    guard let first = utf8.firstIndex(where: { !$0.isASCIIWhitespace }),
      let last = utf8.lastIndex(where: { !$0.isASCIIWhitespace })
    else { return "" }
    return String(decoding: utf8[first...last], as: UTF8.self)
  }
}

extension StringProtocol {
  /// Without the white space of Unicode at both ends.
  package var trimmingWhitespace: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
