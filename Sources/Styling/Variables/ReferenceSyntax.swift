import Bytes
import CSSSyntax

/// Syntax of a custom property and of the fallback of a `var()`.
enum ReferenceSyntax {
  /// Bracket that is open at a place in the value.
  private enum Bracket {
    case round, square, curly
    /// A `var(` in whose fallback we are.
    case reference

    var closing: CSSToken.Kind {
      switch self {
      case .round, .reference: .rightParenthesis
      case .square: .rightBracket
      case .curly: .rightBrace
      }
    }
  }

  /// Looks a value through in one pass.
  ///
  /// A `<declaration-value>` (CSS Syntax 3 §8.2) has no broken strings and URLs, no bracket that
  /// closes nothing, and at its top level neither `!` nor `;`; every `var()` has the name of a
  /// custom property, and nothing beside it but a fallback, which is a `<declaration-value>`
  /// itself.
  static func mistake(in text: CSSText) -> SyntaxProblem? {
    guard mayHaveMistake(text) else { return nil }
    var open: [Bracket] = []
    var tokenizer = CSSTokenizer(text)
    while true {
      let token = tokenizer.nextSignificant()
      switch token.kind {
      case .endOfFile: return nil
      case .badString, .badURL: return SyntaxProblem(message: "it is cut off", range: token.range)
      case .semicolon where isTop(open):
        return SyntaxProblem(message: "no ';' can stand here", range: token.range)
      case .delimiter where token.isDelimiter("!") && isTop(open):
        return SyntaxProblem(message: "no '!' can stand here", range: token.range)
      case .function where tokenizer.name(of: token, is: "var"):
        let name = tokenizer.nextSignificant()
        guard name.kind == .ident, case let written = tokenizer.name(of: name),
          written.isCustomPropertyName, written.utf8.count > 2
        else { return malformed(token) }
        let next = tokenizer.nextSignificant()
        switch next.kind {
        case .comma: open.append(.reference)
        case .rightParenthesis: break
        case .endOfFile: return nil
        default: return malformed(token)
        }
      case .function, .leftParenthesis: open.append(.round)
      case .leftBracket: open.append(.square)
      case .leftBrace: open.append(.curly)
      case .rightParenthesis, .rightBracket, .rightBrace:
        guard let last = open.popLast(), last.closing == token.kind else {
          return SyntaxProblem(message: "this closes nothing", range: token.range)
        }
      default: break
      }
    }
  }

  private static func malformed(_ function: CSSToken) -> SyntaxProblem {
    SyntaxProblem(message: VariableError.malformed.description, range: function.range)
  }

  /// True if neither `!` nor `;` may stand inside of these.
  private static func isTop(_ open: [Bracket]) -> Bool {
    switch open.last {
    case nil, .reference: true
    case .round, .square, .curly: false
    }
  }

  /// Most values have no byte that could be wrong.
  private static func mayHaveMistake(_ text: CSSText) -> Bool {
    text.bytes[text.range].contains { byte in
      switch byte {
      case UInt8(ascii: "!"), UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "\""), UInt8(ascii: "'"),
        UInt8(ascii: "\\"):
        true
      default: false
      }
    }
  }
}
