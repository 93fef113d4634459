import Bytes
import StyledText
package import TerminalOutput

/// Replaces text with `visibility: hidden` by no-break spaces, so that lines break where the text
/// could; it may be read in pieces of any length.
package struct InvisibleText {
  private var meter: CellMeter
  /// Boundary state of the cluster at the end of the text so far; nil before the first.
  private var boundary: ClusterBoundary?
  private var hasCells = false
  private var isWhiteSpace = false

  package init(_ rules: WidthRules) { meter = CellMeter(rules) }

  /// Hides a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - before: Hidden text that it may go on with; becomes the one at its end.
  ///   - isSameRun: True if all of it belongs to that text.
  ///   - rules: Rules that count cells.
  /// - Returns: The blanks of what belongs to the last cluster before, and of the rest, if there is
  ///   one.
  package static func hide(
    _ text: [UInt8], after before: inout InvisibleText?, isSameRun: Bool = false,
    _ rules: WidthRules
  ) -> (joined: [UInt8], own: [UInt8]?) {
    var kept = 0
    let joined = before?.join(text, isSameRun: isSameRun, &kept) ?? []
    guard kept < text.count else { return (joined, nil) }
    var rest = InvisibleText(rules)
    let own = rest.blanks(insteadOf: Array(text[kept...]))
    before = rest
    return (joined, own)
  }

  private mutating func join(_ text: [UInt8], isSameRun: Bool, _ kept: inout Int) -> [UInt8] {
    kept = isSameRun ? text.count : continuation(of: text)
    return blanks(insteadOf: Array(text[..<kept]))
  }

  /// The blanks that take the place of the next piece.
  private mutating func blanks(insteadOf text: [UInt8]) -> [UInt8] {
    var blanks: [UInt8] = []
    var position = 0
    while position < text.count {
      let first = text[position]
      let (cells, joins) = take(text, at: &position)
      if !joins, first.isASCIIWhitespace {
        isWhiteSpace = true
        blanks.append(first)
      } else if !joins || !isWhiteSpace {
        if !joins { isWhiteSpace = false }
        for _ in 0..<cells { blanks += [0xC2, 0xA0] }
      }
    }
    return blanks
  }

  /// Returns the number of bytes of a text that belong to the last cell of the text so far.
  private func continuation(of text: [UInt8]) -> Int {
    guard boundary != nil else { return 0 }
    var ahead = self
    var position = 0
    while position < text.count {
      let start = position
      // A joiner takes the next cluster into its cell.
      let takesNext = ahead.hasCells && !ahead.meter.countsASCII
      guard ahead.take(text, at: &position).joins || takesNext else { return start }
    }
    return position
  }

  /// Advances past a scalar; returns the cells that it adds, and true if it continues the cluster.
  private mutating func take(_ text: [UInt8], at position: inout Int) -> (cells: Int, joins: Bool) {
    let scalar = text.span.scalar(at: position, before: text.count)
    position += scalar.length
    let classes = CharacterClasses(of: scalar.value)
    let joins = boundary?.joins(classes.cluster) ?? false
    if !joins {
      boundary = ClusterBoundary(startingWith: classes.cluster)
      hasCells = false
    }
    let cells = meter.cells(of: classes.width)
    if cells > 0 { hasCells = true }
    return (cells, joins)
  }
}
