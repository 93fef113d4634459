import CSSSyntax
public import Diagnostics
import StyleValues

extension Stylesheet {
  /// Everything that can be found wrong or doubtful in the sheet itself.
  ///
  /// Besides what reading found: properties without effect in a terminal, declarations that a
  /// later one replaces, unused and undefined variables, cycles, and values that another dialect
  /// reads differently.
  public func check() -> [Diagnostic] {
    var checker = StylesheetChecker(sheet: self)
    return diagnostics + checker.run()
  }
}

/// Looks through a stylesheet for what is valid and yet probably not meant.
struct StylesheetChecker {
  private let sheet: Stylesheet
  private var findings = FindingList()

  init(sheet: Stylesheet) {
    self.sheet = sheet
  }

  mutating func run() -> [Diagnostic] {
    checkEffects()
    checkRoot()
    checkShadowing()
    checkVariables()
    checkDialects()
    return findings.all
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ code: DiagnosticCode,
    _ message: @autoclosure () -> String,
    at place: SourceRange
  ) {
    findings.add(code) { Diagnostic(severity, code, message(), at: place) }
  }

  // MARK: Properties

  private mutating func checkEffects() {
    var reported: Set<String> = []
    for declaration in sheet.declarations {
      guard case .withoutEffect(let name) = declaration.property, reported.insert(name).inserted
      else { continue }
      report(
        .warning, .noEffect, "'\(name)' has no effect in a terminal", at: declaration.namePlace)
    }
  }

  /// In the dialects that look rules up, no object is the root: only its variables count.
  private mutating func checkRoot() {
    guard sheet.dialect != .css else { return }
    let dialect = sheet.dialect.rawValue
    for rule in sheet.rules {
      let isRoot = rule.selectors.allSatisfy { sheet.selectors[$0].selector.subject.isOnlyRoot }
      guard isRoot else { continue }
      for number in rule.declarations {
        let declaration = sheet.declarations[number]
        if case .custom = declaration.property { continue }
        report(
          .warning, .noEffect,
          "':root' holds variables in dialect \(dialect); "
            + "'\(declaration.property.text)' has no effect there", at: declaration.namePlace)
      }
    }
  }

  /// What two declarations have to share for the later one to replace the earlier one.
  private struct Slot: Hashable {
    var selector: String
    var property: PropertyID
    var states: ControlState
    var condition: MediaQuery?
    var layer: Int?
    var isImportant: Bool
    var source: ObjectIdentifier
  }

  /// Two rules of one file for the same selector: what the earlier one sets again has no effect.
  private mutating func checkShadowing() {
    var latest: [Slot: Declaration] = [:]
    for rule in sheet.rules {
      for selector in rule.selectors {
        let text = sheet.selectors[selector].text.string
        for number in rule.declarations {
          let declaration = sheet.declarations[number]
          for property in declaration.property.longhands.members {
            let slot = Slot(
              selector: text, property: property, states: declaration.states,
              condition: sheet.condition(of: rule), layer: Int(rule.layer),
              isImportant: declaration.isImportant,
              source: ObjectIdentifier(declaration.namePlace.source))
            if let earlier = latest.updateValue(declaration, forKey: slot) {
              reportShadowed(earlier, by: declaration, property: property)
            }
          }
        }
      }
    }
  }

  private mutating func reportShadowed(
    _ earlier: Declaration, by later: Declaration, property: PropertyID
  ) {
    // A shorthand that is refined by a longhand is the normal way to write.
    if case .shorthand = earlier.property, case .longhand = later.property { return }
    let place = later.namePlace.location
    report(
      .warning, .shadowedDeclaration,
      "'\(property.name)' is set again for the same selector in line \(place.line)",
      at: earlier.namePlace)
  }

  // MARK: Variables

  private mutating func checkVariables() {
    var declared: [String: Declaration] = [:]
    var used: Set<String> = []
    for declaration in sheet.declarations {
      if case .custom(let name) = declaration.property, declared[name] == nil {
        declared[name] = declaration
      }
      for text in declaration.value.raw.texts where VariableExpander.mentionsVariable(text) {
        used.formUnion(VariableReference.names(in: text))
      }
    }
    let names = declared.keys.sorted()
    for declaration in sheet.declarations {
      for text in declaration.value.raw.texts where VariableExpander.mentionsVariable(text) {
        checkReferences(of: text, declared, names)
      }
    }
    for (name, declaration) in declared.sorted(by: { $0.key < $1.key }) where !used.contains(name) {
      report(
        .warning, .unusedVariable, "'\(name)' is not used", at: declaration.namePlace)
    }
    checkCycles()
  }

  private mutating func checkReferences(
    of text: CSSText, _ declared: [String: Declaration], _ names: [String]
  ) {
    for mention in VariableReference.mentions(in: text)
    where !mention.hasFallback && declared[mention.name] == nil {
      let names = findings.suggests(.undefinedVariable) ? names : []
      findings.add(.undefinedVariable) {
        Diagnostic(
          .error, .undefinedVariable, "'\(mention.name)' is not defined",
          at: text.place(of: mention.range), suggestion: nearestName(to: mention.name, in: names))
      }
    }
  }

  /// Cycles among the custom properties of each rule.
  private mutating func checkCycles() {
    var reported: Set<Set<String>> = []
    for rule in sheet.rules {
      var values: [String: CSSText] = [:]
      var places: [String: SourceRange] = [:]
      for number in rule.declarations {
        let declaration = sheet.declarations[number]
        guard case .custom(let name) = declaration.property,
          case .text(let text) = declaration.value
        else { continue }
        values[name] = text
        places[name] = text.place
      }
      guard values.values.contains(where: VariableExpander.mentionsVariable) else { continue }
      let computed = VariableExpander.compute(values, inherited: .empty)
      for (name, value) in computed.sorted(by: { $0.key < $1.key }) {
        guard case .invalid(.cycle(let ring)) = value, reported.insert(Set(ring)).inserted,
          let place = places[name]
        else { continue }
        report(.error, .variableCycle, VariableError.cycle(ring).description, at: place)
      }
    }
  }

  // MARK: Dialects

  /// Values that mean something else, or nothing, in CSS.
  private mutating func checkDialects() {
    for rule in sheet.rules where rule.dialect != .css {
      for number in rule.declarations { checkDialect(sheet.declarations[number], rule.dialect) }
    }
  }

  private mutating func checkDialect(_ declaration: Declaration, _ dialect: Dialect) {
    guard case .text(let text) = declaration.value, !declaration.property.longhands.isEmpty,
      !VariableExpander.mentionsVariable(text)
    else { return }
    func style(_ dialect: Dialect) -> ComputedStyle? {
      let context = ConversionContext(dialect: dialect)
      guard
        case .style(let style) = try? PropertyParser.parse(
          declaration.property, declaration.value, in: context)
      else { return nil }
      return style
    }
    guard let own = style(dialect) else { return }
    let inCSS = style(.css)
    if inCSS == own { return }
    let meaning = inCSS == nil ? "is not valid" : "means something else"
    report(
      .warning, .dialectDependent,
      "'\(text.string)' \(meaning) in dialect css; "
        + "this sheet is read in dialect \(dialect.rawValue)", at: text.place)
  }
}

extension CompoundSelector {
  /// Whether it asks for the root and nothing else.
  fileprivate var isOnlyRoot: Bool {
    guard type == nil, firstClass == nil, let more, more.otherClasses.isEmpty,
      more.pseudoClasses.count == 1, case .root = more.pseudoClasses[0]
    else { return false }
    return true
  }
}
