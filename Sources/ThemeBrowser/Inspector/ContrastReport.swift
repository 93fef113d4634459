import CellLayout
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// The contrast of a preview's runs, after their colours were fitted to a depth.
struct ContrastReport {
  private let environment: Environment

  /// The contrast that text is adjusted to; nil for none.
  private let readability: Readability?

  private var palette: TerminalPalette { environment.palette }

  /// True if there are colours to measure: otherwise the terminal's own are shown, which are
  /// unknown.
  private var isColored: Bool { environment.colorDepth.hasColor }

  init(_ preview: Preview) {
    environment = preview.target.environment
    readability = Readability(environment, asked: preview.layout.readable)
  }

  /// Lines about a run, and about the runs that are hard to read.
  func lines(about preview: Preview, run: Int) -> [InspectorLine] {
    guard preview.text.runs.indices.contains(run) else { return [InspectorLine(.note, "no text")] }
    var lines = [InspectorLine(.heading, preview.name(ofRun: run))]
    if !isColored {
      lines.append(InspectorLine(.note, "  no colour: the terminal's colours are unknown"))
    } else if let exact = preview.rendition(ofRun: run) {
      let style = preview.text.runs[run].style
      lines += [ColorDepth.truecolor, .ansi256, .ansi16].map { line(exact, at: $0, style: style) }
    }
    if !preview.poorRuns.isEmpty {
      let qualifier = Self.measuresAll(of: preview) ? "" : ", as far as measured"
      lines.append(InspectorLine(.heading, "hard to read\(qualifier)"))
    }
    // Parts of the same two colours are one line, which leads to the first of them.
    var groups: [(first: PoorRun, names: [String])] = []
    for poor in preview.poorRuns {
      if let group = groups.firstIndex(where: { $0.first.colors == poor.colors }) {
        groups[group].names.append(poor.name)
      } else {
        groups.append((poor, [poor.name]))
      }
    }
    return lines
      + groups.map { first, names in
        InspectorLine(
          .problem, "  " + names.joined(separator: "  "), detail: Self.text(of: first.ratio),
          swatches: first.colors, run: first.run)
      }
  }

  /// The contrast of a run as it is shown; nil for a hidden run.
  func summary(of preview: Preview, run: Int) -> InspectorLine? {
    guard isColored, let exact = preview.rendition(ofRun: run) else { return nil }
    var line = line(
      exact, at: preview.target.environment.colorDepth, style: preview.text.runs[run].style,
      isNamed: false)
    line.text = "contrast:" + line.text.dropFirst()
    return line
  }

  /// The contrast of a run in a few words: `9.3:1 AAA`; nil if it is unknown.
  func brief(of preview: Preview, run: Int) -> (ink: RGB8, paper: RGB8, text: String)? {
    guard isColored, let exact = preview.rendition(ofRun: run) else { return nil }
    var quantizer = quantizer(preview.target.environment.colorDepth)
    let (seen, level) = measure(quantizer.quantize(exact), preview.text.runs[run].style)
    return (seen.text, seen.background, "\(Self.text(of: seen.ratio)) \(Self.name(of: level))")
  }

  /// The least readable of some parts, its contrast in a few words, and true if it is readable; nil
  /// if none is shown.
  func worst(
    of runs: [MeasuredRun], in preview: Preview
  ) -> (measured: MeasuredRun, text: String, isReadable: Bool)? {
    guard isColored else { return nil }
    var quantizer = quantizer(preview.target.environment.colorDepth)
    var worst: (measured: MeasuredRun, ratio: Double, level: ContrastLevel?)?
    for measured in runs {
      guard let exact = preview.rendition(ofRun: measured.run) else { continue }
      let shown = measure(quantizer.quantize(exact), preview.text.runs[measured.run].style)
      if shown.seen.ratio < worst?.ratio ?? .infinity {
        worst = (measured, shown.seen.ratio, shown.level)
      }
    }
    return worst.map {
      ($0.measured, "\(Self.text(of: $0.ratio)) \(Self.name(of: $0.level))", $0.level != nil)
    }
  }

  /// The nearest colour that makes a run readable, as its text or background; nil if there is none.
  ///
  /// It is measured as it is shown, because fewer colours may miss the contrast of exact ones.
  func readableColor(
    nearestTo color: RGB8, isBackground: Bool, of preview: Preview, run: Int
  ) -> RGB8? {
    guard let exact = preview.rendition(ofRun: run), let seen = brief(of: preview, run: run) else {
      return nil
    }
    var quantizer = quantizer(preview.target.environment.colorDepth)
    var ratio = threshold(ofRun: run, in: preview)
    var found: RGB8? = color
    while let candidate = found {
      var rendition = exact
      if isBackground {
        rendition.background = .rgb(candidate)
      } else {
        rendition.foreground = .rgb(candidate)
      }
      let shown = measure(quantizer.quantize(rendition), preview.text.runs[run].style)
      if shown.level != nil { return candidate }
      guard ratio <= 21 else { break }
      found = nearestReadableColor(
        to: color, on: isBackground ? seen.ink : seen.paper, ratio: ratio)
      ratio *= 1.02
    }
    return nil
  }

  /// The ratio of WCAG 2 level AA for a run.
  private func threshold(ofRun run: Int, in preview: Preview) -> Double {
    ContrastLevel.aa.threshold(isLargeText: isLarge(preview.text.runs[run].style))
  }

  /// True if text is large for WCAG 2, as this terminal scales it.
  private func isLarge(_ style: TextStyle) -> Bool {
    ContrastLevel.isLargeText(
      pixels: style.scaledFontSize(environment.contentSize), weight: style.fontWeight)
  }

  /// A ratio with one digit, rounded down, so that an insufficient one does not look sufficient.
  private static func text(of ratio: Double) -> String {
    "\(ratio.roundedDown(decimals: 1).tenths):1"
  }

  private static func name(of level: ContrastLevel?) -> String {
    level.map { $0 == .aaa ? "AAA" : "AA" } ?? "fails AA"
  }

  /// The nearest palette entries of a declaration's colour at 256 and 16 colours; empty without a
  /// colour.
  func note(on declaration: ExplainedDeclaration) -> String {
    let depth = environment.colorDepth
    guard declaration.won, depth.hasColor, depth != .truecolor, let color = declaration.opaqueColor
    else { return "" }
    var quantizer = ColorQuantizer(depth: depth, palette: palette)
    guard let entry = quantizer.entry(nearest: color) else { return "" }
    let difference = CIELab(color).difference(to: CIELab(palette[entry]))
    return
      "\(Self.name(of: .palette(entry)))\(InspectorLine.detailSeparator)ΔE00 \(difference.tenths)"
  }

  struct PoorRun: Hashable, Sendable {
    var name: String
    /// The first run of that name.
    var run: Int
    /// According to WCAG 2.
    var ratio: Double
    /// Text and background.
    var colors: [TerminalColor]
  }

  /// The most runs of a text that are measured.
  private static let mostRuns = 4096

  /// True if all runs of a preview are measured.
  static func measuresAll(of preview: Preview) -> Bool {
    preview.isWhole && preview.text.runs.count <= mostRuns
  }

  /// The runs with less contrast than WCAG 2 level AA, each name once.
  func poorRuns(of preview: Preview) -> [PoorRun] {
    guard isColored else { return [] }
    var quantizer = quantizer(preview.target.environment.colorDepth)
    var names: Set<String> = []
    var poor: [PoorRun] = []
    for (index, run) in preview.text.runs.prefix(Self.mostRuns).enumerated() {
      guard let exact = preview.rendition(ofRun: index) else { continue }
      let shown = quantizer.quantize(exact)
      let measured = measure(shown, run.style)
      guard measured.level == nil, !isUnknown(shown.foreground) else { continue }
      let name = preview.name(ofRun: index)
      if names.insert(name).inserted {
        let seen = measured.seen
        poor.append(
          PoorRun(
            name: name, run: index, ratio: seen.ratio,
            colors: [.rgb(seen.text), .rgb(seen.background)]))
      }
    }
    return poor
  }

  /// True for an unknown default colour of the terminal: most terminals are dark, and light ones
  /// have darker colours.
  private func isUnknown(_ color: TerminalColor) -> Bool {
    guard case .palette(let entry) = color, entry < 16 else { return false }
    return palette.origin == .assumed && environment.colorScheme == .light
  }

  private func quantizer(_ depth: ColorDepth) -> ColorQuantizer {
    ColorQuantizer(environment, depth: depth, readability: readability)
  }

  private func line(
    _ exact: GraphicRendition, at depth: ColorDepth, style: TextStyle, isNamed: Bool = true
  ) -> InspectorLine {
    var quantizer = quantizer(depth)
    let shown = quantizer.quantize(exact)
    let (seen, level) = measure(shown, style)
    var difference = ""
    if let wanted = palette.color(of: exact.foreground), depth != .truecolor {
      let distance = CIELab(wanted).difference(to: CIELab(seen.text))
      difference = InspectorLine.detailSeparator + "ΔE00 \(distance.tenths)"
    }
    return InspectorLine(
      level == nil ? .problem : .declaration,
      "  \(Self.text(of: seen.ratio)) \(Self.name(of: level))"
        + (isLarge(style) ? " (large text)" : "")
        + (isNamed ? "  \(Simulation.name(of: depth))" : ""),
      detail: Self.name(of: shown)
        + (isNamed ? InspectorLine.detailSeparator + "Lc \(seen.lightness.tenths)" : "")
        + difference, swatches: [.rgb(seen.text), .rgb(seen.background)])
  }

  /// The contrast as shown, and the level of WCAG 2 that it reaches.
  private func measure(
    _ shown: GraphicRendition, _ style: TextStyle
  ) -> (seen: ShownContrast, level: ContrastLevel?) {
    let seen = ShownContrast(shown, on: ScreenColors(environment))
    let isLarge = isLarge(style)
    let level = [ContrastLevel.aaa, .aa].first { seen.ratio >= $0.threshold(isLargeText: isLarge) }
    return (seen, level)
  }

  private static func name(of rendition: GraphicRendition) -> String {
    "\(name(of: rendition.foreground)) on \(name(of: rendition.background))"
  }

  private static func name(of color: TerminalColor) -> String {
    switch color {
    case .standard: "default"
    case .palette(let index) where index < 16: XtermPalette.names[Int(index)]
    case .palette(let index): "\(index)"
    case .rgb(let rgb): rgb.hex
    }
  }
}

extension Double {
  /// With one digit after the point.
  var tenths: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

extension ExplainedDeclaration {
  /// The resolved colour without alpha.
  var opaqueColor: RGB8? {
    resolvedColor.flatMap { UInt32($0.dropFirst().prefix(6), radix: 16) }.map { RGB8($0) }
  }
}
