import Bytes
import CSSSyntax
import Diagnostics
import StyleValues

/// Adds the rules of one file to a stylesheet, for the readers of dictionaries and of CSS.
struct StylesheetBuilder {
  var sheet: Stylesheet

  var dialect: Dialect {
    didSet {
      values = SpecifiedValueCache()
      parser = PropertyParser(dialect)
    }
  }

  /// The `@media` around the current rules.
  var condition: MediaQuery? {
    didSet {
      conditionNumber = nil
      outerCondition = nil
    }
  }

  /// The same for inner conditions; nil until there is one.
  private var outerCondition: OuterCondition?

  /// The condition, to be restored after a block with another one.
  var enclosing: (condition: MediaQuery?, shared: OuterCondition?) {
    get { (condition, outerCondition) }
    set { (condition, outerCondition) = newValue }
  }

  /// The number of `condition` in the stylesheet; nil until a rule needs it.
  private var conditionNumber: Int32?

  /// The specified values of texts that were read before.
  private var values = SpecifiedValueCache()

  private var parser: PropertyParser

  /// The `@layer` around the current rules.
  var layer: Int?

  /// The languages of the `@language` around the current patterns.
  var languages: [String] = []

  init(adding dialect: Dialect, to sheet: Stylesheet) {
    self.sheet = sheet
    self.dialect = dialect
    parser = PropertyParser(dialect)
  }

  /// The selectors that may be used: all of CSS, if the stylesheet or the file is in that dialect.
  var selectorForm: SelectorParser.Form {
    sheet.dialect == .css || dialect == .css ? .full : .dictionary
  }

  mutating func report(_ diagnostic: Diagnostic) { sheet.findings.add(diagnostic) }

  /// Reports a finding, which is only made if it is kept, because there may be very many of its
  /// code.
  mutating func report(_ code: DiagnosticCode, _ diagnostic: () -> Diagnostic) {
    sheet.findings.add(code, diagnostic)
  }

  /// Reserves capacity for rules with one selector and two declarations each.
  mutating func reserveCapacity(rules: Int) {
    guard rules > 1000 else { return }
    sheet.declarations.reserve(for: rules * 2)
    sheet.rules.reserve(for: rules)
    sheet.selectors.reserve(for: rules)
    sheet.pool.names.reserveCapacity(rules)
  }

  // MARK: Rules

  /// Reads a selector list; returns nil after reporting an error.
  mutating func parseSelectors(_ text: CSSText, parent: SelectorList? = nil) -> [RuleSelector]? {
    if parent == nil, case let bytes = text.bytes, let simple = SimpleSelector(bytes, text.range) {
      let selector = simple.selector(bytes, &sheet.pool.names)
      return [RuleSelector(selector: selector, text: text)]
    }
    var parser = SelectorParser(text, form: selectorForm, parent: parent)
    do throws(SyntaxProblem) {
      let parsed = try parser.parseList(pool: &sheet.pool)
      for error in parser.ignored {
        report(error.diagnostic(.warning, .ignoredSelector, in: text, "selector is ignored: "))
      }
      for mention in parser.unanswered {
        sheet.unanswered.add(mention.name, at: text.location(of: mention.range))
      }
      return parsed.map { RuleSelector(selector: $0.selector, text: text.slice($0.range)) }
    } catch {
      var problem = error
      // Text that is missing at the end is missing in all of it.
      if problem.range.isEmpty { problem.range = text.range }
      report(problem.diagnostic(.error, .invalidSelector, in: text))
      return nil
    }
  }

  /// Numbers a selector list so that nested rules can refer to it.
  mutating func list(of selectors: [RuleSelector]) -> SelectorList {
    sheet.pool.lists += 1
    // `&` represents elements only (CSS Nesting 1 §3.1).
    let elements = selectors.lazy.map(\.selector).filter { $0.pseudoElement == nil }
    return SelectorList(Array(elements), number: sheet.pool.lists, isShared: true)
  }

  /// Adds a rule with the declarations added since `first`.
  ///
  /// `isRepeated` is true if these selectors have a rule already, because of a nested one.
  mutating func addRule(
    _ selectors: [RuleSelector], declarationsFrom first: Int, isRepeated: Bool = false
  ) {
    sheet.hasReadRule = true
    guard first < sheet.declarations.count else { return }
    if isRepeated {
      sheet.repeatedSelectors += selectors.count
      guard sheet.repeatedSelectors <= Stylesheet.mostRepeatedSelectors else {
        guard let text = selectors.first?.text else { return }
        report(
          Diagnostic(
            .error, .inputTooLarge,
            "nested rules repeat more than \(Stylesheet.mostRepeatedSelectors) selectors; "
              + "this rule is ignored", at: text.location))
        return
      }
    }
    let firstSelector = sheet.selectors.count
    sheet.selectors.append(contentsOf: selectors)
    addRule(selectorsFrom: firstSelector, declarationsFrom: first)
  }

  /// Adds a rule with one selector, written in `text`, and the declarations added since `first`.
  mutating func addRule(_ simple: SimpleSelector, _ text: CSSText, declarationsFrom first: Int) {
    sheet.hasReadRule = true
    // The names of a rule without declarations are known all the same.
    let selector = simple.selector(text.bytes, &sheet.pool.names)
    guard first < sheet.declarations.count else { return }
    sheet.selectors.append(RuleSelector(selector: selector, text: text))
    addRule(selectorsFrom: sheet.selectors.count - 1, declarationsFrom: first)
  }

  private mutating func addRule(selectorsFrom firstSelector: Int, declarationsFrom first: Int) {
    sheet.rules.append(
      StyleRule(
        selectors: firstSelector..<sheet.selectors.count,
        declarations: first..<sheet.declarations.count, condition: numberOfCondition(),
        layer: Int32(layer ?? -1), dialect: dialect))
  }

  /// The number of the condition, which is added for the first rule; -1 without one.
  mutating func numberOfCondition() -> Int32 {
    guard let condition else { return -1 }
    if let conditionNumber { return conditionNumber }
    let number = Int32(sheet.conditions.count)
    sheet.conditions.append(condition)
    conditionNumber = number
    return number
  }

  // MARK: Declarations

  /// The value in a part of some bytes, if it was read before.
  mutating func knownValue(
    of property: PropertyName, _ bytes: [UInt8], _ value: Range<Int>
  ) -> SpecifiedValue? {
    dialect.hasDollarVariables ? nil : values.value(of: property, bytes, value, dialect)
  }

  /// Adds a declaration, or reports it if it is certainly invalid.
  mutating func add(_ declaration: consuming Declaration) {
    if dialect.hasDollarVariables { declaration = declaration.expandingDollars }
    if let own = declaration.renamed(dialect, among: sheet.extensions) { declaration = own }
    if dialect == .stringcoding, let pattern = declaration.asPatternImage { declaration = pattern }
    if case .text(let text) = declaration.value, !declaration.isImportant || sheet.dialect == .css,
      let known = values.value(of: declaration.property, text.bytes, text.range, dialect)
    {
      declaration.specified = known
      sheet.declarations.append(declaration)
      return
    }
    if case .unknown(let name) = declaration.property, !sheet.extensions.contains(name),
      !sheet.findings.keeps(.unknownProperty)
    {
      sheet.findings.count(.unknownProperty)
      return
    }
    let problem = declaration.specify(
      with: parser, sheetDialect: sheet.dialect, extensions: sheet.extensions)
    if let problem {
      report(problem)
      if problem.code == .noEffect { return }
      if problem.code == .invalidValue {
        reject(declaration, because: problem.message)
        return
      }
    } else if case .text(let text) = declaration.value {
      if HueFunction.isIn(text) { sheet.hueAttributes.formUnion(HueFunction.attributes(in: text)) }
      declaration.specified = values.keeping(declaration.specified)
      values.insert(declaration.specified, of: declaration.property, text.bytes, text.range)
    }
    sheet.declarations.append(declaration)
  }

  /// Keeps an invalid declaration for explanations, without effect.
  private mutating func reject(_ declaration: Declaration, because reason: String) {
    if case .unknown = declaration.property { return }
    guard sheet.rejected.count < Stylesheet.mostRejected else { return }
    sheet.rejected[sheet.declarations.count] = reason
    sheet.declarations.append(declaration.withoutMeaning)
  }

  // MARK: Conditions

  /// Parses media queries, and adds outer conditions.
  mutating func parseCondition(_ text: CSSText) -> MediaQuery {
    var parser = MediaQueryParser(text)
    let query = parser.parseList()
    for problem in parser.problems {
      report(problem.diagnostic(.warning, .invalidMediaQuery, in: text))
    }
    return condition(query)
  }

  /// Parses the condition of `@supports`, and adds outer conditions.
  mutating func parseSupports(_ text: CSSText) -> MediaQuery {
    let tests = SupportsTests(
      parser: parser, extensions: sheet.extensions, selectorForm: selectorForm)
    var reader = MediaQueryParser(text, supports: tests)
    let query = reader.parseWholeCondition()
    for problem in reader.problems {
      report(problem.diagnostic(.warning, .invalidMediaQuery, in: text))
    }
    return condition(query)
  }

  mutating func condition(_ query: MediaQuery) -> MediaQuery {
    guard let condition else { return query }
    let outer = outerCondition ?? OuterCondition(condition)
    outerCondition = outer
    return .inside(outer, query)
  }
}

extension Declaration {
  /// Reads the value as far as it does not depend on an element; returns the problem with it.
  mutating func specify(
    with parser: PropertyParser, sheetDialect: Dialect, extensions: StyleExtensions
  ) -> Diagnostic? {
    let hasVariables = VariableExpander.mentionsVariable(value)
    if let mistake = referenceMistake(hasVariables: hasVariables) { return mistake }
    switch property {
    case .unknown(let name):
      if extensions.contains(name) {
        if hasVariables { return nil }
        let context = ConversionContext(dialect: parser.context.dialect)
        return extensions.error(of: value.raw(in: context.dialect), for: name, in: context)
          .map(invalidValue)
      }
      if let unknownState = unknownState(in: name) { return unknownState }
      return Diagnostic(
        .error, .unknownProperty, "unknown property '\(name)'", at: nameRange,
        suggestion: PropertyName.suggestion(for: name, among: extensions.names))
    case .custom, .withoutEffect: return nil
    case .longhand, .shorthand: break
    }
    var problem: Diagnostic?
    do throws(UnexpectedValue) {
      if !hasVariables, case .text(let text) = value, HueFunction.isIn(text) {
        // One angle is as good as another.
        _ = try parser.specify(property, .text(HueFunction.replaced(in: text) { _ in "" }))
      } else if !hasVariables {
        specified = try parser.specify(property, value)
        problem = parser.numberWithoutUnit.flatMap(missingUnit)
      }
    } catch {
      problem = VendorSyntax.kind(of: value).map(foreignValue) ?? invalidValue(error)
    }
    guard isImportant, sheetDialect != .css else { return problem }
    return Diagnostic(
      .warning, .importantIgnored, "'!important' has no effect in dialect \(sheetDialect.rawValue)",
      at: value.range)
  }

  /// A finding for a key such as `color:selectd`.
  private func unknownState(in name: String) -> Diagnostic? {
    let components = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard components.count == 2 else { return nil }
    if case .unknown = PropertyName(components[0]) { return nil }
    let state = nearestName(to: components[1], in: ControlState.members.map(\.name))
    return Diagnostic(
      .error, .unknownProperty, "unknown state ':\(components[1])' of '\(components[0])'",
      at: nameRange, suggestion: state.map { "\(components[0]):\($0)" })
  }

  /// The error in a custom property or in the `var()` of any property, which invalidates the
  /// declaration at once (Custom Properties 1 §2 and §3).
  private func referenceMistake(hasVariables: Bool) -> Diagnostic? {
    guard case .text(let text) = value else { return nil }
    if case .custom = property {} else if !hasVariables { return nil }
    guard let mistake = ReferenceSyntax.mistake(in: text) else { return nil }
    return mistake.diagnostic(.error, .invalidValue, in: text, "'\(property.text)': ")
  }

  /// A note, because some browser reads the value and others ignore it.
  private func foreignValue(_ kind: String) -> Diagnostic {
    Diagnostic(
      .note, .noEffect, "'\(property.text)': \(kind) has no effect in a terminal", at: value.range)
  }

  private func invalidValue(_ error: UnexpectedValue) -> Diagnostic {
    guard let length = spacedUnit(error).map(String.init) else {
      return Diagnostic(
        .error, .invalidValue, "'\(property.text)': \(error.message)",
        at: error.range ?? value.range, suggestion: suggestion(for: error))
    }
    // The suggestion is for the text of the finding.
    let isAll = length == value.writtenText.trimmingASCIIWhitespace
    return Diagnostic(
      .error, .invalidValue, "'\(property.text)': '\(length)' has a space before its unit",
      at: isAll ? value.range : error.range ?? value.range,
      suggestion: isAll ? length.replacing(" ", with: "") : nil)
  }

  /// The finding about a number without a unit; nil in a dictionary, because its documents use
  /// pixels, unless it is too small to be seen.
  func missingUnit(_ number: Double, at range: SourceRange?) -> Diagnostic? {
    // Lengths that the layout ignores. Of `border-radius` it only asks whether there is one, and
    // `border-spacing` is let pass with it. The widths of borders may be numbers.
    let isNothing = abs(number) < 4 && !property.text.hasPrefix("border")
    // Only keys of JSON are quoted.
    let isInDictionary = nameRange.source.bytes[nameRange.bytes].first == UInt8(ascii: "\"")
    guard isNothing || !isInDictionary else { return nil }
    let written = NumberText.css(number)
    return Diagnostic(
      .warning, .missingUnit,
      "'\(property.text)': '\(written)' has no unit and counts as \(written)px"
        + (isNothing ? ", which is less than a cell" : ""),
      at: range ?? value.range, suggestion: written + unit)
  }

  /// The unit that is probably meant.
  private var unit: String {
    switch property.text {
    case "font-size": "px"
    case let name where name.hasPrefix("border") && !name.hasSuffix("radius"): "px"
    case let name: name.contains(#/top|bottom/#) ? "em" : "ch"
    }
  }

  /// The unit after a number and a space, if the error is about that number.
  private func spacedUnit(_ error: UnexpectedValue) -> Substring? {
    guard case .text(let text) = value, error.found.wholeMatch(of: #/'[0-9.]+'/#) != nil else {
      return nil
    }
    let number = error.found.dropFirst().dropLast()
    return text.string.firstMatch(of: #/[0-9.]+ +(?:px|ch|em|rem|ex|pt|%)(?![\w-])/#)
      .flatMap { $0.output.hasPrefix(number + " ") ? $0.output : nil }
  }

  private func suggestion(for error: UnexpectedValue) -> String? {
    let word = String(error.found.dropFirst().dropLast())
    return switch (property.text, word) {
    case ("text-align", "middle"): "center"
    case ("font-weight", _): nearestName(to: word, in: PropertyName.keywords["font-weight"] ?? [])
    case (_, "bold"): nil
    case (let name, _)
    where (error.expected.contains("length") || ["border", "font-size"].contains(name))
      && word.wholeMatch(of: #/[0-9.]+/#) != nil:
      word + unit
    default: error.suggestion
    }
  }
}

extension Array {
  /// Reserves exactly the additional elements the first time, and doubles from then on.
  fileprivate mutating func reserve(for more: Int) {
    if count + more > capacity { reserveCapacity(Swift.max(count + more, count * 2)) }
  }
}
