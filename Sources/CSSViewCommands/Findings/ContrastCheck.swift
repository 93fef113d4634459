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
    let message =
      "contrast of '\(shortfall.name)' on \(scheme.rawValue) is \(ratio) (APCA \(lightness)) in "
      + "\(depth): \(contrast.text.hex) on \(contrast.background.hex); "
      + "\(level.rawValue) needs \(NumberText.fixed(shortfall.needed, decimals: 1))"
      + (better == nil ? ", which no colour of the text has there" : "")
    var finding = Diagnostic(
      shortfall.severity, .lowContrast, message, location: shortfall.declaration?.location,
      excerpt: shortfall.declaration.flatMap { Self.excerpt($0, shortfall.stylesheet) },
      suggestion: better.map { "color: \($0.hex)" })
    finding.detail = .contrast(background: scheme.rawValue, depth: depth, ratio: contrast.ratio)
    findings.append(finding)
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

/// A piece of text with all that its contrast depends on.
private struct CheckedText {
  var style: TextStyle
  var paint: PaintState
  var behind: Backdrop

  func rendition(in environment: Environment) -> GraphicRendition {
    RunPaint(style, paint, in: environment).rendition(in: environment, over: behind)
  }

  /// The contrast of what is drawn.
  func contrast(
    in environment: Environment, _ quantizer: inout ColorQuantizer
  ) -> ShownContrast {
    ShownContrast(
      quantizer.quantize(rendition(in: environment)), on: ScreenColors(environment))
  }

  /// The opaque colour most like one that, given to the text, is drawn with a contrast; nil if none
  /// is.
  ///
  /// Hue stays, and chroma as far as sRGB allows. What the quantizer makes of a colour does not
  /// rise steadily with its lightness, so every step is tried, the nearest ones first.
  func readableColor(
    like color: RGB8, ratio: Double, in environments: [Environment]
  ) -> RGB8? {
    var quantizers = environments.map { ColorQuantizer(depth: $0.colorDepth) }
    let start = Color(color).converted(to: .oklch)
    func passing(_ lightness: Double) -> RGB8? {
      var moved = start
      moved.components.x = lightness
      moved.isLegacy = false
      var text = self
      text.style.color = ColorValue(moved.srgb.rgb8)
      for (index, environment) in environments.enumerated()
      where text.contrast(in: environment, &quantizers[index]).ratio < ratio {
        return nil
      }
      return moved.srgb.rgb8
    }
    let steps = 100
    for step in 0...steps {
      let distance = Double(step) / Double(steps)
      for lightness in [start.components.x - distance, start.components.x + distance] {
        if lightness > -0.01, lightness < 1.01, let found = passing(min(1, max(0, lightness))) {
          return found
        }
      }
    }
    return nil
  }
}

extension DiagnosticCode {
  /// Text that is hard to read.
  static let lowContrast = DiagnosticCode("low-contrast")
}
