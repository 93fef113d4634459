package import CellLayout
package import Diagnostics
package import StyleValues
import Styling
package import TerminalOutput

extension DiagnosticCode {
  /// More shadows or colour stops than are painted.
  package static let tooManyLayers = DiagnosticCode("too-many-layers")

  /// A character that is wider than its line or box.
  package static let tooNarrow = DiagnosticCode("too-narrow")

  /// A shadow that falls outside the cells.
  package static let hiddenShadow = DiagnosticCode("hidden-shadow")
}

/// Values that a layout could not show as they were specified.
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

/// Reports each problem once.
struct LayoutFindings {
  var found: LayoutProblems = []
  private var reported: LayoutProblems = []

  /// Takes out findings for the problems that were not reported yet.
  mutating func take() -> [Diagnostic] {
    guard found != reported else { return [] }
    let new = found.subtracting(reported)
    reported = found
    var findings: [Diagnostic] = []
    if new.contains(.leavesOutLayers) {
      findings.append(
        Diagnostic(
          .warning, .tooManyLayers,
          "more shadows or colour stops than can be drawn; " + "the last ones are ignored"))
    }
    if new.contains(.standsOut) {
      findings.append(
        Diagnostic(
          .warning, .tooNarrow,
          "a character is wider than its line or box; " + "make it at least 2 columns wide"))
    }
    if new.contains(.hidesShadows) {
      findings.append(
        Diagnostic(
          .warning, .hiddenShadow,
          "a shadow is hidden: it falls outside the cells or on text; " + "add padding"))
    }
    return findings
  }
}

extension BlockLayout {
  package var findings: [Diagnostic] {
    var findings = LayoutFindings()
    findings.found = LayoutProblems(of: self)
    return findings.take()
  }
}

extension DiagnosticCode {
  /// Text on a background on which no colour has the requested contrast.
  package static let unreachableContrast = DiagnosticCode("unreachable-contrast")
}

extension TextRenderer {
  /// A note if text has less contrast than requested, because the background is unknown.
  package var loweredContrast: [Diagnostic] {
    guard environment.colorDepth.hasColor,
      let readability = Readability(environment, asked: styles.hostStyle.block.readable),
      readability.isLowered
    else { return [] }
    let (asked, had) = (NumberText.css(readability.ratio), NumberText.css(Readability.mostOnBoth))
    return [
      Diagnostic(
        .note, .unreachableContrast,
        "no text has a contrast of \(asked) on both black and white, so it is \(had) on each; "
          + "set '--background' or CSSVIEW_BACKGROUND")
    ]
  }
}

extension ColorQuantizer {
  /// The backgrounds, from an index on, on which no text has the requested contrast.
  package func findings(since count: Int = 0) -> [Diagnostic] {
    unreached.dropFirst(count).map { unreached in
      let asked = NumberText.css(unreached.ratio)
      let best = NumberText.fixed(unreached.best.roundedDown(decimals: 2), decimals: 2)
      return Diagnostic(
        .warning, .unreachableContrast,
        "no text colour reaches \(asked) on \(unreached.background.hex); the best is \(best)")
    }
  }
}

/// Contrast of a cell's text with its background, as the screen shows both.
package struct ShownContrast {
  /// The colour of the text, also if it is the terminal's default, before faint text is dimmed.
  package let text: RGB8

  package let background: RGB8

  /// True if the text is drawn faint, which lowers its contrast.
  package let isFaint: Bool

  /// Contrast ratio of WCAG 2 of the visible colours, 1 to 21.
  package let ratio: Double

  /// Lightness contrast (Lc) of APCA of the visible colours, negative for light text on dark.
  package let lightness: Double

  /// Measures a cell after its colours were quantised; concealed text has the contrast that it
  /// would have if shown.
  package init(_ rendition: GraphicRendition, on colors: ScreenColors) {
    text = colors.palette.color(of: rendition.foreground) ?? colors.foreground
    background = colors.palette.color(of: rendition.background) ?? colors.background
    isFaint = rendition.isFaint
    var drawn = rendition
    drawn.attributes.remove(.conceal)
    let seen = colors.visible(drawn)
    let behind = seen.background ?? colors.background
    ratio = contrastRatio(seen.text, behind)
    lightness = apcaContrast(text: seen.text, background: behind)
  }
}
