import CSSSyntax
package import Diagnostics

/// The findings of a resolver, each cause once.
struct ResolverFindings {
  var list = DiagnosticLog.ofSheet

  private var keys: Set<Key> = []
  private var classes: Set<UnknownClass> = []

  /// The most unknown classes that are remembered, and the most bytes of their names: a text may
  /// have millions.
  private static let mostClasses = 65_536
  private static let mostBytes = 1 << 22
  private var classBytes = 0

  private struct Key: Hashable {
    var source: ObjectIdentifier
    var start: Int
    var code: DiagnosticCode
  }

  private struct UnknownClass: Hashable {
    var name: String
    var element: String
  }

  /// Adds a finding unless there is one of its code at that offset.
  mutating func add(_ finding: Diagnostic, at range: SourceRange) {
    guard list.keeps(finding.code) else { return list.add(finding) }
    let key = Key(
      source: ObjectIdentifier(range.source), start: range.bytes.lowerBound, code: finding.code)
    if keys.insert(key).inserted { list.add(finding) }
  }

  /// True for the first unknown class of this name for an element.
  mutating func isNew(unknownClass name: String, of element: String) -> Bool {
    guard classes.count < Self.mostClasses, classBytes < Self.mostBytes,
      classes.insert(UnknownClass(name: name, element: element)).inserted
    else { return false }
    classBytes += name.utf8.count
    return true
  }
}

extension StyleResolver {
  /// Findings of resolved styles: unknown classes, invalid values.
  ///
  /// It only grows; a finding is added once, however often its cause occurs.
  package var diagnostics: [Diagnostic] { findings(since: 0) }

  package var findingCount: Int { findings.list.entries.count }

  package func findings(since count: Int) -> [Diagnostic] {
    findings.list.entries[count...].map(\.diagnostic)
  }

  func report(_ cascade: Cascade) {
    for (index, message) in cascade.problems {
      let declaration = cascade.request.declaration(of: cascade.request.candidates[index])
      let range = declaration.value.range
      findings.add(
        Diagnostic(
          .warning, .invalidAtComputedTime, "'\(declaration.property.text)': \(message)", at: range),
        at: range)
    }
  }

  /// Reports declarations that only apply to blocks, or to a box that the element lacks.
  func reportMissingBox(of cascade: Cascade, isBox: Bool) {
    let declared = cascade.declared.intersection(isBox ? .ofFrames : .ofBlocks)
    guard !declared.isEmpty, cascade.style.block.sets(declared) else { return }
    for candidate in cascade.request.candidates
    where cascade.style.block.sets(candidate.properties.intersection(declared)) {
      let declaration = cascade.request.declaration(of: candidate)
      // A box has the half of `padding: 1px 1ch` that it can have.
      guard !isBox || declaration.property.longhands.isDisjoint(with: .ofBoxes) else { continue }
      return reportMissingBox(declaration)
    }
  }

  func reportMissingBox(_ declaration: Declaration) {
    let range = declaration.value.range
    let isForBoxes = !declaration.property.longhands.isDisjoint(with: .ofBoxes)
    findings.add(
      Diagnostic(
        .warning, .missingBox,
        "'\(declaration.property.text)' has no effect "
          + (isForBoxes ? "on inline text; add 'display: inline-block', or " : "inside a line; ")
          + "put the class on the whole block with '--class'", at: range), at: range)
  }

  /// Reports once that rules are left out because matching takes too long.
  func reportIncompleteRules() {
    guard findings.list.count(of: .inputTooLarge) == 0 else { return }
    findings.list.add(
      Diagnostic(
        .error, .inputTooLarge,
        "matching takes more than \(StyleBudget.mostQuestions) steps; "
          + "rules that share their class with very many others have no effect from here on"))
  }

  /// Reports once that elements lose shadows and gradients because they take too much memory.
  func reportTooManyValues() {
    guard findings.list.count(of: .inputTooLarge) == 0 else { return }
    findings.list.add(
      Diagnostic(
        .error, .inputTooLarge,
        "shadows and gradients take more than 32 MiB; elements from here on have none"))
  }

  func reportUnknownClasses(
    _ classes: [String], tag: String?, isMatch: Bool = false, style: () -> ComputedStyle
  ) {
    // The classes of a document come from its data, and from its author.
    if host.holdsBlocks, !isSnooping { return }
    for name in classes where !isKnown(name, tag: tag) {
      let element = tag ?? host.element
      guard findings.isNew(unknownClass: name, of: element) else { continue }
      if isSnooping { snoop(name, of: element, style(), isHost: false) }
      guard tag != BuiltInElements.terminalText, !isMatch else { continue }
      let suggestion = findings.list.suggests(.unknownClass) ? classNames.nearest(to: name) : nil
      findings.list.add(.unknownClass) { unknownClass(name, of: element, suggestion) }
    }
  }

  private func unknownClass(
    _ name: String, of element: String, _ suggestion: String?
  ) -> Diagnostic {
    // Nobody writes the element of plain text.
    let owner = [ElementName.standard, "span"].contains(element) ? "" : " of <\(element)>"
    let isElement =
      (owner.isEmpty || element != host.element) && stylesheet.elementNames.contains(name)
    let advice = isElement ? "; the rule '\(name)' is for an element, write '.\(name)'" : ""
    return Diagnostic(
      .warning, .unknownClass, "no rule for class '\(name)'\(owner)\(advice)",
      suggestion: isElement ? nil : suggestion)
  }

  /// The finding about a class of a tag, even if it was reported before; nil if a rule names it.
  package func unknownClass(_ name: String, tag: String) -> Diagnostic? {
    guard !isKnown(name, tag: tag) else { return nil }
    return unknownClass(name, of: tag, classNames.nearest(to: name))
  }

  /// The classes of the host that no rule names, each once.
  package var unknownHostClasses: [String] {
    var seen: Set<String> = []
    return host.classes.filter { !isKnown($0, tag: nil) && seen.insert($0).inserted }
  }

  /// True if any rule, whatever its condition, names the class for such an element.
  func isKnown(_ name: String, tag: String?) -> Bool {
    guard let id = stylesheet.pool.names.find(name) else { return false }
    if isCSS { return stylesheet.pool.names.isClass(id) }
    let own = tag.flatMap(stylesheet.pool.names.find)
    return [nil, .before, .after, .marker].contains { (pseudoElement: PseudoElement?) in
      index.entries(of: pseudoElement)?[ofClass: id].contains { entry in
        let type = stylesheet.selectors[Int(entry.selector)].selector.subject.type
        return type == nil || type == hostType || type == own
      } ?? false
    }
  }
}
