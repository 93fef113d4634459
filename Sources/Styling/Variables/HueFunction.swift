import Bytes
import CSSSyntax

/// `hue-of(<string>)`: an angle for each string, so that each value has its own colour.
///
/// The string is written, or the value of an attribute: `hue-of(attr(data-value))`. A missing
/// attribute is the empty string.
enum HueFunction {
  /// The number of angles: elements with the same angle share their style.
  static let steps = 24

  static func isIn(_ text: CSSText) -> Bool {
    let bytes = text.bytes
    var index = text.range.lowerBound + name.count
    while index < text.range.upperBound {
      if bytes[index] == UInt8(ascii: "("),
        bytes[index - name.count..<index].lazy.map({ $0.lowercasedASCII }).elementsEqual(name)
      {
        return true
      }
      index += 1
    }
    return false
  }

  static func isIn(_ value: DeclaredValue) -> Bool {
    if case .text(let text) = value { isIn(text) } else { false }
  }

  private static let name = Array("hue-of".utf8)

  /// The number of a string's angle, from 0.
  ///
  /// FNV-1a of all bytes but the last, which adds seven steps for each of its values, so that names
  /// that differ only in the last digit are far apart.
  static func step(of string: String) -> Int {
    let bytes = string.utf8
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes.dropLast() { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return (Int(hash >> 33) % steps + 7 * Int(bytes.last ?? 0)) % steps
  }

  static func attributes(in text: CSSText) -> Set<String> {
    var names: Set<String> = []
    _ = replaced(in: text) { name in
      names.insert(name)
      return ""
    }
    return names
  }

  /// A text with each function replaced by its angle; an invalid one is kept.
  ///
  /// `value` returns the value of an attribute.
  static func replaced(in text: CSSText, _ value: (String) -> String) -> CSSText {
    guard isIn(text) else { return text }
    return text.replacing { token, tokenizer in
      guard token.kind == .function, tokenizer.name(of: token, is: "hue-of"),
        let string = argument(&tokenizer, value)
      else { return nil }
      return Array("\(step(of: string) * 360 / steps)deg".utf8)
    }
  }

  /// The string up to the closing parenthesis; nil for anything else.
  private static func argument(
    _ tokenizer: inout CSSTokenizer, _ value: (String) -> String
  ) -> String? {
    let token = tokenizer.nextSignificant()
    var string: String?
    if token.kind == .string {
      string = tokenizer.name(of: token)
    } else if token.kind == .function, tokenizer.name(of: token, is: "attr") {
      let name = tokenizer.nextSignificant()
      guard name.kind == .ident, tokenizer.nextSignificant().kind == .rightParenthesis else {
        return nil
      }
      string = value(tokenizer.name(of: name).lowercasedASCII)
    }
    guard tokenizer.nextSignificant().kind == .rightParenthesis else { return nil }
    return string
  }
}

extension StyleResolver {
  /// The numbers of the angles of an element's attributes in `hue-of()`.
  func hues(of element: ElementDescription) -> [Int32] {
    var names = stylesheet.hueAttributes
    if let style = element.style, HueFunction.isIn(style) {
      names.formUnion(HueFunction.attributes(in: style))
    }
    guard !names.isEmpty else { return [] }
    return names.sorted().map { name in
      let value = element.attributes.first { $0.name == name }?.value ?? ""
      return Self.firstHue + Int32(HueFunction.step(of: value))
    }
  }

  /// Above all numbers of tests of attributes.
  private static let firstHue: Int32 = 1 << 30

  /// The classes for which a rule tests `data-value`, the text of a match; nil for any class.
  package func classesWithValues() -> Set<String>? {
    var names: Set<String> = []
    var isAny = false
    // Without one, no colour of a variable depends on a value.
    let variesVariables = stylesheet.declarations.contains { declaration in
      if case .custom = declaration.property { HueFunction.isIn(declaration.value) } else { false }
    }
    func add(_ compound: CompoundSelector) {
      guard let keys = SubjectKey.keys(of: compound) else {
        isAny = true
        return
      }
      for key in keys {
        switch key {
        case .className(let name): names.insert(stylesheet.pool.names.name(of: name))
        case .type(let name):
          if ["mark", "span", "line"].contains(stylesheet.pool.names.name(of: name)) {
            isAny = true
          }
        }
      }
    }
    for rule in stylesheet.rules {
      let shows = stylesheet.declarations[rule.declarations].contains { declaration in
        if case .longhand(.content) = declaration.property,
          let style = PropertyParser.style(declaration.property, declaration.value, rule.dialect),
          style.text.content?.items.contains(where: {
            if case .attribute(Self.valueName, _) = $0 { true } else { false }
          }) == true
        {
          return true
        }
        guard stylesheet.hueAttributes.contains(Self.valueName) else { return false }
        return HueFunction.isIn(declaration.value)
          || variesVariables && VariableExpander.mentionsVariable(declaration.value)
      }
      for selector in rule.selectors.map({ stylesheet.selectors[$0].selector })
      where shows || selector.subject.asksForValue { add(selector.subject) }
    }
    for entry in stylesheet.pool.contexts.entries where entry.compound.asksForValue {
      add(entry.compound)
    }
    return isAny ? nil : names
  }

  private static let valueName = "data-value"
}

extension CompoundSelector {
  /// True if it, or a list in it, tests `data-value`.
  fileprivate var asksForValue: Bool {
    guard let more else { return false }
    if more.attributes.contains(where: { $0.name == "data-value" }) { return true }
    return more.pseudoClasses.contains { test in
      switch test {
      case .anyOf(let list), .noneOf(let list): list.selectors.contains { $0.subject.asksForValue }
      case .root, .nthChild, .nthLastChild, .never: false
      }
    }
  }
}
