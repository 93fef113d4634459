import CellLayout
import Rendering
import StyleValues
import Styling
import TerminalOutput

/// The text of an object, or that of a class inside it, as checks look at it.
struct ClassText {
  /// The class; nil is the object itself.
  let className: String?

  /// `.fail`, or the object's element.
  let name: String

  /// Style and backdrop that its contrast depends on.
  let text: CheckedText

  /// The text of the object itself and that of each class inside it that says something of colours.
  static func all(
    of stylesheet: Stylesheet, in environment: Environment, host: HostObject
  ) -> [ClassText] {
    let styles = StyleResolver(stylesheet: stylesheet, environment: environment, host: host)
    var texts = [ClassText(styles)]
    for name in stylesheet.classNames.sorted() where !host.classes.contains(name) {
      let element = ElementDescription(tag: "span", classes: [name])
      // A class that says nothing of colours looks as its surroundings do.
      guard styles.hasOwnValue(of: ClassColors.properties, element, in: styles.hostNode) else {
        continue
      }
      texts.append(ClassText(name, element, styles))
    }
    return texts
  }

  /// Makes the text of the object itself.
  fileprivate init(_ styles: StyleResolver) {
    self.init(nil, styles.host.element, styles[styles.hostNode], styles)
  }

  /// Makes the text of a class inside the object.
  fileprivate init(_ className: String, _ element: ElementDescription, _ styles: StyleResolver) {
    let node = styles[styles.child(of: styles.hostNode, element)]
    self.init(className, "." + className, node, styles)
  }

  private init(
    _ className: String?, _ name: String, _ node: StyleNode, _ styles: StyleResolver
  ) {
    self.className = className
    self.name = name
    text = CheckedText(style: node.style, paint: node.paint, behind: styles.hostBackdrop)
  }

  /// The least contrast that passes.
  func needed(for level: ContrastLevel, in environment: Environment) -> Double {
    let pixels = text.style.scaledFontSize(environment.contentSize)
    return level.threshold(
      isLargeText: ContrastLevel.isLargeText(pixels: pixels, weight: text.style.fontWeight))
  }
}

/// Declarations that set the colours of the classes of a sheet.
struct ClassColors {
  /// Properties that contrast depends on, the most important first.
  static let properties: [PropertyID] = [.color, .backgroundColor, .opacity]

  /// The terminal.
  var environment: Environment { styles.environment }

  /// The rules.
  var stylesheet: Stylesheet { styles.stylesheet }

  private let styles: StyleResolver
  private let host: Explanation

  /// Those of a sheet on a terminal.
  init(_ stylesheet: Stylesheet, in environment: Environment, host: HostObject) {
    self.init(StyleResolver(stylesheet: stylesheet, environment: environment, host: host))
  }

  /// Those that were worked out.
  init(_ styles: StyleResolver) {
    self.styles = styles
    host = styles.explainHost()
  }

  /// The text of a class; nil is the object itself.
  func text(of className: String?) -> ClassText {
    guard let className else { return ClassText(styles) }
    return ClassText(
      className, ElementDescription(tag: "span", classes: [className]), styles)
  }

  /// The declaration that a class has its colours from, one of its own before those that it
  /// inherits; nil is the object itself.
  func declaration(of className: String?) -> ExplainedDeclaration? {
    let explanation = className.map { name in
      styles.explain(
        ElementDescription(tag: "span", classes: [name]), in: styles.hostNode, inheriting: host)
    }
    let winners = Self.properties.compactMap { (explanation ?? host).winner(of: $0) }
    return winners.first { !$0.isInherited } ?? winners.first
  }
}
