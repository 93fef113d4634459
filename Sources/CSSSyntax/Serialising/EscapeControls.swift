/// CSS text with escapes in the place of what a terminal may obey and of what misleads a reader.
///
/// Those are controls other than tab and line feed, line and paragraph separators, and
/// bidirectional controls. Other newlines become line feeds; comments hold no escapes, so that they
/// get U+FFFD instead.
/// - Parameter text: Any text.
/// - Returns: Text that reads as the same tokens; nil where such a character is a token by itself,
///   which no escape can stand for, or part of a bad string or URL.
package func escapingControls(in text: CSSText) -> String? {
  let written = text.string
  guard written.unicodeScalars.contains(where: isUnsafe) else { return written }
  var tokenizer = CSSTokenizer(text, keepsComments: true)
  var result = String.UnicodeScalarView()
  var end = text.range.lowerBound
  while true {
    let token = tokenizer.next()
    // Only comments stand between tokens.
    let comments = text.part(end..<token.range.lowerBound).string
    result.append(contentsOf: replacingControls(inComment: comments).unicodeScalars)
    if token.kind == .endOfFile { return String(result) }
    end = token.range.upperBound
    let scalars = text.part(token.range).string.unicodeScalars
    switch token.kind {
    case .whitespace:
      result.append(contentsOf: withLineFeeds(scalars))
    case .ident, .function, .atKeyword, .hash, .dimension, .string, .url:
      result.appendEscapingControls(scalars)
    default:
      guard !scalars.contains(where: isUnsafe) else { return nil }
      result.append(contentsOf: scalars)
    }
  }
}

/// A comment, or several, with U+FFFD in the place of what a terminal may obey or misleads.
/// - Parameter comment: With or without its delimiters.
/// - Returns: Text with line feeds as its only newlines.
package func replacingControls(inComment comment: String) -> String {
  guard comment.unicodeScalars.contains(where: isUnsafe) else { return comment }
  var result = String.UnicodeScalarView()
  for scalar in withLineFeeds(comment.unicodeScalars) {
    result.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar)
  }
  return String(result)
}

/// True if a scalar must not come out as it is.
private func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "\t", "\n": false
  case "\0"..."\u{1F}": true
  default: mayMislead(scalar)
  }
}

/// The scalars with one line feed for each newline of CSS (CSS Syntax §3.3).
private func withLineFeeds(_ scalars: String.UnicodeScalarView) -> String.UnicodeScalarView {
  var result = String.UnicodeScalarView()
  var isAfterReturn = false
  for scalar in scalars {
    if scalar != "\n" || !isAfterReturn {
      result.append(scalar == "\r" || scalar == "\u{C}" ? "\n" : scalar)
    }
    isAfterReturn = scalar == "\r"
  }
  return result
}

extension String.UnicodeScalarView {
  /// Appends a token with a name or contents; an unsafe scalar in it becomes an escape.
  fileprivate mutating func appendEscapingControls(_ scalars: String.UnicodeScalarView) {
    var isEscaped = false
    for scalar in withLineFeeds(scalars) {
      if isUnsafe(scalar) {
        // The backslash of an escape serves the one that takes its place.
        if isEscaped { removeLast() }
        if scalar == "\0" { append("\u{FFFD}") } else { appendEscape(scalar) }
        isEscaped = false
      } else {
        append(scalar)
        isEscaped = scalar == "\\" && !isEscaped
      }
    }
  }
}
