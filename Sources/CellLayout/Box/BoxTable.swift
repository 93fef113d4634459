package import StyledText
package import Styling
package import TerminalOutput

/// The boxes of a text, measured once for each style.
package struct BoxTable {
  /// A box as far as plain text needs it.
  package struct SimpleStyle {
    /// Its measures.
    package let cells: SimpleBox

    /// The style around it.
    package let outer: StyleID

    /// Style of the blanks in it.
    package let filling: StyleID

    /// Style of the blanks beside it.
    package let outside: StyleID
  }

  private let columns: Int
  /// The `white-space` of boxes.
  private let whiteSpace: WhiteSpace
  private let rules: WidthRules

  /// True if boxes are just their text.
  package let isFlat: Bool

  private var measured: [Key: BoxLayout.Measures] = [:]

  /// Boxes for plain text.
  package private(set) var simpleBoxes: [SimpleStyle] = []

  /// For each style the index of the box that it made last; -1 for none.
  private var latest: [Int32] = []

  private struct Key: Hashable {
    var style: StyleID
    var outer: StyleID
  }

  /// No boxes.
  ///
  /// - Parameters:
  ///   - columns: Columns that percentages refer to.
  ///   - whiteSpace: The `white-space` of boxes.
  ///   - target: The terminal.
  package init(columns: Int, whiteSpace: WhiteSpace, target: OutputTarget) {
    self.columns = columns
    self.whiteSpace = whiteSpace
    rules = target.widthRules
    isFlat = target.environment.isFlat
  }

  /// Measures of the box of a style inside another; nil if it has none.
  package mutating func measures(
    _ style: StyleID, inside outer: StyleID, _ styles: inout ComputedStyleTable
  ) -> BoxLayout.Measures? {
    let key = Key(style: style, outer: outer)
    if let known = measured[key] { return known }
    let content = styles[style]
    guard let box = content.box else { return nil }
    let measures = BoxLayout.Measures(
      cells: InlineBoxCells(
        box, columns: columns, whiteSpace: whiteSpace,
        isHidden: content.style.visibility == .hidden, rules: rules),
      filling: styles.filling(of: style), outside: styles.filling(of: outer))
    if measured.count >= Self.most { measured = [:] }
    measured[key] = measures
    return measures
  }

  /// Lays out the boxes of a text, with blanks for what is hidden.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isAfterText: True if text of its line stands before it.
  ///   - mostBlanks: With more of them the text ends.
  ///   - styles: Its styles.
  /// - Returns: The text with the blanks of its boxes.
  package mutating func layOut(
    _ text: StyledLines, isAfterText: Bool = false, mostBlanks: Int = .max,
    _ styles: inout ComputedStyleTable
  ) -> BoxLayout.Result {
    var text = text
    text.hideText(rules) { styles.head($0).isBlank }
    // A long text is not copied where nothing is done to it.
    guard !text.boxes.isEmpty else { return BoxLayout.Result(line: text) }
    return BoxLayout.layOut(
      text, in: 0..<text.bytes.count, isFlat: isFlat, isAfterText: isAfterText,
      mostBlanks: mostBlanks
    ) { index in
      measures(text.boxes[index].style, inside: text.boxes[index].outer, &styles)
    }
  }

  /// More boxes than this are not kept.
  private static let most = 1 << 13

  /// The index of the box of a style inside another, for plain text.
  @inline(__always)
  package mutating func simpleBox(
    _ style: StyleID, inside outer: StyleID, _ styles: inout ComputedStyleTable
  ) -> Int? {
    let slot = Int(style.index)
    if slot < latest.count, case let index = Int(latest[slot]), index >= 0,
      simpleBoxes[index].outer == outer
    {
      return index
    }
    return otherSimpleBox(style, inside: outer, &styles)
  }

  @inline(never)
  private mutating func otherSimpleBox(
    _ style: StyleID, inside outer: StyleID, _ styles: inout ComputedStyleTable
  ) -> Int? {
    guard let measures = measures(style, inside: outer, &styles) else { return nil }
    if simpleBoxes.count >= Self.most {
      simpleBoxes = []
      latest = []
    }
    simpleBoxes.append(
      SimpleStyle(
        cells: measures.cells.simple, outer: outer, filling: measures.filling,
        outside: measures.outside))
    let slot = Int(style.index)
    while latest.count <= slot { latest.append(-1) }
    latest[slot] = Int32(simpleBoxes.count - 1)
    return simpleBoxes.count - 1
  }

  /// The sign of cut text in a box.
  package mutating func sign(
    _ style: StyleID, inside outer: StyleID, _ styles: inout ComputedStyleTable
  ) -> [UInt8] {
    measures(style, inside: outer, &styles)?.cells.signText ?? []
  }

  /// Forgets the boxes of a table of styles that is renewed.
  package mutating func removeAll() {
    measured = [:]
    simpleBoxes = []
    latest = []
  }
}
