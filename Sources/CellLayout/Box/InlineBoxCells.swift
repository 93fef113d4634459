package import StyledText
package import Styling

/// A box of one line inside the text, in cells: how its text is filled up, moved and cut.
///
/// The stream and the block both lay boxes out with it, so that both give the same.
package struct InlineBoxCells: Hashable, Sendable {
  /// Blank cells before and after the box.
  package let margin: (left: Int, right: Int)

  /// Blank cells of the box before and after its text.
  package let padding: (left: Int, right: Int)

  /// Cells of text; nil is as many as it has.
  private let width: Int?
  private let least: Int
  private let most: Int

  /// Alignment of the text in the box.
  private let alignment: LineAlignment

  private let cuts: Bool
  private let overflow: TextOverflow
  private let sign: OverflowSign
  private let tabSize: Int
  private let rules: WidthRules
  private let whiteSpace: WhiteSpace

  /// More cells than this, or than a line has, take no side of a box: a style attribute must not
  /// make much of little.
  private static let mostCells = 1000

  /// Settles a box for lines of so many columns.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - columns: Columns that percentages refer to.
  ///   - whiteSpace: True if spaces in it collapse.
  ///   - isHidden: True if only its cells are left.
  ///   - rules: Rules that count cells.
  package init(
    _ box: InlineBox, columns: Int, whiteSpace: WhiteSpace = .preWrap, isHidden: Bool,
    rules: WidthRules
  ) {
    let limit = max(Self.mostCells, columns)
    func cells(_ length: BoxLength, keepsSmall: Bool = false) -> Int {
      min(limit, CellMetrics.cells(length, .horizontal, of: columns, keepsSmall: keepsSmall))
    }
    margin = (
      cells(box.margin.left, keepsSmall: true), cells(box.margin.right, keepsSmall: true)
    )
    padding = (
      cells(box.padding.left, keepsSmall: true), cells(box.padding.right, keepsSmall: true)
    )
    func size(_ length: BoxLength?) -> Int? {
      length.flatMap { $0.fitsContent ? nil : cells($0) }
    }
    width = size(box.width)
    least = size(box.minWidth) ?? 0
    most = size(box.maxWidth) ?? Int.max
    alignment = LineAlignment(box.textAlign)
    cuts = box.cutsText
    overflow = box.textOverflow
    let sign = OverflowSign(.label(box.textOverflow.sign), rules: rules)
    self.sign =
      isHidden ? OverflowSign(SafeText(repeating: " ", count: sign.width), rules: rules) : sign
    tabSize = box.tabSize
    self.rules = rules
    self.whiteSpace = whiteSpace
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.margin == right.margin && left.padding == right.padding && left.width == right.width
      && left.least == right.least && left.most == right.most
      && left.alignment == right.alignment && left.cuts == right.cuts
      && left.overflow == right.overflow && left.sign == right.sign
      && left.tabSize == right.tabSize && left.rules == right.rules
      && left.whiteSpace == right.whiteSpace
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(alignment)
  }

  /// Cells for text that has so many.
  private func columns(for natural: Int) -> Int {
    max(least, min(most, width ?? natural))
  }

  /// Values of the box that plain text needs, as numbers alone.
  package var plain: PlainBox {
    var cutsAtEnd = cuts
    switch overflow {
    case .clip, .ellipsis, .string: break
    case .start, .middle: cutsAtEnd = false
    }
    return PlainBox(
      margin: margin, padding: padding, width: width ?? -1, least: least, most: most,
      alignment: alignment, cuts: cuts, cutsAtEnd: cutsAtEnd,
      collapses: whiteSpace.collapses, signCells: sign.width)
  }

  /// Sign for cut text.
  package var signText: [UInt8] { sign.text }

  /// Lays the text of a box out: without its padding and margins.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - followsText: True if anything stands before it in its line.
  ///   - filling: Style of blanks and of the sign for cut text.
  /// - Returns: The text, filled up and cut; and whether a character is wider than the box.
  package func layOut(
    _ text: LineBuffer, followsText: Bool, filling: StyleID
  ) -> (text: LineBuffer, standsOut: Bool) {
    var text = text
    var standsOut = false
    if whiteSpace.collapses { text.collapseSpaces(whiteSpace) }
    text.expandTabs(tabSize, rules)
    let isPrimed = followsText || padding.left > 0 || margin.left > 0
    var measure = text.measure(rules, isPrimed: isPrimed)
    let columns = columns(for: measure.cells)
    if measure.cells > columns, cuts {
      text = cut(text, to: columns, isPrimed: isPrimed, filling)
      measure = text.measure(rules, isPrimed: isPrimed)
      standsOut = measure.cells > columns
    }
    let spare = columns - measure.cells
    guard spare > 0 else { return (text, standsOut) }
    let left = alignment.leading(of: spare)
    if left > 0, !isPrimed { measure = text.measure(rules, isPrimed: true) }
    var result = LineBuffer()
    result.append(count: left, filling)
    result.append(text, in: 0..<text.bytes.count)
    let right = columns - left - measure.cells
    // A joiner at the end takes the first blank into its cell.
    result.append(count: right + (right > 0 && measure.takesNext ? 1 : 0), filling)
    return (result, false)
  }

  /// Cuts a text that is wider than the box, between its clusters.
  private func cut(
    _ text: LineBuffer, to columns: Int, isPrimed: Bool, _ filling: StyleID
  ) -> LineBuffer {
    let sign = self.sign.width <= columns ? self.sign : .clip
    let room = columns - sign.width
    let clusters = text.clusters(rules, isPrimed: isPrimed)
    /// Clusters before and after the sign.
    var (head, tail) = (0, clusters.count)
    func take(_ cells: inout Int, _ cluster: TextCluster) -> Bool {
      guard cluster.width <= cells else { return false }
      cells -= cluster.width
      return true
    }
    switch overflow {
    case .clip, .ellipsis, .string:
      var cells = room
      while head < tail, take(&cells, clusters[head]) { head += 1 }
    case .start:
      var cells = room
      while tail > head, take(&cells, clusters[tail - 1]) { tail -= 1 }
    case .middle:
      var cells = room - room / 2
      while head < tail, take(&cells, clusters[head]) { head += 1 }
      cells += room / 2
      while tail > head, take(&cells, clusters[tail - 1]) { tail -= 1 }
    }
    // Text is never lost to a box that has no room for any of its characters.
    if columns > 0, sign.width == 0, head == 0, tail == clusters.count,
      let first = clusters.firstIndex(where: { $0.width > 0 })
    {
      return text.replacing(clusters[(first + 1)...], by: [], filling)
    }
    while true {
      let result = text.replacing(clusters[head..<tail], by: sign.text, filling)
      if result.measure(rules, isPrimed: isPrimed).cells <= columns { return result }
      // A cluster beside the sign may take more cells than in its old place.
      if tail < clusters.count { tail += 1 } else if head > 0 { head -= 1 } else { return result }
    }
  }
}

/// A box as numbers: what the text of most boxes needs, which is printable ASCII.
package struct PlainBox: Sendable {
  /// Blank cells before and after the box.
  package let margin: (left: Int, right: Int)

  /// Blank cells of the box before and after its text.
  package let padding: (left: Int, right: Int)

  fileprivate let width: Int
  fileprivate let least: Int
  fileprivate let most: Int
  fileprivate let alignment: LineAlignment
  fileprivate let cuts: Bool
  fileprivate let cutsAtEnd: Bool
  fileprivate let collapses: Bool
  fileprivate let signCells: Int

  /// Result of laying out printable ASCII.
  package struct Fit: Sendable {
    /// Number of its characters that stay.
    package var kept: Int

    /// Blanks before them.
    package var left = 0

    /// Blanks behind them.
    package var right = 0

    /// True if the sign for cut text follows.
    package var hasSign = false
  }

  /// Returns the layout of so many printable ASCII characters; nil where numbers do not decide it.
  package func fit(_ count: Int) -> Fit? {
    if collapses { return nil }
    let columns = max(least, min(most, width < 0 ? count : width))
    let spare = columns - count
    guard spare < 0 else {
      let left = alignment.leading(of: spare)
      return Fit(kept: count, left: left, right: spare - left)
    }
    guard cuts else { return Fit(kept: count) }
    guard cutsAtEnd else { return nil }
    let hasSign = signCells > 0 && signCells <= columns
    return Fit(kept: columns - (hasSign ? signCells : 0), hasSign: hasSign)
  }
}
