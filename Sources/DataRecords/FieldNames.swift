import Bytes

/// Names of the requested fields, as a tree of their parts between full stops.
///
/// So one search finds the field of a name in a record, whatever their number. A name with full
/// stops is a path: `a.b` and a `b` in an object `a` lead to the same node.
struct FieldNames: Sendable {
  private struct Node {
    let parent: Int
    let part: Range<Int>
    let hash: UInt64
    /// The field whose name ends here.
    var field: Int?
    var hasChildren = false
  }

  static let root = 0

  /// Names of the fields, one after the other.
  private let bytes: [UInt8]

  private(set) var names: [Range<Int>] = []

  private var nodes = [Node(parent: -1, part: 0..<0, hash: 0)]

  /// Hash table with the indices of nodes, and -1; at most half of it is used.
  private var table: [Int32] = Array(repeating: -1, count: 16)

  /// Creates a tree without names, which are to be parts of `bytes`.
  init(of bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { names.count }

  subscript(field: Int) -> ArraySlice<UInt8> { bytes[names[field]] }

  /// The index of the field with a name, which is added unless it is known.
  mutating func insert(_ name: Range<Int>) -> Int {
    var node = Self.root
    var start = name.lowerBound
    while true {
      let end = bytes[start..<name.upperBound].firstIndex(of: UInt8(ascii: ".")) ?? name.upperBound
      node = insert(start..<end, under: node)
      if end == name.upperBound { break }
      start = end + 1
    }
    if let known = nodes[node].field { return known }
    nodes[node].field = names.count
    names.append(name)
    return names.count - 1
  }

  private mutating func insert(_ part: Range<Int>, under parent: Int) -> Int {
    let hash = NameHash(part, of: bytes.span, under: parent).value
    if let known = node(part, of: bytes.span, hash, under: parent) { return known }
    nodes[parent].hasChildren = true
    nodes.append(Node(parent: parent, part: part, hash: hash))
    if nodes.count * 2 > table.count {
      table = Array(repeating: -1, count: table.count * 2)
      for number in 1..<nodes.count { enter(number) }
    } else {
      enter(nodes.count - 1)
    }
    return nodes.count - 1
  }

  private mutating func enter(_ number: Int) {
    var slot = Int(truncatingIfNeeded: nodes[number].hash) & (table.count - 1)
    while table[slot] >= 0 { slot = (slot + 1) & (table.count - 1) }
    table[slot] = Int32(number)
  }

  private func node(
    _ part: Range<Int>, of text: Span<UInt8>, _ hash: UInt64, under parent: Int
  ) -> Int? {
    var slot = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[slot] >= 0 {
      let number = Int(table[slot])
      if nodes[number].hash == hash, nodes[number].parent == parent,
        bytes.span.extracting(nodes[number].part).isEqual(to: text.extracting(part))
      {
        return number
      }
      slot = (slot + 1) & (table.count - 1)
    }
    return nil
  }

  /// The node of a name under another one; nil if it is not part of a field's name.
  func node(_ name: Range<Int>, of text: Span<UInt8>, under parent: Int) -> Int? {
    var node = parent
    var start = name.lowerBound
    while true {
      guard nodes[node].hasChildren else { return nil }
      let end = text.firstOffset(of: UInt8(ascii: "."), from: start, to: name.upperBound)
      let part = start..<end
      guard
        let next = self.node(
          part, of: text, NameHash(part, of: text, under: node).value, under: node)
      else { return nil }
      node = next
      if end == name.upperBound { return node }
      start = end + 1
    }
  }

  /// The node of a name under the root; nil if it is not part of a field's name.
  @inline(__always)
  func node(_ name: Range<Int>, of text: Span<UInt8>, _ hash: NameHash) -> Int? {
    hash.hasDots
      ? node(name, of: text, under: Self.root) : node(name, of: text, hash.value, under: Self.root)
  }

  /// The field whose name ends at a node.
  func field(at node: Int?) -> Int? { node.flatMap { nodes[$0].field } }

  func field(named name: [UInt8]) -> Int? {
    field(at: node(0..<name.count, of: name.span, under: Self.root))
  }

  /// True if a name is the start of a longer one.
  func leadsOn(from name: [UInt8]) -> Bool {
    node(0..<name.count, of: name.span, under: Self.root).map(leadsOn) ?? false
  }

  /// True if a node has nodes under it.
  func leadsOn(from node: Int) -> Bool { nodes[node].hasChildren }
}

/// Hash of a name, which nobody outside of the process can predict.
struct NameHash {
  let value: UInt64

  /// True if the name has full stops.
  let hasDots: Bool

  private static let keys: (UInt64, UInt64) = {
    var generator = SystemRandomNumberGenerator()
    return (generator.next() | 1, generator.next() | 1)
  }()

  @inline(__always)
  init(_ range: Range<Int>, of bytes: Span<UInt8>, under node: Int = FieldNames.root) {
    let keys = Self.keys
    var state = keys.0 &+ UInt64(truncatingIfNeeded: node) &* keys.1
    var word: UInt64 = 0
    var count = 0
    var hasDots = false
    for offset in range {
      let byte = bytes[offset]
      if byte == UInt8(ascii: ".") { hasDots = true }
      word = word << 8 | UInt64(byte)
      count &+= 1
      if count & 7 == 0 {
        state = (state ^ word).folded(with: keys.1)
        word = 0
      }
    }
    state = (state ^ word).folded(with: keys.1)
    value = (state ^ UInt64(truncatingIfNeeded: count)).folded(with: keys.0)
    self.hasDots = hasDots
  }
}

/// The keys of one object, to find repeated ones.
struct SeenKeys {
  private var table: [(record: Int, key: Int, hash: UInt64)] = Array(
    repeating: (0, 0, 0), count: 64)
  private var record = 0
  private var count = 0

  mutating func begin() {
    record += 1
    count = 0
  }

  /// Adds the next key; returns the index of a key with the same hash, or nil for a new one.
  @inline(__always)
  mutating func insert(_ hash: UInt64) -> Int? {
    if count * 2 >= table.count { grow() }
    defer { count += 1 }
    var slot = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[slot].record == record {
      if table[slot].hash == hash { return table[slot].key }
      slot = (slot + 1) & (table.count - 1)
    }
    table[slot] = (record, count, hash)
    return nil
  }

  private mutating func grow() {
    let old = table
    table = Array(repeating: (0, 0, 0), count: old.count * 2)
    for entry in old where entry.record == record {
      var slot = Int(truncatingIfNeeded: entry.hash) & (table.count - 1)
      while table[slot].record == record { slot = (slot + 1) & (table.count - 1) }
      table[slot] = entry
    }
  }
}
