import StyleValues

/// The nodes of a resolver: each distinct one once, under a number.
struct NodeStore {
  /// What makes two nodes the same.
  private struct Content: Hashable {
    var style: TextStyle
    var paint: PaintState
    var scope: ObjectIdentifier
    var extensions: ObjectIdentifier
    var surroundings: Surroundings
    var format: ElementFormat

    func hash(into hasher: inout Hasher) {
      var digest = Digest()
      style.feed(&digest)
      paint.feed(&digest)
      digest.combine(UInt64(UInt(bitPattern: scope)))
      digest.combine(UInt64(UInt(bitPattern: extensions)))
      digest.combine(surroundings.parent.digest)
      digest.combine(surroundings.ancestors.digest)
      if format != .plain { digest.combine(UInt64(truncatingIfNeeded: format.hashValue)) }
      hasher.combine(digest.value)
    }
  }

  private var nodes: [StyleNode] = []
  private var numbers: [Content: StyleNodeID] = [:]

  /// How many nodes there are.
  var count: Int { nodes.count }

  /// The node of a number.
  subscript(id: StyleNodeID) -> StyleNode { nodes[Int(id.index)] }

  /// The number of a node with some content, which is added if there is none.
  mutating func intern(
    style: TextStyle, paint: PaintState, scope: VariableScope, extensions: ExtensionValues,
    surroundings: Surroundings, format: ElementFormat = .plain
  ) -> StyleNodeID {
    let content = Content(
      style: style, paint: paint, scope: ObjectIdentifier(scope),
      extensions: ObjectIdentifier(extensions), surroundings: surroundings, format: format)
    // Hashing a style is the dearest part, so it is done once.
    let next = StyleNodeID(index: nodes.count)
    let count = numbers.count
    let id = Self.number(&numbers[content, default: next])
    if numbers.count > count {
      _ = add(
        StyleNode(
          style: style, paint: paint, scope: scope, extensions: extensions,
          surroundings: surroundings, format: format))
    }
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

extension PaintState {
  /// Feeds a digest what `==` compares.
  fileprivate func feed(_ digest: inout Digest) {
    digest.combine(opacity)
    switch backdrop {
    case .none: digest.combine(UInt64(0))
    case .palette(let index): digest.combine(UInt64(index) + 1)
    case .color(let color):
      digest.combine(color.red)
      digest.combine(color.green)
      digest.combine(color.blue)
      digest.combine(color.alpha)
    }
  }
}
