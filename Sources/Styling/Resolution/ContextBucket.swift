/// Entries of a `ContextTable` under one name, for names with too many of them to test each.
struct ContextBucket: Sendable {
  private var untested: [Int32] = []

  /// Entries by a test that they need.
  private var tested: [Int32: [Int32]] = [:]

  /// Entries that are only `:not(.a)`: all of them, and by class.
  private var others = ContextSet()
  private var unless: [NameID: [Int32]] = [:]

  static func all(
    among chains: NameChains<Int32>, _ sheet: Stylesheet, _ tests: TestNumbers
  ) -> [Int: ContextBucket] {
    let isLong = sheet.pool.contexts.entries.map {
      $0.compound.asks(forMoreThan: RuleIndex.mostAsked)
    }
    let names =
      isLong.contains(true)
      ? chains.names.filter { name in
        var count = 0
        return chains[name].contains { number in
          count += 1
          return count > RuleIndex.mostAsked || isLong[Int(number)]
        }
      } : chains.names(withMoreThan: RuleIndex.mostAsked)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, ContextBucket(chains[$0], sheet, tests)) })
  }

  private init(_ chain: NameChains<Int32>.Chain, _ sheet: Stylesheet, _ tests: TestNumbers) {
    for number in chain {
      let entry = sheet.pool.contexts.entries[Int(number)]
      if let test = tests.number(for: entry.compound, inside: entry.outer) {
        tested[test, default: []].append(number)
      } else if let name = entry.compound.onlyUnlikeClass {
        unless[name, default: []].append(number)
      } else {
        untested.append(number)
      }
    }
    others.insert(unless.values.flatMap { $0 }.sorted())
  }

  /// Adds the entries to test for an element for which these tests hold.
  func add(_ tests: MatchedTests, to numbers: inout [Int32]) {
    numbers += untested
    tests.forEach { test in if let more = tested[test] { numbers += more } }
  }

  /// The entries that an element meets because it lacks a class.
  func all(unlessNamedBy classes: [NameID]) -> ContextSet {
    var met = others
    for name in classes {
      if let entries = unless[name] { met.remove(entries) }
    }
    return met
  }
}

extension CompoundSelector {
  /// The class of a compound that is only `:not(.a)`.
  fileprivate var onlyUnlikeClass: NameID? {
    guard type == nil, firstClass == nil, states.isEmpty, let more, more.otherClasses.isEmpty,
      more.attributes.isEmpty, more.pseudoClasses.count == 1,
      case .noneOf(let list) = more.pseudoClasses[0], list.selectors.count == 1,
      list.selectors[0].context == nil
    else { return nil }
    let inner = list.selectors[0].subject
    guard inner.type == nil, inner.states.isEmpty, inner.more == nil else { return nil }
    return inner.firstClass
  }
}
