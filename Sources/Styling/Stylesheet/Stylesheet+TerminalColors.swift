import CSSSyntax
import StyleValues

extension Stylesheet {
  /// True if a declaration works with colours that only the terminal knows.
  ///
  /// A variable may come to stand in a function, so it counts where it names a palette entry.
  package var usesTerminalColors: Bool {
    declarations.contains { declaration in
      var isVariable = false
      if case .custom = declaration.property { isVariable = true }
      return declaration.value.raw.texts.contains { $0.usesTerminalColors(isArgument: isVariable) }
    }
  }
}
