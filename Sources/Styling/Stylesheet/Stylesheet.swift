import CSSSyntax
package import Diagnostics
package import StyleValues

/// The rules of one stylesheet file and of its imports.
///
/// Both forms, dictionary and CSS, become one. A file with errors also makes a stylesheet, of its
/// valid parts, with the errors in `diagnostics`.
package struct Stylesheet: Sendable {
  /// The dialect of values, and the order of the cascade, unless a file has its own.
  package let dialect: Dialect

  /// In the order in which they were loaded.
  package internal(set) var sources: [LoadedSource] = []

  /// The sources without stand-ins for missing files.
  package var files: [LoadedSource] { sources.filter { !$0.source.isStandIn } }

  /// The names of imported stylesheets in memory, which the user cannot change.
  package var embeddedImports: Set<String> {
    Set(
      sources.compactMap { source in
        guard case .imported = source.reason, source.isEmbedded else { return nil }
        return source.source.name
      })
  }

  /// Paths of imports and palette files that do not exist.
  package internal(set) var missingFiles: [String] = []

  /// Only the first findings of a code, and a note with the number of the rest.
  package var diagnostics: [Diagnostic] { findings.all }

  package internal(set) var extensions = StyleExtensions()

  /// The colours of the palette file that it names.
  package internal(set) var palette: TerminalPalette?

  /// The input formats that it is for, the usual one first; empty if it does not say.
  ///
  /// If the stylesheet itself does not, its strongest import decides.
  package internal(set) var input: [InputFormat] = []

  var findings = DiagnosticLog.ofSheet

  /// Names, contexts and lists of its selectors.
  var pool = SelectorPool()

  /// The weakest first.
  var rules: [StyleRule] = []

  /// Rule after rule.
  var selectors: [RuleSelector] = []

  /// The parts of selectors that have no meaning in a terminal.
  var unanswered = CountedNames()

  /// The media queries of rules.
  var conditions: [MediaQuery] = []

  /// Rule after rule.
  var declarations: [Declaration] = []

  /// Attributes in `hue-of()`.
  var hueAttributes: Set<String> = []

  /// The rules `@highlight` and `@line`, the weakest first.
  package internal(set) var highlightRules: [HighlightRule] = []

  /// The rules for languages in bundled stylesheets, the weakest first.
  var unreadLanguages: [UnreadLanguage] = []

  /// The languages of all `@language` rules.
  var languages: [String] = []

  /// Reasons why declarations, by number, are invalid; these are kept only for explanations.
  var rejected: [Int: String] = [:]

  /// The most invalid declarations that are kept.
  static let mostRejected = 1000

  /// The number of selectors repeated for declarations after nested rules, and in groups inside
  /// rules: each such part is a rule of its own, with all selectors.
  var repeatedSelectors = 0

  static let mostRepeatedSelectors = 1 << 18

  var layers = LayerTree()

  /// True if there was a rule, even one without a valid declaration.
  var hasReadRule = false

  package var classNames: [String] { pool.names.classNames }

  /// For each class the first selector that has it.
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

  /// The elements in its selectors, in no order.
  package var elementNames: Set<String> {
    let types = selectors.map(\.selector.subject.type) + pool.contexts.entries.map(\.compound.type)
    return Set(types.compactMap { $0.map(pool.names.name(of:)) })
  }

  package var namedStates: ControlState {
    var states: ControlState = []
    for selector in selectors { states.formUnion(selector.selector.subject.states) }
    for entry in pool.contexts.entries { states.formUnion(entry.compound.states) }
    for declaration in declarations { states.formUnion(declaration.states) }
    return states
  }

  package var declaresKnownProperty: Bool {
    declarations.contains { declaration in
      if case .unknown = declaration.property { false } else { true }
    }
  }

  /// The names of its files and of its palette file.
  package var fileNames: [String] {
    var names = sources.map(\.source.name)
    if case .file(let name)? = palette?.origin { names.append(name) }
    return names
  }

  /// For each of its conditions whether it holds.
  func hold(_ environment: Environment) -> [Bool] {
    var answers = MediaAnswers(environment)
    return conditions.map { answers.holds($0) }
  }

  /// True if it is read from the same files as another stylesheet, and the same rules apply, so
  /// that elements have the same styles on both terminals, which differ only in colour depth.
  package func hasRules(
    of other: Stylesheet, on terminal: Environment, in environment: Environment
  ) -> Bool {
    var sameDepth = environment
    sameDepth.colorDepth = terminal.colorDepth
    return sameDepth == terminal && sources.count == other.sources.count
      && zip(sources, other.sources).allSatisfy {
        $0.source.name == $1.source.name && $0.source.bytes == $1.source.bytes
      } && conditions.count == other.conditions.count && hold(environment) == other.hold(terminal)
  }

  /// True if anything of it can be used, or if it is empty without an error.
  package var isUsable: Bool { hasReadRule || !diagnostics.contains { $0.severity == .error } }

  package init(dialect: Dialect = .viewcss) { self.dialect = dialect }
}

extension DiagnosticLog {
  /// For the findings about a stylesheet, which may be long.
  static let ofSheet = DiagnosticLog(limit: 1000)

  /// False after a hundred suggestions: one among a hundred thousand similar names takes
  /// milliseconds.
  func suggests(_ code: DiagnosticCode) -> Bool { count(of: code) < 100 }
}

package struct LoadedSource: Sendable {
  package let source: SourceText

  package let reason: Reason

  /// True if it is in memory and not a file.
  package var isEmbedded = false

  package enum Reason: Hashable, Sendable {
    case main, added
    /// Imported by another file, here.
    case imported(SourceLocation)
    /// The variant of another file for this terminal, such as `~dark`.
    case variant(of: String, suffix: String)
  }
}

/// Names, each with its first range and number of occurrences.
struct CountedNames: Sendable {
  /// In the order of their first occurrences.
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
