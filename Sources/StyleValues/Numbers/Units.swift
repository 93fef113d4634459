/// Units of length, whose sizes depend on the context.
///
/// ```swift
/// print(LengthUnit.ch.pixels(in: ConversionContext(cellWidth: 8)) ?? 0)  // 8.0
/// print(LengthUnit.percent.pixels(in: ConversionContext()) == nil)  // true
/// ```
package enum LengthUnit: String, CaseIterable, Hashable, Sendable {
  /// The unit of CSS; a terminal cell is 7.5 × 15 of them.
  case px
  case em
  /// The font size of the root, 15 px by default.
  case rem
  case ch, lh
  /// A point, here the same as a pixel.
  case pt
  /// An inch, 96 px.
  case inch = "in"
  // The units of paper; q is a quarter of a millimetre.
  case cm, mm, q, pc
  /// The height of an x: half the font size.
  case ex
  /// A hundredth of the terminal's width, height, shorter and longer side.
  case vw, vh, vmin, vmax
  /// A hundredth of the length that the property defines.
  case percent = "%"

  /// True if it depends on the element's font or the terminal's size.
  var isRelative: Bool {
    switch self {
    case .em, .ex, .vw, .vh, .vmin, .vmax: true
    case .px, .rem, .ch, .lh, .pt, .inch, .cm, .mm, .q, .pc, .percent: false
    }
  }

  /// The number of pixels in one unit; nil for a percentage without a base.
  package func pixels(in context: ConversionContext) -> Double? {
    switch self {
    case .px, .pt: 1
    case .em: context.fontSize
    case .rem: context.rootFontSize
    case .ch: context.cellWidth
    case .lh: context.cellHeight
    case .inch: 96
    case .cm: 96 / 2.54
    case .mm: 96 / 25.4
    case .q: 96 / 101.6
    case .pc: 16
    case .ex: context.fontSize / 2
    case .vw: context.viewport.width / 100
    case .vh: context.viewport.height / 100
    case .vmin: Swift.min(context.viewport.width, context.viewport.height) / 100
    case .vmax: Swift.max(context.viewport.width, context.viewport.height) / 100
    case .percent: context.percentageBase.map { $0 / 100 }
    }
  }
}

enum DimensionUnit: Sendable {
  case length(LengthUnit)
  /// In degrees.
  case angle(Double)

  static let table = KeywordTable<DimensionUnit>(
    [
      ("px", .length(.px)), ("em", .length(.em)), ("rem", .length(.rem)), ("ch", .length(.ch)),
      ("lh", .length(.lh)), ("pt", .length(.pt)), ("deg", .angle(1)), ("grad", .angle(0.9)),
      ("rad", .angle(180 / .pi)), ("turn", .angle(360)), ("in", .length(.inch)),
      ("cm", .length(.cm)), ("mm", .length(.mm)), ("q", .length(.q)), ("pc", .length(.pc)),
      ("ex", .length(.ex)), ("rex", .length(.ex)), ("cap", .length(.ex)), ("ic", .length(.em)),
      ("ric", .length(.rem)), ("rch", .length(.ch)), ("rlh", .length(.lh)),
    ] + ofViewport)

  /// The units of CSS Values 4 §6.1.2 and of CSS Conditional 5 §6.4, which are the same here,
  /// because there are no containers and the terminal has one size.
  private static let ofViewport: [(String, DimensionUnit)] =
    ["v", "sv", "lv", "dv", "cq"].flatMap { prefix -> [(String, DimensionUnit)] in
      [
        (prefix + "w", .length(.vw)), (prefix + "i", .length(.vw)), (prefix + "h", .length(.vh)),
        (prefix + "b", .length(.vh)), (prefix + "min", .length(.vmin)),
        (prefix + "max", .length(.vmax)),
      ]
    }
}
