import Bytes
package import Diagnostics

/// A problem in markup.
///
/// Nothing of it keeps the text from being shown.
package enum MarkupProblem: String, CaseIterable, Hashable, Sendable {
  /// `5 < 6`: a `<` that begins nothing.
  case unescapedLessThan = "unescaped-less-than"
  /// `<unknown>` or `</unknown>`: not an element of markup.
  case unknownElement = "unknown-element"
  /// `<b &&`: an element name, then something that no tag can hold.
  case malformedTag = "malformed-tag"
  /// `<span class="x` at the end of the text.
  case unclosedTag = "unclosed-tag"
  /// `<span class="x` at the end of a line, where markup is read by line.
  case tagCutByLine
  /// A tag of more than 1 MiB.
  case tagTooLong = "tag-too-long"
  /// `<!--` without `-->`.
  case unclosedComment = "unclosed-comment"
  /// `<!--` without `-->` on its line, where markup is read by line.
  case commentCutByLine
  /// A comment of more than 1 MiB.
  case commentTooLong = "comment-too-long"
  /// `a & b`: an `&` that begins no character reference.
  case unescapedAmpersand = "unescaped-ampersand"
  /// `&unknown;`: not a name that HTML knows.
  case unknownReference = "unknown-reference"
  /// `&copy` instead of `&copy;`, which is text.
  case referenceWithoutSemicolon = "reference-without-semicolon"
  /// `&#0;`, `&#xD800;`, `&#x110000;`: not a character.
  case invalidReference = "invalid-reference"
  /// An element that has no end tag.
  case unclosedElement = "unclosed-element"
  /// An end tag whose element is not open.
  case strayEndTag = "stray-end-tag"
  /// `<b><i></b></i>`: an element closed by the end tag of an outer one.
  case crossedElement = "crossed-element"
  /// More than 10,000 open elements, or 4 MiB of their tags.
  case nestingTooDeep = "nesting-too-deep"
  /// The second attribute of one name in a tag.
  case duplicateAttribute = "duplicate-attribute"
  /// An attribute without effect.
  case unknownAttribute = "unknown-attribute"
  /// `class="a"style="b"`: nothing between two attributes.
  case missingSpace = "missing-space"
  /// A link target whose scheme is not allowed.
  case linkScheme = "link-scheme"
  /// A link target without a scheme, where one has to have one.
  case relativeLink
  /// A character that could control the terminal or mislead a reader.
  case untrustedControl = "untrusted-control"
  /// A control or a sequence of them, in text that was written for a terminal.
  case untrustedSequence
  /// Bytes that are not UTF-8.
  case invalidUTF8 = "invalid-utf8"
  /// More than 30 combining marks in a row.
  case tooManyMarks = "too-many-marks"
  /// A link target that no terminal takes.
  case linkTooLong = "link-too-long"
  /// `{nmae}` where there is a value for `name`.
  case unknownPlaceholder = "unknown-placeholder"
  /// More than 16 MiB that are put into what is kept whole.
  case filledTooMuch = "input-too-large"
  /// Attributes that have more than 1 MiB with the values of their placeholders.
  case attributesTooLong
  /// More than 4 KiB of classes of one element.
  case tooManyClasses
  /// A box of one line that its line ends.
  case boxCutByLine = "box-cut-by-line"
  /// A box of more than 64 KiB.
  case boxTooLong = "box-too-long"
  /// A box inside 32 others.
  case boxNestedTooDeep = "box-nested-too-deep"
  /// An element whose siblings a stream could not count, where a selector asks for that.
  case uncountedSiblings = "uncounted-siblings"

  /// The code that programs match on.
  package var code: DiagnosticCode {
    switch self {
    case .invalidUTF8, .tooManyMarks, .untrustedSequence: MarkupProblem.untrustedControl.code
    case .relativeLink: MarkupProblem.linkScheme.code
    case .tagCutByLine: MarkupProblem.unclosedTag.code
    case .commentCutByLine: MarkupProblem.unclosedComment.code
    case .attributesTooLong, .tooManyClasses: MarkupProblem.filledTooMuch.code
    default: DiagnosticCode(rawValue)
    }
  }

  /// Tells those that share a code: they are counted apart.
  package var kind: UInt8 {
    switch self {
    case .invalidUTF8, .relativeLink, .attributesTooLong: 1
    case .tooManyMarks, .tooManyClasses: 2
    case .tagCutByLine, .commentCutByLine: 3
    case .untrustedSequence: 4
    default: 0
    }
  }

  /// Severity of the problem; a `<` or `&` that is plainly text is only a note.
  package var severity: Diagnostic.Severity {
    switch self {
    case .nestingTooDeep, .filledTooMuch, .attributesTooLong, .tooManyClasses: .error
    case .unescapedLessThan, .unescapedAmpersand, .referenceWithoutSemicolon: .note
    default: .warning
    }
  }

  /// One sentence about it, without a full stop.
  ///
  /// - Parameter name: Name that the finding is about, as it was written; empty when there is none.
  /// - Returns: The sentence.
  func message(about name: String) -> String {
    let quoted = name.isEmpty ? "" : " “\(name)”"
    return switch self {
    case .unescapedLessThan: "“<” begins no tag and is shown as text"
    case .unknownElement: "unknown element\(quoted) is shown as text"
    case .malformedTag: "tag\(quoted) does not parse and is shown as text"
    case .unclosedTag: "tag\(quoted) has no “>” and is shown as text"
    case .tagCutByLine:
      "tag\(quoted) does not end on its line and is shown as text; --document lets tags go on"
    case .tagTooLong: "tag\(quoted) is longer than 1 MiB and is shown as text"
    case .unclosedComment: "comment has no “-->” and is shown as text"
    case .commentCutByLine:
      "comment does not end on its line and is shown as text; --document lets comments go on"
    case .commentTooLong: "comment is longer than 1 MiB and is shown as text"
    case .unescapedAmpersand: "“&” begins no character reference and is shown as text"
    case .unknownReference: "unknown character reference\(quoted) is shown as text"
    case .referenceWithoutSemicolon:
      "character reference\(quoted) lacks its semicolon and is shown as text"
    case .invalidReference: "character reference\(quoted) names no character"
    case .unclosedElement: "element\(quoted) is not closed and reaches to the end of the text"
    case .strayEndTag: "end tag\(quoted) closes nothing and is dropped"
    case .crossedElement: "element\(quoted) is closed by the end of an element around it"
    case .nestingTooDeep:
      "more than \(MarkupLimits.deepestNesting) elements are open, or tags of more than "
        + "\(MarkupLimits.mostOpenTags >> 20) MiB; this one has no effect"
    case .duplicateAttribute: "attribute\(quoted) is there already; the first one counts"
    case .unknownAttribute: "attribute\(quoted) has no effect"
    case .missingSpace: "no space before attribute\(quoted)"
    case .linkScheme: "link target\(quoted) has a scheme that is not allowed; it is no link"
    case .relativeLink: "link target has no scheme, which is not allowed; it is no link"
    case .untrustedControl: "character\(quoted) is not passed to the terminal"
    case .untrustedSequence:
      "control\(quoted) is shown and not obeyed; --controls drop leaves it out"
    case .tooManyMarks: "more than 30 combining marks in a row are cut"
    case .linkTooLong:
      "link target has more than \(LinkTarget.longestTarget) bytes; it is no link"
    case .attributesTooLong:
      "values of placeholders make this tag longer than 1 MiB; this one is left out"
    case .tooManyClasses:
      "classes of one element have more than \(MarkupLimits.mostClassBytes >> 10) KiB; "
        + "the last of them are left out"
    case .filledTooMuch:
      "more than \(MarkupLimits.mostFilled >> 20) MiB are put into the text; this is left out"
    case .unknownPlaceholder: "placeholder\(quoted) has no value and is shown as text"
    case .boxCutByLine:
      "the line ends inside of the box of element\(quoted): what follows is ordinary text"
    case .boxTooLong: "a box of more than 64 KiB of text is no box"
    case .boxNestedTooDeep:
      "element\(quoted) is inside \(MarkupLimits.deepestBoxNesting) boxes and becomes inline text"
    case .uncountedSiblings:
      "the end of what is around element\(quoted) is more than 64 KiB away or has not come yet: "
        + "':last-child' and what else counts from the end does not match it"
    case .invalidUTF8: "bytes that are not UTF-8 are shown as U+FFFD"
    }
  }

  /// Returns the spelling that was probably meant.
  ///
  /// - Parameter name: Name that the finding is about, as it was written.
  /// - Returns: The correction; nil when there is none.
  func suggestion(for name: String) -> String? {
    switch self {
    case .unescapedLessThan, .malformedTag, .unclosedTag, .tagTooLong, .unclosedComment,
      .commentTooLong:
      return "&lt;"
    case .unescapedAmpersand: return "&amp;"
    case .referenceWithoutSemicolon: return name + ";"
    case .unknownElement:
      return nearestName(to: name, in: MarkupElement.allCases.lazy.map(\.name))
    case .unknownReference:
      guard let near = nearestReferenceName(to: name) else { return nil }
      return "&\(near);"
    case .unknownAttribute:
      return nearestName(to: name, in: ["class", "style", "href", "lang", "id"])
    case .linkScheme: return "--allow-scheme"
    default: return nil
    }
  }

  private func nearestReferenceName(to name: String) -> String? {
    // The neighbours in length and first letter are where a slip of the finger leads.
    let body = name.drop { $0 == "&" }.filter { $0 != ";" }
    guard body.count > 2, let first = body.first else { return nil }
    return Self.referenceNames[first]?.nearest(to: String(body))
  }

  /// Names of references by their first letters, made when one is misspelt.
  private static let referenceNames: [Character: NameIndex] = {
    let names = NamedReferences.all.map { String($0.name.dropLast()) }
    return Dictionary(grouping: names) { $0.first ?? ";" }.mapValues { NameIndex($0) }
  }()
}

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
    record(problem, of: entry.element, at: entry.offset)
  }

  /// The same about an element whose start tag is at an offset in the whole input.
  package mutating func record(
    _ problem: MarkupProblem, of element: MarkupElement, at offset: Int
  ) {
    let name = element.name
    let start = offset - base
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
  ///   - chunk: The part.
  ///   - start: Its offset.
  ///   - origin: Its place.
  ///   - elements: Open elements, with the places of tags whose bytes have gone by.
  ///   - passed: Other places in bytes that have gone by.
  ///   - byLocation: True if they are put in the order of their places. That of a stream must not
  ///     depend on where its parts end: they stay in the order in which they were found.
  /// - Returns: The findings.
  package mutating func take(
    in chunk: SourceText, from start: Int, at origin: SourceLocation,
    elements: borrowing OpenElements, passed: PassedLocations = PassedLocations(),
    byLocation: Bool = true
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for entry in take(byLocation: byLocation) {
      var diagnostic = entry.diagnostic
      if entry.range.lowerBound >= start {
        let range = SourceRange(
          chunk, entry.range.lowerBound - start..<entry.range.upperBound - start)
        diagnostic.location = range.location.moved(to: origin)
        diagnostic.excerpt = SourceExcerpt(range)
      } else {
        let location =
          elements.location(ofTagAt: entry.range.lowerBound)
          ?? passed.location(at: entry.range.lowerBound)
        diagnostic.location = location?.location
        diagnostic.excerpt = location?.excerpt
      }
      found.append(diagnostic)
    }
    return found
  }
}
