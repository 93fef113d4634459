package import Diagnostics
import StyleValues
package import TerminalOutput

extension DiagnosticCode {
  /// Text on a background on which none has the contrast that was asked for.
  package static let unreachableContrast = DiagnosticCode("unreachable-contrast")
}

extension ColorQuantizer {
  /// The backgrounds on which no text has the contrast that was asked for, as findings.
  ///
  /// - Parameter count: Number of them known already.
  /// - Returns: A finding for each of the others.
  package func findings(since count: Int = 0) -> [Diagnostic] {
    unreached.dropFirst(count).map { unreached in
      let asked = NumberText.css(unreached.ratio)
      let best = NumberText.fixed(unreached.best.roundedDown(decimals: 2), decimals: 2)
      return Diagnostic(
        .warning, .unreachableContrast,
        "no text has a contrast of \(asked) on \(unreached.background.hex); the best is \(best)")
    }
  }
}
