extension String {
  /// The text, or its start and an ellipsis where it has more bytes of UTF-8 than a limit.
  package func limited(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    return String(unicodeScalars.prefix(bytes: limit - 3)) + "…"
  }
}

extension String.UnicodeScalarView {
  /// The longest start that has at most so many bytes of UTF-8.
  package func prefix(bytes limit: Int) -> SubSequence {
    self[...].prefix(bytes: limit)
  }
}

extension Substring.UnicodeScalarView {
  /// The longest start that has at most so many bytes of UTF-8.
  package func prefix(bytes limit: Int) -> SubSequence {
    var left = limit
    return prefix { scalar in
      left -= UTF8.width(scalar)
      return left >= 0
    }
  }
}
