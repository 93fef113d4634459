import CellLayout
import StyleValues
import TerminalOutput

/// A surface for coloured rectangles of pixels.
protocol PixelCanvas {
  mutating func fill(_ columns: Range<Int>, _ lines: Range<Int>, _ color: RGB8)
}

/// Draws the characters that fill a cell by their geometry: box drawing, blocks, sextants.
///
/// A cell is `PixelStrip.cellWidth` × `PixelStrip.cellHeight` pixels.
struct BoxShapes {
  private static let width = PixelStrip.cellWidth
  private static let height = PixelStrip.cellHeight

  /// U+2500 to U+257F: the weights of the arms, two bits each for left, up, right and down.
  ///
  /// 1 is light, 2 heavy, 3 double; from the characters' names.
  private static let arms: [UInt8] = [
    0x11, 0x22, 0x44, 0x88, 0x11, 0x22, 0x44, 0x88, 0x11, 0x22, 0x44, 0x88, 0x50, 0x60, 0x90, 0xa0,
    0x41, 0x42, 0x81, 0x82, 0x14, 0x24, 0x18, 0x28, 0x05, 0x06, 0x09, 0x0a, 0x54, 0x64, 0x58, 0x94,
    0x98, 0x68, 0xa4, 0xa8, 0x45, 0x46, 0x49, 0x85, 0x89, 0x4a, 0x86, 0x8a, 0x51, 0x52, 0x61, 0x62,
    0x91, 0x92, 0xa1, 0xa2, 0x15, 0x16, 0x25, 0x26, 0x19, 0x1a, 0x29, 0x2a, 0x55, 0x56, 0x65, 0x66,
    0x59, 0x95, 0x99, 0x5a, 0x69, 0x96, 0xa5, 0x6a, 0xa6, 0x9a, 0xa9, 0xaa, 0x11, 0x22, 0x44, 0x88,
    0x33, 0xcc, 0x70, 0xd0, 0xf0, 0x43, 0xc1, 0xc3, 0x34, 0x1c, 0x3c, 0x07, 0x0d, 0x0f, 0x74, 0xdc,
    0xfc, 0x47, 0xcd, 0xcf, 0x73, 0xd1, 0xf3, 0x37, 0x1d, 0x3f, 0x77, 0xdd, 0xff, 0x50, 0x41, 0x05,
    0x14, 0x00, 0x00, 0x00, 0x01, 0x04, 0x10, 0x40, 0x02, 0x08, 0x20, 0x80, 0x21, 0x84, 0x12, 0x48,
  ]

  /// Draws one of these characters into the cell whose left edge is `x`.
  static func draw(
    _ scalar: Unicode.Scalar, at x: Int, _ color: RGB8, over background: RGB8,
    on strip: inout some PixelCanvas
  ) {
    switch scalar.value {
    case 0x2571...0x2573: drawDiagonals(scalar.value, x, color, &strip)
    case 0x2500...0x257F: drawLines(scalar.value, x, color, &strip)
    case 0x2591...0x2593:
      let share = Double(scalar.value - 0x2590) / 4
      let shade = SRGBColor(color, alpha: share).over(SRGBColor(background)).rgb8
      strip.fill(x..<x + width, 0..<height, shade)
    case 0x2580...0x259F: drawBlock(scalar.value, x, color, &strip)
    case 0x1FB00...0x1FB3B: drawSextants(scalar.value, x, color, &strip)
    default: break
    }
  }

  // MARK: - Lines

  /// The middle of a cell: light lines consist of the pixels whose left upper corner is there.
  private static let centerX = width / 2, centerY = height / 2

  /// The ranges of the pixels across the lines of a box drawing character: pixels of a border are
  /// outside or inside of these.
  static func strokeEdges(_ scalar: Unicode.Scalar) -> (across: Range<Int>, down: Range<Int>) {
    guard 0x2500...0x257F ~= scalar.value else { return (0..<width, 0..<height) }
    let arms = arms[Int(scalar.value - 0x2500)]
    func reach(_ one: UInt8, _ other: UInt8) -> Int { max(one, other) > 1 ? 1 : 0 }
    let vertical = reach(arms >> 2 & 3, arms >> 6)
    let horizontal = reach(arms & 3, arms >> 4 & 3)
    return (
      centerX - vertical..<centerX + vertical + 1, centerY - horizontal..<centerY + horizontal + 1
    )
  }

  /// The pixels of a round corner in a line of its cell.
  static func arcEdge(_ scalar: Unicode.Scalar, line y: Int) -> Range<Int> {
    let isRight = scalar.value == 0x256D || scalar.value == 0x2570
    let isDown = scalar.value == 0x256D || scalar.value == 0x256E
    let away = isDown ? y - centerY : centerY - y
    switch away {
    case ..<0: return centerX..<centerX
    case 0: return isRight ? centerX + 2..<width : 0..<centerX - 1
    case 1, 2: return isRight ? centerX + 1..<centerX + 2 : centerX - 1..<centerX
    default: return centerX..<centerX + 1
    }
  }

  private static func drawLines(
    _ value: UInt32, _ x: Int, _ color: RGB8, _ strip: inout some PixelCanvas
  ) {
    let arms = arms[Int(value - 0x2500)]
    let (left, up) = (arms & 3, arms >> 2 & 3)
    let (right, down) = (arms >> 4 & 3, arms >> 6)
    if 0x256D...0x2570 ~= value, let scalar = Unicode.Scalar(value) {
      for line in 0..<height {
        let edge = arcEdge(scalar, line: line)
        strip.fill(x + edge.lowerBound..<x + edge.upperBound, line..<line + 1, color)
      }
      return
    }
    let dashes = dashCount(value)
    for (weight, isUpright, isStart) in [
      (left, false, true), (right, false, false), (up, true, true), (down, true, false),
    ] {
      let (center, length) = isUpright ? (centerY, height) : (centerX, width)
      let (before, after) = isUpright ? (left, right) : (up, down)
      let middle = isUpright ? x + centerX : centerY
      for stroke in strokes(weight) {
        let start = reach(of: stroke, weight, before: before, after: after)
        let across = middle + stroke.lowerBound..<middle + stroke.upperBound + 1
        for place in isStart ? 0..<center + 1 - start : center + start..<length
        where !isGap(place, of: length, dashes) {
          let columns = isUpright ? across : x + place..<x + place + 1
          strip.fill(columns, isUpright ? place..<place + 1 : across, color)
        }
      }
    }
  }

  /// The strokes of an arm, relative to its middle.
  private static func strokes(_ weight: UInt8) -> [ClosedRange<Int>] {
    switch weight {
    case 1: [0...0]
    case 2: [-1...1]
    case 3: [-1 ... -1, 1...1]
    default: []
    }
  }

  /// The distance from the middle of the cell to the start of a stroke: at a corner, the strokes of
  /// double lines are one within the other.
  private static func reach(
    of stroke: ClosedRange<Int>, _ weight: UInt8, before: UInt8, after: UInt8
  ) -> Int {
    guard weight == 3 else {
      // A single line ends at the nearer stroke of a double one that goes straight on.
      if before == 3, after == 3 { return 1 }
      return before == 3 || after == 3 ? -1 : 0
    }
    let own = stroke.lowerBound < 0 ? before : after
    let other = stroke.lowerBound < 0 ? after : before
    if own == 3 { return 1 }
    return other == 3 ? -1 : 0
  }

  private static func dashCount(_ value: UInt32) -> Int {
    switch value {
    case 0x2504...0x2507: 3
    case 0x2508...0x250B: 4
    case 0x254C...0x254F: 2
    default: 0
    }
  }

  private static func isGap(_ position: Int, of length: Int, _ dashes: Int) -> Bool {
    guard dashes > 0 else { return false }
    // The last part of each dash's share of the cell.
    let share = position * dashes % length
    return share >= length - max(dashes, length / 4)
  }

  private static func drawDiagonals(
    _ value: UInt32, _ x: Int, _ color: RGB8, _ strip: inout some PixelCanvas
  ) {
    for y in 0..<height {
      let column = y * width / height
      if value != 0x2571 { strip.fill(x + column..<x + column + 1, y..<y + 1, color) }
      if value != 0x2572 {
        strip.fill(x + width - 1 - column..<x + width - column, y..<y + 1, color)
      }
    }
  }

  // MARK: - Blocks

  private static func drawBlock(
    _ value: UInt32, _ x: Int, _ color: RGB8, _ strip: inout some PixelCanvas
  ) {
    let eighth = Int(value & 0xF)
    switch value {
    case 0x2580: strip.fill(x..<x + width, 0..<height / 2, color)
    case 0x2581...0x2588: strip.fill(x..<x + width, height - height * eighth / 8..<height, color)
    case 0x2589...0x258F: strip.fill(x..<x + width * (16 - eighth) / 8, 0..<height, color)
    case 0x2590: strip.fill(x + width / 2..<x + width, 0..<height, color)
    case 0x2594: strip.fill(x..<x + width, 0..<height / 8, color)
    case 0x2595: strip.fill(x + width - width / 8..<x + width, 0..<height, color)
    default:
      // Quadrants: bit 0 top left, 1 top right, 2 bottom left, 3 bottom right.
      let patterns = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]
      drawGrid(patterns[Int(value - 0x2596)], rows: 2, x, color, &strip)
    }
  }

  /// Draws a sextant; U+1FB00 and up are the patterns in order, without those of other blocks:
  /// none, the left half, the right half, all.
  private static func drawSextants(
    _ value: UInt32, _ x: Int, _ color: RGB8, _ strip: inout some PixelCanvas
  ) {
    var pattern = Int(value - 0x1FB00) + 1
    if pattern >= 0b010101 { pattern += 1 }
    if pattern >= 0b101010 { pattern += 1 }
    drawGrid(pattern, rows: 3, x, color, &strip)
  }

  /// Fills the parts of a cell, two in a row, whose bits are set, from the top left on.
  private static func drawGrid(
    _ pattern: Int, rows: Int, _ x: Int, _ color: RGB8, _ strip: inout some PixelCanvas
  ) {
    for index in 0..<2 * rows where pattern >> index & 1 == 1 {
      let left = x + index % 2 * width / 2
      let row = index / 2
      strip.fill(left..<left + width / 2, row * height / rows..<(row + 1) * height / rows, color)
    }
  }

  // MARK: - Lines on text

  /// Draws the lines of a rendition under, through and over the cell whose left edge is `x`.
  static func drawLines(
    of rendition: GraphicRendition, at x: Int, _ color: RGB8, underline: RGB8,
    on strip: inout some PixelCanvas
  ) {
    let columns = x..<x + width
    if rendition.attributes.contains(.strikethrough) { strip.fill(columns, 8..<9, color) }
    if rendition.attributes.contains(.overline) { strip.fill(columns, 0..<1, color) }
    switch rendition.underline {
    case .none: break
    case .single: strip.fill(columns, 14..<15, underline)
    case .double:
      strip.fill(columns, 13..<14, underline)
      strip.fill(columns, 15..<16, underline)
    case .curly:
      for (offset, y) in [14, 15, 15, 14, 13, 12, 12, 13].enumerated() {
        strip.fill(x + offset..<x + offset + 1, y..<y + 1, underline)
      }
    case .dotted:
      for offset in stride(from: 0, to: width, by: 2) {
        strip.fill(x + offset..<x + offset + 1, 14..<15, underline)
      }
    case .dashed: strip.fill(x + 1..<x + 7, 14..<15, underline)
    }
  }
}

/// Collects rectangles of pixels as the paths of an SVG picture, one for each colour.
struct ShapePath: PixelCanvas {
  private struct Rectangle: Hashable {
    var columns: Range<Int>
    var lines: Range<Int>
  }

  private var rectangles: [RGB8: [Rectangle]] = [:]
  private var colors: [RGB8] = []

  /// Adds a rectangle; one that continues the last one of its colour extends that.
  mutating func fill(_ columns: Range<Int>, _ lines: Range<Int>, _ color: RGB8) {
    guard !columns.isEmpty, !lines.isEmpty else { return }
    guard let last = rectangles[color]?.last else {
      rectangles[color] = [Rectangle(columns: columns, lines: lines)]
      colors.append(color)
      return
    }
    var longer = last
    if last.lines == lines, last.columns.upperBound == columns.lowerBound {
      longer.columns = last.columns.lowerBound..<columns.upperBound
    } else if last.columns == columns, last.lines.upperBound == lines.lowerBound {
      longer.lines = last.lines.lowerBound..<lines.upperBound
    } else {
      rectangles[color]?.append(Rectangle(columns: columns, lines: lines))
      return
    }
    rectangles[color]?.removeLast()
    rectangles[color]?.append(longer)
  }

  /// Appends the paths; `scale` is the width and height of a pixel in px.
  func append(scale: Double, into bytes: inout [UInt8]) {
    func number(_ pixels: Int) -> String { NumberText.json(Double(pixels) * scale) }
    for color in colors {
      var path = "<path shape-rendering=\"crispEdges\" fill=\"\(color.hex)\" d=\""
      for rectangle in rectangles[color] ?? [] {
        path += "M\(number(rectangle.columns.lowerBound)) \(number(rectangle.lines.lowerBound))"
        path += "H\(number(rectangle.columns.upperBound))V\(number(rectangle.lines.upperBound))"
        path += "H\(number(rectangle.columns.lowerBound))z"
      }
      bytes.append(contentsOf: (path + "\"/>\n").utf8)
    }
  }
}

/// The pixels of one row of cells.
struct PixelStrip: PixelCanvas {
  /// Pixels of a cell, from left to right and from top to bottom.
  static let cellWidth = 8
  static let cellHeight = 16

  let width: Int
  /// `0xRRGGBB`, line by line.
  private(set) var pixels: [UInt32]

  init(columns: Int, margin: Int, background: RGB8) {
    width = columns * Self.cellWidth + 2 * margin
    pixels = Array(repeating: Self.pixel(background), count: width * Self.cellHeight)
  }

  static func pixel(_ color: RGB8) -> UInt32 {
    UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
  }

  func line(_ y: Int) -> ArraySlice<UInt32> { pixels[y * width..<(y + 1) * width] }

  /// Colours a rectangle; the part outside of the strip is cut off.
  mutating func fill(_ columns: Range<Int>, _ lines: Range<Int>, _ color: RGB8) {
    let pixel = Self.pixel(color)
    for y in lines.clamped(to: 0..<Self.cellHeight) {
      for x in columns.clamped(to: 0..<width) { pixels[y * width + x] = pixel }
    }
  }
}
