import StyleValues
import TerminalOutput

/// Distances between colours as the methods measure them that ours is compared with.
enum ColorMath {
  /// OKLab chroma below which a colour counts as grey.
  static let greyChroma = 0.05

  static func channels(_ color: RGB8) -> SIMD3<Double> {
    SIMD3(Double(color.red), Double(color.green), Double(color.blue))
  }

  static func okLab(_ color: RGB8) -> SIMD3<Double> {
    Color(color).converted(to: .oklab).components
  }

  static func chroma(_ okLab: SIMD3<Double>) -> Double {
    (okLab.y * okLab.y + okLab.z * okLab.z).squareRoot()
  }

  /// The square of the Euclidean distance.
  static func distance(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> Double {
    let difference = left - right
    return (difference * difference).sum()
  }

  static func distance(_ left: CIELab, _ right: CIELab) -> Double {
    distance(
      SIMD3(left.lightness, left.a, left.b), SIMD3(right.lightness, right.a, right.b))
  }

  /// The square of Riemersma's weighted RGB distance (compuphase.com, "Colour metric").
  static func redmean(_ left: RGB8, _ right: RGB8) -> Double {
    let red = (Double(left.red) + Double(right.red)) / 2
    let difference = channels(left) - channels(right)
    let squares = difference * difference
    return (2 + red / 256) * squares.x + 4 * squares.y + (2 + (255 - red) / 256) * squares.z
  }

  /// The index below `count` with the least distance.
  static func nearest(of count: Int, _ distance: (Int) -> Double) -> Int {
    var best = 0
    var least = Double.infinity
    for index in 0..<count {
      let value = distance(index)
      if value < least {
        best = index
        least = value
      }
    }
    return best
  }
}
