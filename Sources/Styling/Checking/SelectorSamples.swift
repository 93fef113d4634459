import StyleValues

/// Elements that match selectors, for checks of a stylesheet without markup.
extension Stylesheet {
  /// Paths of elements inside the host that meet rules which declare one of the properties, in the
  /// order of the rules; each path goes from outside in.
  ///
  /// Selectors with states, positions or pseudo-elements have none. `isKnown` is true for the name
  /// of an element that text can have.
  package func sampleElements(
    declaring properties: [PropertyID], in host: String, isKnown: (String) -> Bool
  ) -> [[ElementDescription]] {
    rules.lazy.filter { rule in
      declarations[rule.declarations].contains { declaration in
        properties.contains { declaration.property.longhands.contains(PropertySet($0)) }
      }
    }.flatMap(\.selectors).flatMap {
      var steps = Self.mostSteps
      return paths(to: selectors[$0].selector, &steps)
    }.compactMap { path in
      var path = path
      if path[0].tag == host, path[0].classes.isEmpty { path.removeFirst() }
      // Outside of dialect css, the object's element is before the classes of its spans.
      for index in path.indices where dialect != .css && path[index].tag == host {
        path[index].tag = "span"
      }
      return !path.isEmpty && path.allSatisfy { isKnown($0.tag) } ? path : nil
    }
  }

  /// The most paths of a selector, and the most elements of a path.
  private static let mostPaths = 8

  /// The most selectors that are expanded for one, including inner ones: nesting can double their
  /// number with each level.
  private static let mostSteps = 32

  private func paths(to selector: Selector, _ steps: inout Int) -> [[ElementDescription]] {
    steps -= 1
    guard selector.pseudoElement == nil, steps >= 0 else { return [] }
    var paths = self.paths(to: selector.subject, &steps)
    var context = selector.context
    while let reference = context {
      let entry = pool.contexts.entries[Int(reference.entry)]
      let outer = self.paths(to: entry.compound, &steps)
      paths = Array(
        outer.lazy.flatMap { path in paths.lazy.map { path + $0 } }.prefix(Self.mostPaths))
      guard paths.allSatisfy({ $0.count < Self.mostPaths }) else { return [] }
      context = entry.outer
    }
    return paths
  }

  private func paths(to compound: CompoundSelector, _ steps: inout Int) -> [[ElementDescription]] {
    guard compound.states.isEmpty else { return [] }
    let element = ElementDescription(
      tag: compound.type.map(pool.names.name(of:)) ?? "span",
      classes: compound.classes.map(pool.names.name(of:)),
      attributes: (compound.more?.attributes ?? []).map {
        ElementAttribute(name: $0.name, value: $0.value)
      })
    var paths = [[element]]
    for pseudoClass in compound.more?.pseudoClasses ?? [] {
      switch pseudoClass {
      case .noneOf: continue
      case .anyOf(let list):
        var merged: [[ElementDescription]] = []
        for selector in list.selectors where merged.count < Self.mostPaths {
          for other in self.paths(to: selector, &steps) where merged.count < Self.mostPaths {
            merged += paths.compactMap { other.merging($0) }
          }
        }
        paths = Array(merged.prefix(Self.mostPaths))
      case .root, .nthChild, .nthLastChild, .never: return []
      }
    }
    return paths
  }
}

extension [ElementDescription] {
  /// The path with one element that meets the last compounds of both.
  fileprivate func merging(_ other: [ElementDescription]) -> [ElementDescription]? {
    guard var last, let added = other.last, last.isSpan || added.isSpan || last.tag == added.tag
    else { return nil }
    if last.isSpan { last.tag = added.tag }
    last.classes += added.classes.filter { !last.classes.contains($0) }
    last.attributes += added.attributes
    return other.dropLast() + dropLast() + [last]
  }
}

extension ElementDescription {
  /// A selector that matches it: `.error`, `b`, `li[data-level]`.
  package var selector: String {
    let rest =
      classes.map { "." + $0 }.joined()
      + attributes.map { "[\($0.name)\($0.value.isEmpty ? "" : "=\"\($0.value)\"")]" }.joined()
    return isSpan && !rest.isEmpty ? rest : tag + rest
  }
}
