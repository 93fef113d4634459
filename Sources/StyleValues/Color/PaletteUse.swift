package import CSSSyntax

extension CSSText {
  /// True if colours of the terminal are worked with in the text, rather than only named: `ansi()`
  /// inside another function, or `Canvas`, `Highlight` and the like.
  ///
  /// What they stand for depends on what is known of the terminal.
  ///
  /// ```swift
  /// let mixture = CSSText("color-mix(in oklab, ansi(1) 40%, white)")
  /// print(mixture.usesTerminalColors(), CSSText("CanvasText").usesTerminalColors())  // true true
  /// let entry = CSSText("ansi(1)")
  /// print(entry.usesTerminalColors(), entry.usesTerminalColors(isArgument: true))  // false true
  /// ```
  ///
  /// - Parameter isArgument: True if the text may come to stand in a function, as a variable does.
  /// - Returns: True if they are.
  package func usesTerminalColors(isArgument: Bool = false) -> Bool {
    var tokenizer = CSSTokenizer(self)
    var functions = [isArgument]
    while true {
      let token = tokenizer.next()
      switch token.kind {
      case .endOfFile: return false
      case .function:
        if functions.contains(true), tokenizer.name(of: token, is: "ansi") { return true }
        functions.append(true)
      case .leftParenthesis: functions.append(false)
      case .rightParenthesis: _ = functions.popLast()
      case .ident:
        if SystemColor.table[tokenizer.name(of: token)]?.isOfTerminal == true { return true }
      default: break
      }
    }
  }
}
