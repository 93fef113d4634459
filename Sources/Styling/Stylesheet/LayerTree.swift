import CSSSyntax

/// The cascade layers of a stylesheet in the order in which they were first named (CSS Cascade 5
/// §6.4.4).
struct LayerTree: Sendable {
  private struct Layer: Sendable {
    var name: String
    var parent: Int?
    var children: [Int] = []
  }

  private struct Key: Hashable {
    var name: String
    var parent: Int?
  }

  private var layers: [Layer] = []
  private var roots: [Int] = []
  private var numbers: [Key: Int] = [:]

  /// The number of the innermost named layer, which is added if it is new.
  ///
  /// A path has names from the outside in, `["a", "b"]` for `a.b`; an empty one is a new layer
  /// without a name.
  mutating func layer(_ path: [String], in parent: Int?) -> Int {
    guard !path.isEmpty else { return add("", to: parent) }
    var current = parent
    for name in path {
      current = numbers[Key(name: name, parent: current)] ?? add(name, to: current)
    }
    return current ?? add("", to: parent)
  }

  /// The name of a layer with its outer ones: `base.colors`.
  func name(of layer: Int) -> String {
    var names: [String] = []
    var current: Int? = layer
    while let number = current {
      names.append(layers[number].name.isEmpty ? "(anonymous)" : layers[number].name)
      current = layers[number].parent
    }
    return names.reversed().joined(separator: ".")
  }

  /// The strength of each layer, weakest 0: a layer's own rules come after those of its sub-layers.
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
    layers.append(Layer(name: name, parent: parent))
    if !name.isEmpty { numbers[Key(name: name, parent: parent)] = number }
    if let parent { layers[parent].children.append(number) } else { roots.append(number) }
    return number
  }
}

enum LayerName {
  /// Parses the names of cascade layers: `a.b, c`.
  static func parseList(_ text: CSSText) -> [[String]] {
    var tokenizer = CSSTokenizer(text)
    var names: [[String]] = []
    var current: [String] = []
    while true {
      let token = tokenizer.nextSignificant()
      switch token.kind {
      case .ident: current.append(tokenizer.name(of: token))
      case .comma, .endOfFile:
        if !current.isEmpty { names.append(current) }
        current = []
        if token.kind == .endOfFile { return names }
      default: break
      }
    }
  }
}
