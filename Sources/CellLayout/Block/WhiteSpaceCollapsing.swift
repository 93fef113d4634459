public import Styling

extension BlockText {
  /// The text after the first phase of CSS Text 3 §4.1.1 for `white-space`.
  ///
  /// Spaces and tabs in a row become one space, over the borders of runs too; those around a line
  /// feed go. A line feed becomes a space unless the value keeps it. Runs keep their number, so
  /// that the run of a cell is the run of the text.
  public func collapsed(for whiteSpace: WhiteSpace) -> BlockText {
    let keepsLineFeeds: Bool
    switch whiteSpace {
    case .normal, .nowrap: keepsLineFeeds = false
    case .preLine: keepsLineFeeds = true
    case .pre, .preWrap, .breakSpaces: return self
    }
    var result = BlockText(bytes: [], runs: runs)
    result.bytes.reserveCapacity(bytes.count)
    // At the start of the text and after a kept line feed no space is wanted.
    var isAfterSpace = true
    for index in runs.indices {
      var start = result.bytes.count
      for byte in bytes[runs[index].range] {
        switch byte {
        case 0x0A where keepsLineFeeds:
          if result.bytes.last == 0x20 {
            result.bytes.removeLast()
            start = min(start, result.bytes.count)
            result.shorten(runsBefore: index)
          }
          result.bytes.append(byte)
          isAfterSpace = true
        case 0x20, 0x09, 0x0A:
          if !isAfterSpace { result.bytes.append(0x20) }
          isAfterSpace = true
        default:
          result.bytes.append(byte)
          isAfterSpace = false
        }
      }
      result.runs[index].range = start..<result.bytes.count
    }
    return result
  }
}

extension BlockText {
  /// Takes back the end of the runs before one that reach past the end of the bytes.
  fileprivate mutating func shorten(runsBefore index: Int) {
    var run = index - 1
    while run >= 0, runs[run].range.upperBound > bytes.count {
      runs[run].range = min(runs[run].range.lowerBound, bytes.count)..<bytes.count
      run -= 1
    }
  }
}
