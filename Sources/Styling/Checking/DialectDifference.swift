import CSSSyntax
package import Diagnostics
import StyleValues

/// Numbers and colours in a value that two dialects read differently, for a message.
struct DialectDifference {
  let property: PropertyName
  let text: CSSText
  let dialect: Dialect
  let meaning: ComputedStyle

  /// The most numbers and colours that a message names.
  private static let most = 3

  /// A sentence for each number and colour; empty where both dialects agree.
  var reasons: [String] {
    var found: [String] = []
    var tokenizer = CSSTokenizer(text)
    while found.count < Self.most {
      let token = tokenizer.nextSignificant()
      switch token.kind {
      case .endOfFile: return found
      case .number: if let reason = pixels(token) ?? color(token.range) { found.append(reason) }
      case .hash, .ident, .dimension: if let reason = color(token.range) { found.append(reason) }
      case .function where isRGB(token, tokenizer):
        let numbers = skipFunction(&tokenizer)
        if let reason = alpha(numbers, token.range.lowerBound..<tokenizer.position) {
          found.append(reason)
        }
      default: break
      }
    }
    return found
  }

  /// The first colour with an alpha of at most 1 in a dialect where alpha counts to 255, and
  /// whether it is written as 1.
  var ambiguousAlpha: (color: String, isByte: Bool)? {
    guard dialect == .viewcss else { return nil }
    var tokenizer = CSSTokenizer(text)
    while true {
      let token = tokenizer.nextSignificant()
      if token.kind == .endOfFile { return nil }
      guard token.kind == .function, tokenizer.name(of: token, is: "rgb") else { continue }
      let numbers = skipFunction(&tokenizer)
      if numbers.count == 4, let alpha = Double(written(numbers[3])), alpha > 0, alpha <= 1,
        written(numbers[0].upperBound..<numbers[1].lowerBound).contains(",")
      {
        return (written(token.range.lowerBound..<tokenizer.position), alpha == 1)
      }
    }
  }

  /// The eight-digit colours, which MRGArchitect and Pixelbits read with alpha first.
  var eightDigitColors: [String] {
    var found: [String] = []
    var tokenizer = CSSTokenizer(text)
    while found.count < Self.most {
      let token = tokenizer.nextSignificant()
      if token.kind == .endOfFile { break }
      let digits = written(token.range)
      guard token.kind == .hash, digits.utf8.count == 9 else { continue }
      func value(_ dialect: Dialect) -> ColorValue? {
        try? ColorValue.convert(digits, in: ConversionContext(dialect: dialect))
      }
      if value(dialect) != value(.architect) { found.append(digits) }
    }
    return found
  }

  /// A sentence about a number without a unit that the dialect reads as a length.
  private func pixels(_ token: CSSToken) -> String? {
    let number = written(token.range)
    var bytes = Array(text.bytes[text.range])
    let end = token.range.upperBound - text.range.lowerBound
    bytes.insert(contentsOf: "px".utf8, at: end)
    let value = CSSText(String(decoding: bytes, as: UTF8.self))
    guard Double(number) != 0, PropertyParser.style(property, .text(value), dialect) == meaning
    else { return nil }
    return "write '\(number)px'"
  }

  /// A sentence about a colour that is another one, or none, in CSS.
  private func color(_ range: Range<Int>) -> String? {
    let name = written(range)
    func hex(_ dialect: Dialect) -> String? {
      let value = try? ColorValue.convert(name, in: ConversionContext(dialect: dialect))
      return value?.srgb()?.hex8
    }
    guard let own = hex(dialect) else { return nil }
    let other = hex(.css)
    guard other != own else { return nil }
    return "'\(name)' is \(own) in dialect \(dialect.rawValue) and \(other ?? "no colour") in css"
  }

  /// A sentence about the fourth number of a colour, which counts to 255 or to 1.
  private func alpha(_ numbers: [Range<Int>], _ range: Range<Int>) -> String? {
    guard color(range) != nil, numbers.count == 4 else { return nil }
    return "'\(written(numbers[3]))' is an alpha of 255 in dialect \(dialect.rawValue) "
      + "and of 1 in css"
  }

  private func isRGB(_ token: CSSToken, _ tokenizer: CSSTokenizer) -> Bool {
    tokenizer.name(of: token, is: "rgb") || tokenizer.name(of: token, is: "rgba")
  }

  /// Skips a function whose name was read, and returns its numbers.
  private func skipFunction(_ tokenizer: inout CSSTokenizer) -> [Range<Int>] {
    var numbers: [Range<Int>] = []
    var depth = 1
    while depth > 0 {
      let token = tokenizer.nextSignificant()
      switch token.kind {
      case .function, .leftParenthesis: depth += 1
      case .rightParenthesis: depth -= 1
      case .number, .percentage: numbers.append(token.range)
      case .endOfFile: return numbers
      default: break
      }
    }
    return numbers
  }

  private func written(_ range: Range<Int>) -> String {
    String(decoding: text.bytes[range], as: UTF8.self)
  }
}

extension Stylesheet {
  /// Notes on eight-digit colours, if MRGArchitect or Pixelbits may read the stylesheet, too: if it
  /// has values outside of rules.
  package var hexNotationNotes: [Diagnostic] {
    guard diagnostics.contains(where: { $0.code == .notARule }) else { return [] }
    return rules.filter { !$0.dialect.hexStartsWithAlpha }.flatMap { rule in
      rule.declarations.flatMap { notes(declarations[$0], rule.dialect) }
    }
  }

  private func notes(_ declaration: Declaration, _ dialect: Dialect) -> [Diagnostic] {
    guard case .text(let text) = declaration.value,
      let meaning = PropertyParser.style(declaration.property, declaration.value, dialect)
    else { return [] }
    let difference = DialectDifference(
      property: declaration.property, text: text, dialect: dialect, meaning: meaning)
    return difference.eightDigitColors.map { digits in
      Diagnostic(
        .note, .dialectDependent,
        "'\(digits)' is #rrggbbaa here and #aarrggbb for getters of MRGArchitect and Pixelbits; "
          + "write rgb()", at: text.location)
    }
  }
}
