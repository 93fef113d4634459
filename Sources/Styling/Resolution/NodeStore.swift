/// The nodes of a resolver: each distinct one once, under a number that stays valid while it is
/// needed.
struct NodeStore {
  /// What makes two nodes the same.
  private struct Content: Hashable {
    var style: TextStyle
    var paint: PaintState
    var scope: ObjectIdentifier
    var extensions: ObjectIdentifier
    var surroundings: Surroundings
  }

  private var nodes: [StyleNode?] = []
  private var numbers: [Content: StyleNodeID] = [:]
  private var free: [StyleNodeID] = []

  /// How many nodes there are.
  var count: Int { nodes.count - free.count }

  /// The node of a number.
  subscript(id: StyleNodeID) -> StyleNode {
    guard let node = nodes[Int(id.index)] else {
      preconditionFailure("the style node \(id.index) was forgotten")
    }
    return node
  }

  /// The number of a node that is equal to the given one, which is added if there is none.
  mutating func intern(_ node: StyleNode) -> StyleNodeID {
    let content = Content(
      style: node.style, paint: node.paint, scope: ObjectIdentifier(node.scope),
      extensions: ObjectIdentifier(node.extensions), surroundings: node.surroundings)
    // Hashing a style is the dearest part, so it is done once.
    let next = free.last ?? StyleNodeID(index: nodes.count)
    let count = numbers.count
    let id = Self.number(&numbers[content, default: next])
    if numbers.count > count { _ = add(node) }
    return id
  }

  /// Reads a place of a dictionary, and so takes it if it was free.
  private static func number(_ place: inout StyleNodeID) -> StyleNodeID { place }

  /// Adds a node that nothing else is equal to.
  mutating func add(_ node: StyleNode) -> StyleNodeID {
    guard let id = free.popLast() else {
      nodes.append(node)
      return StyleNodeID(index: nodes.count - 1)
    }
    nodes[Int(id.index)] = node
    return id
  }

  /// Forgets all nodes but some.
  ///
  /// What is kept is not found again by `intern`, so that two nodes may become equal; that costs a
  /// little room and nothing else.
  mutating func removeAll(but kept: Set<StyleNodeID>) {
    numbers = [:]
    for index in nodes.indices where nodes[index] != nil {
      let id = StyleNodeID(index: index)
      if kept.contains(id) { continue }
      nodes[index] = nil
      free.append(id)
    }
  }
}
