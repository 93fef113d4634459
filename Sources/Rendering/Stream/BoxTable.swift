import CellLayout
import StyledText
import Styling
import TerminalOutput

/// A box of one line: its measures as far as plain text needs them, and the attributes of its
/// parts.
struct PlainBoxStyle {
  let plain: PlainBox
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
  private var measured: [Place: BoxLayout.Measures] = [:]
  /// Boxes for plain text.
  private(set) var plainBoxes: [PlainBoxStyle] = []
  /// For each style the index of the box that it made last; -1 for none.
  private var latest: [Int32] = []

  private struct Place: Hashable {
    var style: StyleID
    var outer: StyleID
  }

  init(_ options: StreamRenderer.Options, _ host: ComputedStyle) {
    columns = options.target.environment.columns
    whiteSpace = options.fitsLines ? host.block.whiteSpace : .preWrap
    rules = options.target.widthRules
    isFlat = options.target.environment.isFlat
  }

  /// Measures of the box of a style inside another; nil if it has none.
  mutating func measures(
    _ style: StyleID, inside outer: StyleID, _ styles: inout ComputedStyleTable
  ) -> BoxLayout.Measures? {
    let place = Place(style: style, outer: outer)
    if let known = measured[place] { return known }
    let content = styles[style]
    guard let box = content.box else { return nil }
    let measures = BoxLayout.Measures(
      cells: InlineBoxCells(
        box, columns: columns, whiteSpace: whiteSpace,
        isHidden: content.style.visibility == .hidden, rules: rules),
      filling: styles.filling(of: style), outside: styles.filling(of: outer))
    if measured.count >= Self.most { measured = [:] }
    measured[place] = measures
    return measures
  }

  /// Number of boxes that are kept.
  var count: Int { measured.count }

  /// More boxes than this are not kept.
  private static let most = 1 << 13

  /// The index of the box of a style inside another, for plain text.
  @inline(__always)
  mutating func plainBox(
    _ style: StyleID, inside outer: StyleID, _ styles: inout ComputedStyleTable,
    _ attributes: inout StreamAttributes
  ) -> Int? {
    let place = Int(style.index)
    if place < latest.count, case let index = Int(latest[place]), index >= 0,
      plainBoxes[index].outer == outer
    {
      return index
    }
    return otherPlainBox(style, inside: outer, &styles, &attributes)
  }

  @inline(never)
  private mutating func otherPlainBox(
    _ style: StyleID, inside outer: StyleID, _ styles: inout ComputedStyleTable,
    _ attributes: inout StreamAttributes
  ) -> Int? {
    guard let measures = measures(style, inside: outer, &styles) else { return nil }
    attributes.update(&styles)
    if plainBoxes.count >= Self.most {
      plainBoxes = []
      latest = []
    }
    plainBoxes.append(
      PlainBoxStyle(
        plain: measures.cells.plain, outer: outer,
        filling: attributes.id(of: measures.filling, styles),
        outside: attributes.id(of: measures.outside, styles)))
    let place = Int(style.index)
    while latest.count <= place { latest.append(-1) }
    latest[place] = Int32(plainBoxes.count - 1)
    return plainBoxes.count - 1
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
    plainBoxes = []
    latest = []
  }
}
