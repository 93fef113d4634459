extension Array {
  /// Removes the elements from an index on.
  ///
  /// A parser collects the contents of all open blocks in one array, and takes out those of a block
  /// when it ends. The result has no unused capacity. (`Array(self[start...])` would share the
  /// whole buffer where `start` is 0, and the removal would then copy it.)
  /// - Parameter start: The index of the first element to remove.
  /// - Returns: The removed elements.
  mutating func removeTail(from start: Int) -> [Element] {
    guard start < count else { return [] }
    let tail = [Element](capacity: count - start) { tail in
      for index in start..<count { tail.append(self[index]) }
    }
    removeLast(count - start)
    return tail
  }
}
