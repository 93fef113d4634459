import Bytes

/// The stylesheet's tests of attributes.
///
/// Elements with the same answers share their style, whatever their attributes are.
struct AttributeTests: Sendable {
  private let tests: [AttributeSelector]
  private let numbers: [AttributeSelector: Int32]

  /// For the attribute's name, automata that find the tests of a value; nil if there are only a few
  /// tests.
  private let automata: [String: [AttributeAutomaton]]?

  /// The most tests that are made one by one.
  private static let few = 16

  init(_ tests: Set<AttributeSelector>) {
    self.tests = Array(tests)
    numbers = Dictionary(uniqueKeysWithValues: zip(self.tests, 0...))
    guard tests.count > Self.few else {
      automata = nil
      return
    }
    let kinds = Dictionary(grouping: self.tests.indices) { [tests = self.tests] number in
      Kind(name: tests[number].name, ignoresCase: tests[number].ignoresCase)
    }
    var automata: [String: [AttributeAutomaton]] = [:]
    for (kind, members) in kinds {
      automata[kind.name, default: []].append(AttributeAutomaton(of: members, among: self.tests))
    }
    self.automata = automata
  }

  private struct Kind: Hashable {
    var name: String
    var ignoresCase: Bool
  }

  var isEmpty: Bool { tests.isEmpty }

  var all: [AttributeSelector] { tests }

  var count: Int { tests.count }

  func number(of test: AttributeSelector) -> Int32? { numbers[test] }

  /// The numbers of the tests that hold for the attributes, in ascending order.
  func answers(for attributes: [ElementAttribute]) -> [Int32] {
    guard !tests.isEmpty, !attributes.isEmpty else { return [] }
    guard let automata else {
      return tests.indices.filter { tests[$0].matches(attributes) }.map(Int32.init)
    }
    var answers: [Int32] = []
    var seen: Set<String> = []
    for attribute in attributes {
      // The first of two attributes with one name counts.
      guard let automata = automata[attribute.name], seen.insert(attribute.name).inserted else {
        continue
      }
      for automaton in automata { answers += automaton.tests(of: attribute.value) }
    }
    return answers.sorted()
  }
}

/// Finds the tests that hold for a value, among many of one attribute, in one pass over the value.
///
/// Aho and Corasick, "Efficient String Matching: An Aid to Bibliographic Search" (1975): a trie of
/// all patterns, with links to the longest suffix that is in the trie, too.
struct AttributeAutomaton: Sendable {
  /// Markers of a value's edges and of white space: bytes that are not in UTF-8.
  private static let edge: UInt8 = 0xFF
  private static let space: UInt8 = 0xFE

  private struct Node {
    let parent: Int32
    let byte: UInt8
    let depth: Int32
    /// The node of the longest proper suffix in the trie.
    var fallback: Int32 = 0
    /// The next such suffix that is a pattern; -1 is none.
    var shorter: Int32 = -1
    /// The first test that holds here; -1 is none.
    var test: Int32 = -1
  }

  private var nodes = [Node(parent: -1, byte: 0, depth: 0)]
  private var children: [UInt64: Int32] = [:]

  /// Tests, each with the index of the next one of its node; -1 is none.
  private var links: [(test: Int32, next: Int32)] = []
  private let sample: AttributeSelector
  private var areWords = false
  /// Tests of the name alone.
  private var always: [Int32] = []

  /// Builds the automaton of tests with the same name and case sensitivity.
  init(of numbers: [Int], among tests: [AttributeSelector]) {
    sample = tests[numbers[0]]
    for number in numbers { add(tests[number], Int32(number)) }
    setFallbacks()
  }

  private mutating func add(_ test: AttributeSelector, _ number: Int32) {
    let value = test.bytes(test.value)
    let edge = [Self.edge]
    switch test.comparison {
    case .exists: always.append(number)
    case .equals: add(edge + value + edge, number)
    case .startsTag:
      add(edge + value + edge, number)
      add(edge + value + [UInt8(ascii: "-")], number)
    // Nothing starts with, ends with or contains the empty text (Selectors 4 §6.2).
    case _ where value.isEmpty: break
    case .hasPrefix: add(edge + value, number)
    case .hasSuffix: add(value + edge, number)
    case .contains: add(value, number)
    case .includes:
      if value.contains(where: \.isASCIIWhitespace) { break }
      areWords = true
      add([Self.space] + value + [Self.space], number)
    }
  }

  private mutating func add(_ pattern: [UInt8], _ test: Int32) {
    var node: Int32 = 0
    for byte in pattern {
      if let child = child(of: node, byte) {
        node = child
        continue
      }
      let new = Int32(nodes.count)
      nodes.append(Node(parent: node, byte: byte, depth: nodes[Int(node)].depth + 1))
      children[Self.key(node, byte)] = new
      node = new
    }
    links.append((test, nodes[Int(node)].test))
    nodes[Int(node)].test = Int32(links.count - 1)
  }

  private static func key(_ node: Int32, _ byte: UInt8) -> UInt64 {
    UInt64(UInt32(bitPattern: node)) << 8 | UInt64(byte)
  }

  private func child(of node: Int32, _ byte: UInt8) -> Int32? { children[Self.key(node, byte)] }

  /// From the root outwards, because each fallback follows from shorter ones.
  private mutating func setFallbacks() {
    let order = nodes.indices.dropFirst().sorted { nodes[$0].depth < nodes[$1].depth }
    for number in order {
      let node = nodes[number]
      let fallback = node.depth == 1 ? 0 : next(nodes[Int(node.parent)].fallback, node.byte)
      nodes[number].fallback = fallback
      nodes[number].shorter =
        nodes[Int(fallback)].test >= 0 ? fallback : nodes[Int(fallback)].shorter
    }
  }

  private func next(_ node: Int32, _ byte: UInt8) -> Int32 {
    var node = node
    while true {
      if let child = child(of: node, byte) { return child }
      if node == 0 { return 0 }
      node = nodes[Int(node)].fallback
    }
  }

  func tests(of value: String) -> [Int32] {
    let bytes = sample.bytes(value)
    var found = always
    var seen: Set<Int32> = []
    read([Self.edge] + bytes + [Self.edge], &found, &seen)
    if areWords {
      let words = bytes.map { $0.isASCIIWhitespace ? Self.space : $0 }
      read([Self.space] + words + [Self.space], &found, &seen)
    }
    return found
  }

  private func read(_ bytes: [UInt8], _ found: inout [Int32], _ seen: inout Set<Int32>) {
    var node: Int32 = 0
    for byte in bytes {
      node = next(node, byte)
      var end = nodes[Int(node)].test >= 0 ? node : nodes[Int(node)].shorter
      // Behind one that was met there are only such as were met with it.
      while end >= 0, seen.insert(end).inserted {
        var link = nodes[Int(end)].test
        while link >= 0 {
          found.append(links[Int(link)].test)
          link = links[Int(link)].next
        }
        end = nodes[Int(end)].shorter
      }
    }
  }
}
