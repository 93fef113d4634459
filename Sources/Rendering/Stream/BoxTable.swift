import CellLayout
import StyledText
import Styling
import TerminalOutput

/// A box of one line: its measures as far as plain text needs them, and the attributes of its
/// parts.
struct SimpleBoxStyle {
  let cells: SimpleBox
  /// The style around it.
  let outer: StyleID
  /// Attributes of the blanks in it and beside it.
  let filling: AttributesID
  let outside: AttributesID
}

/// The boxes of a stream, measured once for each style.
struct BoxTable {
  private let columns: Int
  /// The `white-space` of boxes.
  private let whiteSpace: WhiteSpace
  private let rules: WidthRules
  /// True if boxes are just their text.
  let isFlat: Bool
  private var measured: [Key: BoxLayout.Measures] = [:]
  /// Boxes for plain text.
  private(set) var simpleBoxes: [SimpleBoxStyle] = []
  /// For each style the index of the box that it made last; -1 for none.
  private var latest: [Int32] = []

  private struct Key: Hashable {
    var style: StyleID
    var outer: StyleID
  }

  init(_ options: StreamRenderer.Options, _ host: ComputedStyle) {
    self.init(
      columns: options.target.environment.columns,
      whiteSpace: options.markup.form.isDocument
        ? .normal : options.fitsLines ? host.block.whiteSpace : .preWrap,
      target: options.target)
  }

  init(columns: Int, whiteSpace: WhiteSpace, target: OutputTarget) {
    self.columns = columns
    self.whiteSpace = whiteSpace
    rules = target.widthRules
    isFlat = target.environment.isFlat
  }

  /// Measures of the box of a style inside another; nil if it has none.
  mutating func measures(
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
  mutating func layOut(
    _ text: LineBuffer, isAfterText: Bool = false, _ styles: inout ComputedStyleTable
  ) -> BoxLayout.Result {
    var text = text
    text.hideText(rules) { styles.head($0).isBlank }
    return BoxLayout.layOut(
      text, in: 0..<text.bytes.count, isFlat: isFlat, isAfterText: isAfterText
    ) { index in
      measures(text.boxes[index].style, inside: text.boxes[index].outer, &styles)
    }
  }

  /// Number of boxes that are kept.
  var count: Int { measured.count }

  /// More boxes than this are not kept.
  private static let most = 1 << 13

  /// The index of the box of a style inside another, for plain text.
  @inline(__always)
  mutating func simpleBox(
    _ style: StyleID, inside outer: StyleID, _ styles: inout ComputedStyleTable,
    _ attributes: inout StreamAttributes
  ) -> Int? {
    let slot = Int(style.index)
    if slot < latest.count, case let index = Int(latest[slot]), index >= 0,
      simpleBoxes[index].outer == outer
    {
      return index
    }
    return otherSimpleBox(style, inside: outer, &styles, &attributes)
  }

  @inline(never)
  private mutating func otherSimpleBox(
    _ style: StyleID, inside outer: StyleID, _ styles: inout ComputedStyleTable,
    _ attributes: inout StreamAttributes
  ) -> Int? {
    guard let measures = measures(style, inside: outer, &styles) else { return nil }
    attributes.update(&styles)
    if simpleBoxes.count >= Self.most {
      simpleBoxes = []
      latest = []
    }
    simpleBoxes.append(
      SimpleBoxStyle(
        cells: measures.cells.simple, outer: outer,
        filling: attributes.id(of: measures.filling, styles),
        outside: attributes.id(of: measures.outside, styles)))
    let slot = Int(style.index)
    while latest.count <= slot { latest.append(-1) }
    latest[slot] = Int32(simpleBoxes.count - 1)
    return simpleBoxes.count - 1
  }

  /// The sign of cut text in a box.
  mutating func sign(
    _ style: StyleID, inside outer: StyleID, _ styles: inout ComputedStyleTable
  ) -> [UInt8] {
    measures(style, inside: outer, &styles)?.cells.signText ?? []
  }

  /// Forgets the boxes of a table of styles that is renewed.
  mutating func removeAll() {
    measured = [:]
    simpleBoxes = []
    latest = []
  }
}
