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
