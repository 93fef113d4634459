/// The reader's wish for larger or smaller text: what `font-size-scale: auto` follows.
///
/// The named sizes are those of iOS. Each tick is a tenth, as the ViewCSS document says.
package struct ContentSize: Hashable, Sendable {
  /// The factor that a font size is multiplied with; above 0.
  package let scale: Double

  /// A free factor.
  /// - Returns: nil unless `scale` is finite and above 0.
  package init?(scale: Double) {
    guard scale.isFinite, scale > 0 else { return nil }
    self.init(checked: scale)
  }

  /// A named size (`XS` … `XXXL`, `AX1` … `AX5`, any case) or a number.
  package init?(_ text: String) {
    if let (_, tenths) = Self.tenths.first(where: { $0.key == text.uppercased() }) {
      self.init(checked: Double(tenths) / 10)
    } else if let number = Double(text) {
      self.init(scale: number)
    } else {
      return nil
    }
  }

  /// The size L that a device has out of the box: factor 1.
  package static let standard = ContentSize(checked: 1)

  /// The names in order of size.
  package static let names = tenths.map(\.key)

  private init(checked scale: Double) {
    self.scale = scale
  }

  private static let tenths: KeyValuePairs = [
    "XS": 7, "S": 8, "M": 9, "L": 10, "XL": 11, "XXL": 12, "XXXL": 13,
    "AX1": 14, "AX2": 15, "AX3": 16, "AX4": 17, "AX5": 18,
  ]
}
