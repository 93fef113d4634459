import CSSSyntax
import Diagnostics
import TestSupport
import Testing

/// Valid sheets that the mutations start from.
private let cssSeeds = [
  ".a { color: rgb(1 2 3 / 50%); --x: {a:b} ; &:hover { b: c !important } }",
  "@media (width >= 80) and (color) { a > b, .c::d { e: url( f.png ) 'g\\'h' } } @import \"x\";",
  "/* a */ <!-- a{b:calc(1px + -2.5e3%)} --> @layer x, y; #id\\31 { --é: \u{1F600} }",
]

private let jsonSeeds = [
  #"{"a": {"color": "re\u0064", "n": [1, -2.5e3, true, null]}, "é": "\uD834\uDD1E"}"#,
  "// x\n{\"a\": [[], {}, \"\"], /* y */ \"b\": {\"c\": {\"d\": 0.1,},},}",
]

private let fragments = [
  "{", "}", "[", "]", "(", ")", "\"", "'", "\\", "\n", "/*", "*/", "//", ":", ";", ",", "!", "@",
  "#",
  "-", "--", "<!--", "-->", "url(", "\u{0}", "\u{FEFF}", "e", "1e", "u", "\\u", "\\ud800",
]

/// Bytes that follow from a seed: noise, or a valid sheet with parts changed, doubled or cut out.
private func hostileBytes(seed: UInt64, from seeds: [String]) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  if seed.isMultiple(of: 4) {
    return (0..<Int.random(in: 0...200, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
  }
  var bytes = Array((seeds.randomElement(using: &generator) ?? "").utf8)
  for _ in 0...Int.random(in: 0...6, using: &generator) {
    let start = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(bytes.count, start + Int.random(in: 0...8, using: &generator))
    switch Int.random(in: 0...3, using: &generator) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: start)
    default:
      bytes.insert(contentsOf: (fragments.randomElement(using: &generator) ?? "").utf8, at: start)
    }
  }
  return bytes
}

@Test("Tokens and comments partition any input", arguments: 0..<8)
func partition(block: UInt64) {
  for seed in block * 500..<(block + 1) * 500 {
    let bytes = hostileBytes(seed: seed, from: cssSeeds)
    var tokenizer = CSSTokenizer(bytes: bytes, range: 0..<bytes.count, keepsComments: true)
    var pieces: [Range<Int>] = []
    var isSound = true
    while true {
      let token = tokenizer.next()
      isSound = isSound && token.range.contains(token.nameRange) && token.number.isFinite
      if token.kind == .endOfFile { break }
      isSound = isSound && !token.range.isEmpty
      pieces.append(token.range)
      _ = tokenizer.name(of: token)
    }
    pieces.append(contentsOf: tokenizer.comments)
    pieces.sort { $0.lowerBound < $1.lowerBound }
    var end = 0
    for piece in pieces {
      isSound = isSound && piece.lowerBound == end
      end = piece.upperBound
    }
    #expect(isSound && end == bytes.count, "seed \(seed)")
  }
}

/// All texts and places of a block.
private func places(_ block: CSSBlock) -> [Range<Int>] {
  [block.range.bytes]
    + block.items.flatMap { item in
      switch item {
      case .declaration(let it):
        [it.range.bytes, it.nameRange.bytes, it.nameText.range, it.value.sourceRange]
      case .rule(let rule): places(rule)
      }
    }
}

private func places(_ rule: CSSRule) -> [Range<Int>] {
  switch rule {
  case .qualified(let rule): [rule.prelude.sourceRange] + places(rule.block)
  case .at(let rule):
    [rule.prelude.sourceRange, rule.nameRange.bytes] + (rule.block.map(places) ?? [])
  }
}

@Test("Any input is a stylesheet with every range inside of it", arguments: 0..<8)
func anyStylesheet(block: UInt64) {
  for seed in block * 500..<(block + 1) * 500 {
    let bytes = hostileBytes(seed: seed, from: cssSeeds)
    let source = SourceText(name: "a.css", bytes: bytes)
    let sheet = parseStylesheet(source)
    let attribute = parseDeclarations(CSSText(source: source, range: 0..<bytes.count))
    let ranges =
      sheet.rules.flatMap(places) + places(attribute.block) + sheet.comments.map(\.range.bytes)
      + sheet.comments.map(\.contents.range)
    #expect(ranges.allSatisfy((0..<bytes.count).contains), "seed \(seed)")
    let lines = (sheet.diagnostics + attribute.diagnostics).map { $0.location?.line ?? 0 }
    #expect(lines.allSatisfy { 1...source.lineCount ~= $0 }, "seed \(seed)")
  }
}

/// Whether everything in a node stands within it, in order.
private func isSound(_ node: JSONNode, in document: JSONDocument) -> Bool {
  switch node.value {
  case .string(let string):
    _ = document.string(string)
    return string.range == node.range
  case .array(let elements):
    return elements.allSatisfy { node.range.contains($0.range) && isSound($0, in: document) }
  case .object(let members):
    return members.allSatisfy { member in
      _ = document.string(member.key)
      return node.range.contains(member.value.range)
        && node.range.contains(member.key.range)
        && member.key.range.upperBound <= member.value.range.lowerBound
        && isSound(member.value, in: document)
    }
  default: return true
  }
}

@Test("Any input is a document with every range inside of it", arguments: 0..<8)
func anyDocument(block: UInt64) {
  for seed in block * 500..<(block + 1) * 500 {
    let bytes = hostileBytes(seed: seed, from: jsonSeeds)
    let document = JSONDocument(SourceText(name: "a.json", bytes: bytes))
    if let root = document.root {
      #expect((0..<bytes.count).contains(root.range) && isSound(root, in: document), "seed \(seed)")
    } else {
      #expect(document.diagnostics.contains { $0.severity == .error }, "seed \(seed)")
    }
  }
}

/// Inputs that have cost some parser quadratic time, or its stack.
private let shapes: [String] = [
  "{", "}", "(", ")", "[", "]", "\"", "'", "\\", "/*", "*/", "//", "a", "a{", "a{b:", "a{b:c",
  "a:b{",
  "a:{", "a:b(", "--a:{", "--a:", "a:b;", "a;", "@a{", "@a", "@a;", "@a(", "url(", "url(\\", "!",
  "a!",
  "a:b!important ", "<!--", "-->", "#", "1", "1e", ".", "-", "+", "\n", "\r", "\\\n", "'\n", "[1,",
  "{\"a\":", "{\"a\":1", "\"a\"", "\"a\":1,", "{}", "{},\"", "[]", ",", ":", "1 ", "nul", "a(",
  "'a",
  "\"\\u", "\u{0}", "\u{E9}", "a:b\n", "{{", "[{", "]}", "}]", "{]", "[}",
]

@Test(
  "Thirty thousand bytes of the same are read, with few findings", arguments: shapes)
func longInputs(shape: String) {
  let count = 30_000 / shape.utf8.count
  let source = SourceText(name: "a", text: String(repeating: shape, count: count))
  let sheet = parseStylesheet(source)
  let attribute = parseDeclarations(CSSText(source: source, range: 0..<source.bytes.count))
  let document = JSONDocument(source)
  // The codes are few and each is kept a hundred times at most.
  #expect(sheet.diagnostics.count < 1000)
  #expect(attribute.diagnostics.count < 1000)
  #expect(document.diagnostics.count < 1000)
}

/// The deepest rule in rule of a sheet.
private func depth(_ rules: [CSSRule]) -> Int {
  var level = rules
  var depth = 0
  while !level.isEmpty {
    depth += 1
    level = level.flatMap { rule -> [CSSRule] in
      let block: CSSBlock? =
        switch rule {
        case .qualified(let rule): rule.block
        case .at(let rule): rule.block
        }
      return (block?.items ?? []).compactMap { item in
        guard case .rule(let rule) = item else { return nil }
        return rule
      }
    }
  }
  return depth
}

@Test("Rules nest 512 deep and no deeper", arguments: ["a{", "a:b{", "@a{", "@a b{", "{"])
func ruleDepth(opening: String) {
  for (levels, kept) in [(1, 1), (511, 511), (512, 512), (513, 512), (20_000, 512)] {
    let css = String(repeating: opening, count: levels) + String(repeating: "}", count: levels)
    let sheet = parseStylesheet(SourceText(name: "a.css", text: css + "z{}"))
    #expect(depth(sheet.rules) == kept)
    #expect(sheet.rules.count == 2)
    #expect(outline(sheet.diagnostics).count == (levels > 512 ? 1 : 0))
    #expect(sheet.diagnostics.allSatisfy { $0.code == .nestingTooDeep })
  }
}

@Test("Brackets in a value nest 512 deep with the blocks around them", arguments: ["(", "[", "f("])
func valueDepth(opening: String) {
  let closing = opening == "[" ? "]" : ")"
  for (levels, isKept) in [(511, true), (512, false), (20_000, false)] {
    let value =
      String(repeating: opening, count: levels) + String(repeating: closing, count: levels)
    let sheet = parseStylesheet(SourceText(name: "a.css", text: "a{b:\(value);c:d}e{}"))
    #expect(outline(sheet.rules) == (isKept ? "[a|b=\(value);c=d] [e|]" : "[a|c=d] [e|]"))
    #expect(sheet.diagnostics.map(\.code) == (isKept ? [] : [.nestingTooDeep]))
  }
}

@Test("Two hundred thousand levels of JSON are one error and no crash")
func jsonDepth() {
  let levels = 200_000
  let json = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
  let document = JSONDocument(SourceText(name: "a.json", text: "{\"a\":\(json),\"b\":1}"))
  #expect(document.diagnostics.map(\.code) == [.nestingTooDeep])
  guard case .object(let members) = document.root?.value else {
    Issue.record("no object")
    return
  }
  #expect(members.map { document.string($0.key) } == ["a", "b"])
}

@Test("A nested selector is not read again for each level around it")
func nestedSelectorsAreLinear() {
  // Each level looks like a declaration up to its `{`. Read from scratch at every level, this
  // would be 512 times as much.
  let body = String(repeating: "x:y z;", count: 40_000)
  let css = String(repeating: "a:b{", count: 512) + body + String(repeating: "}", count: 512)
  let sheet = parseStylesheet(SourceText(name: "a.css", text: css))
  #expect(depth(sheet.rules) == 512)
  #expect(sheet.diagnostics.isEmpty)
}

@Test("Findings of one code are listed a hundred times, then counted")
func manyFindings() {
  let css = "a{" + String(repeating: "b;", count: 1000) + "}"
  let findings = parseStylesheet(SourceText(name: "a.css", text: css)).diagnostics
  #expect(findings.count == 101)
  #expect(findings.last?.code == .moreFindings)
  #expect(findings.last?.message == "900 more findings of missing-colon")
}
