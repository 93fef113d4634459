import CSSSyntax
import StyleValues

/// Values that only the browsers of one vendor read: `-webkit-match-parent`.
enum VendorSyntax {
  /// Whether a keyword or function of a vendor stands in a value.
  static func isIn(_ value: DeclaredValue) -> Bool {
    guard case .text(let text) = value else { return false }
    var tokenizer = CSSTokenizer(text)
    while true {
      let token = tokenizer.next()
      switch token.kind {
      case .endOfFile: return false
      case .ident, .function:
        if CSSPropertyNames.isVendors(tokenizer.name(of: token)) { return true }
      default: break
      }
    }
  }
}
