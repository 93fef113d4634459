import Bytes
import StyleValues

/// The rules of classes with what they declare put together, for elements about which nothing else
/// has a say.
///
/// Nearly every tag is a `span` with classes, and nearly every rule of a theme gives constant values
/// to one class. The cascade is no more than the order of the rules there.
struct ReadyRules {
  /// A rule and what it gives to a span; of a property the last value counts.
  private struct Rule {
    let number: Int32
    let setters: [StyleSetter]
    let properties: PropertySet
  }

  /// The rules of a class, weakest first.
  private struct ClassRules {
    let rules: Range<Int>
    let isKnown: Bool
  }

  private let index: RuleIndex

  /// Whether rules that no class leads to leave every `span` alone.
  private let areAlone: Bool

  /// For each name the number of its class; `unread` and `notReady` are no numbers.
  private var numbers: [Int32] = []
  private var classes: [ClassRules] = []
  private var rules: [Rule] = []

  /// The rules that apply to the element that was collected last, weakest first.
  private var applying: [Int] = []

  /// Names that are being read.
  private var names: [NameID] = []

  /// Rules in a parent.
  private struct Applied: Hashable {
    let parent: StyleNodeID
    let rules: [Int]

    func hash(into hasher: inout Hasher) {
      var digest = Digest()
      digest.combine(UInt64(truncatingIfNeeded: parent.index))
      for rule in rules { digest.combine(UInt64(truncatingIfNeeded: rule)) }
      hasher.combine(digest.value)
    }
  }

  /// The nodes that rules led to; tags with the same classes in another order meet here.
  private var nodes: [Applied: StyleNodeID] = [:]

  /// With more nodes all are forgotten.
  private static let mostNodes = 1 << 14

  private static let unread: Int32 = -1
  private static let notReady: Int32 = -2

  init(_ index: RuleIndex) {
    self.index = index
    areAlone = Self.areAlone(index)
  }

  private static func areAlone(_ index: RuleIndex) -> Bool {
    let pool = index.sheet.pool
    guard pool.contexts.entries.isEmpty, index.attributes.isEmpty else { return false }
    for part in [PseudoElement.before, .after] {
      guard let entries = index.entries(of: part) else { continue }
      if !entries.others.isEmpty { return false }
      if let span = pool.names.find("span"), !entries[ofType: span].isEmpty { return false }
    }
    guard index.sheet.dialect == .css else { return true }
    if let span = pool.names.find("span"), !index.elements[ofType: span].isEmpty { return false }
    return index.elements.others.allSatisfy { entry in
      let subject = index.sheet.selectors[Int(entry.selector)].selector.subject
      return !entry.isActive
        || subject.more?.pseudoClasses.contains { if case .root = $0 { true } else { false } }
          ?? false
    }
  }

  /// Collects the rules of the classes that a plain `class` attribute lists.
  ///
  /// - Returns: False where there is anything but known names of printable ASCII with spaces
  ///   between them, or where it takes the whole cascade to tell.
  mutating func collect(_ list: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    guard areAlone else { return false }
    names.removeAll(keepingCapacity: true)
    var start = list.lowerBound
    for offset in list.lowerBound...list.upperBound {
      if offset < list.upperBound, bytes[offset] != 0x20 {
        // A quotation mark ends the attribute, a reference or placeholder stands for something else.
        switch bytes[offset] {
        case 0x22, 0x26, 0x7B: return false
        case let byte where !byte.isPrintableASCII: return false
        default: continue
        }
      }
      if start < offset {
        guard let name = index.sheet.pool.names.find(bytes.extracting(start..<offset)) else {
          return false
        }
        names.append(name)
      }
      start = offset + 1
    }
    return collect(names) ?? false
  }

  /// Collects the rules of some classes.
  ///
  /// - Returns: Whether rules name all of the classes; nil where it takes the whole cascade to tell.
  mutating func collect(_ names: [NameID]) -> Bool? {
    guard areAlone else { return nil }
    applying.removeAll(keepingCapacity: true)
    var areKnown = true
    // In the order of look-up, the first class is the strongest.
    var place = names.count
    while place > 0 {
      place -= 1
      guard names[place] != .unknown else {
        areKnown = false
        continue
      }
      let number = number(of: names[place])
      guard number >= 0 else { return nil }
      if !classes[number].isKnown { areKnown = false }
      applying.append(contentsOf: classes[number].rules)
    }
    if index.sheet.dialect == .css, applying.count > 1 {
      applying.sort { rules[$0].number < rules[$1].number }
    }
    return areKnown
  }

  /// Gives a style what the collected rules declare.
  ///
  /// - Returns: The properties that are declared.
  func apply(to style: inout ComputedStyle) -> PropertySet {
    var declared: PropertySet = []
    for rule in applying {
      for set in rules[rule].setters { set(&style) }
      declared.formUnion(rules[rule].properties)
    }
    return declared
  }

  /// The node of an element with the collected rules in a parent, worked out where it is not known.
  mutating func node(
    in parent: StyleNodeID, workedOut: (ReadyRules) -> StyleNodeID
  ) -> StyleNodeID {
    let applied = Applied(parent: parent, rules: applying)
    if let node = nodes[applied] { return node }
    if nodes.count >= Self.mostNodes { nodes.removeAll() }
    let node = workedOut(self)
    nodes[applied] = node
    return node
  }

  private mutating func number(of name: NameID) -> Int {
    if numbers.isEmpty {
      numbers = Array(repeating: Self.unread, count: index.sheet.pool.names.count)
    }
    let place = Int(name.rawValue)
    if numbers[place] == Self.unread { numbers[place] = read(name) }
    return Int(numbers[place])
  }

  private mutating func read(_ name: NameID) -> Int32 {
    let isCSS = index.sheet.dialect == .css
    let first = rules.count
    for part in [PseudoElement.before, .after] {
      if let entries = index.entries(of: part), !entries[ofClass: name].isEmpty {
        return Self.notReady
      }
    }
    var isKnown = isCSS && index.sheet.pool.names.isClass(name)
    // What was added last comes first.
    for entry in Array(index.elements[ofClass: name]).reversed() {
      let subject = index.sheet.selectors[Int(entry.selector)].selector.subject
      guard subject.type == nil, subject.states.isEmpty, subject.more == nil else {
        return Self.notReady
      }
      isKnown = true
      guard entry.isActive else { continue }
      guard let rule = rule(entry.rule) else { return Self.notReady }
      rules.append(rule)
    }
    classes.append(ClassRules(rules: first..<rules.count, isKnown: isKnown))
    return Int32(classes.count - 1)
  }

  private func rule(_ number: Int32) -> Rule? {
    let rule = index.sheet.rules[Int(number)]
    guard rule.layer < 0 else { return nil }
    var setters: [StyleSetter] = []
    var properties: PropertySet = []
    for declaration in index.sheet.declarations[rule.declarations] {
      let own = declaration.property.longhands
      let definitions = own.members.map(PropertyDefinition.of).filter(\.reachesSpans)
      guard !own.isEmpty, declaration.states.isEmpty,
        !own.contains(PropertySet(.display)),
        !declaration.isImportant || index.sheet.dialect != .css
      else { return nil }
      switch declaration.specified {
      case .color(let rgba):
        let color = ColorValue.absolute(Color(rgba: rgba))
        setters += definitions.compactMap(\.setColor).map { set in { set(&$0, color) } }
      case .constant(let set):
        setters += definitions.map { _ in set }
      case .values(let values):
        setters += definitions.map { $0.setter(values) }
      case .keyword, .computed, .byScheme, .relative:
        return nil
      }
      properties.formUnion(own)
    }
    return Rule(number: number, setters: setters, properties: properties)
  }
}
