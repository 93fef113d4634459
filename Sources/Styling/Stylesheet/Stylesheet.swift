import CSSSyntax
package import Diagnostics
package import StyleValues

/// The rules of one sheet and of everything it imports, in one model.
///
/// Both forms, dictionary and CSS, end here. A sheet with mistakes is a stylesheet, too: of what
/// was valid, with the mistakes in `diagnostics`.
package struct Stylesheet: Sendable {
  /// Dialect of values, and order that decides, where a file does not say otherwise.
  package let dialect: Dialect

  /// Sources of the sheet, in the order in which they were loaded.
  package internal(set) var sources: [LoadedSource] = []

  /// Those of its sources that are files, and not what stands for one that is not there.
  package var files: [LoadedSource] { sources.filter { !$0.source.isStandIn } }

  /// The names of sheets in memory that it imports; nobody can change those.
  package var embeddedImports: Set<String> {
    Set(
      sources.compactMap { source in
        guard case .imported = source.reason, source.isEmbedded else { return nil }
        return source.source.name
      })
  }

  /// Paths of imports and theme files that do not exist.
  package internal(set) var missingFiles: [String] = []

  /// Only the first findings of one kind are kept, and a note says how many more there were.
  package var diagnostics: [Diagnostic] { findings.all }

  package internal(set) var extensions = StyleExtensions()

  /// The colours of the terminal that it was made for; nil where it names no theme file.
  package internal(set) var palette: TerminalPalette?

  /// The formats of the texts that it is for, the usual one first; none where it does not say.
  ///
  /// Of what it imports, the strongest file says it where the sheet itself does not.
  package internal(set) var input: [InputFormat] = []

  var findings = DiagnosticLog.ofSheet

  /// Names, contexts and lists of its selectors.
  var pool = SelectorPool()

  /// All rules, weakest first.
  var rules: [StyleRule] = []

  /// The selectors of all rules, rule after rule.
  var selectors: [RuleSelector] = []

  /// The parts of selectors that a terminal has no answer to.
  var unanswered = CountedNames()

  /// Media queries that some rules depend on.
  var conditions: [MediaQuery] = []

  /// All declarations, rule after rule.
  var declarations: [Declaration] = []

  /// Attributes whose values `hue-of()` asks for.
  var hueAttributes: Set<String> = []

  /// The rules `@highlight` and `@line`, weakest first.
  package internal(set) var highlightRules: [HighlightRule] = []

  /// Those for languages that bundled sheets have, weakest first.
  var unreadLanguages: [UnreadLanguage] = []

  /// The languages that any `@language` names.
  var languages: [String] = []

  /// Why declarations count for nothing that are kept to be explained, by their numbers.
  var rejected: [Int: String] = [:]

  /// Greatest number of bad values to keep.
  static let mostRejected = 1000

  /// Number of selectors that were taken for declarations behind nested rules, and in groups inside
  /// of rules: each such part is a rule of its own, with all selectors.
  var repeatedSelectors = 0

  /// No more of them.
  static let mostRepeatedSelectors = 1 << 18

  var layers = LayerTree()

  /// True if a rule was read, be it one of which no declaration is valid.
  var hasReadRule = false

  package var classNames: [String] { pool.names.classNames }

  /// For each class the first selector that names it.
  package var placesOfClasses: [String: SourceRange] {
    var places: [String: SourceRange] = [:]
    var seenContexts: Set<Int32> = []
    var seenLists: Set<Int> = []
    for selector in selectors {
      var nested = [selector.selector]
      while let part = nested.popLast() {
        var compounds = [part.subject]
        var context = part.context
        while let entry = context?.entry, seenContexts.insert(entry).inserted {
          compounds.append(pool.contexts.entries[Int(entry)].compound)
          context = pool.contexts.entries[Int(entry)].outer
        }
        for compound in compounds {
          for name in compound.classes.map(pool.names.name(of:)) where places[name] == nil {
            places[name] = selector.text.location
          }
          for pseudoClass in compound.more?.pseudoClasses ?? [] {
            switch pseudoClass {
            case .anyOf(let list), .noneOf(let list):
              if seenLists.insert(list.number).inserted { nested += list.selectors }
            case .root, .nthChild, .nthLastChild, .never: break
            }
          }
        }
      }
    }
    return places
  }

  /// The elements that its selectors name, in no order.
  package var elementNames: Set<String> {
    let types =
      selectors.map(\.selector.subject.type) + pool.contexts.entries.map(\.compound.type)
    return Set(types.compactMap { $0.map(pool.names.name(of:)) })
  }

  package var namedStates: ControlState {
    var states: ControlState = []
    for selector in selectors { states.formUnion(selector.selector.subject.states) }
    for entry in pool.contexts.entries { states.formUnion(entry.compound.states) }
    for declaration in declarations { states.formUnion(declaration.states) }
    return states
  }

  /// True if it declares any property that there is.
  package var declaresKnownProperty: Bool {
    declarations.contains { declaration in
      if case .unknown = declaration.property { false } else { true }
    }
  }

  /// The names of the files that it was read from, and of the theme file that it names.
  package var fileNames: [String] {
    var names = sources.map(\.source.name)
    if case .file(let name)? = palette?.origin { names.append(name) }
    return names
  }

  /// Returns for each of its conditions whether it holds.
  func hold(_ environment: Environment) -> [Bool] {
    var answers = MediaAnswers(environment)
    return conditions.map { answers.holds($0) }
  }

  /// True if it is read from the same files as another, and the same of its rules count, so that
  /// elements have the styles that they have there, if the terminals differ in their depth alone.
  package func hasRules(
    of other: Stylesheet, on terminal: Environment, in environment: Environment
  ) -> Bool {
    var sameDepth = environment
    sameDepth.colorDepth = terminal.colorDepth
    return sameDepth == terminal && sources.count == other.sources.count
      && zip(sources, other.sources).allSatisfy {
        $0.source.name == $1.source.name && $0.source.bytes == $1.source.bytes
      }
      && conditions.count == other.conditions.count && hold(environment) == other.hold(terminal)
  }

  /// True if anything of it can be used; a sheet that is empty without a mistake can.
  package var isUsable: Bool {
    hasReadRule || !diagnostics.contains { $0.severity == .error }
  }

  package init(dialect: Dialect = .viewcss) {
    self.dialect = dialect
  }
}

extension DiagnosticLog {
  /// For the findings about a sheet, which is read once and may be long.
  static let ofSheet = DiagnosticLog(limit: 1000)

  /// To look for a suggestion among a hundred thousand names that are much alike takes
  /// milliseconds.
  func suggests(_ code: DiagnosticCode) -> Bool { count(of: code) < 100 }
}

/// A file that a stylesheet was read from.
package struct LoadedSource: Sendable {
  package let source: SourceText

  package let reason: Reason

  /// True if it is in memory and has no file.
  package var isEmbedded = false

  package enum Reason: Hashable, Sendable {
    case main
    case added
    /// Another file imports it, here.
    case imported(SourceLocation)
    /// It is the variant of another file for this terminal, such as `~dark`.
    case variant(of: String, suffix: String)
  }
}

/// Names, each with the place where it came first and how often it came.
struct CountedNames: Sendable {
  /// The names in the order in which they came.
  private(set) var all: [(name: String, range: SourceRange, count: Int)] = []
  private var numbers: [String: Int] = [:]

  mutating func add(_ name: String, at range: @autoclosure () -> SourceRange) {
    if let number = numbers[name] {
      all[number].count += 1
      return
    }
    numbers[name] = all.count
    all.append((name, range(), 1))
  }
}
