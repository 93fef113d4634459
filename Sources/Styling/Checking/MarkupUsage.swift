import CSSSyntax
package import Diagnostics
import StyleValues

/// The elements and classes that markup uses, for finding rules that nothing uses.
package struct MarkupUsage: Sendable {
  private var tags: Set<String> = []

  private var tagsOfClass: [String: Set<String>] = [:]

  private var attributes: Set<String> = []

  package init() {}

  /// Adds an element; the outermost one has the name of the host object.
  package mutating func add(tag: String, classes: [String], attributes: [ElementAttribute] = []) {
    tags.insert(tag)
    for attribute in attributes { self.attributes.insert(attribute.name) }
    for name in classes { tagsOfClass[name, default: []].insert(tag) }
  }

  /// Findings about rules that cannot match, because the markup lacks a name in them.
  package func unusedRules(
    of sheet: Stylesheet, host: String = ElementName.standard
  ) -> [Diagnostic] {
    var findings = DiagnosticLog.ofSheet
    for rule in sheet.rules {
      let selectors = rule.selectors.map { sheet.selectors[$0] }
      guard !selectors.contains(where: { mayMatch($0.selector, in: sheet, host) }),
        let first = selectors.first
      else { continue }
      findings.add(.unusedRule) {
        let list = selectors.map(\.text.string).joined(separator: ", ")
        return Diagnostic(.note, .unusedRule, "no markup uses '\(list)'", at: first.text.location)
      }
    }
    return findings.all
  }

  /// Findings about attributes that selectors and `attr()` use and no element has.
  package func unknownAttributes(of sheet: Stylesheet) -> [Diagnostic] {
    var findings = DiagnosticLog.ofSheet
    var reported = attributes
    func report(_ name: String, at range: @autoclosure () -> SourceRange) {
      guard AttributeSelector.isKept(name), reported.insert(name).inserted else { return }
      findings.add(.unknownAttribute) {
        Diagnostic(
          .note, .unknownAttribute, "no markup has the attribute '\(name)'", at: range(),
          suggestion: nearestName(to: name, in: attributes.sorted()))
      }
    }
    for rule in sheet.rules {
      for selector in rule.selectors.map({ sheet.selectors[$0] }) {
        for name in names(in: selector.selector, of: sheet) {
          report(name, at: selector.text.location)
        }
      }
      for declaration in sheet.declarations[rule.declarations] {
        guard case .longhand(.content) = declaration.property,
          let content = PropertyParser.style(
            declaration.property, declaration.value, rule.dialect)?.text.content
        else { continue }
        for case .attribute(let name, _) in content.items {
          report(name, at: declaration.value.range)
        }
      }
    }
    return findings.all
  }

  /// The attributes in a selector, outside of `:not()` and its like.
  private func names(in selector: Selector, of sheet: Stylesheet) -> [String] {
    var names = (selector.subject.more?.attributes ?? []).map(\.name)
    var reference = selector.context
    while let current = reference {
      let entry = sheet.pool.contexts.entries[Int(current.entry)]
      names += (entry.compound.more?.attributes ?? []).map(\.name)
      reference = entry.outer
    }
    return names
  }

  /// True if all names in a selector are used somewhere.
  private func mayMatch(_ selector: Selector, in sheet: Stylesheet, _ host: String) -> Bool {
    var reference = selector.context
    guard mayMatch(selector.subject, in: sheet, host) else { return false }
    while let current = reference {
      let entry = sheet.pool.contexts.entries[Int(current.entry)]
      guard mayMatch(entry.compound, in: sheet, host) else { return false }
      reference = entry.outer
    }
    return true
  }

  private func mayMatch(
    _ compound: CompoundSelector, in sheet: Stylesheet, _ host: String
  ) -> Bool {
    let isCSS = sheet.dialect == .css
    let type = compound.type.map(sheet.pool.names.name(of:))
    if let type, type != host, !tags.contains(type) { return false }
    return compound.classes.allSatisfy { id in
      guard let tags = tagsOfClass[sheet.pool.names.name(of: id)] else { return false }
      // Outside of dialect css the host's element name is before the classes of its spans.
      guard let type, isCSS || type != host else { return true }
      return tags.contains(type)
    }
  }
}
