import CSSSyntax
import Diagnostics
import StyleValues

/// Adds the rules of one file to a stylesheet. The two readers, for dictionaries and for CSS,
/// share it.
struct StylesheetBuilder {
  var sheet: Stylesheet

  /// How the file's values are read.
  var dialect: Dialect

  /// The `@media` around the rules being read.
  var condition: MediaQuery?

  /// The `@layer` around the rules being read.
  var layer: Int?

  init(adding dialect: Dialect, to sheet: Stylesheet) {
    self.sheet = sheet
    self.dialect = dialect
  }

  /// Which selectors may be used: the sheet as a whole decides, because its order does.
  var selectorForm: SelectorParser.Form { sheet.dialect == .css ? .full : .dictionary }

  mutating func report(_ diagnostic: Diagnostic) {
    sheet.diagnostics.append(diagnostic)
  }

  // MARK: Rules

  /// Reads a selector list; a mistake is reported and nil returned.
  mutating func parseSelectors(_ text: CSSText, parent: SelectorList? = nil) -> [RuleSelector]? {
    if let simple = SimpleSelector(text) {
      return [RuleSelector(selector: simple.selector(&sheet.names, selectorForm), text: text)]
    }
    var parser = SelectorParser(text, form: selectorForm, parent: parent)
    do throws(SelectorError) {
      let parsed = try parser.parseList(names: &sheet.names, lists: &sheet.selectorLists)
      return parsed.map { RuleSelector(selector: $0.selector, text: text.part($0.range)) }
    } catch {
      let place = text.place(of: error.range.isEmpty ? text.range : error.range)
      report(
        Diagnostic(
          .error, .invalidSelector, error.message, at: place, suggestion: error.suggestion))
      return nil
    }
  }

  /// Numbers a selector list so that nested rules can refer to it.
  mutating func list(of selectors: [RuleSelector]) -> SelectorList {
    sheet.selectorLists += 1
    return SelectorList(selectors.map(\.selector), number: sheet.selectorLists)
  }

  /// Adds a rule with the declarations that were added since `first`.
  mutating func addRule(_ selectors: [RuleSelector], declarationsFrom first: Int) {
    guard first < sheet.declarations.count else { return }
    sheet.rules.append(
      StyleRule(
        selectors: selectors, declarations: first..<sheet.declarations.count,
        condition: condition, layer: layer, dialect: dialect))
  }

  // MARK: Declarations

  /// Adds a declaration unless it is certain to be invalid; then it is reported.
  mutating func add(_ declaration: Declaration) {
    if let problem = declaration.problem(dialect: dialect, sheetDialect: sheet.dialect) {
      report(problem)
      if problem.severity == .error, problem.code == .invalidValue { return }
    }
    sheet.declarations.append(declaration)
  }

  // MARK: Conditions

  /// Reads a media query list into a condition that also holds what is around it.
  mutating func parseCondition(_ text: CSSText) -> MediaQuery {
    var parser = MediaQueryParser(text)
    let query = parser.parseList()
    for problem in parser.problems {
      report(
        Diagnostic(
          .warning, .invalidMediaQuery, problem.message, at: text.place(of: problem.range),
          suggestion: problem.suggestion))
    }
    return condition.map { .all([$0, query]) } ?? query
  }
}

extension Declaration {
  /// What is wrong with the declaration as far as can be told without an element.
  func problem(dialect: Dialect, sheetDialect: Dialect) -> Diagnostic? {
    switch property {
    case .unknown(let name):
      return Diagnostic(
        .error, .unknownProperty, "unknown property '\(name)'", at: namePlace,
        suggestion: nearestName(to: name, in: PropertyName.effective))
    case .custom, .withoutEffect:
      return nil
    case .longhand, .shorthand:
      break
    }
    if isImportant, sheetDialect != .css {
      return Diagnostic(
        .warning, .importantIgnored,
        "!important has no meaning in dialect \(sheetDialect.rawValue): the look-up order decides",
        at: value.place)
    }
    if case .text(let text) = value, VariableExpander.mentionsVariable(text) { return nil }
    do throws(ConversionError) {
      _ = try PropertyParser.parse(property, value, in: ConversionContext(dialect: dialect))
      return nil
    } catch {
      return Diagnostic(
        .error, .invalidValue,
        "\(property.text): expected \(error.expected), found \(error.found)",
        at: error.place ?? value.place, suggestion: error.suggestion)
    }
  }
}
