import CSSSyntax
import Diagnostics
import StyleValues
import Styling

/// The rules of a file with their ranges, for changes of its text.
struct SheetRules {
  /// A selector or at-rule with its block.
  struct Rule {
    /// Its selector, and those of the outer rules, from the outermost.
    var selector: String, outer: [String]
    /// From its opening brace to its closing one.
    var block: Range<Int>
    /// Its declarations, from the names to the ends of the values, and its inner rules.
    var items: [Range<Int>] = []
    /// True for the items that are declarations.
    var isDeclaration: [Bool] = []
  }

  let source: SourceText
  let isJSON: Bool
  private(set) var rules: [Rule] = []

  /// Comments that contain one declaration, which was turned off.
  private(set) var turnedOff: [Range<Int>] = []

  private var bytes: [UInt8] { source.bytes }

  init(_ source: SourceText) {
    self.source = source
    isJSON = StylesheetForm(of: source) == .json
    let comments: [SourceComment]
    if isJSON {
      let document = JSONDocument(source)
      comments = document.comments
      if let root = document.root { add(root, key: "", document, outer: []) }
    } else {
      let syntax = parseStylesheet(source)
      comments = syntax.comments
      for rule in syntax.rules { add(rule, outer: []) }
    }
    turnedOff = comments.filter { $0.style == .block && holdsDeclaration($0.contents) }.map {
      let range = $0.contents.location.bytes
      return range.lowerBound - 2..<range.upperBound + 2
    }.filter { comment in
      rule(at: comment.lowerBound).map { rule in
        rules[rule].isDeclaration.contains(true) || rules[rule].items.isEmpty
      } ?? false
    }
  }

  /// Recursive, because the parser limits how deep rules nest.
  private mutating func add(_ rule: CSSRule, outer: [String]) {
    let (selector, read): (String, CSSBlock?) =
      switch rule {
      case .qualified(let rule): (rule.prelude.string, rule.block)
      case .at(let rule): ("@\(rule.name) \(rule.prelude.string)", rule.block)
      }
    guard let block = read else { return }
    let number = rules.count
    rules.append(Rule(selector: selector, outer: outer, block: block.range.bytes))
    for item in block.items {
      switch item {
      case .declaration(let declaration):
        rules[number].items.append(declaration.range.bytes)
        rules[number].isDeclaration.append(true)
      case .rule(let inner):
        let first = rules.count
        add(inner, outer: outer + [selector])
        guard first < rules.count else { continue }
        rules[number].items.append(rules[first].block)
        rules[number].isDeclaration.append(false)
      }
    }
  }

  private mutating func add(
    _ node: JSONNode, key: String, _ document: JSONDocument, outer: [String]
  ) {
    guard case .object(let members) = node.value else { return }
    let number = rules.count
    rules.append(Rule(selector: key, outer: outer, block: node.range))
    for member in members {
      rules[number].items.append(member.key.range.lowerBound..<member.value.range.upperBound)
      if case .object = member.value.value {
        rules[number].isDeclaration.append(false)
        let around = number == 0 ? [] : outer + [key]
        add(member.value, key: document.string(member.key), document, outer: around)
      } else {
        rules[number].isDeclaration.append(true)
      }
    }
  }

  private func holdsDeclaration(_ contents: CSSText) -> Bool {
    guard isJSON else {
      let items = parseDeclarations(contents).block.items
      guard items.count == 1, case .declaration(let declaration)? = items.first else {
        return false
      }
      return PropertyName(declaration.name).isKnown
    }
    let document = JSONDocument(
      SourceText(name: "", bytes: Array("{".utf8) + contents.string.utf8 + Array("}".utf8)))
    guard case .object(let members)? = document.root?.value, members.count == 1,
      !document.diagnostics.contains(where: { $0.severity == .error })
    else { return false }
    return PropertyName(DictionaryKey.dashed(document.string(members[0].key))).isKnown
  }

  // MARK: Finding

  /// The index of the innermost rule around an offset.
  func rule(at offset: Int) -> Int? { rules.lastIndex { $0.block.contains(offset) } }

  /// The index of the last rule with a selector, in the same outer rules.
  func rule(_ selector: String, in outer: [String]) -> Int? {
    rules.lastIndex { $0.selector == selector && $0.outer == outer }
  }

  /// The end of the `;` or the comma between an offset and another one.
  private func separator(after offset: Int, before end: Int) -> Int? {
    var tokens = CSSTokenizer(bytes: bytes, range: offset..<end)
    let token = tokens.nextSignificant()
    return token.kind == (isJSON ? .comma : .semicolon) ? token.range.upperBound : nil
  }

  /// The white space before an offset, from the end of the line before; a blank if there is
  /// anything else.
  private func gap(before offset: Int) -> String {
    let start = bytes[..<offset].lastIndex { $0 != 0x20 && $0 != 0x09 } ?? 0
    guard bytes.indices.contains(start), bytes[start] == 0x0A else { return " " }
    let hasReturn = start > 0 && bytes[start - 1] == 0x0D
    return (hasReturn ? "\r" : "") + String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  // MARK: Adding

  /// The offset for a declaration, and the text around it.
  typealias Insertion = (offset: Int, prefix: String, suffix: String)

  /// The insertion of a declaration at the end of a rule.
  func insertion(in number: Int) -> Insertion {
    let rule = rules[number]
    guard let last = rule.items.last else {
      let offset = rule.block.lowerBound + 1
      return (offset, " ", bytes[offset] == 0x0A || bytes[offset] == 0x0D ? "" : " ")
    }
    let gap = self.gap(before: last.lowerBound)
    if isJSON { return (last.upperBound, "," + gap, "") }
    let end = separator(after: last.upperBound, before: rule.block.upperBound)
    let isOpen = rule.isDeclaration.last == true && end == nil
    return (end ?? last.upperBound, (isOpen ? ";" : "") + gap, isOpen ? "" : ";")
  }

  /// The insertion of a declaration with a new rule at the end of the file; nil if that is no
  /// stylesheet.
  func insertion(of selector: String, in outer: [String]) -> Insertion? {
    let names = outer + [selector]
    if isJSON {
      guard let root = rules.first else { return nil }
      let gap = root.items.last.map { "," + self.gap(before: $0.lowerBound) } ?? " "
      let opening = names.map { serialiseJSONString($0) + ": { " }.joined()
      let closing = String(repeating: " }", count: names.count)
      return (root.items.last?.upperBound ?? root.block.lowerBound + 1, gap + opening, closing)
    }
    var prefix = bytes.isEmpty || bytes.last == 0x0A ? "\n" : "\n\n"
    var suffix = ";\n"
    for (depth, name) in names.enumerated() {
      let indent = String(repeating: "  ", count: depth)
      prefix += "\(indent)\(name) {\n"
      suffix += String(repeating: "  ", count: names.count - 1 - depth) + "}\n"
    }
    return (bytes.count, prefix + String(repeating: "  ", count: names.count), suffix)
  }

  // MARK: Turning off and on

  /// The file with the declaration around an offset commented out or in, and the new offset; nil if
  /// that is not possible.
  func toggled(at offset: Int) -> (bytes: [UInt8], offset: Int)? {
    if let comment = turnedOff.first(where: { $0.contains(offset) }) {
      return turnedOn(comment, at: offset)
    }
    guard let number = rule(at: offset) else { return nil }
    let rule = rules[number]
    guard let item = rule.items.firstIndex(where: { $0.contains(offset) }), rule.isDeclaration[item]
    else { return nil }
    let range = rule.items[item]
    let end = separator(after: range.upperBound, before: rule.block.upperBound)
    let text = bytes[range.lowerBound..<(end ?? range.upperBound)]
    // A comment ends where the first one in it does.
    guard !String(decoding: text, as: UTF8.self).contains("*/") else { return nil }
    let after =
      bytes[..<range.lowerBound] + "/* ".utf8 + text + " */".utf8 + bytes[text.endIndex...]
    return (Array(after), offset + 3)
  }

  private func turnedOn(_ comment: Range<Int>, at offset: Int) -> (bytes: [UInt8], offset: Int)? {
    guard let number = rule(at: comment.lowerBound) else { return nil }
    let rule = rules[number]
    let mark = UInt8(ascii: isJSON ? "," : ";")
    var text = bytes[comment].dropFirst(2).dropLast(2)
    if text.first == 0x20 { text.removeFirst() }
    if text.last == 0x20 { text.removeLast() }
    var before: [UInt8] = []
    if let last = rule.items.indices.last(where: { rule.items[$0].upperBound <= comment.lowerBound }
    ), isJSON || rule.isDeclaration[last],
      separator(after: rule.items[last].upperBound, before: comment.lowerBound) == nil
    {
      before = [mark, 0x20]
    }
    let isFollowed = rule.items.contains { $0.lowerBound >= comment.upperBound }
    let after = isFollowed && text.last != mark ? [mark] : []
    let start = comment.lowerBound + before.count
    return (
      bytes[..<comment.lowerBound] + before + text + after + bytes[comment.upperBound...],
      offset - text.startIndex + start
    )
  }

  /// The file with everything turned on, at the same offsets.
  var revived: [UInt8] {
    // Without a semicolon before it, a declaration would be the end of the one before.
    let mark = isJSON ? 0x20 : UInt8(ascii: ";")
    return turnedOff.reduce(into: bytes) { revived, comment in
      for index in [comment.lowerBound, comment.upperBound - 2] {
        revived.replaceSubrange(index..<index + 2, with: [mark, mark])
      }
    }
  }
}

extension PropertyName {
  /// True if it has an effect in a terminal.
  fileprivate var isKnown: Bool {
    switch self {
    case .longhand, .shorthand, .custom: true
    case .withoutEffect, .unknown: false
    }
  }
}
