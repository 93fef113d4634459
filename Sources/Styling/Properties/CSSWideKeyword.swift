import Bytes
package import CSSSyntax
import StyleValues

/// The keywords that every property takes (CSS Cascade 5 §7.3).
package enum CSSWideKeyword: String, CaseIterable, Hashable, Sendable {
  /// The parent's computed value.
  case inherit
  /// The property's initial value.
  case initial
  /// `inherit` for an inherited property, else `initial`.
  case unset
  /// The value as if the sheet had no declaration; the built-in meaning of the element stays.
  case revert
  /// The value as if the cascade layer of the declaration had none.
  case revertLayer = "revert-layer"

  /// The keyword that a value consists of, or nil.
  package init?(_ text: CSSText) {
    // Longer values are none; a comment or an escape beside it is too rare to look for here.
    guard text.range.count >= 5 else { return nil }
    let bytes = text.bytes
    var range = text.range
    // The value of a fallback may have white space around it.
    while let first = range.first, bytes[first].isASCIIWhitespace { range.removeFirst() }
    while let last = range.last, bytes[last].isASCIIWhitespace { range.removeLast() }
    // Each of them starts with one of these letters.
    switch range.first.map({ bytes[$0] | 0x20 }) {
    case UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "r"): break
    default: return nil
    }
    guard (5...12).contains(range.count), let known = Self.keywords[bytes, range] else {
      return nil
    }
    self = known
  }

  private static let keywords = KeywordTable<CSSWideKeyword>()
}
