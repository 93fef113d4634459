/// Folds numbers into one that tells them apart, with far less work than a `Hasher`.
///
/// It starts with a random number, so that nobody can choose values that all collide.
struct Digest {
  private static let seed = UInt64.random(in: .min ... .max)

  /// Digest of the numbers taken in so far.
  private(set) var value = seed

  /// Takes in a number.
  @inline(__always)
  mutating func combine(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    value = product.high ^ product.low
  }

  /// Takes in a number; both zeros are one.
  @inline(__always)
  mutating func combine(_ number: Double) { combine((number + 0).bitPattern) }
}
