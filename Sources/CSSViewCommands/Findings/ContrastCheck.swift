import CellLayout
import Diagnostics
import Rendering
import StyleValues
import Styling
import TerminalOutput

/// Finds text that is hard to read: each class and each selector of a stylesheet on its background,
/// at each depth.
///
/// Contrast is WCAG 2's. Less than required is an error, at 16 colours only below 3:1 and else a
/// warning; the finding has APCA's figure, too, and the nearest sufficient colour.
struct ContrastCheck {
  let level: ContrastLevel
  let host: HostObject

  /// True if text in palette entries is checked, although users choose them.
  let measuresPalette: Bool

  /// The first class with text in a palette entry that is not checked, quoted, with the depth if it
  /// has another colour at higher ones.
  private(set) var unchecked: String?

  /// Findings for the worst depth of each class and scheme.
  private(set) var findings: [Diagnostic] = []

  /// The depths at which text has to be readable.
  let depths: [ColorDepth]

  /// A text with insufficient contrast.
  private struct Shortfall {
    var name: String
    var contrast: ShownContrast
    var needed: Double
    var environment: Environment
    var path: [ElementDescription]
    var text: CheckedText
    var stylesheet: Stylesheet

    /// True if it is readable on the background of the block, which `render` does not draw.
    var isOutsideBlock: Bool

    /// A warning for few colours, which leave little choice, and outside of the block, because many
    /// stylesheets are only for blocks.
    var severity: Diagnostic.Severity {
      isOutsideBlock || environment.colorDepth <= .ansi16 && contrast.ratio >= 3 ? .warning : .error
    }

    /// True if a finding about more colours is enough: it is no warning about less, and the colour
    /// that it suggested leaves at most a warning.
    func isCovered(by told: Shortfall, suggesting color: RGB8?) -> Bool {
      (isOutsideBlock || !told.isOutsideBlock)
        && color.map { text.passes($0, ratio: min(needed, 3), in: environment) } ?? true
    }

    func isWorse(than other: Shortfall) -> Bool {
      guard isOutsideBlock == other.isOutsideBlock else { return other.isOutsideBlock }
      return severity == other.severity
        ? contrast.ratio < other.contrast.ratio : severity > other.severity
    }
  }

  /// Checks the text of the object itself and of each class inside it at each depth, whatever the
  /// terminal's, with the rules for that depth, which may choose other colours.
  mutating func inspect(
    in environment: Environment, besides other: Environment?,
    loading load: (Environment) -> Stylesheet
  ) {
    var known: (sheet: Stylesheet, environment: Environment, texts: [ClassText])?
    var colors: [ColorDepth: (here: ClassColors, there: ClassColors?)] = [:]
    func classColors(at depth: ColorDepth) -> (here: ClassColors, there: ClassColors?) {
      func all(_ terminal: Environment) -> ClassColors {
        var terminal = terminal
        terminal.colorDepth = depth
        let sheet = load(terminal)
        return ClassColors(sheet, in: terminal.adopting(sheet.palette), host: host)
      }
      let found = colors[depth] ?? (all(environment), other.map(all))
      colors[depth] = found
      return found
    }
    // Few colours have findings of their own: a good colour need not change because of them.
    var told: [String: (shortfall: Shortfall, color: RGB8?)] = [:]
    let richest = depths.max() ?? .ansi16
    for areFew in [false, true] {
      var worst: [Shortfall] = []
      var numbers: [String: Int] = [:]
      for depth in depths where (depth <= .ansi16) == areFew {
        var environment = environment
        environment.colorDepth = depth
        let sheet = load(environment)
        environment = environment.adopting(sheet.palette)
        // The depth mostly changes what is drawn, and not the styles.
        let isKnown = known.map {
          sheet.hasRules(of: $0.sheet, on: $0.environment, in: environment)
        }
        if isKnown != true {
          known = (sheet, environment, ClassText.all(of: sheet, in: environment, host: host))
        }
        for shortfall in shortfalls(of: known?.texts ?? [], sheet, in: environment) {
          if let index = numbers[shortfall.name] {
            if shortfall.isWorse(than: worst[index]) { worst[index] = shortfall }
          } else {
            numbers[shortfall.name] = worst.count
            worst.append(shortfall)
          }
        }
      }
      for shortfall in worst {
        if let told = told[shortfall.name],
          shortfall.isCovered(by: told.shortfall, suggesting: told.color)
        {
          continue
        }
        let (here, there) = classColors(at: shortfall.environment.colorDepth)
        func place(_ colors: ClassColors) -> SourceLocation? {
          colors.declaration(of: shortfall.path)?.location
        }
        // A declaration for all depths is left to the others.
        let needsRule =
          areFew && richest > .ansi16 && place(here) == place(classColors(at: richest).here)
        told[shortfall.name] = (shortfall, report(shortfall, here, there, needsRule: needsRule))
      }
    }
  }

  private mutating func shortfalls(
    of texts: [ClassText], _ stylesheet: Stylesheet, in environment: Environment
  ) -> [Shortfall] {
    var quantizer = ColorQuantizer(environment)
    return texts.compactMap { found in
      // Users choose the colours of palette entries; those are not checked.
      if !measuresPalette, case .palette = found.text.rendition(in: environment).foreground {
        let depth = environment.colorDepth
        unchecked =
          unchecked ?? "'\(found.name)'" + (depth == depths.first ? "" : " \(depth.phrase)")
        return nil
      }
      let needed = found.needed(for: level, in: environment)
      let outside = CheckedText(
        style: found.text.style, compositing: found.text.compositing, behind: .none)
      // A class of the block shows that the stylesheet is for blocks.
      for (text, isOutside) in [(found.text, false), (outside, true)]
      where !isOutside || host.classes.isEmpty {
        let contrast = text.contrast(in: environment, &quantizer)
        guard contrast.ratio < needed else { continue }
        return Shortfall(
          name: found.name, contrast: contrast, needed: needed, environment: environment,
          path: found.path, text: text, stylesheet: stylesheet, isOutsideBlock: isOutside)
      }
      return nil
    }
  }

  /// Adds a finding, which suggests a rule for its depth alone if it `needsRule`; returns the
  /// suggested colour.
  private mutating func report(
    _ shortfall: Shortfall, _ here: ClassColors, _ there: ClassColors?, needsRule: Bool
  ) -> RGB8? {
    let depths = needsRule ? [shortfall.environment.colorDepth] : depths
    let declaration = here.declaration(of: shortfall.path)
    let scheme = shortfall.environment.colorScheme
    let contrast = shortfall.contrast
    let depth = shortfall.environment.colorDepth.rawValue
    // The ratio is rounded down: a ratio below the threshold must not look like one that passes.
    let ratio = NumberText.fixed(contrast.ratio.roundedDown(decimals: 2), decimals: 2)
    let lightness = NumberText.fixed(contrast.lightness, decimals: 0)
    // The search takes most of the time; nobody follows hundreds of suggestions.
    let isSought = findings.count < 100 && !shortfall.isOutsideBlock
    let better =
      isSought
      ? betterColor(
        than: contrast.text, for: shortfall.text, ratio: shortfall.needed,
        in: shortfall.environment, among: depths) : (color: nil, reason: "")
    let message =
      "contrast of '\(shortfall.name)' is \(ratio):1 (APCA \(lightness)) in a \(scheme.rawValue) terminal "
      + "\(shortfall.environment.colorDepth.phrase): \(contrast.text.hex)\(contrast.isFaint ? ", faint," : "") on "
      + "\(contrast.background.hex); "
      + "\(level.rawValue) needs \(NumberText.fixed(shortfall.needed, decimals: 1))" + better.reason
      + (shortfall.isOutsideBlock ? "; 'render' does not draw the background of the block" : "")
    var finding = Diagnostic(
      shortfall.severity, .lowContrast, message, location: declaration?.location,
      excerpt: declaration?.excerpt(in: shortfall.stylesheet),
      suggestion: better.color.map {
        let value = value($0, for: shortfall, declaration, there, among: depths)
        return needsRule ? rule(value, at: depth, declaration) : "color: \(value)"
      })
    finding.detail = .contrast(background: scheme.rawValue, depth: depth, ratio: contrast.ratio)
    findings.append(finding)
    return better.color
  }

  /// A rule that sets the colour of a declaration's text at one depth.
  private func rule(
    _ color: String, at depth: String, _ declaration: ExplainedDeclaration?
  ) -> String {
    let media = "@media (color-depth: \(depth))"
    let selector = declaration?.selector ?? host.element
    return declaration.flatMap { StylesheetForm.declared(by: $0.range.source) } == .json
      ? #""\#(media)": {"\#(selector)": {"color": "\#(color)"}}"#
      : "\(media) { \(selector) { color: \(color) } }"
  }

  /// The nearest sufficient colour of the text, or why there is none.
  private func betterColor(
    than color: RGB8, for text: CheckedText, ratio needed: Double, in here: Environment,
    among depths: [ColorDepth]
  ) -> (color: RGB8?, reason: String) {
    let nearest =
      text.readableColor(like: color, on: [(here, needed)])
      ?? text.readableColor(near: color, ratio: needed, in: here)
    guard let nearest else { return (nil, ", but no text colour reaches it on this background") }
    // One that does at the other depths, too, is better, at least without errors there; but few
    // colours leave little choice, and nobody wants black for red.
    let difference = { (other: RGB8) in CIELab(other).difference(to: CIELab(color)) }
    let reach = 2 * difference(nearest) + 2
    for leastAmongFew in [needed, min(needed, 3)] {
      let asked = ratios(needed, amongFew: leastAmongFew, in: here, depths)
      if let found = text.readableColor(like: color, on: asked), difference(found) <= reach {
        return (found, "")
      }
    }
    // To mend a few colours must not spoil many: two suggestions would lead in a circle.
    let richer = ratios(needed, amongFew: needed, in: here, depths).filter {
      $0.0.colorDepth >= here.colorDepth
    }
    let found = richer.count < 2 ? nearest : text.readableColor(like: color, on: richer)
    return (found, found == nil ? ", but no text colour reaches it at every colour depth" : "")
  }

  /// The terminal at each depth, with the required ratio.
  private func ratios(
    _ needed: Double, amongFew least: Double, in here: Environment, _ depths: [ColorDepth]
  ) -> [(Environment, Double)] {
    depths.map { depth in
      var environment = here
      environment.colorDepth = depth
      return (environment, depth <= .ansi16 && depth != here.colorDepth ? least : needed)
    }
  }

  /// The value of `color` that sets the colour, and keeps that on the other background if the new
  /// one is worse there.
  private func value(
    _ color: RGB8, for shortfall: Shortfall, _ declaration: ExplainedDeclaration?,
    _ there: ClassColors?, among depths: [ColorDepth]
  ) -> String {
    guard let declaration, declaration.name == PropertyID.color.name else { return color.hex }
    var halves = SchemePair(declaration.value)
    if halves == nil {
      guard let there, !SchemePair.isWhole(declaration.value),
        !there.text(of: shortfall.path).text.passes(
          color, ratio: shortfall.needed, in: there.environment)
      else { return color.hex }
      halves = SchemePair(light: declaration.value, dark: declaration.value)
    }
    let scheme = shortfall.environment.colorScheme
    halves?.set(color, for: scheme)
    // One suggestion mends both sides, at all depths.
    if let there {
      let text = there.text(of: shortfall.path).text
      for (environment, needed) in ratios(
        shortfall.needed, amongFew: 3, in: there.environment, depths)
      {
        var quantizer = ColorQuantizer(environment)
        let contrast = text.contrast(in: environment, &quantizer)
        guard contrast.ratio < needed else { continue }
        let better = betterColor(
          than: contrast.text, for: text, ratio: shortfall.needed, in: environment, among: depths
        ).color
        if let better { halves?.set(better, for: scheme == .light ? .dark : .light) }
        break
      }
    }
    return halves?.text ?? color.hex
  }
}

extension ColorDepth {
  /// The depth at the end of a sentence.
  var phrase: String { Int(rawValue) == nil ? "in \(rawValue)" : "at \(rawValue) colours" }
}

extension DiagnosticCode { static let lowContrast = DiagnosticCode("low-contrast") }
