import CellLayout
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// How readable the runs of a preview are, after their colours were fitted to a depth.
struct ContrastReport {
  /// What the terminal's own colours are taken for.
  let foreground: RGB8, background: RGB8

  /// The colours of palette entries.
  let palette: TerminalPalette

  /// The lines about a run, and about runs that are hard to read.
  func inspector(of preview: Preview, run: Int) -> Inspector {
    var inspector = Inspector()
    guard preview.text.runs.indices.contains(run) else {
      inspector.lines = [InspectorLine(.note, "there is no text")]
      return inspector
    }
    inspector.lines.append(InspectorLine(.heading, preview.name(ofRun: run)))
    for depth in [ColorDepth.truecolor, .ansi256, .ansi16] {
      guard let exact = rendition(of: preview, run: run) else { continue }
      inspector.lines.append(line(exact, at: depth, style: preview.text.runs[run].style))
    }
    let poor = preview.text.runs.indices.filter { isPoor(preview, run: $0) }
    if !poor.isEmpty { inspector.lines.append(InspectorLine(.heading, "hard to read")) }
    var seen: Set<String> = []
    for index in poor where seen.insert(preview.name(ofRun: index)).inserted {
      guard let ratio = ratio(of: preview, run: index) else { continue }
      inspector.lines.append(
        InspectorLine(.problem, "  \(preview.name(ofRun: index))", detail: "\(Self.text(ratio)):1"))
    }
    return inspector
  }

  /// How many differently named runs are hard to read.
  func warningCount(of preview: Preview) -> Int {
    var names: Set<String> = []
    for index in preview.text.runs.indices where isPoor(preview, run: index) {
      names.insert(preview.name(ofRun: index))
    }
    return names.count
  }

  private func line(
    _ exact: GraphicRendition, at depth: ColorDepth, style: TextStyle
  ) -> InspectorLine {
    var quantizer = ColorQuantizer(depth: depth, palette: palette)
    let shown = quantizer.quantize(exact)
    let ink = palette.color(of: shown.foreground) ?? foreground
    let paper = palette.color(of: shown.background) ?? background
    let ratio = contrastRatio(ink, paper)
    let isLarge = ContrastLevel.isLargeText(pixels: style.fontSize, weight: style.fontWeight)
    let level =
      ratio >= ContrastLevel.aaa.threshold(isLargeText: isLarge)
      ? "AAA" : ratio >= ContrastLevel.aa.threshold(isLargeText: isLarge) ? "AA" : "fails AA"
    let lc = Self.text(apcaContrast(text: ink, background: paper))
    var difference = ""
    if let wanted = palette.color(of: exact.foreground), depth != .truecolor {
      difference = "  ΔE00 \(Self.text(CIELab(wanted).difference(to: CIELab(ink))))"
    }
    return InspectorLine(
      level == "fails AA" ? .problem : .declaration,
      "  \(Simulation.name(of: depth)): \(Self.text(ratio)):1 \(level)",
      detail: "\(Self.name(of: shown))  Lc \(lc)\(difference)")
  }

  private func isPoor(_ preview: Preview, run: Int) -> Bool {
    guard let ratio = ratio(of: preview, run: run) else { return false }
    let style = preview.text.runs[run].style
    let isLarge = ContrastLevel.isLargeText(pixels: style.fontSize, weight: style.fontWeight)
    return ratio < ContrastLevel.aa.threshold(isLargeText: isLarge)
  }

  private func ratio(of preview: Preview, run: Int) -> Double? {
    guard let exact = rendition(of: preview, run: run) else { return nil }
    var quantizer = ColorQuantizer(
      depth: preview.resolver.environment.colorDepth, palette: palette)
    let shown = quantizer.quantize(exact)
    return contrastRatio(
      palette.color(of: shown.foreground) ?? foreground,
      palette.color(of: shown.background) ?? background)
  }

  /// How the first cell of a run is drawn; nil for a run that is not seen.
  private func rendition(of preview: Preview, run: Int) -> GraphicRendition? {
    guard let cell = preview.layout.runs.firstIndex(of: Int32(run)) else { return nil }
    return preview.layout.buffer.cells[cell].rendition
  }

  /// A number with one digit after the point.
  static func text(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  private static func name(of rendition: GraphicRendition) -> String {
    "\(name(of: rendition.foreground)) on \(name(of: rendition.background))"
  }

  private static func name(of color: TerminalColor) -> String {
    switch color {
    case .standard: "default"
    case .palette(let index): "\(index)"
    case .rgb(let rgb): rgb.hex
    }
  }
}
