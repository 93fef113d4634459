/// Units of length: how long one of them is depends on the context.
///
/// ```swift
/// print(LengthUnit.ch.pixels(in: ConversionContext(cellWidth: 8)) ?? 0)  // 8.0
/// print(LengthUnit.percent.pixels(in: ConversionContext()) == nil)  // true
/// ```
package enum LengthUnit: String, CaseIterable, Hashable, Sendable {
  /// The unit of CSS; a terminal cell is 7.5 × 15 of them.
  case px
  /// The font size.
  case em
  /// The font size of the root, 15 px.
  case rem
  /// The width of a cell.
  case ch
  /// The height of a cell.
  case lh
  /// A point, which is a pixel here.
  case pt
  /// A hundredth of what the property says.
  case percent = "%"

  /// How many pixels one of it is.
  /// - Returns: nil for a percentage of something the context does not know.
  package func pixels(in context: ConversionContext) -> Double? {
    switch self {
    case .px, .pt: 1
    case .em: context.fontSize
    case .rem: context.rootFontSize
    case .ch: context.cellWidth
    case .lh: context.cellHeight
    case .percent: context.percentageBase.map { $0 / 100 }
    }
  }
}

/// What a dimension token measures.
enum DimensionUnit: Sendable {
  case length(LengthUnit)
  /// An angle unit of so many degrees.
  case angle(Double)

  static let table = KeywordTable<DimensionUnit>([
    ("px", .length(.px)), ("em", .length(.em)), ("rem", .length(.rem)), ("ch", .length(.ch)),
    ("lh", .length(.lh)), ("pt", .length(.pt)), ("deg", .angle(1)), ("grad", .angle(0.9)),
    ("rad", .angle(180 / .pi)), ("turn", .angle(360)),
  ])
}
