extension MarkTable {
  /// True for combining marks (general category M), variation selectors excepted.
  @inline(__always)
  static func contains(_ scalar: UInt32) -> Bool {
    guard scalar < 0x20000 else { return false }
    let block = Int(blocks[Int(scalar >> 7)])
    return bits[block << 4 | Int(scalar >> 3 & 15)] >> UInt8(truncatingIfNeeded: scalar & 7) & 1
      != 0
  }
}
