import StyleValues

/// The nodes of a resolver: each distinct one once, under a number.
struct NodeStore {
  private var nodes: [StyleNode] = []

  /// Open addressing, never more than half full: half of a digest of the node in the upper half of
  /// a word and the node's number, from 1, in the lower one; 0 is a free place.
  private var slots = [UInt64](repeating: 0, count: 64)
  private var used = 0

  /// Number of nodes.
  var count: Int { nodes.count }

  /// The node of a number.
  subscript(id: StyleNodeID) -> StyleNode { nodes[Int(id.index)] }

  /// The number of a node with some content, which is added if there is none.
  mutating func intern(
    style: TextStyle, paint: PaintState, scope: VariableScope, extensions: ExtensionValues,
    surroundings: AncestorContext, format: ElementFormat = .plain
  ) -> StyleNodeID {
    let digest = Self.digest(style, paint, scope, extensions, surroundings, format)
    var place = Int(digest) & (slots.count - 1)
    while slots[place] != 0 {
      let number = Int(slots[place] & 0xFFFF_FFFF) - 1
      if UInt32(truncatingIfNeeded: slots[place] >> 32) == digest {
        let node = nodes[number]
        if node.scope === scope, node.extensions === extensions, node.paint == paint,
          node.surroundings == surroundings, node.format == format, node.style == style
        {
          return StyleNodeID(index: number)
        }
      }
      place = (place + 1) & (slots.count - 1)
    }
    slots[place] = UInt64(digest) << 32 | UInt64(nodes.count + 1)
    used += 1
    if used * 2 > slots.count { rehash(slots.count * 2) }
    return add(
      StyleNode(
        style: style, paint: paint, scope: scope, extensions: extensions,
        surroundings: surroundings, format: format))
  }

  private static func digest(
    _ style: TextStyle, _ paint: PaintState, _ scope: VariableScope,
    _ extensions: ExtensionValues, _ surroundings: AncestorContext, _ format: ElementFormat
  ) -> UInt32 {
    var digest = Digest()
    style.feed(&digest)
    paint.feed(&digest)
    digest.combine(UInt64(UInt(bitPattern: ObjectIdentifier(scope))))
    digest.combine(UInt64(UInt(bitPattern: ObjectIdentifier(extensions))))
    digest.combine(surroundings.parent.digest)
    digest.combine(surroundings.ancestors.digest)
    if format != .plain { digest.combine(UInt64(truncatingIfNeeded: format.hashValue)) }
    return UInt32(truncatingIfNeeded: digest.value >> 32)
  }

  private mutating func rehash(_ size: Int) {
    let old = slots
    slots = [UInt64](repeating: 0, count: size)
    for slot in old where slot != 0 {
      var place = Int(slot >> 32) & (size - 1)
      while slots[place] != 0 { place = (place + 1) & (size - 1) }
      slots[place] = slot
    }
  }

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
