import Bytes
package import Diagnostics

extension DiagnosticLog {
  /// Records what is wrong with markup.
  /// - Parameters:
  ///   - problem: The problem.
  ///   - range: Range of the problem, as offsets in the bytes at hand.
  ///   - name: Name that the finding is about; not evaluated when the finding is only counted.
  package mutating func record(
    _ problem: MarkupProblem, at range: Range<Int>, about name: @autoclosure () -> String = ""
  ) {
    add(problem.code, kind: problem.kind, at: range) {
      let shown = SafeText.label(name().prefix(80)).string
      return Diagnostic(
        problem.severity, problem.code, problem.message(about: shown),
        suggestion: problem.suggestion(for: shown))
    }
  }

  /// Records a finding about an element: at its start tag, without the attributes.
  package mutating func record(_ problem: MarkupProblem, of entry: OpenElements.Entry) {
    record(problem, of: entry.element, at: entry.place)
  }

  /// The same about an element whose start tag is at an offset in the whole input.
  package mutating func record(
    _ problem: MarkupProblem, of element: MarkupElement, at place: Int
  ) {
    let name = element.name
    let start = place - base
    record(problem, at: start..<start + 1 + name.utf8.count, about: name)
  }

  /// Records what is wrong with a token, with the name that the finding is about: `unknown` of
  /// `<unknown>`, `&nosuch;` of a reference.
  ///
  /// - Parameters:
  ///   - token: The token; nothing is recorded when nothing is wrong with it.
  ///   - bytes: The markup it is in.
  package mutating func recordProblem(of token: MarkupToken, in bytes: Span<UInt8>) {
    guard let problem = token.problem else { return }
    if token.kind == .reference {
      record(problem, at: token.range, about: String(token.range, of: bytes))
      return
    }
    let start = token.range.upperBound
    var end = start
    guard problem == .unknownReference || problem == .referenceWithoutSemicolon else {
      if end < bytes.count, bytes[end] == 0x2F { end += 1 }
      let name = end
      while end < bytes.count, end - name < 40, bytes[end].continuesAttributeName { end += 1 }
      record(problem, at: token.range.lowerBound..<end, about: String(name..<end, of: bytes))
      return
    }
    // As far as the reference was read: more may not have come yet.
    let isNumber = end < bytes.count && bytes[end] == 0x23
    if isNumber { end += 1 }
    let isHexadecimal = isNumber && end < bytes.count && bytes[end] | 0x20 == 0x78
    if isHexadecimal { end += 1 }
    while end < bytes.count, end - start < 40,
      isHexadecimal
        ? bytes[end].hexadecimalValue != nil
        : bytes[end].isASCIIDigit || !isNumber && bytes[end].isASCIILetter
    {
      end += 1
    }
    if end < bytes.count, bytes[end] == 0x3B { end += 1 }
    record(
      problem, at: token.range.lowerBound..<end,
      about: "&" + String(start..<end, of: bytes))
  }

  /// Records that a brace which is text begins what is nearly the name of a placeholder.
  package mutating func recordMisspelling(
    at start: Int, before end: Int, in bytes: Span<UInt8>, of placeholders: Placeholders
  ) {
    let problem = MarkupProblem.unknownPlaceholder
    guard keeps(problem.code),
      let found = placeholders.misspelling(at: start, before: end, in: bytes)
    else { return }
    add(problem.code, at: found.range) {
      let name = SafeText.label(String(found.range, of: bytes)).string
      return Diagnostic(
        problem.severity, problem.code, problem.message(about: name),
        suggestion: "{\(SafeText.label(found.meant))}")
    }
  }

  /// Takes out the findings of a part of an input, with their places in the whole.
  /// - Parameters:
  ///   - part: The part.
  ///   - start: Its offset.
  ///   - origin: Its place.
  ///   - elements: Open elements, with the places of tags whose bytes have gone by.
  ///   - passed: Other places in bytes that have gone by.
  ///   - byPlace: True if they are put in the order of their places. That of a stream must not
  ///     depend on where its parts end: they stay in the order in which they were found.
  /// - Returns: The findings.
  package mutating func take(
    in part: SourceText, from start: Int, at origin: SourceLocation,
    elements: borrowing OpenElements, passed: PassedPlaces = PassedPlaces(), byPlace: Bool = true
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for entry in take(byPlace: byPlace) {
      var diagnostic = entry.diagnostic
      if entry.range.lowerBound >= start {
        let range = SourceRange(
          part, entry.range.lowerBound - start..<entry.range.upperBound - start)
        diagnostic.location = range.location.moved(to: origin)
        diagnostic.excerpt = SourceExcerpt(range)
      } else {
        let place =
          elements.place(ofTagAt: entry.range.lowerBound)
          ?? passed.place(at: entry.range.lowerBound)
        diagnostic.location = place?.location
        diagnostic.excerpt = place?.excerpt
      }
      found.append(diagnostic)
    }
    return found
  }
}
