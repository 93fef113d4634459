import Bytes
import StyleValues

/// The rules of classes with what they declare put together, for elements about which nothing else
/// has a say.
///
/// Nearly every tag is a `span` with classes, and nearly every rule of a theme gives constant
/// values to one class. The cascade is no more than the order of the rules there.
final class ClassRuleFastPath {
  /// Effect of a rule on a span; the last value of a property counts.
  private struct Rule {
    let setters: [StyleSetter]
    let properties: PropertySet
    /// A declaration of what only boxes have; -1 is none.
    let boxDeclaration: Int32
  }

  /// The rules of a class, weakest first.
  private struct ClassRules {
    let rules: Range<Int>
    let isKnown: Bool
  }

  private let index: RuleIndex

  /// True if rules that no class leads to leave every `span` alone.
  private let areAlone: Bool

  /// For each name the number of its class; `unread` and `ineligible` are no numbers.
  @exclusivity(unchecked) private var numbers: [Int32] = []
  @exclusivity(unchecked) private var classes: [ClassRules] = []
  @exclusivity(unchecked) private var rules: [Rule] = []

  /// The numbers of `rules` in the sheet.
  @exclusivity(unchecked) private var order: [Int32] = []

  /// The rules that apply to the element that was collected last, weakest first.
  @exclusivity(unchecked) private var applying: [Int32] = []

  /// The variables that the host hands on.
  @exclusivity(unchecked) var scope: VariableScope?

  /// True if any rule took values from them.
  @exclusivity(unchecked) private var readsVariables = false

  /// The nodes that rules led to; tags with the same classes in another order meet here.
  @exclusivity(unchecked) private var nodes = MatchedPropertiesCache()

  private static let unread: Int32 = -1
  private static let ineligible: Int32 = -2

  /// The rules of a sheet, none of which was read.
  init(_ index: RuleIndex) {
    self.index = index
    areAlone = Self.areAlone(index)
  }

  /// The same rules for a resolver that has other nodes.
  init(withoutNodesOf other: ClassRuleFastPath) {
    (index, areAlone) = (other.index, other.areAlone)
    (numbers, classes) = (other.numbers, other.classes)
    (rules, order) = (other.rules, other.order)
    (scope, readsVariables) = (other.scope, other.readsVariables)
  }

  private static func areAlone(_ index: RuleIndex) -> Bool {
    let pool = index.sheet.pool
    guard pool.contexts.entries.isEmpty, index.attributes.isEmpty else { return false }
    for pseudoElement in [PseudoElement.before, .after, .marker] {
      guard let entries = index.entries(of: pseudoElement) else { continue }
      if !entries.others.isEmpty { return false }
      if let span = pool.names.find("span"), !entries[ofType: span].isEmpty { return false }
    }
    if index.sheet.dialect == .css, let span = pool.names.find("span"),
      !index.elements[ofType: span].isEmpty
    {
      return false
    }
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
  func collect(_ list: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    guard areAlone else { return false }
    applying.removeAll(keepingCapacity: true)
    // In the order of look-up, the first class is the strongest.
    var end = list.upperBound
    var offset = end
    while offset > list.lowerBound {
      offset -= 1
      let byte = bytes[offset]
      if byte != 0x20 {
        // A quotation mark ends the attribute, a reference or placeholder stands for something else.
        guard byte.isPrintableASCII, byte != 0x22, byte != 0x26, byte != 0x7B else { return false }
        if offset > list.lowerBound { continue }
      }
      let start = byte == 0x20 ? offset + 1 : offset
      if start < end {
        guard let name = index.sheet.pool.names.find(bytes.extracting(start..<end)) else {
          return false
        }
        let number = number(of: name)
        guard number >= 0, classes[number].isKnown else { return false }
        apply(classes[number].rules)
      }
      end = offset
    }
    sort()
    return true
  }

  /// Collects the rules of some classes.
  ///
  /// - Returns: True if rules name all of the classes; nil where it takes the whole cascade to
  ///   tell.
  func collect(_ names: [NameID]) -> Bool? {
    guard areAlone else { return nil }
    applying.removeAll(keepingCapacity: true)
    var areKnown = true
    var position = names.count
    while position > 0 {
      position -= 1
      guard names[position] != .unknown else {
        areKnown = false
        continue
      }
      let number = number(of: names[position])
      guard number >= 0 else { return nil }
      if !classes[number].isKnown { areKnown = false }
      apply(classes[number].rules)
    }
    sort()
    return areKnown
  }

  @inline(__always)
  private func apply(_ more: Range<Int>) {
    for rule in more { applying.append(Int32(truncatingIfNeeded: rule)) }
  }

  /// Brings the collected rules into the order in which they count.
  private func sort() {
    guard index.sheet.dialect == .css, applying.count > 1 else { return }
    guard applying.count <= 16 else {
      let order = order
      return applying.sort { order[Int($0)] < order[Int($1)] }
    }
    for last in 1..<applying.count {
      let rule = applying[last]
      var position = last
      while position > 0, order[Int(applying[position - 1])] > order[Int(rule)] {
        applying[position] = applying[position - 1]
        position -= 1
      }
      applying[position] = rule
    }
  }

  /// A collected declaration of what only boxes have.
  var boxDeclaration: Int32? {
    applying.lazy.map { self.rules[Int($0)].boxDeclaration }.first { $0 >= 0 }
  }

  /// True if the rules hold for an element that sees some variables.
  func areMeant(for scope: VariableScope) -> Bool { !readsVariables || scope === self.scope }

  /// Gives a style what the collected rules declare.
  ///
  /// - Returns: The properties that are declared.
  func apply(to style: inout ComputedStyle) -> PropertySet {
    var declared: PropertySet = []
    for rule in applying {
      for set in rules[Int(rule)].setters { set(&style) }
      declared.formUnion(rules[Int(rule)].properties)
    }
    return declared
  }

  /// The node of an element with the collected rules in a parent, if it was worked out before.
  func node(in parent: StyleNodeID) -> StyleNodeID? { nodes.find(applying, in: parent) }

  /// Keeps the node of an element with the collected rules in a parent.
  func keep(_ node: StyleNodeID, in parent: StyleNodeID) {
    nodes.insert(applying, in: parent, node)
  }

  private func number(of name: NameID) -> Int {
    if numbers.isEmpty {
      numbers = Array(repeating: Self.unread, count: index.sheet.pool.names.count)
    }
    let position = Int(name.rawValue)
    if numbers[position] == Self.unread { numbers[position] = read(name) }
    return Int(numbers[position])
  }

  private func read(_ name: NameID) -> Int32 {
    let isCSS = index.sheet.dialect == .css
    let first = rules.count
    for pseudoElement in [PseudoElement.before, .after, .marker] {
      if let entries = index.entries(of: pseudoElement), !entries[ofClass: name].isEmpty {
        return Self.ineligible
      }
    }
    var isKnown = isCSS && index.sheet.pool.names.isClass(name)
    // The list starts with the last entry that was added.
    guard case .chain(let entries) = index.elements.list(ofClass: name) else {
      return Self.ineligible
    }
    for entry in Array(entries).reversed() {
      let subject = index.sheet.selectors[Int(entry.selector)].selector.subject
      guard subject.type == nil, subject.states.isEmpty, subject.more == nil else {
        return Self.ineligible
      }
      isKnown = true
      guard entry.isActive else { continue }
      guard let rule = rule(entry.rule) else { return Self.ineligible }
      rules.append(rule)
      order.append(entry.rule)
    }
    classes.append(ClassRules(rules: first..<rules.count, isKnown: isKnown))
    return Int32(classes.count - 1)
  }

  private func rule(_ number: Int32) -> Rule? {
    let rule = index.sheet.rules[Int(number)]
    guard rule.layer < 0 else { return nil }
    var setters: [StyleSetter] = []
    var properties: PropertySet = []
    var boxDeclaration: Int32 = -1
    for number in rule.declarations {
      let declaration = index.sheet.declarations[number]
      let own = declaration.property.longhands
      let definitions = own.members.map(PropertyDefinition.of).filter(\.reachesSpans)
      guard !own.isEmpty, declaration.states.isEmpty,
        !own.contains(PropertySet(.display)),
        !declaration.isImportant || index.sheet.dialect != .css
      else { return nil }
      var specified = declaration.specified
      if case .relative = specified {
        guard let value = hostValue(of: declaration, rule.dialect) else { return nil }
        specified = value
      }
      switch specified {
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
      if boxDeclaration < 0, Self.setsBox(own, specified) { boxDeclaration = Int32(number) }
    }
    return Rule(setters: setters, properties: properties, boxDeclaration: boxDeclaration)
  }

  /// True if a value does something to blocks, and so nothing to a span.
  private static func setsBox(_ properties: PropertySet, _ value: SpecifiedValue) -> Bool {
    guard !properties.intersection(.ofBlocks).isEmpty else { return false }
    switch value {
    case .constant(let set):
      var style = ComputedStyle()
      set(&style)
      return style.block.sets(properties)
    case .values(let values): return values.block.sets(properties)
    case .color, .keyword, .computed, .byScheme, .relative: return false
    }
  }

  /// Returns the value that is the same on all elements that see the variables of the host; nil
  /// where it depends on more than that.
  private func hostValue(
    of declaration: Declaration, _ dialect: Dialect
  ) -> SpecifiedValue? {
    guard let scope, case .text(let text) = declaration.value,
      let expanded = try? VariableExpander.expand(text, in: scope),
      let value = try? PropertyParser(dialect).specify(declaration.property, .text(expanded))
    else { return nil }
    if VariableExpander.mentionsVariable(text) { readsVariables = true }
    return value
  }
}

/// The nodes of elements, by the node of their parent and the rules that match.
private struct MatchedPropertiesCache {
  private struct Key: Hashable {
    let parent: Int32
    let rules: [Int32]
  }

  private var nodes: [Key: StyleNodeID] = [:]
  private var countOfRules = 0

  /// With more of either the cache is emptied.
  private static let mostEntries = 1 << 17
  private static let mostRules = 1 << 20

  func find(_ rules: [Int32], in parent: StyleNodeID) -> StyleNodeID? {
    nodes[Key(parent: parent.index, rules: rules)]
  }

  mutating func insert(_ rules: [Int32], in parent: StyleNodeID, _ node: StyleNodeID) {
    if nodes.count >= Self.mostEntries || countOfRules + rules.count > Self.mostRules {
      self = MatchedPropertiesCache()
    }
    countOfRules += rules.count
    nodes[Key(parent: parent.index, rules: rules)] = node
  }
}
