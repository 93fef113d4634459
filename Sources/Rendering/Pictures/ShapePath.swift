import CellLayout
import StyleValues
import TerminalOutput

/// Collects rectangles of pixels as the paths of an SVG picture, one for each colour.
struct ShapePath: PixelCanvas {
  private struct Rectangle: Hashable {
    var columns: Range<Int>
    var lines: Range<Int>
  }

  private var rectangles: [RGB8: [Rectangle]] = [:]
  private var colors: [RGB8] = []

  /// Adds a rectangle; one that goes on from the last one of its colour makes it longer.
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

  /// Appends the paths.
  ///
  /// - Parameters:
  ///   - scale: Width and height of a pixel in px.
  ///   - bytes: Destination of the paths.
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
