import Bytes
package import Diagnostics
import Styling

/// A problem in markup, which never keeps text from being shown.
package enum MarkupProblem: String, CaseIterable, Hashable, Sendable {
  /// `5 < 6`: a `<` that starts nothing.
  case unescapedLessThan = "unescaped-less-than"
  /// `<unknown class=x>`, or the `</unknown>` after an `<unknown>` on its line: meant as an
  /// element, but unknown.
  case unknownElement = "unknown-element"
  /// `<file>` in `usage: cp <file>`: a word that is probably not an element.
  case unknownWord
  /// `<b &&`: an element name, then something that no tag can contain.
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
  /// `a & b`: an `&` that starts no character reference.
  case unescapedAmpersand = "unescaped-ampersand"
  /// `&unknown;`: a name that HTML does not know.
  case unknownReference = "unknown-reference"
  /// `&copy` instead of `&copy;`, which is text.
  case referenceWithoutSemicolon = "reference-without-semicolon"
  /// `&#0;`, `&#xD800;`, `&#x110000;`: not a character.
  case invalidReference = "invalid-reference"
  /// An element without an end tag.
  case unclosedElement = "unclosed-element"
  /// `<b>` without `</b>` on its line, where markup is read by line.
  case elementCutByLine
  /// `<b>` without `</b>`, where markup is read whole.
  case elementWithoutEnd
  /// The `</b>` of an element that ended at its line break, on a later line.
  case lateEndTag
  /// An end tag whose element is not open.
  case strayEndTag = "stray-end-tag"
  /// `<b><i></b></i>`: an element closed by the end tag of an outer one.
  case crossedElement = "crossed-element"
  /// More than 10,000 open elements, or 4 MiB of their tags.
  case nestingTooDeep = "nesting-too-deep"
  /// The second attribute of one name in a tag.
  case duplicateAttribute = "duplicate-attribute"
  case unknownAttribute = "unknown-attribute"
  /// `class="a"style="b"`: no space between two attributes.
  case missingSpace = "missing-space"
  /// A link target whose scheme is not allowed.
  case linkScheme = "link-scheme"
  /// A link target without a scheme, where one is required.
  case relativeLink
  /// A character that could control the terminal or mislead a reader.
  case untrustedControl = "untrusted-control"
  /// Sequences that set colours, where they are not read; reported once.
  case terminalColors
  /// A control character or sequence in text for a terminal.
  case untrustedSequence
  /// A whole control sequence that shows no text.
  case droppedSequence = "dropped-sequence"
  case invalidUTF8 = "invalid-utf8"
  /// More than 30 combining marks in a row.
  case tooManyMarks = "too-many-marks"
  /// A link target that is too long for terminals.
  case linkTooLong = "link-too-long"
  /// `{nmae}` instead of `{name}`, which has a value.
  case unknownPlaceholder = "unknown-placeholder"
  /// More than 16 MiB of generated text and placeholders in text that is kept whole.
  case filledTooMuch = "input-too-large"
  /// Attributes that exceed 1 MiB with the values of their placeholders.
  case attributesTooLong
  /// More than 4 KiB of classes of one element.
  case tooManyClasses
  /// A line of 64 KiB or more, which patterns do not search.
  case lineTooLong
  /// A line for which patterns take too many steps.
  case lineTooCostly
  /// A box of one line that ends at the line break.
  case boxCutByLine = "box-cut-by-line"
  /// A box of more than 64 KiB.
  case boxTooLong = "box-too-long"
  /// A box inside 32 others.
  case boxNestedTooDeep = "box-nested-too-deep"
  /// A tag with attributes and without its `>`.
  case tagWithoutEnd
  /// An attribute whose value has no closing quote.
  case unclosedQuote
  /// `<script>`: an element of HTML whose content is not shown; reported once for each.
  case leftOutElement = "left-out-element"
  /// `<video>`: an element whose tags a converted document lacks; reported once for each.
  case leftOutTag
  case imageWithoutText
  /// An element whose siblings a stream could not count, for a selector that needs them.
  case uncountedSiblings = "uncounted-siblings"

  package var code: DiagnosticCode {
    switch self {
    case .invalidUTF8, .tooManyMarks, .untrustedSequence, .terminalColors:
      MarkupProblem.untrustedControl.code
    case .relativeLink: MarkupProblem.linkScheme.code
    case .tagCutByLine, .tagWithoutEnd, .unclosedQuote: MarkupProblem.unclosedTag.code
    case .commentCutByLine: MarkupProblem.unclosedComment.code
    case .elementCutByLine, .elementWithoutEnd, .lateEndTag: MarkupProblem.unclosedElement.code
    case .unknownWord: MarkupProblem.unknownElement.code
    case .imageWithoutText, .leftOutTag: MarkupProblem.leftOutElement.code
    case .attributesTooLong, .tooManyClasses, .lineTooLong, .lineTooCostly:
      MarkupProblem.filledTooMuch.code
    default: DiagnosticCode(rawValue)
    }
  }

  /// Distinguishes problems with one code, which are counted separately.
  package var kind: UInt8 {
    switch self {
    case .invalidUTF8, .relativeLink, .attributesTooLong, .imageWithoutText: 1
    case .tooManyMarks, .tooManyClasses, .leftOutTag: 2
    case .tagCutByLine, .commentCutByLine, .elementCutByLine, .lineTooLong: 3
    case .untrustedSequence, .lineTooCostly: 4
    case .terminalColors: 5
    case .tagWithoutEnd: 6
    case .unclosedQuote: 7
    case .lateEndTag: 8
    case .unknownWord, .elementWithoutEnd: 9
    default: 0
    }
  }

  /// A `<` or `&` that is plainly text is only a note.
  package var severity: Diagnostic.Severity {
    switch self {
    case .nestingTooDeep, .filledTooMuch, .attributesTooLong, .tooManyClasses: .error
    case .unescapedLessThan, .unescapedAmpersand, .referenceWithoutSemicolon, .droppedSequence,
      .elementCutByLine, .elementWithoutEnd, .unknownWord, .leftOutElement, .imageWithoutText:
      .note
    default: .warning
    }
  }

  /// True if the author can change it; other problems may harm the reader, or are a reached limit.
  fileprivate var isAboutMarkup: Bool {
    self != .uncountedSiblings && self != .lineTooLong
      && code != MarkupProblem.untrustedControl.code && severity < .error
  }

  /// One sentence without a full stop; `name` is the subject of the finding, or empty.
  func message(about name: String) -> String {
    let quoted = name.isEmpty ? "" : " '\(name)'"
    let tag = name.isEmpty ? "tag" : "tag <\(name)>"
    return switch self {
    case .unescapedLessThan: "'<' does not start a tag and is shown as text"
    case .unknownElement, .unknownWord: "unknown element <\(name)> is shown as text"
    case .malformedTag: "malformed \(tag) is shown as text"
    case .unclosedTag: "\(tag) has no '>' and is shown as text"
    case .tagCutByLine:
      "\(tag) does not end on its line and is shown as text; add '--document' for longer tags"
    case .tagWithoutEnd: "\(tag) has no '>' and is shown as text; add '>'"
    case .unclosedQuote:
      "the value of\(quoted) has no closing quote, so its tag is shown as text; add the quote"
    case .tagTooLong: "\(tag) is longer than 1 MiB and is shown as text"
    case .unclosedComment: "comment is not closed and is shown as text; add '-->'"
    case .commentCutByLine:
      "comment is not closed on its line and is shown as text; add '--document' for longer comments"
    case .commentTooLong: "comment is longer than 1 MiB and is shown as text"
    case .unescapedAmpersand: "'&' does not start a character reference and is shown as text"
    case .unknownReference: "unknown character reference\(quoted) is shown as text"
    case .referenceWithoutSemicolon:
      "character reference\(quoted) has no semicolon and is shown as text"
    case .invalidReference: "character reference\(quoted) does not name a character"
    case .unclosedElement: "<\(name)> is not closed; add </\(name)>"
    case .elementWithoutEnd: "<\(name)> is not closed and is shown as text; add </\(name)>"
    case .elementCutByLine:
      "<\(name)> is not closed on its line and is shown as text; "
        + "add '--document' for longer elements"
    case .lateEndTag:
      "</\(name)> comes too late: it and its <\(name)> are shown as text; "
        + "add '--document' for longer elements"
    case .strayEndTag: "\(name) has no start tag and is ignored"
    case .crossedElement: name
    case .nestingTooDeep:
      "more than \(MarkupLimits.deepestNesting) nested elements, or "
        + "\(MarkupLimits.mostOpenTags >> 20) MiB of their tags; this element has no effect"
    case .duplicateAttribute: "attribute\(quoted) occurs twice; the first one counts"
    case .unknownAttribute:
      "attribute\(quoted) has no effect"
        + (Self.properties.contains(name) ? "; write style='\(name): …'" : "")
    case .missingSpace: "no space before attribute\(quoted)"
    case .linkScheme: "link scheme\(quoted) is not allowed; add '--allow-scheme \(name)'"
    case .relativeLink: "link target has no scheme, such as 'https:'; the link is dropped"
    case .untrustedControl: name
    case .droppedSequence: "\(name) is left out; add '--controls show' to see it"
    case .terminalColors: "input has terminal colours; add '--from ansi'"
    case .untrustedSequence: "\(name) is shown as text; add '--controls drop' to leave it out"
    case .tooManyMarks: "more than 30 combining marks in a row; the others are dropped"
    case .linkTooLong:
      "link target is longer than \(LinkTarget.longestTarget) bytes; the link is dropped"
    case .attributesTooLong: "placeholder makes the tag longer than 1 MiB; its value is left out"
    case .tooManyClasses:
      "classes of one element are longer than \(MarkupLimits.mostClassBytes >> 10) KiB; "
        + "the last ones are ignored"
    case .lineTooLong:
      "the line has \(PlainTextTokenizer.longestLine >> 10) KiB or more; patterns are not found in it"
    case .lineTooCostly:
      "the patterns are too large for the line, and are not found in it; repeat less in them"
    case .filledTooMuch:
      "inserted text is longer than \(MarkupLimits.mostFilled >> 20) MiB; the rest is left out"
    case .unknownPlaceholder: "placeholder\(quoted) has no value and is shown as text"
    case .boxCutByLine:
      "the box of <\(name)> ends at the line break; the rest of its text has no box"
    case .boxTooLong: "the box of <\(name)> has more than 64 KiB of text and becomes inline text"
    case .boxNestedTooDeep:
      "<\(name)> is inside \(MarkupLimits.deepestBoxNesting) boxes and becomes inline text"
    case .leftOutElement: "<\(name)> and its content are left out"
    case .leftOutTag: "<\(name)> is left out, and its content stays"
    case .imageWithoutText: "<\(name)> has no 'alt' text and is left out; add 'alt'"
    case .uncountedSiblings:
      "':last-child' does not match <\(name)>: its parent goes on for more than 64 KiB, "
        + "or its end has not arrived"
    case .invalidUTF8:
      "invalid UTF-8 is read as U+FFFD; if the text has another encoding, add --encoding latin1"
    }
  }

  /// The spelling that was probably meant.
  func suggestion(for name: String) -> String? {
    switch self {
    case .unescapedLessThan, .malformedTag, .unclosedTag, .tagTooLong, .commentTooLong:
      return "&lt;"
    case .unescapedAmpersand: return "&amp;"
    case .referenceWithoutSemicolon: return name + ";"
    case .unknownElement where Self.blockElements.contains(name),
      .unknownWord where Self.blockElements.contains(name):
      return "span"
    case .unknownElement, .unknownWord:
      return name == "link"
        ? "a" : nearestName(to: name, in: MarkupElement.ofMarkup.lazy.map(\.name))
    case .unknownReference:
      guard let near = nearestReferenceName(to: name) else { return nil }
      return "&\(near);"
    case .unknownAttribute:
      return nearestName(to: name, in: ["class", "style", "href", "lang", "id"])
    default: return nil
    }
  }

  private static let properties = Set(PropertyID.allCases.map(\.name))

  /// Elements of web pages that newcomers try.
  private static let blockElements: Set = ["p", "div", "font", "h1", "h2", "li", "pre", "tt"]

  private func nearestReferenceName(to name: String) -> String? {
    // The neighbours in length and first letter are where a slip of the finger leads.
    let body = name.drop { $0 == "&" }.filter { $0 != ";" }
    guard body.count > 2, let first = body.first else { return nil }
    return Self.referenceNames[first]?.nearest(to: String(body), atMost: max(1, body.count / 4))
  }

  /// Names of references by their first letters; made for the first misspelt one.
  private static let referenceNames: [Character: NameIndex] = {
    let names = NamedReferences.all.map { String($0.name.dropLast()) }
    return Dictionary(grouping: names) { $0.first ?? ";" }.mapValues { NameIndex($0) }
  }()
}

extension DiagnosticLog {
  /// Records a problem at offsets in the current bytes; `name` is not evaluated if the finding is
  /// only counted.
  package mutating func record(
    _ problem: MarkupProblem, at range: Range<Int>, about name: @autoclosure () -> String = ""
  ) {
    let isOnlyNote = isAboutDocument && problem.isAboutMarkup
    add(problem.code, kind: problem.kind, at: range) {
      let shown = SafeText.label(name().prefix(100)).string
      return Diagnostic(
        isOnlyNote ? .note : problem.severity, problem.code,
        problem.message(about: shown), suggestion: problem.suggestion(for: shown))
    }
  }

  package mutating func record(
    _ problem: MarkupProblem, of element: MarkupElement, at offset: Int
  ) {
    record(problem, of: element, at: offset, about: element.name)
  }

  /// Records an end tag of an outer element before that of an inner one.
  package mutating func recordCrossing(of entry: OpenElements.Entry, by outer: MarkupElement) {
    record(
      .crossedElement, of: entry.element, at: entry.offset,
      about: "</\(outer.name)> comes before </\(entry.element.name)>")
  }

  /// Records that the innermost element of a document is closed before its own end tag.
  ///
  /// - Parameters:
  ///   - elements: The open elements.
  ///   - depth: The number of elements that stay open.
  ///   - tag: The tag that closes them, as findings show it.
  ///   - isImplied: False if it is the end tag of the outermost one.
  mutating func recordCrossing(
    in elements: borrowing OpenElements, closedTo depth: Int, by tag: () -> String, isImplied: Bool
  ) {
    let index = elements.depth - 1
    guard isImplied || index > depth, !elements[index].element.mayOmitEndTag else { return }
    record(
      .crossedElement, at: elements.tagRange(at: index, base: base),
      about: "\(tag()) comes before </\(elements.name(at: index))>")
  }

  /// Records elements of a document without end tags at its end.
  mutating func recordUnclosed(_ elements: borrowing OpenElements, _ document: OpenDocument) {
    for index in 0..<elements.depth where !elements[index].element.mayOmitEndTag {
      record(
        .unclosedElement, at: elements.tagRange(at: index, base: base),
        about: elements.name(at: index))
    }
    if let skipped = document.skipped {
      record(.unclosedElement, of: skipped.element, at: skipped.tag.lowerBound)
    }
  }

  private mutating func record(
    _ problem: MarkupProblem, of element: MarkupElement, at offset: Int,
    about name: @autoclosure () -> String
  ) {
    let start = offset - base
    record(problem, at: start..<start + 1 + element.name.utf8.count, about: name())
  }

  /// Records the problem of a token with its subject: `unknown` for `<unknown>`, `&nosuch;` for a
  /// reference.
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
      // The next line may have the end of a tag that its line cuts.
      if problem == .unclosedTag, let cause = Self.causeOfMissingEnd(after: end, in: bytes) {
        let subject = cause.problem == .unclosedQuote ? cause.attribute : name..<end
        return record(
          cause.problem, at: token.range.lowerBound..<end, about: String(subject, of: bytes))
      }
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
    record(problem, at: token.range.lowerBound..<end, about: "&" + String(start..<end, of: bytes))
  }

  /// Why a tag has no end, with its last attribute; nil if it has no attributes.
  private static func causeOfMissingEnd(
    after start: Int, in bytes: Span<UInt8>
  ) -> (problem: MarkupProblem, attribute: Range<Int>)? {
    // More would take time that grows with the square of the input.
    let limit = min(bytes.count, start + 400)
    var position = start
    var attribute = start..<start
    var hasAttributes = false
    while position < limit, bytes[position] != 0x0A {
      let byte = bytes[position]
      position += 1
      if byte == 0x22 || byte == 0x27 {
        guard hasAttributes else { return nil }
        while position < limit, bytes[position] != byte, bytes[position] != 0x0A { position += 1 }
        if position == limit || bytes[position] == 0x0A { return (.unclosedQuote, attribute) }
        position += 1
      } else if byte == 0x3D {
        hasAttributes = true
      } else if byte.continuesAttributeName, !bytes[position - 2].continuesAttributeName {
        let name = position - 1
        while position < limit, bytes[position].continuesAttributeName { position += 1 }
        attribute = name..<position
      }
    }
    return hasAttributes ? (.tagWithoutEnd, attribute) : nil
  }

  /// Records a brace before a misspelt name of a placeholder.
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

  /// Removes and returns the findings about a part of an input, with their positions in the whole.
  ///
  /// The places of what has gone by are in `passed`.
  /// Findings are in the order of their places only if `byLocation`: those of a stream, which
  /// must not depend on where its parts end, stay in the order in which they were found.
  package mutating func take(
    in chunk: SourceText, from start: Int, at origin: SourceLocation,
    passed: PassedLocations = PassedLocations(), byLocation: Bool = true
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for entry in take(byLocation: byLocation) {
      var diagnostic = entry.diagnostic
      if entry.range.lowerBound >= start {
        // Places in text that was put together from lines may be a little off.
        let (lower, upper) = (entry.range.lowerBound - start, entry.range.upperBound - start)
        let end = chunk.bytes.count
        let range = SourceRange(chunk, min(lower, end)..<min(upper, end))
        diagnostic.location = range.location.moved(to: origin)
        diagnostic.excerpt = SourceExcerpt(range)
      } else {
        let location = passed.location(at: entry.range.lowerBound)
        diagnostic.location = location?.location
        diagnostic.excerpt = location?.excerpt
      }
      found.append(diagnostic)
    }
    return found
  }
}
