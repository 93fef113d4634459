import CellLayout
import Diagnostics
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Text with everything that its contrast depends on.
struct CheckedText {
  var style: TextStyle
  var compositing: CompositingState
  var behind: Backdrop

  func rendition(in environment: Environment) -> GraphicRendition {
    ResolvedTextStyle(style, compositing, in: environment).rendition(in: environment, over: behind)
  }

  func contrast(in environment: Environment, _ quantizer: inout ColorQuantizer) -> ShownContrast {
    ShownContrast(quantizer.quantize(rendition(in: environment)), on: ScreenColors(environment))
  }

  /// The nearest opaque colour for the text with sufficient contrast on all of some terminals; nil
  /// if there is none.
  ///
  /// It keeps the hue, and the chroma as far as sRGB allows. The quantizer's results do not
  /// increase steadily with lightness, so every step is tried, the nearest ones first.
  func readableColor(
    like color: RGB8, on terminals: [(environment: Environment, ratio: Double)]
  ) -> RGB8? {
    var quantizers = terminals.map {
      ColorQuantizer($0.environment)
    }
    let start = Color(color).converted(to: .oklch)
    func passing(_ lightness: Double) -> RGB8? {
      var moved = start
      moved.components.x = lightness
      moved.isLegacy = false
      let color = moved.srgb.rgb8
      for (index, terminal) in terminals.enumerated()
      where ratio(of: color, in: terminal.environment, &quantizers[index]) < terminal.ratio {
        return nil
      }
      return color
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

  /// The nearest opaque colour of any hue with sufficient contrast; nil if there is none.
  ///
  /// With few colours, another hue may be drawn as a readable entry. Nine levels of each primary
  /// are tried.
  func readableColor(near color: RGB8, ratio: Double, in environment: Environment) -> RGB8? {
    guard environment.colorDepth < .truecolor else { return nil }
    var quantizer = ColorQuantizer(environment)
    let levels = (0...8).map { UInt8(min(255, $0 * 32)) }
    let wanted = CIELab(color)
    var nearest: (color: RGB8, difference: Double)?
    for red in levels {
      for green in levels {
        for blue in levels {
          let other = RGB8(red: red, green: green, blue: blue)
          let difference = CIELab(other).difference(to: wanted)
          if let nearest, nearest.difference <= difference { continue }
          if self.ratio(of: other, in: environment, &quantizer) >= ratio {
            nearest = (other, difference)
          }
        }
      }
    }
    return nearest?.color
  }

  /// True if the text in another colour has the contrast.
  func passes(_ color: RGB8, ratio: Double, in environment: Environment) -> Bool {
    var quantizer = ColorQuantizer(environment)
    return self.ratio(of: color, in: environment, &quantizer) >= ratio
  }

  private func ratio(
    of color: RGB8, in environment: Environment, _ quantizer: inout ColorQuantizer
  ) -> Double {
    var text = self
    text.style.color = ColorValue(color)
    return text.contrast(in: environment, &quantizer).ratio
  }
}

extension ExplainedDeclaration {
  /// The line of the value.
  func excerpt(in stylesheet: Stylesheet) -> SourceExcerpt? {
    guard stylesheet.sources.contains(where: { $0.source === range.source }) else { return nil }
    let start = range.bytes.lowerBound
    return SourceExcerpt(SourceRange(range.source, start..<start + value.utf8.count))
  }
}

/// The text of an object, or of an element inside it, for checks.
struct ClassText {
  /// The elements from the object inwards; none for the object itself.
  let path: [ElementDescription]

  /// `.fail`, `h1 .fail`, or the object's element.
  let name: String

  /// The style and backdrop for its contrast.
  let text: CheckedText

  /// The text of the object itself, of each class inside it with colours, and unless `onlyClasses`,
  /// of the elements of other selectors.
  static func all(
    of stylesheet: Stylesheet, in environment: Environment, host: HostObject,
    onlyClasses: Bool = false
  ) -> [ClassText] {
    let styles = StyleResolver(stylesheet: stylesheet, environment: environment, host: host)
    var paths = stylesheet.classNames.sorted().filter { !host.classes.contains($0) }
      .map { [ElementDescription(tag: "span", classes: [$0])] }
    if !onlyClasses {
      paths += stylesheet.sampleElements(
        declaring: ClassColors.properties, in: host.element, isKnown: tags.contains)
    }
    var names: Set<String> = []
    return [ClassText([], styles)]
      + paths.compactMap { path in
        guard let last = path.last, names.insert(name(of: path)).inserted else { return nil }
        let parent = path.dropLast().reduce(styles.hostNode) { styles.child(of: $0, $1) }
        // An element without colours looks like its surroundings.
        return styles.hasOwnValue(of: ClassColors.properties, last, in: parent)
          ? ClassText(path, styles) : nil
      }
  }

  private static func name(of path: [ElementDescription]) -> String {
    path.map(\.selector).joined(separator: " ")
  }

  private static let tags = Set(MarkupElement.allCases.map(\.name))

  fileprivate init(_ path: [ElementDescription], _ styles: StyleResolver) {
    self.path = path
    name = path.isEmpty ? styles.host.element : Self.name(of: path)
    let node = styles[path.reduce(styles.hostNode) { styles.child(of: $0, $1) }]
    text = CheckedText(
      style: node.style, compositing: node.compositing, behind: styles.hostBackdrop)
  }

  func needed(for level: ContrastLevel, in environment: Environment) -> Double {
    let pixels = text.style.scaledFontSize(environment.contentSize)
    return level.threshold(
      isLargeText: ContrastLevel.isLargeText(pixels: pixels, weight: text.style.fontWeight))
  }
}

/// The declarations that set the colours of a stylesheet's classes.
struct ClassColors {
  /// The properties that contrast depends on, the most important first.
  static let properties: [PropertyID] = [.color, .backgroundColor, .opacity]

  var environment: Environment { styles.environment }

  var stylesheet: Stylesheet { styles.stylesheet }

  private let styles: StyleResolver
  private let host: Explanation

  init(_ stylesheet: Stylesheet, in environment: Environment, host: HostObject) {
    self.init(StyleResolver(stylesheet: stylesheet, environment: environment, host: host))
  }

  init(_ styles: StyleResolver) {
    self.styles = styles
    host = styles.explainHost()
  }

  func text(of path: [ElementDescription]) -> ClassText { ClassText(path, styles) }

  func declaration(ofClass name: String) -> ExplainedDeclaration? {
    declaration(of: [ElementDescription(tag: "span", classes: [name])])
  }

  /// The declaration that decides an element's colours, one of its own before inherited ones.
  func declaration(of path: [ElementDescription]) -> ExplainedDeclaration? {
    var node = styles.hostNode
    var explanation = host
    for element in path {
      explanation = styles.explain(element, in: node, inheriting: explanation)
      node = styles.child(of: node, element)
    }
    let winners = Self.properties.compactMap { explanation.winner(of: $0) }
    return winners.first { !$0.isInherited } ?? winners.first
  }
}
