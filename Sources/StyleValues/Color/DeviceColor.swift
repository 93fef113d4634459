extension RGB8 {
  /// Reads `rgb:hhhh/hhhh/hhhh` with one to four digits each, XParseColor(3); `rgba:` has a fourth
  /// channel, which is left out.
  ///
  /// ```swift
  /// print(RGB8(device: "rgb:cc/2424/1")?.hex ?? "")  // #cc2411
  /// ```
  package init?(device text: some StringProtocol) {
    guard text.hasPrefix("rgb:") || text.hasPrefix("rgba:") else { return nil }
    let channels = text.drop { $0 != ":" }.dropFirst().split(
      separator: "/", omittingEmptySubsequences: false)
    guard (3...4).contains(channels.count) else { return nil }
    let bytes = channels.prefix(3).compactMap { digits -> UInt8? in
      guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
        let value = Int(digits, radix: 16)
      else { return nil }
      let most = (1 << (4 * digits.utf8.count)) - 1
      return UInt8((value * 255 + most / 2) / most)
    }
    guard bytes.count == 3 else { return nil }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
  }
}
