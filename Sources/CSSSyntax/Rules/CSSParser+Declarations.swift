import Bytes
import Diagnostics

extension CSSParser {
  /// Result of reading a declaration that starts with an identifier.
  enum DeclarationResult {
    case declaration(CSSDeclaration)
    /// A declaration that no grammar accepts; it is reported and read to its end.
    case dropped
    /// No declaration; perhaps a nested rule. The range is where a `:` would have to be.
    case notADeclaration(missesColon: Range<Int>?)
  }

  /// *Consume a declaration*, §5.5.6, from its name, up to its `;` or before its `}`.
  ///
  /// Declarations and nested rules are told apart as browsers do since CSS
  /// Nesting allowed `a:hover {}`: a name and a `:` start a declaration unless a `{` comes up in
  /// its value; custom properties may hold one. A `{` as the very first thing in the value ends up
  /// as a rule too (and a bad one), because no property has such a grammar.
  mutating func readDeclaration(_ nameToken: CSSToken) -> DeclarationResult {
    let colon = tokens.nextSignificant()
    guard colon.kind == .colon else { return .notADeclaration(missesColon: colon.range) }
    let isCustom = isCustomPropertyName(nameToken)
    var value = Extent(after: colon)
    var end = colon.range.upperBound
    var problem: ValueProblem?
    var priority = Priority.none
    var previous = (token: colon, startsLine: false)
    var unseparated: Range<Int>?
    reading: while true {
      let token = tokens.nextSignificant()
      switch token.kind {
      case .semicolon, .endOfFile: break reading
      case .rightBrace:
        tokens.position = token.range.lowerBound
        break reading
      case .leftBrace where !isCustom: return .notADeclaration(missesColon: nil)
      case .colon where previous.token.kind == .ident && previous.startsLine:
        unseparated = unseparated ?? previous.token.range
      default: break
      }
      priority.note(token, isImportant: isImportant(token))
      skipComponentValue(token, problem: &problem)
      if priority == .none { value.extend(to: token, end: tokens.position) }
      previous = (token, hasNewline(end..<token.range.lowerBound))
      end = tokens.position
    }
    if problem == nil, let stray = priority.stray {
      problem = ValueProblem(
        code: .invalidPriority, range: stray,
        message: "only '!important' at the end of a value may have a '!'",
        suggestion: likelyPriority(after: stray))
    }
    guard isUsable(problem) else { return .dropped }
    guard isCustom || !value.range.isEmpty else {
      findings.add(
        .error, .missingValue, at: colon.range, "'\(tokens.name(of: nameToken))' has no value")
      return .dropped
    }
    if let unseparated, !isCustom {
      findings.add(
        .warning, .missingSemicolon, at: unseparated,
        "a ';' seems to be missing before '\(text.part(unseparated).string)'")
    }
    return .declaration(
      CSSDeclaration(
        value: text.part(value.range), name: nameToken.range, end: end,
        isImportant: priority != .none))
  }

  /// True if a token is the name of a custom property: it starts with two dashes.
  func isCustomPropertyName(_ token: CSSToken) -> Bool {
    guard token.kind == .ident else { return false }
    if token.hasEscapes { return tokens.name(of: token).isCustomPropertyName }
    return tokens.matches("--", at: token.range.lowerBound)
  }

  /// Returns the priority that was probably meant by a `!` that is none of a priority.
  private func likelyPriority(after mark: Range<Int>) -> String? {
    var ahead = CSSTokenizer(bytes: text.bytes, range: mark.upperBound..<text.range.upperBound)
    let token = ahead.nextSignificant()
    guard token.kind == .ident else { return nil }
    return nearestName(to: ahead.name(of: token), in: ["important"]).map { "!\($0)" }
  }

  private func hasNewline(_ range: Range<Int>) -> Bool {
    text.bytes[range].contains(where: CSSByte.isNewline)
  }

  private func isImportant(_ token: CSSToken) -> Bool {
    token.kind == .ident && tokens.name(of: token, is: "important")
  }

  /// Place of `!important` in a value, if there is one.
  private enum Priority: Equatable {
    case none
    case mark(Range<Int>)
    case important(Range<Int>)
    case stray(Range<Int>)

    /// Takes in the next component of the value.
    mutating func note(_ token: CSSToken, isImportant: Bool) {
      switch self {
      case .none: if token.isDelimiter("!") { self = .mark(token.range) }
      case .mark(let mark): self = isImportant ? .important(mark) : .stray(mark)
      case .important(let mark): self = .stray(mark)
      case .stray: break
      }
    }

    /// A `!` that is none of a priority.
    var stray: Range<Int>? {
      switch self {
      case .mark(let mark), .stray(let mark): mark
      case .none, .important: nil
      }
    }
  }
}
