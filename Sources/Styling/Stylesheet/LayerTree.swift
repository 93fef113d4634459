/// The cascade layers of a stylesheet in the order in which they were first named.
///
/// CSS Cascade 5 §6.4.4.
struct LayerTree: Sendable {
  private struct Layer: Sendable {
    var name: String
    var children: [Int] = []
  }

  private var layers: [Layer] = []
  private var roots: [Int] = []

  /// The number of a layer, made if it is new.
  /// - Parameters:
  ///   - path: Names from the outside in, `["a", "b"]` for `a.b`; an empty one is a layer without
  ///     a name, which is always new.
  ///   - parent: The layer around it.
  mutating func layer(_ path: [String], in parent: Int?) -> Int {
    guard !path.isEmpty else { return add("", to: parent) }
    var current = parent
    for name in path {
      let siblings = current.map { layers[$0].children } ?? roots
      current = siblings.first { layers[$0].name == name } ?? add(name, to: current)
    }
    return current ?? add("", to: parent)
  }

  /// The name of a layer for people.
  func name(of layer: Int) -> String {
    layers[layer].name.isEmpty ? "(anonymous)" : layers[layer].name
  }

  /// The strength of each layer, weakest 0: a layer's own rules come after those of its
  /// sub-layers.
  func strengths() -> [Int32] {
    var strengths = [Int32](repeating: 0, count: layers.count)
    var next: Int32 = 0
    var pending: [(layer: Int, isEntered: Bool)] = roots.reversed().map { ($0, false) }
    while let (layer, isEntered) = pending.popLast() {
      if isEntered {
        strengths[layer] = next
        next += 1
      } else {
        pending.append((layer, true))
        pending.append(contentsOf: layers[layer].children.reversed().map { ($0, false) })
      }
    }
    return strengths
  }

  private mutating func add(_ name: String, to parent: Int?) -> Int {
    let number = layers.count
    layers.append(Layer(name: name))
    if let parent { layers[parent].children.append(number) } else { roots.append(number) }
    return number
  }
}
