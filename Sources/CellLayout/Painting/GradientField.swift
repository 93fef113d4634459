import StyleValues
import Styling

/// A gradient over a rectangle of cells.
///
/// CSS Images 3 §3.1: the gradient line goes through the middle of the box and is as long as the
/// box's extent along it. Each cell has the colour at its middle.
struct GradientField {
  private let ramp: GradientRamp
  private let opacity: Double
  private let stepX: Double
  private let stepY: Double
  private let start: Double
  private var known: [SRGBColor?]

  /// Steps of a ramp, finer than colours of 8 bits can show.
  private static let steps = 4096

  init(
    _ gradient: Gradient, columns: Int, rows: Int, currentColor: SRGBColor, opacity: Double,
    palette: TerminalPalette
  ) {
    var ramps = GradientRamps(palette: palette)
    self.init(
      gradient, columns: columns, rows: rows, currentColor: currentColor, opacity: opacity, &ramps)
  }

  /// Creates one of many gradients over `columns` × `rows` cells.
  init(
    _ gradient: Gradient, columns: Int, rows: Int, currentColor: SRGBColor, opacity: Double,
    _ ramps: inout GradientRamps
  ) {
    let width = Double(max(1, columns)) * CellMetrics.width
    let height = Double(max(1, rows)) * CellMetrics.height
    let angle = gradient.angle(width: width, height: height) * .pi / 180
    let length = abs(width * sine(angle)) + abs(height * cosine(angle))
    ramp = ramps.ramp(of: gradient, currentColor, length: length)
    self.opacity = opacity
    stepX = sine(angle) * CellMetrics.width / length
    stepY = -cosine(angle) * CellMetrics.height / length
    start = 0.5 - stepX * Double(max(1, columns)) / 2 - stepY * Double(max(1, rows)) / 2
    // In a field of few cells hardly two have the same position.
    known = columns * rows < Self.steps ? [] : Array(repeating: nil, count: Self.steps + 1)
  }

  /// The colour of a cell, both numbers counted from the rectangle's corner.
  mutating func color(_ column: Int, _ row: Int) -> SRGBColor {
    let location = start + stepX * (Double(column) + 0.5) + stepY * (Double(row) + 0.5)
    let step = location.isNaN ? 0 : Int((min(max(location, 0), 1) * Double(Self.steps)).rounded())
    if !known.isEmpty, let color = known[step] { return color }
    let color = ramp.color(at: Double(step) / Double(Self.steps)).fading(by: opacity)
    if !known.isEmpty { known[step] = color }
    return color
  }
}

/// Cache of the ramps of gradients that many runs have: one may have thousands of stops.
struct GradientRamps {
  private struct Entry {
    let gradient: Gradient
    /// The `currentcolor` that they depend on; nil if they do not.
    let currentColor: SRGBColor?
    let length: Double?
    let ramp: GradientRamp
  }

  let palette: TerminalPalette
  private var entries: [Entry] = []

  /// Most cached ramps, which are searched one by one.
  private static let most = 512

  init(palette: TerminalPalette) { self.palette = palette }

  /// The cost of a search, in cells.
  var cost: Int { (entries.count + size) / 16 }

  /// The ramp of a gradient on a line of a length in pixels.
  mutating func ramp(
    of gradient: Gradient, _ currentColor: SRGBColor, length: Double
  ) -> GradientRamp {
    // Runs with one style share the array of stops, so the comparison is fast.
    let known = entries.last { entry in
      entry.gradient == gradient && (entry.currentColor ?? currentColor) == currentColor
        && (entry.length ?? length) == length
    }
    if let known { return known.ramp }
    let usesColor = gradient.stops.contains { $0.color == .currentColor }
    let entry = Entry(
      gradient: gradient, currentColor: usesColor ? currentColor : nil,
      length: gradient.hasLengths ? length : nil,
      ramp: gradient.ramp(currentColor: Color(currentColor), palette: palette, length: length))
    size += gradient.stops.count
    if entries.count >= Self.most || size > Self.mostStops {
      entries.removeAll()
      size = gradient.stops.count
    }
    entries.append(entry)
    return entry.ramp
  }

  /// Number of stops of all ramps, and its limit.
  private var size = 0
  private static let mostStops = 1 << 17
}

extension TextStyle {
  var gradient: Gradient? {
    if case .gradient(let gradient)? = self.backgroundImage { gradient } else { nil }
  }
}
