import Diagnostics

/// Findings of a resolver, each cause once.
struct ResolverFindings {
  /// The findings.
  var list = DiagnosticLog.ofSheet

  private var places: Set<Place> = []
  private var classes: Set<UnknownClass> = []

  /// A text may name millions of classes that no rule knows; so many are told apart, with so many
  /// bytes in their names.
  private static let mostClasses = 65_536
  private static let mostBytes = 1 << 22
  private var classBytes = 0

  private struct Place: Hashable {
    var source: ObjectIdentifier
    var start: Int
    var code: DiagnosticCode
  }

  private struct UnknownClass: Hashable {
    var name: String
    var element: String
  }

  /// Adds a finding unless one of its code was made about the same place.
  mutating func add(_ finding: Diagnostic, at place: SourceRange) {
    guard list.keeps(finding.code) else { return list.add(finding) }
    let key = Place(
      source: ObjectIdentifier(place.source), start: place.bytes.lowerBound, code: finding.code)
    if places.insert(key).inserted { list.add(finding) }
  }

  /// True if a class was not found for an element for the first time.
  mutating func isNew(unknownClass name: String, of element: String) -> Bool {
    guard classes.count < Self.mostClasses, classBytes < Self.mostBytes,
      classes.insert(UnknownClass(name: name, element: element)).inserted
    else { return false }
    classBytes += name.utf8.count
    return true
  }
}
