extension String {
  /// The text, or its start and an ellipsis where it has more bytes of UTF-8 than a limit.
  package func limited(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    return String(unicodeScalars.prefix(bytes: limit - 3)) + "…"
  }

  /// The text with each line that is longer cut in its middle: messages end with the reason.
  package func linesLimited(toBytes limit: Int) -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.utf8.count > limit else { return line }
      // A scalar has at most four bytes.
      let end = Substring(line.unicodeScalars.suffix((limit - 3) / 8))
      let start = line.unicodeScalars.prefix(bytes: limit - 3 - end.utf8.count)
      return Substring(start) + "…" + end
    }
    return lines.joined(separator: "\n")
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
