public import Diagnostics

extension DiagnosticCode {
  /// A `<` that begins nothing.
  public static let unescapedLessThan = DiagnosticCode("unescaped-less-than")
  /// A tag of an element that markup does not know.
  public static let unknownElement = DiagnosticCode("unknown-element")
  /// A tag with something in it that no tag can hold.
  public static let malformedTag = DiagnosticCode("malformed-tag")
  /// A tag without `>`.
  public static let unclosedTag = DiagnosticCode("unclosed-tag")
  /// A tag of more than 1 MiB.
  public static let tagTooLong = DiagnosticCode("tag-too-long")
  /// A comment without `-->`.
  public static let unclosedComment = DiagnosticCode("unclosed-comment")
  /// A comment of more than 1 MiB.
  public static let commentTooLong = DiagnosticCode("comment-too-long")
  /// An `&` that begins no character reference.
  public static let unescapedAmpersand = DiagnosticCode("unescaped-ampersand")
  /// A character reference whose name HTML does not know.
  public static let unknownReference = DiagnosticCode("unknown-reference")
  /// A character reference that does not end in `;`.
  public static let referenceWithoutSemicolon = DiagnosticCode("reference-without-semicolon")
  /// A numeric character reference that names no character.
  public static let invalidReference = DiagnosticCode("invalid-reference")
  /// An element without an end tag.
  public static let unclosedElement = DiagnosticCode("unclosed-element")
  /// An end tag whose element is not open.
  public static let strayEndTag = DiagnosticCode("stray-end-tag")
  /// An element that the end tag of an outer element closes.
  public static let crossedElement = DiagnosticCode("crossed-element")
  /// More open elements than are kept.
  public static let nestingTooDeep = DiagnosticCode("nesting-too-deep")
  /// A second attribute of one name.
  public static let duplicateAttribute = DiagnosticCode("duplicate-attribute")
  /// An attribute without effect.
  public static let unknownAttribute = DiagnosticCode("unknown-attribute")
  /// Two attributes with nothing between them.
  public static let missingSpace = DiagnosticCode("missing-space")
  /// A link target with a scheme that is not allowed.
  public static let linkScheme = DiagnosticCode("link-scheme")
  /// A character that could control the terminal or mislead a reader.
  public static let untrustedControl = DiagnosticCode("untrusted-control")
  /// A link target that no terminal takes.
  public static let linkTooLong = DiagnosticCode("link-too-long")
}
