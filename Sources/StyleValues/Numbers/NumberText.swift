/// Numbers as CSS and JSON write them: a point for the decimals, never a locale's comma.
///
/// ```swift
/// print(NumberText.css(1 / 3))  // 0.333333
/// print(NumberText.json(1 / 3))  // 0.3333333333333333
/// print(NumberText.fixed(2.5049, decimals: 2))  // 2.5
/// print(NumberText.fixed(4.499.roundedDown(decimals: 2), decimals: 2))  // 4.49
/// ```
package enum NumberText {
  /// Less than this is written as 0.
  static let least = 1e-7

  /// Six significant digits, as browsers serialise values (CSSOM §6.7.2): `0.333333`; all of those
  /// before the point.
  ///
  /// NaN and infinities have no such form and come out as `calc(…)`, as CSS Values 4 §10.14 does.
  package static func css(_ value: Double) -> String {
    guard value.isFinite else {
      return value.isNaN ? "calc(NaN)" : value < 0 ? "calc(-infinity)" : "calc(infinity)"
    }
    var magnitude = value.magnitude
    guard magnitude >= least else { return "0" }
    if magnitude == magnitude.rounded(), magnitude < 0x1p53 {
      return String(Int64(value))
    }
    guard magnitude < 1e9 else { return plain(value) }
    var decimals = 5
    while magnitude >= 10 {
      magnitude /= 10
      decimals -= 1
    }
    while magnitude < 1 {
      magnitude *= 10
      decimals += 1
    }
    return fixed(value, decimals: max(decimals, 0))
  }

  /// At most `decimals` digits after the point, without trailing zeros; half away from zero.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled < 0x1p63 else { return plain(value) }
    let number = Int64(scaled)
    guard number != 0 else { return "0" }
    let unit = Int64(scale)
    var text = (value < 0 ? "-" : "") + String(number / unit)
    var rest = number % unit
    guard rest != 0 else { return text }
    var digits = decimals
    while rest % 10 == 0 {
      rest /= 10
      digits -= 1
    }
    let fraction = String(rest)
    text += "." + String(repeating: "0", count: digits - fraction.count) + fraction
    return text
  }

  /// All digits that are needed to read the same number again, as JSON takes them.
  package static func json(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value.magnitude < 0x1p63, value == value.rounded() { return String(Int64(value)) }
    return plain(value)
  }

  /// The shortest digits that read back as the same number; large exponents stay.
  private static func plain(_ value: Double) -> String { "\(value)" }
}

extension Double {
  /// The number with at most `decimals` digits after the point, rounded towards minus infinity:
  /// what falls short of a limit is never shown as having reached it.
  ///
  /// A number that is a hair below such a decimal because binary fractions cannot say it, counts as
  /// that decimal: 0.57 stays 0.57.
  ///
  /// ```swift
  /// print(2.96.roundedDown(decimals: 1), 0.57.roundedDown(decimals: 2))  // 2.9 0.57
  /// ```
  package func roundedDown(decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = self * scale
    return (scaled + scaled.magnitude * 1e-12).rounded(.down) / scale
  }
}
