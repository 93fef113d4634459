import CSSView

/// Looks for text that is hard to read: each class of a sheet on what is behind it, at each depth.
///
/// Contrast is WCAG 2's. What falls short is an error that also names APCA's figure and the
/// nearest colour that would do.
struct ContrastCheck {
  private let level: ContrastLevel
  private let host: HostObject

  /// What was found, the worst depth of each class and scheme.
  private(set) var findings: [Diagnostic] = []

  /// The depths that text must be readable at.
  private let depths: [ColorDepth]

  init(level: ContrastLevel, host: HostObject, depths: [ColorDepth]) {
    self.level = level
    self.host = host
    self.depths = depths
  }

  /// A piece of text that falls short.
  private struct Shortfall {
    var ratio: Double
    var needed: Double
    var text: RGB8
    var background: RGB8
    var depth: ColorDepth
  }

  /// Looks at the text of the object itself and at that of each class inside it.
  mutating func look(at stylesheet: Stylesheet, in environment: Environment) {
    let styles = StyleResolver(stylesheet: stylesheet, environment: environment, host: host)
    let own = styles[styles.hostNode]
    check(
      host.element, own, styles, environment, explanation: styles.explainHost(),
      behind: styles.hostBackdrop)
    let hostExplanation = styles.explainHost()
    for name in stylesheet.classNames.sorted() where !host.classes.contains(name) {
      let element = ElementDescription(tag: "span", classes: [name])
      let node = styles[styles.child(of: styles.hostNode, element)]
      let explanation = styles.explain(element, in: styles.hostNode, inheriting: hostExplanation)
      // A class that says nothing of colours looks as its surroundings do.
      let isColored = [PropertyID.color, .backgroundColor, .opacity].contains { property in
        explanation.winner(of: property).map { !$0.isInherited } ?? false
      }
      if isColored {
        check(
          "." + name, node, styles, environment, explanation: explanation,
          behind: styles.hostBackdrop)
      }
    }
  }

  private mutating func check(
    _ name: String, _ node: StyleNode, _ styles: StyleResolver, _ environment: Environment,
    explanation: Explanation, behind: Backdrop
  ) {
    let paint = RunPaint(node.style, node.paint, in: environment)
    let rendition = paint.rendition(in: environment, over: behind)
    // What the user made of a palette entry is the user's business.
    if case .palette = rendition.foreground { return }
    let colors = ScreenColors(environment)
    let isLarge = ContrastLevel.isLargeText(
      pixels: node.style.scaledFontSize(environment.contentSize), weight: node.style.fontWeight)
    let needed = level.threshold(isLargeText: isLarge)
    var worst: Shortfall?
    for depth in depths {
      var quantizer = ColorQuantizer(depth: depth)
      let shown = quantizer.quantize(rendition)
      let text = colors.palette.color(of: shown.foreground) ?? colors.foreground
      let background = colors.palette.color(of: shown.background) ?? colors.background
      let ratio = contrastRatio(text, background)
      if ratio < needed, ratio < worst?.ratio ?? needed {
        worst = Shortfall(
          ratio: ratio, needed: needed, text: text, background: background, depth: depth)
      }
    }
    guard let worst else { return }
    let declaration =
      explanation.winner(of: .color) ?? explanation.winner(of: .backgroundColor)
      ?? explanation.winner(of: .opacity)
    report(worst, name, environment.colorScheme, declaration, styles.stylesheet)
  }

  private mutating func report(
    _ shortfall: Shortfall, _ name: String, _ scheme: ColorScheme,
    _ declaration: ExplainedDeclaration?, _ stylesheet: Stylesheet
  ) {
    let ratio = NumberText.fixed(shortfall.ratio, decimals: 2)
    let lightness = NumberText.fixed(
      apcaContrast(text: shortfall.text, background: shortfall.background), decimals: 0)
    let better = nearestReadableColor(
      to: shortfall.text, on: shortfall.background, ratio: shortfall.needed)
    let hint = better.map { ", \($0.hex) would do" } ?? ""
    let message =
      "contrast of '\(name)' on \(scheme.rawValue) is \(ratio) (APCA \(lightness)) in "
      + "\(shortfall.depth.rawValue): \(shortfall.text.hex) on \(shortfall.background.hex); "
      + "\(level.rawValue) needs \(NumberText.fixed(shortfall.needed, decimals: 1))\(hint)"
    findings.append(
      Diagnostic(
        .error, .lowContrast, message, location: declaration?.location,
        excerpt: declaration.flatMap { Self.excerpt($0, stylesheet) }))
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
