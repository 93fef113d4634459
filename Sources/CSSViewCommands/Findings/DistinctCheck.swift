import CellLayout
import Diagnostics
import Rendering
import StyleValues
import Styling
import TerminalOutput

/// Finds pairs of classes that differ only by colour, in colours that look alike: at some depth, or
/// to people who lack one kind of cones.
struct DistinctCheck {
  let host: HostObject

  let depths: [ColorDepth]

  /// Colours with a smaller CIEDE2000 count as equal.
  private static let leastDifference = 10.0

  /// Limited, because there are very many pairs.
  private let mostClasses: Int

  private static let visions: [ColorVision] = [.protanopia, .deuteranopia, .tritanopia]

  /// Two classes, in alphabetical order.
  struct Pair: Hashable, Comparable {
    var first: String
    var second: String

    /// A finding is placed at the second class, so that one decides the order.
    static func < (left: Pair, right: Pair) -> Bool {
      (left.second, left.first) < (right.second, right.first)
    }
  }

  /// Conditions under which a pair is alike, with the least difference of its colours.
  private struct Likeness {
    var difference = leastDifference
    var conditions: [String] = []
    var schemes: Set<ColorScheme> = []
  }

  /// The style of a class without its colours.
  private struct Form: Hashable {
    var rendition: GraphicRendition
    var transform: TextTransform
    var size: Double
  }

  /// A class with its written and shown colours.
  private struct ShownStyle {
    var name: String
    var exact: GraphicRendition
    var shown: GraphicRendition
  }

  /// The pairs that are alike somewhere, with the worst condition.
  private var likenesses: [Pair: Likeness] = [:]

  private var withoutColor: Set<Pair> = []

  private(set) var classCount = 0
  private var schemes: Set<ColorScheme> = []

  /// The stylesheet on the first terminal, for the positions of classes.
  private var styles: StyleResolver?

  init(host: HostObject, depths: [ColorDepth], mostClasses: Int = 400) {
    self.host = host
    self.depths = depths
    self.mostClasses = mostClasses
  }

  /// The least CIEDE2000 of each pair that is alike somewhere.
  var alike: [Pair: Double] { likenesses.mapValues(\.difference) }

  /// Compares the classes of a stylesheet at each depth, whatever the terminal's, with the rules
  /// for that depth.
  mutating func inspect(in environment: Environment, loading load: (Environment) -> Stylesheet) {
    for depth in depths {
      var environment = environment
      environment.colorDepth = depth
      let sheet = load(environment)
      environment = environment.adopting(sheet.palette)
      let styles = StyleResolver(stylesheet: sheet, environment: environment, host: host)
      if self.styles == nil { self.styles = styles }
      for group in shownStyles(of: styles, in: environment) { compare(group, in: environment) }
    }
  }

  /// The classes of a stylesheet, grouped by their style without colours.
  private mutating func shownStyles(
    of styles: StyleResolver, in environment: Environment
  ) -> [[ShownStyle]] {
    let names = styles.stylesheet.classNames.sorted()
    classCount = max(classCount, names.count)
    var quantizer = ColorQuantizer(environment)
    var groups: [Form: [ShownStyle]] = [:]
    for name in names.prefix(mostClasses) where !host.classes.contains(name) {
      let element = ElementDescription(tag: "span", classes: [name])
      let node = styles[styles.child(of: styles.hostNode, element)]
      let text = CheckedText(
        style: node.style, compositing: node.compositing, behind: styles.hostBackdrop)
      let exact = text.rendition(in: environment)
      var form = exact
      form.foreground = .standard
      form.background = .standard
      form.underlineColor = .standard
      let size = node.style.scaledFontSize(environment.contentSize)
      groups[Form(rendition: form, transform: node.style.textTransform, size: size), default: []]
        .append(ShownStyle(name: name, exact: exact, shown: quantizer.quantize(exact)))
    }
    return Array(groups.values)
  }

  private mutating func compare(_ styles: [ShownStyle], in environment: Environment) {
    let colors = ScreenColors(environment)
    let depth = environment.colorDepth
    let scheme = environment.colorScheme
    schemes.insert(scheme)
    if depth > .mono { note(styles, colors, .typical, depth.phrase, scheme) }
    guard depth == depths.max() else { return }
    for vision in Self.visions where depth > .mono {
      note(styles, colors, vision, "with \(vision.rawValue)", scheme)
    }
    for (index, style) in styles.enumerated() {
      for other in styles[(index + 1)...] where style.exact != other.exact {
        withoutColor.insert(Pair(first: style.name, second: other.name))
      }
    }
  }

  /// Records the pairs that are alike.
  private mutating func note(
    _ styles: [ShownStyle], _ colors: ScreenColors, _ vision: ColorVision, _ condition: String,
    _ scheme: ColorScheme
  ) {
    let seen = styles.map { style in
      let shown = ShownContrast(style.shown, on: colors)
      return (
        text: CIELab(vision.simulate(shown.text)),
        background: CIELab(vision.simulate(shown.background))
      )
    }
    for index in styles.indices {
      for other in (index + 1)..<styles.endIndex where styles[index].exact != styles[other].exact {
        let ofTexts = seen[index].text.difference(to: seen[other].text)
        guard ofTexts < Self.leastDifference else { continue }
        let ofBackgrounds = seen[index].background.difference(to: seen[other].background)
        guard ofBackgrounds < Self.leastDifference else { continue }
        let difference = max(ofTexts, ofBackgrounds)
        let pair = Pair(first: styles[index].name, second: styles[other].name)
        var likeness = likenesses[pair] ?? Likeness()
        likeness.difference = min(likeness.difference, difference)
        if !likeness.conditions.contains(condition) { likeness.conditions.append(condition) }
        likeness.schemes.insert(scheme)
        likenesses[pair] = likeness
      }
    }
  }

  /// A warning for each pair, and a note with the number of pairs that are alike without colours.
  var findings: [Diagnostic] {
    guard let styles else { return [] }
    let colors = ClassColors(styles)
    var findings = likenesses.keys.sorted().map { warning(about: $0, colors) }
    if let pair = withoutColor.min() {
      let count = withoutColor.count
      findings.append(
        Diagnostic(
          .note, .indistinct,
          "without colour \(count) \(count == 1 ? "pair" : "pairs") of classes \(count == 1 ? "looks" : "look") alike, such as "
            + "'.\(pair.first)' and '.\(pair.second)'",
          location: colors.declaration(ofClass: pair.second)?.location))
    }
    if classCount > mostClasses {
      findings.append(
        Diagnostic(
          .note, .indistinct,
          "only the first \(mostClasses) of \(classCount) classes were compared", location: nil))
    }
    return findings
  }

  private func warning(about pair: Pair, _ colors: ClassColors) -> Diagnostic {
    let declaration = colors.declaration(ofClass: pair.second)
    let first = colors.declaration(ofClass: pair.first)?.location
    let origin = first.map { " (\($0))" } ?? ""
    let likeness = likenesses[pair] ?? Likeness()
    let conditions = likeness.conditions.joined(separator: ", ")
    let side =
      likeness.schemes == schemes ? "" : likeness.schemes.map { " on \($0.rawValue)" }.joined()
    // Never as much as would be enough.
    let difference = NumberText.fixed(likeness.difference.roundedDown(decimals: 1), decimals: 1)
    return Diagnostic(
      .warning, .indistinct,
      "'.\(pair.second)' and '.\(pair.first)'\(origin) differ by colour alone and look alike "
        + "\(conditions)\(side) (ΔE00 \(difference)); add a font-weight, text-decoration or ::before",
      location: declaration?.location, excerpt: declaration?.excerpt(in: colors.stylesheet))
  }
}

extension DiagnosticCode {
  /// Two classes that differ only by colours which look alike.
  static let indistinct = DiagnosticCode("indistinct")
}
