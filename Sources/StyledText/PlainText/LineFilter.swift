/// Selects lines by the classes of elements in them.
package struct LineFilter: Sendable {
  /// The classes of which a line needs one; empty for all lines.
  package var only: Set<String>

  /// The classes of lines that are left out.
  package var hidden: Set<String>

  package init(only: Set<String>, hidden: Set<String>) { (self.only, self.hidden) = (only, hidden) }

  func asks(for classes: [String]) -> Bool {
    classes.contains { only.contains($0) || hidden.contains($0) }
  }
}

/// Decides about a line when it is complete.
///
/// Lines of one record count as one. Each is decided by itself and the lines before it, so that
/// none waits for the next.
package struct OpenLineFilter: Sendable {
  /// In bytes; a longer line is decided by its first part.
  static let longestLine = 1 << 16

  private let filter: LineFilter

  /// The start of the line in the builder's line.
  var start = 0

  /// The numbers of open elements, or of those in the line or record, with wanted and unwanted
  /// classes.
  private struct Count {
    var wanted = 0
    var unwanted = 0

    static func += (left: inout Count, right: Count) {
      left.wanted += right.wanted
      left.unwanted += right.unwanted
    }
  }

  private var open = Count()
  private var line = Count()
  private var record = Count()

  /// Set once a long line is decided.
  private(set) var isShown: Bool?

  init(_ filter: LineFilter) { self.filter = filter }

  private func count(_ classes: [String]) -> Count {
    Count(
      wanted: classes.contains(where: filter.only.contains) ? 1 : 0,
      unwanted: classes.contains(where: filter.hidden.contains) ? 1 : 0)
  }

  mutating func enter(_ classes: [String]) {
    let found = count(classes)
    open += found
    line += found
  }

  mutating func leave(_ classes: [String]) {
    let found = count(classes)
    open.wanted -= found.wanted
    open.unwanted -= found.unwanted
  }

  /// Decides about a complete or very long line; `goesOn` if it continues the record of the line
  /// before.
  mutating func decide(goesOn: Bool) -> Bool {
    if let isShown { return isShown }
    if goesOn { line += record }
    record = line
    let isWanted = filter.only.isEmpty || line.wanted > 0
    isShown = isWanted && line.unwanted == 0
    return isWanted && line.unwanted == 0
  }

  mutating func beginLine(at offset: Int) { (start, line, isShown) = (offset, open, nil) }
}

extension TreeBuilder {
  /// Ends the line for the filter, and removes its text unless it is shown; returns true if it was
  /// removed.
  mutating func leavesOutLine() -> Bool {
    let goesOn = continuesRecord || plain.tokenizer.continuesRecord
    guard filter?.decide(goesOn: goesOn) == false else { return false }
    removeFilteredText()
    return true
  }

  /// The start of the undecided text, after deciding about a very long line; nil if there is none.
  mutating func undecidedStart() -> Int? {
    guard let known = filter, known.isShown != true else { return nil }
    if known.isShown == nil, line.bytes.count - known.start <= OpenLineFilter.longestLine {
      return known.start
    }
    return leavesOutLine() ? known.start : nil
  }

  private mutating func removeFilteredText() {
    guard let start = filter?.start else { return }
    endScriptLine()
    text.endWord(&line)
    open.boxes.removeAll()
    _ = line.takeTail(from: start)
    line.owedSpace = nil
    plain.search?.end = line.bytes.count
  }
}
