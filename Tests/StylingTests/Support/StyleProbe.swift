import CSSSyntax
import Diagnostics
import StyleValues

@testable import Styling

/// A sheet and a chain of elements, for asking what the innermost one looks like.
struct StyleProbe {
  let resolver: StyleResolver
  private(set) var chain: [ElementDescription] = []
  private(set) var nodes: [StyleNodeID]

  /// A dictionary sheet.
  init(
    json: String, host: HostObject = HostObject(), environment: Environment = Environment(),
    dialect: Dialect? = nil
  ) {
    self.init(
      SourceText(name: "sheet.json", text: json), host: host, environment: environment,
      dialect: dialect)
  }

  /// A CSS sheet.
  init(
    css: String, host: HostObject = HostObject(), environment: Environment = Environment(),
    dialect: Dialect? = nil
  ) {
    self.init(
      SourceText(name: "sheet.css", text: css), host: host, environment: environment,
      dialect: dialect)
  }

  private init(
    _ source: SourceText, host: HostObject, environment: Environment, dialect: Dialect?
  ) {
    let loader = StylesheetLoader(environment: environment, dialect: dialect)
    resolver = StyleResolver(
      stylesheet: loader.load(source), environment: environment, host: host)
    nodes = [resolver.hostNode]
  }

  /// The same with a tag inside the innermost element.
  func inside(
    _ tag: String = "span", _ classes: String = "", style: String? = nil,
    position: SiblingPosition? = nil, isLink: Bool = false,
    attributes: KeyValuePairs<String, String> = [:]
  ) -> StyleProbe {
    var probe = self
    let element = ElementDescription(
      tag: tag, classes: classes.split(separator: " ").map(String.init),
      style: style.map { CSSText($0, name: "<style>") }, isLink: isLink,
      attributes: attributes.map { ElementAttribute(name: $0.key, value: $0.value) },
      position: position)
    probe.chain.append(element)
    probe.nodes.append(resolver.child(of: nodes[nodes.count - 1], element))
    return probe
  }

  /// The style of the innermost element.
  var style: TextStyle { resolver[nodes[nodes.count - 1]].style }

  /// What is painted behind it.
  var compositing: CompositingState { resolver[nodes[nodes.count - 1]].compositing }

  /// Its colour as `#rrggbbaa`; nil for the terminal's own.
  var color: String? { style.color?.srgb()?.hex8 }

  /// Why it looks like that.
  var explanation: Explanation {
    var explanation = resolver.explainHost()
    for (index, element) in chain.enumerated() {
      explanation = resolver.explain(element, in: nodes[index], inheriting: explanation)
    }
    return explanation
  }

  /// Everything that was found wrong.
  var diagnostics: [Diagnostic] { resolver.stylesheet.diagnostics + resolver.diagnostics }

  /// The codes of what was found wrong.
  var codes: [String] { diagnostics.map(\.code.rawValue) }
}
