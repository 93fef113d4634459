import StyleValues
import Styling

/// A gradient laid over a rectangle of cells.
///
/// CSS Images 3 §3.1: the gradient line goes through the middle of the box and is as long as the
/// box seen along it. Each cell takes the colour of its own middle.
struct GradientField {
  private let ramp: GradientRamp
  private let opacity: Double
  private let stepX: Double
  private let stepY: Double
  private let start: Double
  private var known: [SRGBColor?]

  /// Finer than colours of 8 bits can show.
  private static let steps = 4096

  /// Lays a gradient over `columns` × `rows` cells.
  init(
    _ gradient: Gradient, columns: Int, rows: Int, currentColor: SRGBColor, opacity: Double,
    palette: TerminalPalette
  ) {
    let width = Double(max(1, columns)) * CellMetrics.width
    let height = Double(max(1, rows)) * CellMetrics.height
    let angle = gradient.angle(width: width, height: height) * .pi / 180
    let length = abs(width * sine(angle)) + abs(height * cosine(angle))
    ramp = gradient.ramp(currentColor: Color(currentColor), palette: palette, length: length)
    self.opacity = opacity
    stepX = sine(angle) * CellMetrics.width / length
    stepY = -cosine(angle) * CellMetrics.height / length
    start = 0.5 - stepX * Double(max(1, columns)) / 2 - stepY * Double(max(1, rows)) / 2
    known = Array(repeating: nil, count: Self.steps + 1)
  }

  /// The colour of a cell, both numbers counted from the rectangle's corner.
  mutating func color(_ column: Int, _ row: Int) -> SRGBColor {
    let place = start + stepX * (Double(column) + 0.5) + stepY * (Double(row) + 0.5)
    let step = place.isNaN ? 0 : Int((min(max(place, 0), 1) * Double(Self.steps)).rounded())
    if let color = known[step] { return color }
    let color = ramp.color(at: Double(step) / Double(Self.steps)).fading(by: opacity)
    known[step] = color
    return color
  }
}

extension TextStyle {
  /// The gradient of `background-image`; nil where there is none.
  var gradient: Gradient? {
    if case .gradient(let gradient)? = self.backgroundImage { gradient } else { nil }
  }
}
