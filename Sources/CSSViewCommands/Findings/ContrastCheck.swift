import CellLayout
import Diagnostics
import Rendering
import StyleValues
import Styling
import TerminalOutput

/// Looks for text that is hard to read: each class of a sheet on what is behind it, at each depth.
///
/// Contrast is WCAG 2's. What falls short is an error, at 16 colours only below 3:1 and a warning
/// else; it also names APCA's figure and the nearest colour of the text that would do.
struct ContrastCheck {
  let level: ContrastLevel
  let host: HostObject

  /// What was found, the worst depth of each class and scheme.
  private(set) var findings: [Diagnostic] = []

  /// The depths that text must be readable at.
  let depths: [ColorDepth]

  /// A piece of text that falls short.
  private struct Shortfall {
    var name: String
    var contrast: ShownContrast
    var needed: Double
    var environment: Environment
    var declaration: ExplainedDeclaration?
    var text: CheckedText
    var stylesheet: Stylesheet

    /// Few colours leave little choice.
    var severity: Diagnostic.Severity {
      environment.colorDepth <= .ansi16 && contrast.ratio >= 3 ? .warning : .error
    }

    /// Whether it is to be told rather than another one.
    func isWorse(than other: Shortfall) -> Bool {
      severity == other.severity
        ? contrast.ratio < other.contrast.ratio : severity > other.severity
    }
  }

  /// Looks at the text of the object itself and at that of each class inside it, at each depth as
  /// the sheet has it there: it may choose other colours where there are few.
  ///
  /// - Parameters:
  ///   - environment: the terminal, whose depth does not matter.
  ///   - load: the sheet for a terminal.
  mutating func look(in environment: Environment, loading load: (Environment) -> Stylesheet) {
    var worst: [Shortfall] = []
    for depth in depths {
      var environment = environment
      environment.colorDepth = depth
      for shortfall in shortfalls(of: load(environment), in: environment) {
        if let index = worst.firstIndex(where: { $0.name == shortfall.name }) {
          if shortfall.isWorse(than: worst[index]) { worst[index] = shortfall }
        } else {
          worst.append(shortfall)
        }
      }
    }
    for shortfall in worst { report(shortfall, environment.colorScheme) }
  }

  private func shortfalls(
    of stylesheet: Stylesheet, in environment: Environment
  ) -> [Shortfall] {
    let styles = StyleResolver(stylesheet: stylesheet, environment: environment, host: host)
    let hostExplanation = styles.explainHost()
    var found = [
      shortfall(
        of: host.element, styles[styles.hostNode], styles, environment,
        explanation: hostExplanation)
    ]
    for name in stylesheet.classNames.sorted() where !host.classes.contains(name) {
      let element = ElementDescription(tag: "span", classes: [name])
      let node = styles[styles.child(of: styles.hostNode, element)]
      let explanation = styles.explain(element, in: styles.hostNode, inheriting: hostExplanation)
      // A class that says nothing of colours looks as its surroundings do.
      let isColored = [PropertyID.color, .backgroundColor, .opacity].contains { property in
        explanation.winner(of: property).map { !$0.isInherited } ?? false
      }
      if isColored {
        found.append(
          shortfall(of: "." + name, node, styles, environment, explanation: explanation))
      }
    }
    return found.compactMap { $0 }
  }

  /// What is missing to read a piece of text; nil if nothing is.
  private func shortfall(
    of name: String, _ node: StyleNode, _ styles: StyleResolver, _ environment: Environment,
    explanation: Explanation
  ) -> Shortfall? {
    let text = CheckedText(
      style: node.style, paint: node.paint, behind: styles.hostBackdrop)
    // What the user made of a palette entry is the user's business.
    if case .palette = text.rendition(in: environment).foreground { return nil }
    let isLarge = ContrastLevel.isLargeText(
      pixels: node.style.scaledFontSize(environment.contentSize), weight: node.style.fontWeight)
    let needed = level.threshold(isLargeText: isLarge)
    var quantizer = ColorQuantizer(depth: environment.colorDepth)
    let contrast = text.contrast(in: environment, &quantizer)
    guard contrast.ratio < needed else { return nil }
    return Shortfall(
      name: name, contrast: contrast, needed: needed, environment: environment,
      declaration: explanation.winner(of: .color) ?? explanation.winner(of: .backgroundColor)
        ?? explanation.winner(of: .opacity),
      text: text, stylesheet: styles.stylesheet)
  }

  private mutating func report(_ shortfall: Shortfall, _ scheme: ColorScheme) {
    let contrast = shortfall.contrast
    let depth = shortfall.environment.colorDepth.rawValue
    let ratio = NumberText.fixed(contrast.ratio, decimals: 2)
    let lightness = NumberText.fixed(contrast.lightness, decimals: 0)
    // Best is a colour for all depths; the text may be another one there.
    let environments = depths.map { depth in
      var environment = shortfall.environment
      environment.colorDepth = depth
      return environment
    }
    let better =
      shortfall.text.readableColor(
        like: contrast.text, ratio: shortfall.needed, in: environments)
      ?? shortfall.text.readableColor(
        like: contrast.text, ratio: shortfall.needed, in: [shortfall.environment])
      ?? shortfall.text.readableColor(
        near: contrast.text, ratio: shortfall.needed, in: shortfall.environment)
    let message =
      "contrast of '\(shortfall.name)' on \(scheme.rawValue) is \(ratio) (APCA \(lightness)) in "
      + "\(depth): \(contrast.text.hex) on \(contrast.background.hex); "
      + "\(level.rawValue) needs \(NumberText.fixed(shortfall.needed, decimals: 1))"
      + (better == nil ? ", which no colour of the text has there" : "")
    var finding = Diagnostic(
      shortfall.severity, .lowContrast, message, location: shortfall.declaration?.location,
      excerpt: shortfall.declaration?.excerpt(in: shortfall.stylesheet),
      suggestion: better.map { "color: \($0.hex)" })
    finding.detail = .contrast(background: scheme.rawValue, depth: depth, ratio: contrast.ratio)
    findings.append(finding)
  }
}

extension DiagnosticCode {
  /// Text that is hard to read.
  static let lowContrast = DiagnosticCode("low-contrast")
}
