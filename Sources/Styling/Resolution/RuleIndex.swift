import StyleValues

/// The selectors of a stylesheet by what their subject needs, so that resolving an element looks
/// only at rules that may match it, however many there are.
final class RuleIndex: Sendable {
  /// One selector of one rule.
  struct Entry {
    /// The rule's number in the sheet.
    var rule: Int32
    /// The selector's number in the sheet.
    var selector: Int32
    /// Whether the rule's condition holds for the terminal.
    var isActive: Bool
  }

  /// The sheet.
  let sheet: Stylesheet

  /// The entries that need one name each, or none.
  private let ofClass: NameChains<Entry>
  private let ofType: NameChains<Entry>
  private let others: NameChains<Entry>

  /// The entries of the sheet's `ContextTable`, by the same.
  private let contextsOfClass: NameChains<Int32>
  private let contextsOfType: NameChains<Int32>
  private let otherContexts: NameChains<Int32>

  /// The strength of each cascade layer.
  let layerStrengths: [Int32]

  /// The different `:nth-child()` tests of all selectors.
  let positions: PositionTests

  init(_ sheet: Stylesheet, environment: Environment) {
    self.sheet = sheet
    let nameCount = sheet.pool.names.count
    var ofClass = NameChains<Entry>(names: nameCount)
    var ofType = NameChains<Entry>(names: nameCount)
    var others = NameChains<Entry>(names: 1)
    ofClass.reserveCapacity(sheet.selectors.count)
    var scanner = SelectorScanner()
    let holds = sheet.conditions.map { $0.matches(environment) }
    for (number, rule) in sheet.rules.enumerated() {
      let isActive = rule.condition < 0 || holds[Int(rule.condition)]
      for selector in rule.selectors {
        let entry = Entry(rule: Int32(number), selector: Int32(selector), isActive: isActive)
        let subject = sheet.selectors[selector].selector.subject
        if let name = subject.firstClass, subject.more == nil {
          ofClass.add(entry, to: Int(name.rawValue))
          continue
        }
        if subject.matchesNothing { continue }
        scanner.scan(subject)
        guard let keys = SubjectKey.keys(of: subject) else {
          others.add(entry, to: 0)
          continue
        }
        for key in keys {
          switch key {
          case .klass(let name): ofClass.add(entry, to: Int(name.rawValue))
          case .type(let name): ofType.add(entry, to: Int(name.rawValue))
          }
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
    self.ofClass = ofClass
    self.ofType = ofType
    self.others = others
    self.contextsOfClass = contextsOfClass
    self.contextsOfType = contextsOfType
    self.otherContexts = otherContexts
    positions = PositionTests(scanner.positions)
    layerStrengths = sheet.layers.strengths()
  }

  /// The selectors whose subject needs a class.
  func entries(ofClass name: NameID) -> NameChains<Entry>.Chain { ofClass[Int(name.rawValue)] }

  /// The selectors whose subject needs a type and no class.
  func entries(ofType name: NameID) -> NameChains<Entry>.Chain { ofType[Int(name.rawValue)] }

  /// The selectors whose subject needs neither.
  var otherEntries: NameChains<Entry>.Chain { others[0] }

  /// The context entries that an element may meet.
  func contexts(of element: ElementFacts) -> [Int32] {
    var numbers = Array(otherContexts[0])
    if let type = element.type { numbers += contextsOfType[Int(type.rawValue)] }
    for name in Set(element.classes) where name != .unknown {
      numbers += contextsOfClass[Int(name.rawValue)]
    }
    return numbers
  }
}

/// What an element has to have for a subject to match at all.
enum SubjectKey: Hashable {
  case klass(NameID)
  case type(NameID)

  /// Longer lists are asked as a whole.
  private static let longestList = 16

  /// Keys of which an element needs one; nil where nothing is certain.
  ///
  /// `&` stands for `:is()` of the rule around it, so that is looked into.
  static func keys(of compound: CompoundSelector, depth: Int = 0) -> [SubjectKey]? {
    if let name = compound.firstClass { return [.klass(name)] }
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

/// Gathers what selectors ask about positions, in nested lists, too.
private struct SelectorScanner {
  private(set) var positions: Set<PositionTests.Test> = []
  private var seen: Set<Int> = []

  mutating func scan(_ compound: CompoundSelector) {
    guard let more = compound.more else { return }
    for pseudoClass in more.pseudoClasses {
      switch pseudoClass {
      case .root, .never:
        break
      case .nthChild(let step, let offset):
        positions.insert(.init(step: step, offset: offset, isFromEnd: false))
      case .nthLastChild(let step, let offset):
        positions.insert(.init(step: step, offset: offset, isFromEnd: true))
      case .anyOf(let list), .noneOf(let list):
        // Nested rules share their parent's list; once scanned is enough.
        guard seen.insert(list.number).inserted else { continue }
        for selector in list.selectors { scan(selector.subject) }
      }
    }
  }
}
