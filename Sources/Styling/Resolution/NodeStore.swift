/// The nodes of a resolver: each distinct one once, under a number.
struct NodeStore {
  /// What makes two nodes the same.
  private struct Content: Hashable {
    var style: TextStyle
    var paint: PaintState
    var scope: ObjectIdentifier
    var extensions: ObjectIdentifier
    var surroundings: Surroundings
  }

  private var nodes: [StyleNode] = []
  private var numbers: [Content: StyleNodeID] = [:]

  /// How many nodes there are.
  var count: Int { nodes.count }

  /// The node of a number.
  subscript(id: StyleNodeID) -> StyleNode { nodes[Int(id.index)] }

  /// The number of a node that is equal to the given one, which is added if there is none.
  mutating func intern(_ node: StyleNode) -> StyleNodeID {
    let content = Content(
      style: node.style, paint: node.paint, scope: ObjectIdentifier(node.scope),
      extensions: ObjectIdentifier(node.extensions), surroundings: node.surroundings)
    // Hashing a style is the dearest part, so it is done once.
    let next = StyleNodeID(index: nodes.count)
    let count = numbers.count
    let id = Self.number(&numbers[content, default: next])
    if numbers.count > count { _ = add(node) }
    return id
  }

  /// Reads a place of a dictionary, and so takes it if it was free.
  private static func number(_ place: inout StyleNodeID) -> StyleNodeID { place }

  /// Adds a node that nothing else is equal to.
  mutating func add(_ node: StyleNode) -> StyleNodeID {
    nodes.append(node)
    return StyleNodeID(index: nodes.count - 1)
  }
}
