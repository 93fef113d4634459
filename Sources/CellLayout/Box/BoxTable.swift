package import StyledText
package import Styling
package import TerminalOutput

/// The boxes of a text, measured once for each style.
package struct BoxTable {
  private let columns: Int
  private let whiteSpace: WhiteSpace
  private let rules: WidthRules

  /// True if boxes are just their text.
  package let isFlat: Bool

  private var measured: [Key: BoxLayout.Measures] = [:]

  private struct Key: Hashable {
    var style: StyleID
    var outer: StyleID
  }

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
  package mutating func layOut(
    _ text: StyledLines, mostBlanks: Int = .max, _ styles: inout ComputedStyleTable
  ) -> BoxLayout {
    var text = text
    text.hideText(rules) { styles.summary($0).isBlank }
    // A long text is not copied where nothing is done to it.
    guard !text.boxes.isEmpty else { return BoxLayout(line: text) }
    var layout = BoxLayout()
    layOut(text, 0..<text.bytes.count, text.boxes.indices, mostBlanks: mostBlanks, &styles, &layout)
    return layout
  }

  /// Lays out an outermost box of a line, with those in it, and blanks for what is hidden.
  ///
  /// `run` is a run before the boxes, or the one in which they begin.
  package mutating func layOut(
    _ text: StyledLines, boxes: Range<Int>, after run: Int, isAfterText: Bool,
    _ styles: inout ComputedStyleTable, into layout: inout BoxLayout
  ) {
    let range = text.boxes[boxes.lowerBound].range
    let run = text.runIndex(at: range.lowerBound, from: run)
    guard text.hasText(in: range, from: run, where: { styles.summary($0).isBlank }) else {
      return layOut(text, range, boxes, after: run, isAfterText: isAfterText, &styles, &layout)
    }
    var shown = text.slice(range, boxes: boxes)
    shown.hideText(rules) { styles.summary($0).isBlank }
    layOut(
      shown, 0..<shown.bytes.count, shown.boxes.indices, isAfterText: isAfterText, &styles, &layout)
  }

  private mutating func layOut(
    _ text: StyledLines, _ range: Range<Int>, _ boxes: Range<Int>, after run: Int = 0,
    isAfterText: Bool = false, mostBlanks: Int = .max, _ styles: inout ComputedStyleTable,
    _ layout: inout BoxLayout
  ) {
    layout.layOut(
      text, in: range, boxes: boxes, after: run, isFlat: isFlat, isAfterText: isAfterText,
      mostBlanks: mostBlanks
    ) { index in measures(text.boxes[index].style, inside: text.boxes[index].outer, &styles) }
  }

  /// Most cached boxes.
  private static let most = 1 << 13

  /// Clears the cache, for a table of styles that is renewed.
  package mutating func removeAll() { measured = [:] }
}
