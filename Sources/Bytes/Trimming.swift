extension StringProtocol where UTF8View: BidirectionalCollection {
  /// Without the ASCII white space at both ends.
  package var trimmingASCIIWhitespace: String {
    guard let first = utf8.firstIndex(where: { !$0.isASCIIWhitespace }),
      let last = utf8.lastIndex(where: { !$0.isASCIIWhitespace })
    else { return "" }
    return String(decoding: utf8[first...last], as: UTF8.self)
  }
}

extension StringProtocol {
  /// Without the white space of Unicode at both ends.
  package var trimmingWhitespace: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
