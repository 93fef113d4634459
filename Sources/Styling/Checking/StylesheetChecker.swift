import Bytes
import CSSSyntax
package import Diagnostics
import StyleValues

extension Stylesheet {
  /// All findings about the stylesheet, those of each file in the order of its text.
  ///
  /// Besides those of reading: properties without effect in a terminal, rules and declarations that
  /// later ones replace, unused and undefined variables, cycles, and values that another dialect
  /// reads differently. Images are checked only if there are `files`.
  package func check(files: (any StylesheetFiles)? = nil) -> [Diagnostic] {
    var checker = StylesheetChecker(sheet: self, files: files)
    let embedded = embeddedImports
    let found = checker.run().filter { finding in
      // Nobody can change those sheets, and not every importing sheet uses all of them.
      !embedded.contains(finding.location?.file ?? "")
    }
    return inOrder(diagnostics + found)
  }

  /// Findings of reading, and those about undefined variables and cycles.
  package var problems: [Diagnostic] {
    var checker = StylesheetChecker(sheet: self, files: nil)
    return inOrder(diagnostics + checker.runVariables())
  }

  /// Sorts by file in loading order, then by position; findings without a position come last.
  private func inOrder(_ findings: [Diagnostic]) -> [Diagnostic] {
    var ranks: [String: Int] = [:]
    for (rank, source) in sources.enumerated() { ranks[source.source.name] = rank }
    let keyed = findings.enumerated().map { number, finding in
      guard let location = finding.location, finding.code != .moreFindings else {
        return (order: (Int.max, 0, 0, number), finding: finding)
      }
      let rank = ranks[location.file] ?? sources.count
      return (order: (rank, location.line, location.column, number), finding: finding)
    }
    return keyed.sorted { $0.order < $1.order }.map(\.finding)
  }
}

/// Checks a stylesheet for what is valid and probably not meant.
struct StylesheetChecker {
  private let sheet: Stylesheet
  private let files: ListedFiles?
  private var findings = DiagnosticLog.ofSheet

  init(sheet: Stylesheet, files: (any StylesheetFiles)?) {
    self.sheet = sheet
    self.files = files.map(ListedFiles.of)
  }

  mutating func run() -> [Diagnostic] {
    checkEffects()
    checkContent()
    checkRoot()
    findings.add(contentsOf: ShadowedDeclarations(in: sheet).findings)
    checkVariables()
    checkDialects()
    checkImages()
    return findings.all
  }

  fileprivate mutating func runVariables() -> [Diagnostic] {
    checkReferences()
    checkCycles()
    return findings.all
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ code: DiagnosticCode, _ message: @autoclosure () -> String,
    at range: SourceRange
  ) { findings.add(code) { Diagnostic(severity, code, message(), at: range) } }

  // MARK: Properties

  private mutating func checkEffects() {
    var messages = CountedNames()
    let ofDocuments = declarationsOfDocuments()
    for (index, declaration) in sheet.declarations.enumerated() {
      switch declaration.property {
      case .longhand(.display) where ofDocuments.contains(index): continue
      case .withoutEffect, .longhand(.caretColor):
        let name = declaration.property.text
        messages.add("'\(name)' has no effect in a terminal", at: declaration.nameRange)
      case .longhand(.display):
        guard case .text(let text) = declaration.value,
          let message = Display.messageAboutUnused(text.string)
        else { continue }
        messages.add(message, at: text.location)
      default: continue
      }
    }
    for (message, range, count) in messages.all {
      let times = count > 1 ? " (\(count) declarations)" : ""
      report(.note, .noEffect, "\(message)\(times)", at: range)
    }
    for (name, range, count) in sheet.unanswered.all {
      let times = count > 1 ? " (\(count) times)" : ""
      report(.note, .unmatchable, "\(name) matches nothing in a terminal\(times)", at: range)
    }
  }

  /// Declarations of rules whose elements only documents have; these may be blocks.
  private func declarationsOfDocuments() -> Set<Int> {
    var found: Set<Int> = []
    for rule in sheet.rules {
      let isOfDocuments = rule.selectors.allSatisfy { number in
        sheet.selectors[number].selector.subject.type.map {
          BuiltInElements.isOfDocuments(sheet.pool.names.name(of: $0))
        } ?? false
      }
      if isOfDocuments { found.formUnion(rule.declarations) }
    }
    return found
  }

  /// Reports content that is never shown: `content` of an element itself, `::before` without
  /// `content`, the value of an attribute that no element keeps.
  private mutating func checkContent() {
    let content = PropertySet(.content)
    var filled = FilledPseudoElements()
    var empty: [(pseudoElement: PseudoElement, selector: RuleSelector)] = []
    for rule in sheet.rules {
      let selectors = rule.selectors.map { sheet.selectors[$0] }
      let declarations = sheet.declarations[rule.declarations]
      let declaration = declarations.first {
        if case .longhand(.content) = $0.property { true } else { false }
      }
      if let declaration, selectors.allSatisfy({ $0.selector.pseudoElement == nil }) {
        report(
          .note, .noEffect, "'content' has an effect only in '::before', '::after' and '::marker'",
          at: declaration.nameRange)
      }
      let setsContent = declarations.contains { !$0.property.longhands.isDisjoint(with: content) }
      for selector in selectors {
        guard let pseudoElement = selector.selector.pseudoElement else { continue }
        if setsContent {
          filled.add(pseudoElement, of: selector.selector.subject)
        } else if pseudoElement != .marker {
          empty.append((pseudoElement, selector))
        }
      }
      for name in declaration.map({ attributes(in: $0, rule.dialect) }) ?? []
      where !AttributeSelector.isKept(name) {
        guard let declaration else { continue }
        report(
          .note, .unmatchable,
          "'attr(\(name))' is always empty; use id, class, href, lang or a data- attribute",
          at: declaration.value.range)
      }
    }
    for (pseudoElement, selector) in empty {
      guard !filled.mayFill(pseudoElement, of: selector.selector.subject) else { continue }
      report(
        .note, .noEffect, "'\(selector.text.string)' has no 'content' and shows nothing",
        at: selector.text.location)
    }
  }

  /// The attributes whose values a declaration of `content` shows.
  private func attributes(in declaration: Declaration, _ dialect: Dialect) -> [String] {
    let style = PropertyParser.style(declaration.property, declaration.value, dialect)
    return (style?.text.content?.items ?? []).compactMap { item in
      if case .attribute(let name, _) = item { name } else { nil }
    }
  }

  /// Reports rules for `:root` in the dialects that look rules up: only their variables count.
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
          "'\(declaration.property.text)' has no effect in ':root', which only holds variables "
            + "in dialect \(dialect)", at: declaration.nameRange)
      }
    }
  }

  // MARK: Images

  /// Reports images that are not beside the stylesheet that names them.
  private mutating func checkImages() {
    guard let files else { return }
    for rule in sheet.rules {
      for declaration in sheet.declarations[rule.declarations]
      where declaration.property.longhands.contains(PropertySet(.backgroundImage)) {
        guard let name = image(of: declaration, rule.dialect) else { continue }
        let sheetFolder = FileName.directory(of: declaration.nameRange.source.name)
        let path = FileName.join(sheetFolder, name)
        guard files.canonicalPath(of: path) == nil else { continue }
        let folder = FileName.directory(of: path)
        let suggestion =
          findings.suggests(.missingImage)
          ? files.nearestName(to: FileName.name(of: path), in: folder) : nil
        findings.add(.missingImage) {
          Diagnostic(
            .warning, .missingImage, "no image '\(name)'", at: declaration.value.range,
            suggestion: suggestion)
        }
      }
    }
  }

  /// The name of the file that a declaration shows; nil if there is none.
  private func image(of declaration: Declaration, _ dialect: Dialect) -> String? {
    guard case .text(let text) = declaration.value,
      text.bytes[text.range].contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ".") }
      ),
      case .image(let image)? = PropertyParser.style(
        declaration.property, declaration.value, dialect)?.text.backgroundImage
    else { return nil }
    let isElsewhere = image.name.contains("://") || image.name.hasPrefix("//")
    return isElsewhere ? nil : image.name
  }

  // MARK: Variables

  private mutating func checkVariables() {
    checkReferences()
    var used: Set<String> = [StyleResolver.recordTemplateName]
    for declaration in sheet.declarations {
      for text in declaration.value.raw.texts where VariableExpander.mentionsVariable(text) {
        used.formUnion(VariableReference.names(in: text))
      }
    }
    for (name, declaration) in declaredVariables.sorted(by: { $0.key < $1.key })
    where !used.contains(name) {
      report(.warning, .unusedVariable, "'\(name)' is not used", at: declaration.nameRange)
    }
    checkCycles()
  }

  /// The first declaration of each variable.
  private var declaredVariables: [String: Declaration] {
    var declared: [String: Declaration] = [:]
    for declaration in sheet.declarations {
      if case .custom(let name) = declaration.property, declared[name] == nil {
        declared[name] = declaration
      }
    }
    return declared
  }

  private mutating func checkReferences() {
    let declared = declaredVariables
    let names = NameIndex(declared.keys.sorted())
    for rule in sheet.rules {
      for declaration in sheet.declarations[rule.declarations] {
        for text in declaration.value.raw.texts where VariableExpander.mentionsVariable(text) {
          checkReferences(of: text, rule.dialect, declared, names)
        }
      }
    }
  }

  /// Reports undefined variables: an error, but in CSS a warning, because a script or another
  /// stylesheet of the page may declare them.
  private mutating func checkReferences(
    of text: CSSText, _ dialect: Dialect, _ declared: [String: Declaration], _ names: NameIndex
  ) {
    let severity: Diagnostic.Severity = dialect == .css ? .warning : .error
    for mention in VariableReference.mentions(in: text)
    where !mention.hasFallback && declared[mention.name] == nil {
      let suggestion = findings.suggests(.undefinedVariable) ? names.nearest(to: mention.name) : nil
      findings.add(.undefinedVariable) {
        Diagnostic(
          severity, .undefinedVariable, "'\(mention.name)' is not defined",
          at: text.location(of: mention.range), suggestion: suggestion)
      }
    }
  }

  private mutating func checkCycles() {
    var reported: Set<Set<String>> = []
    for rule in sheet.rules {
      var values: [String: CSSText] = [:]
      var locations: [String: SourceRange] = [:]
      for number in rule.declarations {
        let declaration = sheet.declarations[number]
        guard case .custom(let name) = declaration.property,
          case .text(let text) = declaration.value
        else { continue }
        values[name] = text
        locations[name] = text.location
      }
      guard values.values.contains(where: VariableExpander.mentionsVariable) else { continue }
      let computed = VariableExpander.compute(values, inherited: .empty).values
      var members: Set<String> = []
      for (name, value) in computed.sorted(by: { $0.key < $1.key }) {
        // All members of a cycle have the same finding; only the first one reports it.
        guard case .invalid(let error) = value, case .cycle(let ring, _) = error,
          !members.contains(name), let location = locations[name]
        else { continue }
        members.formUnion(ring)
        guard reported.insert(Set(ring)).inserted else { continue }
        report(.error, .variableCycle, error.description, at: location)
      }
    }
  }

  // MARK: Dialects

  /// Reports values that mean something else, or nothing, in CSS.
  private mutating func checkDialects() {
    for rule in sheet.rules where rule.dialect != .css {
      for number in rule.declarations { checkDialect(sheet.declarations[number], rule.dialect) }
    }
    findings.add(contentsOf: sheet.hexNotationNotes)
  }

  private mutating func checkDialect(_ declaration: Declaration, _ dialect: Dialect) {
    guard case .text(let text) = declaration.value, !declaration.property.longhands.isEmpty,
      !VariableExpander.mentionsVariable(text)
    else { return }
    guard let own = PropertyParser.style(declaration.property, declaration.value, dialect) else {
      return
    }
    // The unit that such a number has here is not the one that it should have.
    let parser = PropertyParser(dialect)
    _ = try? parser.read(declaration.property, declaration.value)
    if let found = parser.numberWithoutUnit,
      declaration.missingUnit(found.number, at: found.range) != nil
    {
      return
    }
    let inCSS = PropertyParser.style(declaration.property, declaration.value, .css)
    let difference = DialectDifference(
      property: declaration.property, text: text, dialect: dialect, meaning: own)
    let reasons = difference.reasons
    if let (color, isByte) = difference.ambiguousAlpha, inCSS == own || isByte && reasons.count == 1
    {
      let alpha = isByte ? "an alpha of 1 in 255" : "a fraction as alpha, which goes up to 255"
      report(
        .note, .dialectDependent,
        "'\(color)' has \(alpha) in dialect \(dialect.rawValue); "
          + "write a number up to 255, or rgba()", at: text.location)
      return
    }
    if inCSS == own { return }
    let meaning =
      inCSS == nil
      ? "is valid in dialect \(dialect.rawValue), but not in css"
      : "differs between dialect \(dialect.rawValue) and css"
    let reason = reasons.isEmpty ? "" : "; " + reasons.joined(separator: ", ")
    report(
      .warning, .dialectDependent,
      "'\(declaration.property.text): \(text.string)' \(meaning)\(reason)", at: text.location)
  }
}

/// The compounds for which a stylesheet fills `::before` or `::after`.
private struct FilledPseudoElements {
  /// An element by one of its names.
  private struct Key: Hashable {
    var pseudoElement: PseudoElement
    var type: NameID?
    var className: NameID?
  }

  /// Each compound under the rarest of its names in the stylesheet.
  private var compounds: [Key: [CompoundSelector]] = [:]

  mutating func add(_ pseudoElement: PseudoElement, of compound: CompoundSelector) {
    let key = keys(pseudoElement, compound).min { count($0) < count($1) }
    compounds[key ?? Key(pseudoElement: pseudoElement), default: []].append(compound)
  }

  /// True if an element that meets the compound may have content there.
  func mayFill(_ pseudoElement: PseudoElement, of compound: CompoundSelector) -> Bool {
    ([Key(pseudoElement: pseudoElement)] + keys(pseudoElement, compound)).contains { key in
      compounds[key]?.contains { $0.mayApply(with: compound) } ?? false
    }
  }

  private func count(_ key: Key) -> Int { compounds[key]?.count ?? 0 }

  private func keys(_ pseudoElement: PseudoElement, _ compound: CompoundSelector) -> [Key] {
    compound.classes.map { Key(pseudoElement: pseudoElement, className: $0) }
      + (compound.type.map { [Key(pseudoElement: pseudoElement, type: $0)] } ?? [])
  }
}

extension CompoundSelector {
  /// True if, by its names, an element that meets the other compound also meets this one.
  fileprivate func mayApply(with other: CompoundSelector) -> Bool {
    if let type, type != other.type { return false }
    let names = other.classes
    return classes.allSatisfy(names.contains)
  }

  fileprivate var isOnlyRoot: Bool {
    guard type == nil, firstClass == nil, let more, more.otherClasses.isEmpty,
      more.pseudoClasses.count == 1, case .root = more.pseudoClasses[0]
    else { return false }
    return true
  }
}

extension Display {
  /// A message about a value of CSS that text in lines shows as `inline`; nil for other values.
  fileprivate static func messageAboutUnused(_ value: String) -> String? {
    let words = value.lowercasedASCII.split(whereSeparator: \.isWhitespace)
    let value = words.joined(separator: " ")
    guard let remedy = words.lazy.compactMap({ remedies[$0] }).first, value != "inline flow-root"
    else { return nil }
    return "'display: \(value)' has no effect\(remedy)"
  }

  /// Advice by a word of the value.
  private static let remedies: [Substring: String] = {
    let advice = [
      (
        """
        flex inline-flex grid inline-grid grid-lanes inline-grid-lanes table inline-table table-row
        table-cell table-column table-caption table-row-group table-column-group table-header-group
        table-footer-group
        """, "; use inline-block with width for columns"
      ), ("list-item", "; use content in '::before' for a marker"),
      ("block flow-root", " inside a line; put the class on the whole block with '--class'"),
      (
        "run-in ruby math ruby-base ruby-text ruby-base-container ruby-text-container",
        "; inline is used"
      ),
    ]
    return Dictionary(
      uniqueKeysWithValues: advice.flatMap { words, remedy in
        words.split(whereSeparator: \.isWhitespace).map { ($0, remedy) }
      })
  }()
}
