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

  /// Whether text in a palette entry counts, which the user may have chosen to be anything.
  let measuresPalette: Bool

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
    var className: String?
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
    var numbers: [String: Int] = [:]
    var known: (sheet: Stylesheet, environment: Environment, texts: [ClassText])?
    for depth in depths {
      var environment = environment
      environment.colorDepth = depth
      let sheet = load(environment)
      environment = environment.adopting(sheet.palette)
      if let last = known, sheet.hasRules(of: last.sheet, on: last.environment, in: environment) {
        // The depth changes what is drawn, not the styles.
      } else {
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
    var colors: [ColorDepth: ClassColors] = [:]
    for shortfall in worst {
      let depth = shortfall.environment.colorDepth
      let known =
        colors[depth]
        ?? ClassColors(shortfall.stylesheet, in: shortfall.environment, host: host)
      colors[depth] = known
      report(shortfall, known.declaration(of: shortfall.className), environment.colorScheme)
    }
  }

  private func shortfalls(
    of texts: [ClassText], _ stylesheet: Stylesheet, in environment: Environment
  ) -> [Shortfall] {
    var quantizer = ColorQuantizer(
      depth: environment.colorDepth, palette: environment.palette)
    return texts.compactMap { found in
      // What the user made of a palette entry is the user's business.
      if !measuresPalette, case .palette = found.text.rendition(in: environment).foreground {
        return nil
      }
      let needed = found.needed(for: level, in: environment)
      let contrast = found.text.contrast(in: environment, &quantizer)
      guard contrast.ratio < needed else { return nil }
      return Shortfall(
        name: found.name, contrast: contrast, needed: needed, environment: environment,
        className: found.className, text: found.text, stylesheet: stylesheet)
    }
  }

  private mutating func report(
    _ shortfall: Shortfall, _ declaration: ExplainedDeclaration?, _ scheme: ColorScheme
  ) {
    let contrast = shortfall.contrast
    let depth = shortfall.environment.colorDepth.rawValue
    let ratio = NumberText.fixed(contrast.ratio, decimals: 2)
    let lightness = NumberText.fixed(contrast.lightness, decimals: 0)
    // The search takes longer than all else; nobody follows hundreds of suggestions.
    let isSought = findings.count < 100
    let better = isSought ? betterColor(for: shortfall) : nil
    let message =
      "contrast of '\(shortfall.name)' on \(scheme.rawValue) is \(ratio) (APCA \(lightness)) in "
      + "\(depth): \(contrast.text.hex) on \(contrast.background.hex); "
      + "\(level.rawValue) needs \(NumberText.fixed(shortfall.needed, decimals: 1))"
      + (isSought && better == nil ? ", which no colour of the text has there" : "")
    var finding = Diagnostic(
      shortfall.severity, .lowContrast, message, location: declaration?.location,
      excerpt: declaration?.excerpt(in: shortfall.stylesheet),
      suggestion: better.map { "color: \($0.hex)" })
    finding.detail = .contrast(background: scheme.rawValue, depth: depth, ratio: contrast.ratio)
    findings.append(finding)
  }

  /// The nearest colour of the text that would do.
  private func betterColor(for shortfall: Shortfall) -> RGB8? {
    // Best is a colour for all depths; the text may be another one there.
    let environments = depths.map { depth in
      var environment = shortfall.environment
      environment.colorDepth = depth
      return environment
    }
    let color = shortfall.contrast.text
    let text = shortfall.text
    return text.readableColor(like: color, ratio: shortfall.needed, in: environments)
      ?? text.readableColor(like: color, ratio: shortfall.needed, in: [shortfall.environment])
      ?? text.readableColor(near: color, ratio: shortfall.needed, in: shortfall.environment)
  }
}

extension DiagnosticCode {
  /// Text that is hard to read.
  static let lowContrast = DiagnosticCode("low-contrast")
}
