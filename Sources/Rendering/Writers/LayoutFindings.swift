import CellLayout
package import Diagnostics

extension DiagnosticCode {
  /// More shadows or colour stops than are painted.
  package static let tooManyLayers = DiagnosticCode("too-many-layers")

  /// A character that is wider than its line or box.
  package static let tooNarrow = DiagnosticCode("too-narrow")

  /// A shadow that falls where there are no cells.
  package static let hiddenShadow = DiagnosticCode("hidden-shadow")
}

/// Things that a layout could not show as they were asked for.
struct LayoutProblems: OptionSet {
  let rawValue: UInt8

  static let leavesOutLayers = LayoutProblems(rawValue: 1)
  static let standsOut = LayoutProblems(rawValue: 2)
  static let hidesShadows = LayoutProblems(rawValue: 4)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(of block: BlockLayout) {
    self = []
    if block.budget.isExceeded { insert(.leavesOutLayers) }
    if block.standsOut { insert(.standsOut) }
    if block.hidesShadows { insert(.hidesShadows) }
  }
}

/// Tells of each problem once.
struct LayoutFindings {
  var found: LayoutProblems = []
  private var told: LayoutProblems = []

  /// Findings for the problems that were not told yet.
  mutating func take() -> [Diagnostic] {
    guard found != told else { return [] }
    let new = found.subtracting(told)
    told = found
    var findings: [Diagnostic] = []
    if new.contains(.leavesOutLayers) {
      findings.append(
        Diagnostic(
          .warning, .tooManyLayers,
          "the text has more shadows or colour stops than can be painted; "
            + "the last ones are left out"))
    }
    if new.contains(.standsOut) {
      findings.append(
        Diagnostic(
          .warning, .tooNarrow,
          "a character is wider than its line or box and stands out; "
            + "make that at least 2 columns wide"))
    }
    if new.contains(.hidesShadows) {
      findings.append(
        Diagnostic(
          .warning, .hiddenShadow,
          "a shadow falls where there are no cells, or where text is, and is not seen; "
            + "padding makes room for it"))
    }
    return findings
  }
}

extension BlockLayout {
  /// Findings about what could not be shown as it was asked for.
  package var findings: [Diagnostic] {
    var findings = LayoutFindings()
    findings.found = LayoutProblems(of: self)
    return findings.take()
  }
}
