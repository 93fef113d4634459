package import CSSSyntax

/// The keywords that every property takes (CSS Cascade 5 §7.3).
package enum CSSWideKeyword: String, CaseIterable, Hashable, Sendable {
  /// The parent's computed value.
  case inherit
  /// The property's initial value.
  case initial
  /// `inherit` for an inherited property, else `initial`.
  case unset
  /// As if the sheet had no declaration; the built-in meaning of the element stays.
  case revert

  /// The keyword that a value consists of, or nil.
  package init?(_ text: CSSText) {
    // `inherit` is the longest; a comment or an escape beside it is too rare to look for here.
    guard (5...7).contains(text.range.count) else { return nil }
    let lowered = text.bytes[text.range].map { $0 | 0x20 }
    guard
      let match = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(lowered) })
    else { return nil }
    self = match
  }
}
