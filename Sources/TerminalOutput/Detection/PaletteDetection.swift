package import StyleValues

/// Value of the option `--palette`.
package enum PaletteOption: Hashable, Sendable, CustomStringConvertible {
  /// The terminal's answers, if it was queried.
  case auto
  /// The median palette of terminals.
  case assumed
  /// The terminal's answers, with a message if there are none.
  case ask
  case given(TerminalPalette)
  /// The colours in an environment variable.
  case preset(TerminalPalette)

  package var description: String {
    switch self {
    case .auto: "auto"
    case .assumed: "assumed"
    case .ask: "ask"
    case .given(let palette), .preset(let palette): palette.originName
    }
  }

  /// The colours that do not depend on the terminal; nil for others.
  package var palette: TerminalPalette? {
    switch self {
    case .auto, .ask: nil
    case .assumed: .median
    case .given(let palette), .preset(let palette): palette
    }
  }
}

extension TerminalPalette {
  /// Origin of the colours, as a word or the name of a file.
  package var originName: String {
    switch origin {
    case .assumed: "assumed"
    case .terminal: "terminal"
    case .file(let name): printable(name)
    }
  }
}

/// Decides the terminal's colours: by the option, its answers to OSC 4 and the like, else the
/// median palette.
package func detectPalette(
  option: PaletteOption = .auto, evidence: TerminalEvidence
) -> Detection<TerminalPalette> {
  var trail = DetectionTrail<TerminalPalette>(name: \.originName)
  trail.ask("--palette", seen: option.description) { option.palette }
  let colors = evidence.answers?.colors
  trail.ask(
    "terminal's answers (OSC 4, 10, 12, 17, 19)",
    seen: evidence.shownAnswer(evidence.answers?.shownColors)
  ) { colors }
  return trail.detection(otherwise: .median)
}

extension TerminalAnswers {
  /// Summary of the terminal's answers, in a few words.
  fileprivate var shownColors: String? {
    let known = (0..<16).count { palette[UInt8($0)] != nil }
    guard colors != nil else { return nil }
    let cube =
      Self.probes.allSatisfy { palette[$0] == nil }
      ? "others not reported" : hasOwnCube ? "others its own" : "others xterm's"
    return "\(known) of 16 entries, \(cube)"
  }
}

/// The terminal's background, as far as it is known.
package struct TerminalBackground: Hashable, Sendable, CustomStringConvertible {
  /// Dark or light; an unknown one counts as dark.
  package let scheme: ColorScheme

  /// Its colour; nil if only the scheme is known.
  package let color: RGB8?

  /// False if nothing decides between dark and light.
  package let isKnown: Bool

  package static let unknown = TerminalBackground(scheme: .dark, color: nil, isKnown: false)

  private init(scheme: ColorScheme, color: RGB8?, isKnown: Bool) {
    self.scheme = scheme
    self.color = color
    self.isKnown = isKnown
  }

  package init(_ scheme: ColorScheme) { self.init(scheme: scheme, color: nil, isKnown: true) }

  package init(_ color: RGB8) {
    self.init(scheme: ColorScheme(of: color), color: color, isKnown: true)
  }

  /// The background of an option or a variable; nil if it names none.
  package init?(_ option: BackgroundOption) {
    switch option {
    case .auto, .both: return nil
    case .scheme(let scheme): self.init(scheme)
    case .color(let color): self.init(color)
    }
  }

  /// `dark`, `light, #fdf6e3`, or `unknown`.
  package var description: String {
    guard isKnown else { return "unknown" }
    return scheme.rawValue + (color.map { ", \($0.hex)" } ?? "")
  }
}

/// Decides the terminal's background: by the option, the background of a given palette,
/// `CSSVIEW_BACKGROUND`, `COLORFGBG`, the terminal's answer to OSC 11; else it is unknown.
package func detectBackground(
  option: BackgroundOption = .auto, palette: PaletteOption = .auto, evidence: TerminalEvidence
) -> Detection<TerminalBackground> {
  var trail = DetectionTrail<TerminalBackground>(name: \.description)
  trail.ask("--background", seen: option.description) { TerminalBackground(option) }
  func askPalette(_ rule: String, _ palette: TerminalPalette) {
    trail.ask(rule, seen: palette.background?.hex ?? "no background") {
      palette.background.map { TerminalBackground($0) }
    }
  }
  if case .given(let palette) = palette { askPalette("--palette", palette) }
  let name = ReaderVariables.backgroundName
  trail.ask(name, seen: evidence.shown(name)) { ReaderVariables(evidence.variable).background }
  if case .preset(let palette) = palette { askPalette("CSSVIEW_PALETTE", palette) }
  trail.ask("COLORFGBG", seen: evidence.shown("COLORFGBG")) {
    evidence.variable("COLORFGBG").flatMap { schemeOfColorFGBG($0) }.map { TerminalBackground($0) }
  }
  let answer = evidence.answers?.background
  trail.ask("terminal's answer (OSC 11)", seen: evidence.shownAnswer(answer?.hex)) {
    answer.map { TerminalBackground($0) }
  }
  return trail.detection(otherwise: .unknown)
}

/// The scheme of `15;0` or `15;default;0`: the last field is a palette entry of rxvt.
private func schemeOfColorFGBG(_ text: String) -> ColorScheme? {
  guard let last = text.split(separator: ";", omittingEmptySubsequences: false).last,
    let entry = Int(last)
  else { return nil }
  switch entry {
  case 0...6, 8: return .dark
  case 7, 9...15: return .light
  default: return nil
  }
}

/// A detected value, and every rule in order, with its evidence.
package struct Detection<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value

  /// The rules in their order.
  package let steps: [DetectionStep]
}

package struct DetectionStep: Hashable, Sendable {
  /// Subject of the rule, such as an option or a variable.
  package let rule: String

  /// Evidence of the rule, on one line and safe to print.
  package let seen: String

  /// Name of the decision; nil if the rule did not decide.
  package let result: String?

  package init(rule: String, seen: String, result: String?) {
    self.rule = rule
    self.seen = seen
    self.result = result
  }
}

/// Applies rules in order until one decides, and keeps the record.
struct DetectionTrail<Value: Hashable & Sendable> {
  private let name: (Value) -> String
  private(set) var steps: [DetectionStep] = []
  private(set) var value: Value?

  /// `name` is how a value is shown.
  init(name: @escaping (Value) -> String) { self.name = name }

  /// Applies one rule, unless an earlier one has decided; it is recorded either way.
  ///
  /// The verdict is nil if the rule does not apply.
  mutating func ask(_ rule: String, seen: String, verdict: () -> Value?) {
    let decided = value == nil ? verdict() : nil
    override(rule, seen: seen, value: decided)
  }

  /// Records a rule that comes after a decision and may change it; nil does not.
  mutating func override(_ rule: String, seen: String, value decided: Value?) {
    if let decided { value = decided }
    steps.append(DetectionStep(rule: rule, seen: seen, result: decided.map(name)))
  }

  /// The decision, or another value by a last rule.
  mutating func detection(otherwise other: Value) -> Detection<Value> {
    ask("nothing else decides", seen: "") { other }
    return Detection(value: value ?? other, steps: steps)
  }
}
