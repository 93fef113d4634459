package import Styling

extension InlineContent {
  /// The text after the first phase of CSS Text 3 §4.1.1 for `white-space`.
  ///
  /// Spaces and tabs in a row become one space, over the borders of runs too; those around a line
  /// feed go. A line feed becomes a space unless the value keeps it. Runs keep their number, so
  /// that the run of a cell is the run of the text.
  package func collapsed(for whiteSpace: WhiteSpace) -> InlineContent {
    guard whiteSpace.collapses else { return self }
    var result = self
    var ends = runs.map(\.range.upperBound)
    collapseSpaces(in: &result.bytes, runEnds: &ends, atoms: &result.atoms, for: whiteSpace)
    var start = 0
    for index in ends.indices {
      result.runs[index].range = start..<ends[index]
      start = ends[index]
    }
    return result
  }
}

extension WhiteSpace {
  /// True if spaces and tabs in a row become one space.
  package var collapses: Bool {
    switch self {
    case .normal, .nowrap, .preLine: true
    case .pre, .preWrap, .breakSpaces: false
    }
  }
}

/// Collapses the spaces of a text as `InlineContent.collapsed(for:)` says, where it stands.
///
/// - Parameters:
///   - bytes: The text.
///   - runEnds: Ends of its runs, which follow each other without a gap; they move with the text.
///   - whiteSpace: A value that collapses spaces.
package func collapseSpaces(
  in bytes: inout [UInt8], runEnds: inout [Int], for whiteSpace: WhiteSpace
) {
  var atoms: [Range<Int>] = []
  collapseSpaces(in: &bytes, runEnds: &runEnds, atoms: &atoms, for: whiteSpace)
}

/// The same where parts of the text are laid out already: what is in `atoms` stays and moves with
/// the text.
package func collapseSpaces(
  in bytes: inout [UInt8], runEnds: inout [Int], atoms: inout [Range<Int>],
  for whiteSpace: WhiteSpace
) {
  let keepsLineFeeds = whiteSpace == .preLine
  var start = 0
  var count = 0
  // At the start of the text and after a kept line feed no space is wanted.
  var isAfterSpace = true
  var atom = 0
  var atomEnd = 0
  for run in runEnds.indices {
    for offset in start..<runEnds[run] {
      let byte = bytes[offset]
      if atom < atoms.count, atoms[atom].lowerBound <= offset {
        let moved = offset - count
        bytes[count] = byte
        count += 1
        isAfterSpace = false
        if atoms[atom].upperBound == offset + 1 {
          atoms[atom] = atoms[atom].lowerBound - moved..<count
          atomEnd = count
          atom += 1
        }
        continue
      }
      switch byte {
      case 0x0A where keepsLineFeeds:
        if count > atomEnd, bytes[count - 1] == 0x20 {
          count -= 1
          shorten(runEnds: &runEnds, before: run, to: count)
        }
        bytes[count] = byte
        count += 1
        isAfterSpace = true
      case 0x20, 0x09, 0x0A:
        if !isAfterSpace {
          bytes[count] = 0x20
          count += 1
        }
        isAfterSpace = true
      default:
        bytes[count] = byte
        count += 1
        isAfterSpace = false
      }
    }
    start = runEnds[run]
    runEnds[run] = count
  }
  bytes.removeSubrange(count...)
}

/// Takes back the ends of the runs before one that reach past the end of the text.
private func shorten(runEnds: inout [Int], before index: Int, to end: Int) {
  var run = index - 1
  while run >= 0, runEnds[run] > end {
    runEnds[run] = end
    run -= 1
  }
}
