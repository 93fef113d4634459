import Bytes
import CSSSyntax
package import Diagnostics
import StyleValues

/// The custom properties that an element sees: its own computed ones and inherited ones.
///
/// Custom Properties 1 §2: values are computed where they are declared, so a descendant inherits
/// the result.
final class VariableScope: Sendable {
  /// A computed custom property.
  enum Value: Sendable {
    /// Every `var()` is replaced.
    case text(CSSText)
    /// Invalid at computed-value time.
    case invalid(VariableError)
  }

  static let empty = VariableScope([])

  /// Later tables hide earlier ones; each is larger than the next.
  ///
  /// An element shares its parent's tables, and merges only those that are no larger than its own.
  /// So a look-up needs few tables, and a thousand nested elements with one property each do not
  /// make a thousand full copies.
  private let tables: [[String: Value]]

  /// In bytes, approximately, without what it shares with the outer scope.
  let size: Int

  private init(_ tables: [[String: Value]], size: Int = 0) {
    self.tables = tables
    self.size = size
  }

  /// The bytes of an entry besides its value.
  static let entrySize = 160

  /// The scope of an element that declares custom properties; `bytes` were made for their values.
  func declaring(_ own: [String: Value], bytes: Int = 0) -> VariableScope {
    if own.isEmpty { return self }
    var tables = tables
    var newest = own
    while let last = tables.last, last.count <= newest.count {
      newest = last.merging(newest) { $1 }
      tables.removeLast()
    }
    let size = bytes + newest.count * Self.entrySize
    return VariableScope(tables + [newest], size: size)
  }

  /// nil if nothing declares the property.
  subscript(name: String) -> Value? {
    for table in tables.reversed() {
      if let value = table[name] { return value }
    }
    return nil
  }
}

extension StyleResolver {
  /// The custom property with markup for each record of data, which the program reads.
  static let recordTemplateName = "--record-template"

  /// The string in this property of the host; nil if it is none.
  package var recordTemplate: String? {
    guard case .text(let text)? = self[hostNode].scope[Self.recordTemplateName] else { return nil }
    var tokenizer = CSSTokenizer(text)
    let token = tokenizer.nextSignificant()
    guard token.kind == .string, tokenizer.nextSignificant().kind == .endOfFile else { return nil }
    return tokenizer.name(of: token)
  }
}

/// Why a value with `var()` is invalid at computed-value time (Custom Properties 1 §3.1).
package enum VariableError: Error, Hashable, Sendable {
  /// Nothing declares the last one; the ones before lead to it.
  case undefined([String])
  /// These refer to each other in a cycle, which starts at an index.
  ///
  /// All members share the list: one for each would take the square of their number.
  case cycle([String], from: Int = 0)
  /// The value is longer than `VariableExpander.longestValue`, or those of one element are together
  /// longer than `VariableExpander.largestTotal`.
  case tooLong
  /// The variables of all elements take too much memory.
  case tooMany
  /// The syntax of `var()` is invalid.
  case malformed
  /// Fallbacks nest deeper than `VariableExpander.deepestFallback`.
  case fallbackTooDeep
}

extension VariableError: CustomStringConvertible {
  /// A phrase for a finding or a reason.
  package var description: String {
    switch self {
    case .undefined(let chain):
      "'\(chain.last ?? "")' is not defined"
        + (chain.count > 1 ? " (\(chain.joined(separator: " → ")))" : "")
    case .cycle(let ring, let start): "variables form a cycle: \(Self.written(ring, from: start))"
    case .tooLong: "the value expands to more than \(VariableExpander.longestValue / 1024) KiB"
    case .tooMany: "the variables of this text take too much memory"
    case .malformed: "'var()' needs the name of a custom property, such as 'var(--accent)'"
    case .fallbackTooDeep: "more than \(VariableExpander.deepestFallback) nested fallbacks"
    }
  }

  /// Longer chains are abbreviated to their first and last names.
  private static let longestChain = 16

  /// The error of a variable that needs the one with this error.
  func reached(from name: String) -> VariableError {
    guard case .undefined(let chain) = self else { return self }
    guard chain.count >= Self.longestChain, let last = chain.last else {
      return .undefined([name] + chain)
    }
    return .undefined([name] + chain.prefix(Self.longestChain - 3) + ["…", last])
  }

  /// A cycle with its first member repeated at the end.
  private static func written(_ ring: [String], from start: Int) -> String {
    let count = min(ring.count, mostNames)
    var names = (start..<start + count).map { ring[$0 % ring.count] }
    if count < ring.count { names.append("… (\(ring.count - count) more)") }
    names += names.prefix(1)
    return names.joined(separator: " → ")
  }

  /// The most members of a cycle in a message.
  private static let mostNames = 100
}

/// A custom property that a stylesheet declares, and the number of its uses.
package struct DeclaredVariable: Hashable, Sendable {
  package let name: String

  package let value: String

  package let selector: String

  package let location: SourceLocation

  /// The number of declarations that use it.
  package internal(set) var uses = 0

  /// Why it does not apply to the elements of its selector; nil if it does, except for rules with
  /// other selectors.
  package internal(set) var loss: String?
}

extension Stylesheet {
  /// The custom properties that the stylesheet declares, in the order of the rules; `@media` is
  /// evaluated.
  package func declaredVariables(in environment: Environment) -> [DeclaredVariable] {
    let answers = hold(environment)
    var variables: [DeclaredVariable] = []
    var uses: [String: Int] = [:]
    var strongest: [[String]: (index: Int, isImportant: Bool)] = [:]
    for rule in rules {
      let holds = rule.condition < 0 || answers[Int(rule.condition)]
      // Once for all of its declarations: a rule may have very many of both.
      lazy var selector = rule.selectors.map { selectors[$0].text.string }.joined(separator: ", ")
      for number in rule.declarations {
        let declaration = declarations[number]
        var mentioned: Set<String> = []
        for text in declaration.value.raw.texts where VariableExpander.mentionsVariable(text) {
          mentioned.formUnion(VariableReference.names(in: text))
        }
        for name in mentioned { uses[name, default: 0] += 1 }
        guard case .custom(let name) = declaration.property else { continue }
        var variable = DeclaredVariable(
          name: name, value: declaration.value.writtenText, selector: selector,
          location: declaration.value.range.location)
        variable.loss = holds ? rejected[number] : "its @media does not match"
        let key = [name, selector]
        if variable.loss == nil, let other = strongest[key] {
          let loss = "overridden by a stronger declaration"
          if declaration.isImportant || !other.isImportant {
            variables[other.index].loss = loss
          } else {
            variable.loss = loss
          }
        }
        if variable.loss == nil { strongest[key] = (variables.count, declaration.isImportant) }
        variables.append(variable)
      }
    }
    for index in variables.indices { variables[index].uses = uses[variables[index].name] ?? 0 }
    return variables
  }
}

extension StyleResolver {
  /// A value with its variables replaced by those of the host; nil if one is missing.
  package func expanded(_ value: String) -> String? {
    (try? VariableExpander.expand(CSSText(value), in: self[hostNode].scope))?.string
  }
}

extension CSSText {
  /// The text with some tokens replaced, or itself if none are.
  ///
  /// `replacement` returns bytes for a token and for what it reads after it; nil keeps the token,
  /// and reads what follows again.
  func replacing(_ replacement: (CSSToken, inout CSSTokenizer) -> [UInt8]?) -> CSSText {
    var output: [UInt8] = []
    var copied = range.lowerBound
    var tokenizer = CSSTokenizer(self)
    while case let token = tokenizer.next(), token.kind != .endOfFile {
      var ahead = tokenizer
      guard let made = replacement(token, &ahead) else { continue }
      tokenizer = ahead
      output += bytes[copied..<token.range.lowerBound]
      output += made
      copied = tokenizer.position
    }
    guard copied > range.lowerBound else { return self }
    output += bytes[copied..<range.upperBound]
    return CSSText(decoded: output, source: source, sourceRange: sourceRange)
  }
}

/// `$name`, the syntax of dialect `pixelbits` for `var(--name)`.
enum DollarVariable {
  static func expanded(_ text: CSSText) -> CSSText {
    guard text.bytes[text.range].contains(UInt8(ascii: "$")) else { return text }
    return text.replacing { token, tokenizer in
      guard token.isDelimiter("$") else { return nil }
      let name = tokenizer.next()
      guard name.kind == .ident, name.range.lowerBound == token.range.upperBound else { return nil }
      return Array("var(--".utf8) + text.bytes[name.range] + ")".utf8
    }
  }

  static func expanded(_ value: DeclaredValue) -> DeclaredValue {
    switch value {
    case .text(let text): .text(expanded(text))
    case .structured(let raw, let range): .structured(raw.mapTexts(expanded), range)
    }
  }
}

/// The syntax of a custom property and of the fallback of a `var()`.
enum ReferenceSyntax {
  /// An open bracket in the value.
  private enum Bracket {
    case round, square, curly
    /// A `var(` whose fallback is being read.
    case reference

    var closing: CSSToken.Kind {
      switch self {
      case .round, .reference: .rightParenthesis
      case .square: .rightBracket
      case .curly: .rightBrace
      }
    }
  }

  /// Finds the first error of a value in one pass.
  ///
  /// A `<declaration-value>` (CSS Syntax 3 §8.2) has no broken strings and URLs, no unmatched
  /// closing bracket, and at its top level neither `!` nor `;`; every `var()` has the name of a
  /// custom property, and otherwise only a fallback, which is a `<declaration-value>`, too.
  static func mistake(in text: CSSText) -> SyntaxProblem? {
    guard mayHaveMistake(text) else { return nil }
    var open: [Bracket] = []
    var tokenizer = CSSTokenizer(text)
    while true {
      let token = tokenizer.nextSignificant()
      switch token.kind {
      case .endOfFile: return nil
      case .badString, .badURL:
        return SyntaxProblem(message: "string or URL is not closed", range: token.range)
      case .semicolon where isTop(open):
        return SyntaxProblem(message: "unexpected ';'", range: token.range)
      case .delimiter where token.isDelimiter("!") && isTop(open):
        return SyntaxProblem(message: "unexpected '!'", range: token.range)
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
          return SyntaxProblem(
            message: "unexpected '\(text.slice(token.range).string)'", range: token.range)
        }
      default: break
      }
    }
  }

  private static func malformed(_ function: CSSToken) -> SyntaxProblem {
    SyntaxProblem(message: VariableError.malformed.description, range: function.range)
  }

  /// True at the top level, where neither `!` nor `;` may be.
  private static func isTop(_ open: [Bracket]) -> Bool {
    switch open.last {
    case nil, .reference: true
    case .round, .square, .curly: false
    }
  }

  /// False for most values, which have no byte that could be wrong.
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
