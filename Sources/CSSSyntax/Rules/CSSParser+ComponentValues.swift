import Diagnostics

/// The first thing in a value or prelude that makes all of it unusable.
///
/// It is kept and not reported at once, because the same text may be read twice.
struct ValueProblem {
  let code: DiagnosticCode
  let range: Range<Int>
  let message: String
  var suggestion: String?
}

/// A range that grows from its first significant token to its last.
struct Extent {
  private(set) var range: Range<Int>

  /// Nothing yet, right after a token.
  init(after token: CSSToken) { range = token.range.upperBound..<token.range.upperBound }

  /// Nothing yet, right before a token.
  init(before token: CSSToken) { range = token.range.lowerBound..<token.range.lowerBound }

  /// Takes in a component value that starts with `token` and ends at `end`.
  mutating func extend(to token: CSSToken, end: Int) {
    range = (range.isEmpty ? token.range.lowerBound : range.lowerBound)..<end
  }
}

extension CSSParser {
  /// Reports what makes a value or prelude unusable.
  /// - Returns: True if there was no such thing.
  mutating func isUsable(_ problem: ValueProblem?) -> Bool {
    guard let problem else { return true }
    findings.add(
      .error, problem.code, at: problem.range, suggestion: problem.suggestion, problem.message)
    return false
  }

  /// Reads on to the end of the component value that starts with a token just read.
  ///
  /// *Consume a component value*, §5.5.8, without keeping it. Brackets and blocks are skipped
  /// whole.
  /// - Parameters:
  ///   - first: The token.
  ///   - problem: Set to the first thing that is valid in no grammar (`<declaration-value>`, §8.2).
  mutating func skipComponentValue(_ first: CSSToken, problem: inout ValueProblem?) {
    guard let closer = first.closer else { return check(first, &problem) }
    var closers = [closer]
    while let innermost = closers.last {
      let token = tokens.next()
      if token.kind == .endOfFile {
        if problem == nil {
          findings.add(
            .warning, .unclosedBlock, at: first.range,
            "this '\(text.part(first.range).string)' is never closed")
        }
        return
      }
      if token.kind == innermost {
        closers.removeLast()
      } else if let closer = token.closer {
        closers.append(closer)
        if closers.count + depth > nestingLimit, problem == nil {
          problem = .nesting(token.range)
        }
      } else if token.kind == .rightBrace, problem == nil {
        problem = ValueProblem(
          code: .unclosedBlock, range: first.range,
          message: "this '\(text.part(first.range).string)' is not closed before a '}'")
      } else {
        check(token, &problem)
      }
    }
  }

  /// Notes a token that no grammar accepts, and one that the end of the input cut off.
  private mutating func check(_ token: CSSToken, _ problem: inout ValueProblem?) {
    if token.isUnterminated {
      let code: DiagnosticCode = token.kind == .url ? .unclosedURL : .unclosedString
      let opening = token.range.lowerBound..<token.range.lowerBound + (token.kind == .url ? 4 : 1)
      findings.add(
        .warning, code, at: opening, "this \(token.kind == .url ? "URL" : "string") is never closed"
      )
    }
    guard problem == nil else { return }
    switch token.kind {
    case .badString:
      problem = ValueProblem(
        code: .badString, range: token.range, message: "this string has no end on its line")
    case .badURL:
      problem = ValueProblem(
        code: .badURL, range: token.range,
        message: "a URL without quotes cannot hold spaces, quotes, parentheses or controls")
    case .rightParenthesis, .rightBracket:
      problem = ValueProblem(
        code: .strayBracket, range: token.range,
        message: "'\(text.part(token.range).string)' closes nothing")
    case .rightBrace:
      problem = ValueProblem(
        code: .strayBrace, range: token.range,
        message: "'}' closes nothing; the rule that it stands in is ignored")
    default: break
    }
  }
}

extension CSSParser {
  /// A comment as other languages have them, which is no comment in CSS.
  func lineComment(_ slash: CSSToken) -> ValueProblem {
    ValueProblem(
      code: .lineComment, range: slash.range.lowerBound..<slash.range.lowerBound + 2,
      message: "CSS has no '//' comments: this hides what follows it; write /* */")
  }
}

extension ValueProblem {
  static func nesting(_ range: Range<Int>) -> ValueProblem {
    ValueProblem(
      code: .nestingTooDeep, range: range,
      message: "more than \(nestingLimit) blocks and brackets stand in each other here")
  }
}

extension CSSToken {
  /// The kind of token that closes what this one opens; nil if it opens nothing.
  var closer: Kind? {
    switch kind {
    case .function, .leftParenthesis: .rightParenthesis
    case .leftBracket: .rightBracket
    case .leftBrace: .rightBrace
    default: nil
    }
  }
}
