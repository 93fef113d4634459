extension RandomAccessCollection where Index == Int {
  /// The first place where something holds that holds behind it, too, found by halving.
  ///
  /// - Returns: The end if it holds nowhere.
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
