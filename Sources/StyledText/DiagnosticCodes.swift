package import Diagnostics

extension DiagnosticCode {
  /// A `<` that begins nothing.
  package static let unescapedLessThan = DiagnosticCode("unescaped-less-than")
  /// A tag of an element that markup does not know.
  package static let unknownElement = DiagnosticCode("unknown-element")
  /// A tag with something in it that no tag can hold.
  package static let malformedTag = DiagnosticCode("malformed-tag")
  /// A tag without `>`.
  package static let unclosedTag = DiagnosticCode("unclosed-tag")
  /// A tag of more than 1 MiB.
  package static let tagTooLong = DiagnosticCode("tag-too-long")
  /// A comment without `-->`.
  package static let unclosedComment = DiagnosticCode("unclosed-comment")
  /// A comment of more than 1 MiB.
  package static let commentTooLong = DiagnosticCode("comment-too-long")
  /// An `&` that begins no character reference.
  package static let unescapedAmpersand = DiagnosticCode("unescaped-ampersand")
  /// A character reference whose name HTML does not know.
  package static let unknownReference = DiagnosticCode("unknown-reference")
  /// A character reference that does not end in `;`.
  package static let referenceWithoutSemicolon = DiagnosticCode("reference-without-semicolon")
  /// A numeric character reference that names no character.
  package static let invalidReference = DiagnosticCode("invalid-reference")
  /// An element without an end tag.
  package static let unclosedElement = DiagnosticCode("unclosed-element")
  /// An end tag whose element is not open.
  package static let strayEndTag = DiagnosticCode("stray-end-tag")
  /// An element that the end tag of an outer element closes.
  package static let crossedElement = DiagnosticCode("crossed-element")
  /// More open elements than are kept.
  package static let nestingTooDeep = DiagnosticCode("nesting-too-deep")
  /// A second attribute of one name.
  package static let duplicateAttribute = DiagnosticCode("duplicate-attribute")
  /// An attribute without effect.
  package static let unknownAttribute = DiagnosticCode("unknown-attribute")
  /// Two attributes with nothing between them.
  package static let missingSpace = DiagnosticCode("missing-space")
  /// A link target with a scheme that is not allowed.
  package static let linkScheme = DiagnosticCode("link-scheme")
  /// A character that could control the terminal or mislead a reader.
  package static let untrustedControl = DiagnosticCode("untrusted-control")
  /// A link target that no terminal takes.
  package static let linkTooLong = DiagnosticCode("link-too-long")
}
