import StyledText

/// Texts that are put together once and said again; some megabytes of them are kept.
struct RepeatedTexts {
  private var kept: [Int: SafeText] = [:]
  private var keptBytes = 0

  /// With more than this, all are put together anew.
  private static let mostBytes = 8 << 20

  /// The text of a number.
  ///
  /// - Parameters:
  ///   - number: Number that identifies the text.
  ///   - make: Puts the text together.
  /// - Returns: The text.
  mutating func text(_ number: Int, _ make: () -> SafeText) -> SafeText {
    if let text = kept[number] { return text }
    let text = make()
    if keptBytes + text.utf8.count > Self.mostBytes {
      kept = [:]
      keptBytes = 0
    }
    kept[number] = text
    keptBytes += text.utf8.count
    return text
  }
}
