import CellLayout
import Diagnostics
import Rendering
import StyleValues
import Styling
import TerminalOutput

/// Looks for text that is hard to read: each class of a sheet on what is behind it, at each depth.
///
/// Contrast is WCAG 2's. What falls short is an error that also names APCA's figure and the
/// nearest colour that would do.
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
    var depth: ColorDepth
    var declaration: ExplainedDeclaration?
    var stylesheet: Stylesheet
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
          if shortfall.contrast.ratio < worst[index].contrast.ratio { worst[index] = shortfall }
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
    let paint = RunPaint(node.style, node.paint, in: environment)
    let rendition = paint.rendition(in: environment, over: styles.hostBackdrop)
    // What the user made of a palette entry is the user's business.
    if case .palette = rendition.foreground { return nil }
    let isLarge = ContrastLevel.isLargeText(
      pixels: node.style.scaledFontSize(environment.contentSize), weight: node.style.fontWeight)
    let needed = level.threshold(isLargeText: isLarge)
    var quantizer = ColorQuantizer(depth: environment.colorDepth)
    let contrast = ShownContrast(quantizer.quantize(rendition), on: ScreenColors(environment))
    guard contrast.ratio < needed else { return nil }
    return Shortfall(
      name: name, contrast: contrast, needed: needed, depth: environment.colorDepth,
      declaration: explanation.winner(of: .color) ?? explanation.winner(of: .backgroundColor)
        ?? explanation.winner(of: .opacity),
      stylesheet: styles.stylesheet)
  }

  private mutating func report(_ shortfall: Shortfall, _ scheme: ColorScheme) {
    let contrast = shortfall.contrast
    let ratio = NumberText.fixed(contrast.ratio, decimals: 2)
    let lightness = NumberText.fixed(contrast.lightness, decimals: 0)
    let better = nearestReadableColor(
      to: contrast.text, on: contrast.background, ratio: shortfall.needed)
    let hint = better.map { ", \($0.hex) would do" } ?? ""
    let message =
      "contrast of '\(shortfall.name)' on \(scheme.rawValue) is \(ratio) (APCA \(lightness)) in "
      + "\(shortfall.depth.rawValue): \(contrast.text.hex) on \(contrast.background.hex); "
      + "\(level.rawValue) needs \(NumberText.fixed(shortfall.needed, decimals: 1))\(hint)"
    findings.append(
      Diagnostic(
        .error, .lowContrast, message, location: shortfall.declaration?.location,
        excerpt: shortfall.declaration.flatMap { Self.excerpt($0, shortfall.stylesheet) }))
  }

  /// The line of a declaration.
  private static func excerpt(
    _ declaration: ExplainedDeclaration, _ stylesheet: Stylesheet
  ) -> SourceExcerpt? {
    let location = declaration.location
    guard let source = stylesheet.sources.first(where: { $0.source.name == location.file })?.source
    else { return nil }
    let line = source.lineRange(location.line)
    let text = String(decoding: source.bytes[line], as: UTF8.self).unicodeScalars
    let before = String(String.UnicodeScalarView(text.prefix(location.column - 1)))
    let start = line.lowerBound + before.utf8.count
    return SourceExcerpt(
      SourceRange(source, start..<min(line.upperBound, start + declaration.value.utf8.count)))
  }
}

extension DiagnosticCode {
  /// Text that is hard to read.
  static let lowContrast = DiagnosticCode("low-contrast")
}
