import Bytes

/// Returns the blanks that replace text with `visibility: hidden`: as many as the text has cells.
///
/// They are no-break spaces, so that lines break where the text could break.
///
/// - Parameters:
///   - text: UTF-8, fit for a terminal; white space stays.
///   - rules: Rules that count its cells.
/// - Returns: The blanks.
package func blanks(insteadOf text: [UInt8], rules: WidthRules) -> [UInt8] {
  var hidden = HiddenText(rules)
  return hidden.blanks(insteadOf: text)
}

/// Makes blanks of text that comes in pieces, wherever it is cut.
package struct HiddenText {
  private var meter: CellMeter
  /// Boundary state of the cluster at the end of the text so far; nil before the first.
  private var boundary: ClusterBoundary?
  private var hasCells = false
  private var isWhiteSpace = false

  /// Begins a text.
  package init(_ rules: WidthRules) {
    meter = CellMeter(rules)
  }

  /// The blanks that take the place of the next piece.
  package mutating func blanks(insteadOf text: [UInt8]) -> [UInt8] {
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
  package func continuation(of text: [UInt8]) -> Int {
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

  /// Goes past a scalar: the cells that it adds, and whether it goes on with the cluster before it.
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

/// True if text that takes no cells can be seen all the same, as a mark without its letter can:
/// there is more in it than format characters.
package func showsWithoutCells(_ text: String) -> Bool {
  text.unicodeScalars.contains { $0.properties.generalCategory != .format }
}
