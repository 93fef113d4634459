import StyleValues

/// The rules of classes with what they declare put together, for elements about which nothing else
/// has a say.
///
/// Nearly every tag is a `span` with classes, and nearly every rule of a theme gives constant values
/// to one class. The cascade is no more than the order of the rules there.
struct ReadyRules {
  /// A rule and the values of the properties that it sets.
  private struct Rule {
    let number: Int32
    let values: TextStyle
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

  /// The rules that apply to an element, weakest first.
  private var applying: [Int] = []

  private static let unread: Int32 = -1
  private static let notReady: Int32 = -2

  init(_ index: RuleIndex) {
    self.index = index
    areAlone = Self.areAlone(index)
  }

  private static func areAlone(_ index: RuleIndex) -> Bool {
    let pool = index.sheet.pool
    guard pool.contexts.entries.isEmpty else { return false }
    guard index.sheet.dialect == .css else { return true }
    if let span = pool.names.find("span"), !index.entries(ofType: span).isEmpty { return false }
    return index.otherEntries.allSatisfy { entry in
      let subject = index.sheet.selectors[Int(entry.selector)].selector.subject
      return !entry.isActive
        || subject.more?.pseudoClasses.contains { if case .root = $0 { true } else { false } }
          ?? false
    }
  }

  /// Gives a style what the rules of some classes declare.
  ///
  /// - Returns: The properties that are declared, and whether rules name all of the classes; nil
  ///   where it takes the whole cascade to tell.
  mutating func apply(
    _ names: [NameID], to style: inout TextStyle
  ) -> (declared: PropertySet, areKnown: Bool)? {
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
    var declared: PropertySet = []
    for rule in applying {
      style.take(rules[rule].properties, of: rules[rule].values)
      declared.formUnion(rules[rule].properties)
    }
    return (declared, areKnown)
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
    var isKnown = isCSS && index.sheet.pool.names.isClass(name)
    // What was added last comes first.
    for entry in Array(index.entries(ofClass: name)).reversed() {
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
    var style = ComputedStyle()
    var properties: PropertySet = []
    for declaration in index.sheet.declarations[rule.declarations] {
      let own = declaration.property.longhands
      guard let first = own.first, declaration.states.isEmpty,
        !declaration.isImportant || index.sheet.dialect != .css
      else { return nil }
      switch declaration.specified {
      case .color(let rgba):
        PropertyDefinition.of(first).setColor?(.absolute(Color(rgba: rgba)), &style)
      case .constant(let values):
        for value in values where own.contains(PropertySet(value.property)) {
          value.set(in: &style)
        }
      case .keyword, .relative:
        return nil
      }
      properties.formUnion(own)
    }
    return Rule(number: number, values: style.text, properties: properties)
  }
}

extension TextStyle {
  /// Takes the values of some properties from another style.
  fileprivate mutating func take(_ properties: PropertySet, of other: TextStyle) {
    var rest = properties
    while let id = rest.first {
      rest.remove(PropertySet(id))
      switch id {
      case .color: color = other.color
      case .backgroundColor: backgroundColor = other.backgroundColor
      case .opacity: opacity = other.opacity
      case .fontWeight: fontWeight = other.fontWeight
      case .fontStyle: fontStyle = other.fontStyle
      case .textDecorationLine: decorationLines = other.decorationLines
      default:
        guard PropertyDefinition.of(id).reachesSpans else { continue }
        var style = ComputedStyle(text: self)
        PropertyDefinition.of(id).copy(ComputedStyle(text: other), &style)
        self = style.text
      }
    }
  }
}
