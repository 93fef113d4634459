import Bytes

/// `sup` or `sub`: text that stands raised or lowered, for which cells have no place.
///
/// All of its text on a line is shown in the characters that Unicode has for that, if there is one
/// for each, and else between `^(` or `_(` and `)`. A raised 6 is never shown as a 6 beside a 10.
package enum ScriptElement: Hashable, Sendable {
  /// Raised text.
  case superscript
  /// Lowered text.
  case `subscript`

  /// The element, if it is one of the two.
  package init?(_ element: MarkupElement?) {
    switch element {
    case .sup: self = .superscript
    case .sub: self = .subscript
    default: return nil
    }
  }

  /// With more characters than this the text stands between parentheses.
  package static let longest = 64

  /// Elements inside more others than this have no marks of their own: each line would have those
  /// of all elements around it.
  package static let deepest = 4

  /// Mark before text that has characters without a raised or lowered form.
  package var opening: [UInt8] { Array((self == .superscript ? "^(" : "_(").utf8) }

  /// Mark behind such text.
  package static let closing: UInt8 = 0x29

  private var forms: ScriptForms {
    self == .superscript ? ScriptFormTable.superscripts : ScriptFormTable.subscripts
  }

  /// Number of characters UTF-8 has; nil when one of them has no form.
  package func count(of text: some Collection<UInt8>) -> Int? {
    var count = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if forms[scalar.value] == nil { return nil }
      count += 1
    }
    return count
  }

  /// The forms of characters that all have one.
  package func shown(_ text: some Collection<UInt8>) -> [UInt8] {
    var shown: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      shown.append(forms[scalar.value] ?? scalar)
    }
    return shown
  }
}
