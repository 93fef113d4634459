/// The selectors of a stylesheet by what their subject needs, so that resolving an element looks
/// only at rules that may match it, however many there are.
struct RuleIndex {
  /// One selector of one rule.
  struct Entry {
    var rule: Int32
    var selector: Int32
    /// Whether the rule's condition holds for the terminal.
    var isActive: Bool
    /// The next entry of the same list, or -1.
    fileprivate var next: Int32
  }

  private var entries: [Entry] = []
  private var firstOfClass: [Int32]
  private var firstOfType: [Int32]
  private var firstOfRest: Int32 = -1

  /// Whether any selector looks at ancestors. If none does, an element's style follows from its
  /// parent's style and its own tag.
  private(set) var looksAtAncestors = false

  /// Whether any selector counts siblings from the front.
  private(set) var countsFromStart = false

  /// Whether any selector counts siblings from the back.
  private(set) var countsFromEnd = false

  /// The strength of each cascade layer.
  let layerStrengths: [Int32]

  init(_ sheet: Stylesheet, environment: Environment) {
    let nameCount = sheet.names.names.count
    firstOfClass = Array(repeating: -1, count: nameCount)
    firstOfType = Array(repeating: -1, count: nameCount)
    layerStrengths = sheet.layers.strengths()
    entries.reserveCapacity(sheet.rules.count)
    for (ruleNumber, rule) in sheet.rules.enumerated() {
      let isActive = rule.condition?.matches(environment) ?? true
      for (selectorNumber, ruleSelector) in rule.selectors.enumerated() {
        add(ruleSelector.selector, rule: ruleNumber, selector: selectorNumber, isActive: isActive)
      }
    }
  }

  private mutating func add(_ selector: Selector, rule: Int, selector number: Int, isActive: Bool) {
    let entry = Int32(entries.count)
    let subject = selector.subject
    let next: Int32
    if let name = subject.firstClass {
      next = firstOfClass[Int(name.rawValue)]
      firstOfClass[Int(name.rawValue)] = entry
    } else if let name = subject.type {
      next = firstOfType[Int(name.rawValue)]
      firstOfType[Int(name.rawValue)] = entry
    } else {
      next = firstOfRest
      firstOfRest = entry
    }
    entries.append(
      Entry(rule: Int32(rule), selector: Int32(number), isActive: isActive, next: next))
    note(selector)
  }

  /// Notes what a selector needs to know. Lists nest only as deep as the parser allows.
  private mutating func note(_ selector: Selector) {
    if selector.context != nil { looksAtAncestors = true }
    note(selector.subject)
    for step in selector.context ?? [] { note(step.compound) }
  }

  private mutating func note(_ compound: CompoundSelector) {
    for pseudoClass in compound.more?.pseudoClasses ?? [] {
      switch pseudoClass {
      case .root: break
      case .nthChild: countsFromStart = true
      case .nthLastChild: countsFromEnd = true
      case .anyOf(let list), .noneOf(let list):
        // Nested rules share their parent's list; once noted is enough.
        guard notedLists.insert(list.number).inserted else { continue }
        for selector in list.selectors { note(selector) }
      }
    }
  }

  private var notedLists: Set<Int> = []

  /// The selectors whose subject needs a class.
  func entries(ofClass name: NameID) -> EntryList {
    EntryList(entries: entries, position: firstOfClass[Int(name.rawValue)])
  }

  /// The selectors whose subject needs a type and no class.
  func entries(ofType name: NameID) -> EntryList {
    EntryList(entries: entries, position: firstOfType[Int(name.rawValue)])
  }

  /// The selectors whose subject needs neither.
  var otherEntries: EntryList { EntryList(entries: entries, position: firstOfRest) }

  /// Entries that hang together, the last added first.
  struct EntryList: Sequence, IteratorProtocol {
    fileprivate let entries: [Entry]
    fileprivate var position: Int32

    mutating func next() -> Entry? {
      guard position >= 0 else { return nil }
      let entry = entries[Int(position)]
      position = entry.next
      return entry
    }
  }
}
