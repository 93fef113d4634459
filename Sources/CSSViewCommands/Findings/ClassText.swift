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

  /// What its contrast depends on.
  let text: CheckedText

  /// What gives it the colours that it has.
  let declaration: ExplainedDeclaration?

  /// The text of the object itself and that of each class inside it that says something of colours.
  static func all(
    of stylesheet: Stylesheet, in environment: Environment, host: HostObject
  ) -> [ClassText] {
    let styles = StyleResolver(stylesheet: stylesheet, environment: environment, host: host)
    let hostExplanation = styles.explainHost()
    var texts = [ClassText(nil, host.element, styles[styles.hostNode], styles, hostExplanation)]
    for name in stylesheet.classNames.sorted() where !host.classes.contains(name) {
      let element = ElementDescription(tag: "span", classes: [name])
      let node = styles[styles.child(of: styles.hostNode, element)]
      let explanation = styles.explain(element, in: styles.hostNode, inheriting: hostExplanation)
      // A class that says nothing of colours looks as its surroundings do.
      let isColored = [PropertyID.color, .backgroundColor, .opacity].contains { property in
        explanation.winner(of: property).map { !$0.isInherited } ?? false
      }
      if isColored { texts.append(ClassText(name, "." + name, node, styles, explanation)) }
    }
    return texts
  }

  private init(
    _ className: String?, _ name: String, _ node: StyleNode, _ styles: StyleResolver,
    _ explanation: Explanation
  ) {
    self.className = className
    self.name = name
    text = CheckedText(style: node.style, paint: node.paint, behind: styles.hostBackdrop)
    declaration =
      explanation.winner(of: .color) ?? explanation.winner(of: .backgroundColor)
      ?? explanation.winner(of: .opacity)
  }

  /// The least contrast that passes.
  func needed(for level: ContrastLevel, in environment: Environment) -> Double {
    let pixels = text.style.scaledFontSize(environment.contentSize)
    return level.threshold(
      isLargeText: ContrastLevel.isLargeText(pixels: pixels, weight: text.style.fontWeight))
  }
}
