import CSSSyntax
import StyleValues

/// Values that are valid and that no terminal knows: those that only the browsers of one vendor
/// read (`-webkit-match-parent`), and those of a device's screen (`env()`, CSS Environment
/// Variables 1).
enum VendorSyntax {
  /// Returns a description of a value with such a keyword or function; nil for any other value.
  static func kind(of value: DeclaredValue) -> String? {
    guard case .text(let text) = value else { return nil }
    var tokenizer = CSSTokenizer(text)
    while true {
      let token = tokenizer.next()
      switch token.kind {
      case .endOfFile: return nil
      case .function where tokenizer.name(of: token).lowercased() == "env":
        return "a value of the device's environment"
      case .ident, .function:
        if CSSPropertyNames.isVendors(tokenizer.name(of: token)) { return "a value of one vendor" }
      default: break
      }
    }
  }
}
