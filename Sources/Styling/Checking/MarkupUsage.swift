import CSSSyntax
package import Diagnostics
import StyleValues

/// The elements and classes that markup uses, for finding rules that nothing uses.
package struct MarkupUsage: Sendable {
  private var tags: Set<String> = []

  /// For each class the tags of the elements that have it.
  private var tagsOfClass: [String: Set<String>] = [:]

  /// Without any element.
  package init() {}

  /// Notes an element.
  /// - Parameters:
  ///   - tag: The tag's name; that of the host object for the outermost element.
  ///   - classes: Its classes.
  package mutating func add(tag: String, classes: [String]) {
    tags.insert(tag)
    for name in classes { tagsOfClass[name, default: []].insert(tag) }
  }

  /// The rules that nothing can match, because they name what nothing uses.
  /// - Parameters:
  ///   - sheet: The stylesheet.
  ///   - host: The element name of the host object.
  /// - Returns: A note for each.
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
        return Diagnostic(
          .note, .unusedRule, "no markup uses '\(list)'", at: first.text.place)
      }
    }
    return findings.all
  }

  /// Whether a selector could match: all names in it are used somewhere.
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
    let classes = (compound.firstClass.map { [$0] } ?? []) + (compound.more?.otherClasses ?? [])
    if let type, type != host, !tags.contains(type) { return false }
    return classes.allSatisfy { id in
      guard let tags = tagsOfClass[sheet.pool.names.name(of: id)] else { return false }
      // Outside of dialect css the host's element name stands before the classes of its spans.
      guard let type, isCSS || type != host else { return true }
      return tags.contains(type)
    }
  }
}
