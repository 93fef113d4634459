import StyleValues

/// The selectors of a stylesheet by what their subject needs, so that resolving an element tests
/// only rules that may match it.
final class RuleIndex: Sendable {
  struct Entry {
    /// An index into the `rules` of the stylesheet.
    var rule: Int32
    /// An index into its `selectors`.
    var selector: Int32
    /// True if the rule's condition holds for the terminal.
    var isActive: Bool
  }

  enum List {
    /// Each is tested.
    case chain(NameChains<Entry>.Chain)
    /// Too many to test each.
    case bucket(RuleBucket)
  }

  let sheet: Stylesheet

  /// The entries of selectors by the name that they need.
  struct Entries {
    fileprivate var ofClass: NameChains<Entry>
    fileprivate var ofType: NameChains<Entry>
    fileprivate var withoutName = NameChains<Entry>(names: 1)

    /// Buckets for names that very many rules need.
    private var classBuckets: [NameID: RuleBucket] = [:]
    private var typeBuckets: [NameID: RuleBucket] = [:]
    private var bucketOfOthers: RuleBucket?

    /// Names with a rule that alone needs very many tests.
    private var longNames: Set<SubjectKey?> = []

    fileprivate init(names: Int) {
      ofClass = NameChains(names: names)
      ofType = NameChains(names: names)
    }

    /// The selectors whose subject needs a class.
    subscript(ofClass name: NameID) -> NameChains<Entry>.Chain { ofClass[Int(name.rawValue)] }

    /// The selectors whose subject needs a type and no class.
    subscript(ofType name: NameID) -> NameChains<Entry>.Chain { ofType[Int(name.rawValue)] }

    /// The selectors whose subject needs neither.
    var others: NameChains<Entry>.Chain { withoutName[0] }

    func list(ofClass name: NameID) -> List {
      if !classBuckets.isEmpty, let bucket = classBuckets[name] { return .bucket(bucket) }
      return .chain(self[ofClass: name])
    }

    func list(ofType name: NameID) -> List {
      if !typeBuckets.isEmpty, let bucket = typeBuckets[name] { return .bucket(bucket) }
      return .chain(self[ofType: name])
    }

    var listOfOthers: List { bucketOfOthers.map(List.bucket) ?? .chain(others) }

    fileprivate var hasBuckets: Bool {
      !classBuckets.isEmpty || !typeBuckets.isEmpty || bucketOfOthers != nil
    }

    fileprivate mutating func gatherBuckets(_ tests: TestNumbers, _ effects: () -> RuleEffects) {
      func buckets(
        _ chains: NameChains<Entry>, _ key: (NameID) -> SubjectKey?
      ) -> [NameID: RuleBucket] {
        var names = Set(
          chains.names(withMoreThan: RuleIndex.mostAsked).map { NameID(rawValue: Int32($0)) })
        if !longNames.isEmpty {
          for name in chains.names.map({ NameID(rawValue: Int32($0)) })
          where longNames.contains(key(name)) { names.insert(name) }
        }
        return Dictionary(
          uniqueKeysWithValues: names.map {
            ($0, RuleBucket(Array(chains[Int($0.rawValue)]), tests, effects()))
          })
      }
      classBuckets = buckets(ofClass, SubjectKey.className)
      typeBuckets = buckets(ofType, SubjectKey.type)
      bucketOfOthers = buckets(withoutName) { _ in nil }.values.first
    }

    fileprivate mutating func add(_ entry: Entry, _ subject: CompoundSelector) {
      let isLong = subject.asks(forMoreThan: RuleIndex.mostAsked)
      guard let keys = SubjectKey.keys(of: subject) else {
        if isLong { longNames.insert(nil) }
        return withoutName.add(entry, to: 0)
      }
      if isLong { longNames.formUnion(keys) }
      for key in keys {
        switch key {
        case .className(let name): ofClass.add(entry, to: Int(name.rawValue))
        case .type(let name): ofType.add(entry, to: Int(name.rawValue))
        }
      }
    }
  }

  let elements: Entries

  private let generated: [PseudoElement: Entries]

  /// The entries of the `ContextTable`, also by name.
  private let contextsOfClass: NameChains<Int32>
  private let contextsOfType: NameChains<Int32>
  private let otherContexts: NameChains<Int32>

  /// Buckets for names with very many entries.
  private let classBuckets: [Int: ContextBucket]
  private let typeBuckets: [Int: ContextBucket]
  private let otherBuckets: [Int: ContextBucket]

  /// With more rules under one name, or more tests in one rule, not all are tested.
  static let mostAsked = 64

  let layerStrengths: [Int32]

  let positions: PositionTests

  let attributes: AttributeTests

  let tests: TestNumbers

  init(_ sheet: Stylesheet, environment: Environment) {
    self.sheet = sheet
    let nameCount = sheet.pool.names.count
    var elements = Entries(names: nameCount)
    elements.ofClass.reserveCapacity(sheet.selectors.count)
    var generated: [PseudoElement: Entries] = [:]
    var scanner = SelectorScanner(names: sheet.pool.names)
    var answers = MediaAnswers(environment)
    let holds = sheet.conditions.map { answers.holds($0) }
    for (number, rule) in sheet.rules.enumerated() {
      let isActive = rule.condition < 0 || holds[Int(rule.condition)]
      for selector in rule.selectors {
        let entry = Entry(rule: Int32(number), selector: Int32(selector), isActive: isActive)
        let subject = sheet.selectors[selector].selector.subject
        let pseudoElement = sheet.selectors[selector].selector.pseudoElement
        if pseudoElement == nil, let name = subject.firstClass, subject.more == nil {
          elements.ofClass.add(entry, to: Int(name.rawValue))
          continue
        }
        if subject.matchesNothing { continue }
        scanner.scan(subject)
        if let pseudoElement {
          generated[pseudoElement, default: Entries(names: nameCount)].add(entry, subject)
        } else {
          elements.add(entry, subject)
        }
      }
    }
    var contextsOfClass = NameChains<Int32>(names: nameCount)
    var contextsOfType = NameChains<Int32>(names: nameCount)
    var otherContexts = NameChains<Int32>(names: 1)
    for (number, entry) in sheet.pool.contexts.entries.enumerated() {
      scanner.scan(entry.compound)
      if let name = entry.compound.firstClass {
        contextsOfClass.add(Int32(number), to: Int(name.rawValue))
      } else if let name = entry.compound.type {
        contextsOfType.add(Int32(number), to: Int(name.rawValue))
      } else {
        otherContexts.add(Int32(number), to: 0)
      }
    }
    positions = PositionTests(scanner.positions, counted: scanner.counted)
    attributes = AttributeTests(scanner.attributes)
    layerStrengths = sheet.layers.strengths()
    tests = TestNumbers(attributes, positions, sheet.pool, lists: scanner.lists)
    let strengths = layerStrengths
    lazy var effects = RuleEffects(sheet, layerStrengths: strengths)
    elements.gatherBuckets(tests) { effects }
    for name in generated.keys { generated[name]?.gatherBuckets(tests) { effects } }
    classBuckets = ContextBucket.all(among: contextsOfClass, sheet, tests)
    typeBuckets = ContextBucket.all(among: contextsOfType, sheet, tests)
    otherBuckets = ContextBucket.all(among: otherContexts, sheet, tests)
    hasBuckets =
      elements.hasBuckets || generated.values.contains(where: \.hasBuckets)
      || !classBuckets.isEmpty || !typeBuckets.isEmpty || !otherBuckets.isEmpty
    self.elements = elements
    self.generated = generated
    self.contextsOfClass = contextsOfClass
    self.contextsOfType = contextsOfType
    self.otherContexts = otherContexts
  }

  /// True if the tests that hold for an element decide which rules are tried.
  let hasBuckets: Bool

  /// True if any selector has a pseudo-element.
  var hasGenerated: Bool { !generated.isEmpty }

  func entries(of pseudoElement: PseudoElement?) -> Entries? {
    guard let pseudoElement else { return elements }
    return generated[pseudoElement]
  }

  /// The context entries that an element may meet.
  func contexts(of element: MatchingElement) -> [Int32] {
    var numbers: [Int32] = []
    func add(_ chains: NameChains<Int32>, _ name: Int, _ buckets: [Int: ContextBucket]) {
      if !buckets.isEmpty, let bucket = buckets[name] {
        bucket.add(element.tests, to: &numbers)
      } else {
        numbers += chains[name]
      }
    }
    add(otherContexts, 0, otherBuckets)
    if let type = element.type { add(contextsOfType, Int(type.rawValue), typeBuckets) }
    for name in Set(element.classes) where name != .unknown {
      add(contextsOfClass, Int(name.rawValue), classBuckets)
    }
    return numbers
  }

  /// The context entries that an element meets because it lacks a class, if they are very many.
  func contextsOfOthers(than element: MatchingElement) -> ContextSet {
    guard !otherBuckets.isEmpty, let bucket = otherBuckets[0] else { return ContextSet() }
    return bucket.all(unlessNamedBy: element.classes)
  }
}

/// A name without which an element cannot match a subject.
enum SubjectKey: Hashable {
  case className(NameID)
  case type(NameID)

  /// Longer lists are not split into keys.
  private static let longestList = 16

  /// Keys of which an element needs one; nil if it needs none for certain.
  ///
  /// `&` stands for `:is()` of the outer rule, so lists are searched, too.
  static func keys(of compound: CompoundSelector, depth: Int = 0) -> [SubjectKey]? {
    if let name = compound.firstClass { return [.className(name)] }
    if let name = compound.type { return [.type(name)] }
    guard depth < 4 else { return nil }
    for case .anyOf(let list) in compound.more?.pseudoClasses ?? [] {
      guard list.selectors.count <= longestList else { continue }
      var keys: Set<SubjectKey> = []
      var isCertain = true
      for selector in list.selectors {
        guard let own = Self.keys(of: selector.subject, depth: depth + 1) else {
          isCertain = false
          break
        }
        keys.formUnion(own)
      }
      if isCertain, keys.count <= longestList { return Array(keys) }
    }
    return nil
  }
}

/// Collects the tests of attributes and positions in selectors, also in nested lists.
private struct SelectorScanner {
  private(set) var positions: Set<PositionTests.Test> = []
  private(set) var attributes: Set<AttributeSelector> = []
  private(set) var counted = CountedElements()

  /// The lists of which an element has to meet a part, each after its inner ones.
  private(set) var lists: [SelectorList] = []
  private let names: NameTable
  private var seen: Set<Int> = []

  /// The lists that count from the end, and the number of such counts.
  private var countingLists: Set<Int> = []
  private var positionsFromEnd = 0

  init(names: NameTable) { self.names = names }

  /// `outer` is the compound with a name around this one, through `:not()` and the like.
  mutating func scan(_ compound: CompoundSelector, in outer: CompoundSelector? = nil) {
    guard let more = compound.more else { return }
    let named = compound.type == nil && compound.firstClass == nil ? outer : compound
    attributes.formUnion(more.attributes)
    for pseudoClass in more.pseudoClasses {
      switch pseudoClass {
      case .root, .never: break
      case .nthChild(let step, let offset):
        positions.insert(.init(step: step, offset: offset, isFromEnd: false))
      case .nthLastChild(let step, let offset):
        positions.insert(.init(step: step, offset: offset, isFromEnd: true))
        count(named)
      case .anyOf(let list), .noneOf(let list):
        // Nested rules share their parent's list; once scanned is enough.
        guard seen.insert(list.number).inserted else {
          if countingLists.contains(list.number) { count(named) }
          continue
        }
        let before = positionsFromEnd
        for selector in list.selectors { scan(selector.subject, in: named) }
        if case .anyOf = pseudoClass { lists.append(list) }
        if positionsFromEnd > before { countingLists.insert(list.number) }
      }
    }
  }

  private mutating func count(_ compound: CompoundSelector?) {
    positionsFromEnd += 1
    if let type = compound?.type {
      counted.types.insert(names.name(of: type))
    } else if compound?.firstClass != nil {
      counted.haveClasses = true
    } else {
      counted.areAll = true
    }
  }
}

extension CompoundSelector {
  /// True if matching it takes more than `count` tests.
  func asks(forMoreThan count: Int) -> Bool {
    guard let more else { return false }
    var sum = more.attributes.count + more.otherClasses.count
    for pseudoClass in more.pseudoClasses {
      switch pseudoClass {
      case .anyOf(let list), .noneOf(let list): sum += list.size
      case .root, .nthChild, .nthLastChild, .never: sum += 1
      }
    }
    return sum > count
  }
}
