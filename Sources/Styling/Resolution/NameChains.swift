/// Values under the numbers of names; those of a name are a chain through one array, the last added
/// first.
struct NameChains<Value: Sendable>: Sendable {
  fileprivate struct Link {
    var value: Value
    /// The next link of the same name, or -1.
    var next: Int32
  }

  private var heads: [Int32]
  private var links: [Link] = []

  init(names: Int) { heads = Array(repeating: -1, count: names) }

  mutating func reserveCapacity(_ count: Int) { links.reserveCapacity(count) }

  mutating func add(_ value: Value, to name: Int) {
    links.append(Link(value: value, next: heads[name]))
    heads[name] = Int32(links.count - 1)
  }

  /// The names that have more values than `count`.
  func names(withMoreThan count: Int) -> [Int] {
    guard links.count > count else { return [] }
    return heads.indices.filter { name in
      var position = heads[name]
      var rest = count
      while position >= 0, rest >= 0 {
        position = links[Int(position)].next
        rest -= 1
      }
      return rest < 0
    }
  }

  var names: Range<Int> { heads.indices }

  subscript(name: Int) -> Chain { Chain(links: links, position: heads[name]) }

  struct Chain: Sequence, IteratorProtocol {
    fileprivate let links: [Link]
    fileprivate var position: Int32

    mutating func next() -> Value? {
      guard position >= 0 else { return nil }
      let link = links[Int(position)]
      position = link.next
      return link.value
    }
  }
}
