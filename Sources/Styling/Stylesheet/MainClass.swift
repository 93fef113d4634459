extension Stylesheet {
  /// The class of the object that the other classes belong to, such as `hljs` of `.hljs-keyword`
  /// and `highlight` of `.highlight .k`; nil if at most half of the selectors belong to it.
  package var mainClass: String? {
    var counts: [String: Int] = [:]
    for selector in selectors {
      for owner in owners(in: selector.selector) { counts[owner, default: 0] += 1 }
    }
    // Of as many the shortest one, so that `card` wins over `card-title`.
    let best = counts.max {
      ($0.value, $1.key.utf8.count, $1.key) < ($1.value, $0.key.utf8.count, $0.key)
    }
    guard let best, best.value >= Self.fewestParts, best.value * 2 > selectors.count,
      pool.names.find(best.key).map(pool.names.isClass) == true
    else { return nil }
    return best.key
  }

  /// The fewest parts of a family of classes; fewer may be similar by chance.
  private static let fewestParts = 3

  /// The longest class, in bytes, whose prefixes may be a main class, because each prefix is kept.
  private static let longestName = 100

  /// The classes around a selector's subject, and the prefixes of its classes.
  private func owners(in selector: Selector) -> Set<String> {
    var owners: Set<String> = []
    for id in selector.subject.classes {
      let name = pool.names.name(of: id)
      guard name.utf8.count <= Self.longestName else { continue }
      for end in name.indices where name[end] == "-" || name[end] == "_" {
        owners.insert(String(name[..<end]))
      }
    }
    var next = selector.context
    // No family is deeper.
    for _ in 0..<8 {
      guard let reference = next else { break }
      let entry = pool.contexts.entries[Int(reference.entry)]
      owners.formUnion(entry.compound.classes.map(pool.names.name))
      next = entry.outer
    }
    return owners
  }
}
