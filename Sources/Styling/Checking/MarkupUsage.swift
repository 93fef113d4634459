import CSSSyntax
public import Diagnostics
import StyleValues

/// The elements and classes that markup uses, for finding rules that nothing uses.
public struct MarkupUsage: Sendable {
  /// A class on an element, and where it was first met.
  private struct Use: Hashable {
    var name: String
    var tag: String
  }

  private var tags: Set<String> = []
  private var order: [Use] = []
  private var places: [Use: SourceRange?] = [:]

  /// Without any element.
  public init() {}

  /// Notes an element.
  /// - Parameters:
  ///   - tag: The tag's name; that of the host object for the outermost element.
  ///   - classes: Its classes.
  ///   - place: Where it was written, if it was in a file.
  public mutating func add(tag: String, classes: [String], at place: SourceRange? = nil) {
    tags.insert(tag)
    for name in classes {
      let use = Use(name: name, tag: tag)
      guard places.updateValue(places[use] ?? place, forKey: use) == nil else { continue }
      order.append(use)
    }
  }

  /// Whether a selector could match: all names in it are used somewhere.
  fileprivate func mayMatch(_ selector: Selector, in sheet: Stylesheet, _ host: String) -> Bool {
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
    let type = compound.type.map(sheet.names.name(of:))
    let classes = (compound.firstClass.map { [$0] } ?? []) + (compound.more?.otherClasses ?? [])
    if let type, type != host, !tags.contains(type) { return false }
    return classes.allSatisfy { id in
      let name = sheet.names.name(of: id)
      // Outside of dialect css the host's element name stands before the classes of its spans.
      if let type, isCSS || type != host { return places[Use(name: name, tag: type)] != nil }
      return tags.contains { places[Use(name: name, tag: $0)] != nil }
    }
  }

  /// What the markup and a stylesheet do not have in common.
  /// - Parameters:
  ///   - sheet: The stylesheet.
  ///   - host: The element name of the host object.
  /// - Returns: A warning for each rule of which no selector can match, and for each class that no
  ///   rule names.
  public func check(
    against sheet: Stylesheet, host: String = ElementName.standard
  ) -> [Diagnostic] {
    var findings = FindingList()
    for rule in sheet.rules {
      let selectors = rule.selectors.map { sheet.selectors[$0] }
      guard !selectors.contains(where: { mayMatch($0.selector, in: sheet, host) }),
        let first = selectors.first
      else { continue }
      findings.add(.unusedRule) {
        let list = selectors.map(\.text.string).joined(separator: ", ")
        return Diagnostic(
          .warning, .unusedRule, "no markup uses '\(list)'", at: first.text.place)
      }
    }
    let resolver = StyleResolver(stylesheet: sheet, host: HostObject(element: host))
    for use in order {
      let tag = use.tag == "span" || use.tag == host ? nil : use.tag
      guard !resolver.isKnown(use.name, tag: tag) else { continue }
      let names = findings.suggests(.unknownClass) ? sheet.classNames : []
      findings.add(.unknownClass) {
        let message = "no rule for class '\(use.name)' of element '\(tag ?? host)'"
        let suggestion = nearestName(to: use.name, in: names)
        guard let place = places[use] ?? nil else {
          return Diagnostic(.warning, .unknownClass, message, suggestion: suggestion)
        }
        return Diagnostic(.warning, .unknownClass, message, at: place, suggestion: suggestion)
      }
    }
    return findings.all
  }
}
