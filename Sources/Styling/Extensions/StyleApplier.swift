import CSSSyntax
package import Diagnostics
package import StyleValues

/// Gives objects of a Swift program their styles: what ViewCSS's manager and its `css` methods do.
///
/// It keeps what it worked out for each distinct request. A new stylesheet or environment empties
/// that. Like a resolver, it is not safe to share between threads.
///
/// ```swift
/// final class MyButton {}
///
/// let sheet = StylesheetLoader().load(
///   SourceText(name: "theme.json", text: #"{"my_button.big": {"font-size": "20px"}}"#))
/// let applier = StyleApplier(stylesheet: sheet)
/// applier.onApply = { applied in print(applied.element, applied.classes) }
/// let style = applier.apply(to: MyButton(), classes: "big", style: "opacity: 0.5")
/// // my_button ["big"]
/// print(style.text.fontSize, style.text.opacity)  // 20.0 0.5
/// print(applier.color("color-mix(in srgb, red, blue)")?.cssText ?? "")
/// // color(srgb 0.5 0 0.5)
/// ```
package final class StyleApplier {
  /// The rules.
  package var stylesheet: Stylesheet {
    didSet { forget() }
  }

  /// The terminal.
  package var environment: Environment {
    didSet { if environment != oldValue { forget() } }
  }

  /// Whether unknown classes are collected with the values of their objects.
  package var isSnooping = false {
    didSet { for resolver in resolvers.values { resolver.isSnooping = isSnooping } }
  }

  /// Called every time a style is applied, after the object has had its turn.
  package var onApply: ((AppliedStyle) -> Void)?

  private var resolvers: [Request: StyleResolver] = [:]
  private var model: StyleResolver?

  /// The parts of a request; they are never joined into one string.
  private struct Request: Hashable {
    var element: String
    var classes: [String]
    var style: [UInt8]?
    var states: UInt8
  }

  /// Starts with a stylesheet and a terminal.
  package init(stylesheet: Stylesheet, environment: Environment = Environment()) {
    self.stylesheet = stylesheet
    self.environment = environment
  }

  private func forget() {
    resolvers = [:]
    model = nil
  }

  /// The resolver of an object, for spans inside its text and for explanations.
  package func resolver(for host: HostObject) -> StyleResolver {
    let request = Request(
      element: host.element, classes: host.classes,
      style: host.style.map { Array($0.bytes[$0.range]) }, states: host.states.rawValue)
    if let known = resolvers[request] { return known }
    let resolver =
      model.map { StyleResolver($0, host: host) }
      ?? StyleResolver(stylesheet: stylesheet, environment: environment, host: host)
    resolver.isSnooping = isSnooping
    model = model ?? resolver
    resolvers[request] = resolver
    return resolver
  }

  /// The computed style of an object, without applying it: ViewCSS's `cssConfig`.
  package func style(for host: HostObject) -> ComputedStyle { resolver(for: host).hostStyle }

  /// The computed style for a Swift type: its element name is the type's in snake case.
  package func style(
    for type: Any.Type, classes: String? = nil, style: String? = nil
  ) -> ComputedStyle {
    self.style(for: HostObject(type, classes: classes, style: style))
  }

  /// Works out a style and hands it to whoever wants to know: `custom`, the object itself if it is
  /// `StyleCustomizable`, then `onApply`.
  /// - Parameters:
  ///   - object: What is styled. Its type names the element unless `owner` does.
  ///   - owner: The object that asks, when it is another one, such as the controller of a label.
  ///   - classes: The classes with spaces between them.
  ///   - style: The text of a `style` attribute.
  ///   - custom: Called with what was applied.
  /// - Returns: The computed style.
  @discardableResult
  package func apply(
    to object: Any, of owner: Any? = nil, classes: String? = nil, style: String? = nil,
    custom: ((AppliedStyle) -> Void)? = nil
  ) -> ComputedStyle {
    let owner = owner ?? object
    let host = HostObject(type(of: owner), classes: classes, style: style)
    let applied = AppliedStyle(object: object, host, style: self.style(for: host))
    custom?(applied)
    (owner as? any StyleCustomizable)?.customize(applied)
    onApply?(applied)
    return applied.style
  }

  // MARK: Colours

  /// The colour of a CSS name such as `lightblue`; nil for any other text.
  package func color(named name: String) -> ColorValue? {
    NamedColors.color(named: name).map { ColorValue.absolute(Color($0)) }
  }

  /// The colour that a CSS text stands for; `var()` is looked up in the sheet's `:root`.
  package func color(_ css: String) -> ColorValue? { resolver(for: HostObject()).color(css) }

  // MARK: Snooping

  /// The unknown classes of all objects, each once.
  package var snoopedClasses: [SnoopedClass] {
    var seen: Set<SnoopedClass> = []
    return resolvers.values.flatMap(\.snoopedClasses)
      .sorted { ($0.element, $0.name) < ($1.element, $1.name) }
      .filter { seen.insert($0).inserted }
  }

  /// All unknown classes as one dictionary that is ready to be pasted into a sheet.
  package var snoopedDictionary: String { snoopedClasses.snoopedDictionary }

  /// What was found wrong with the requests so far.
  package var diagnostics: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return resolvers.values.flatMap(\.diagnostics).filter { seen.insert($0).inserted }
  }
}

extension HostObject {
  /// An object of a Swift type, whose name in snake case is that of the element.
  package init(_ type: Any.Type, classes: String? = nil, style: String? = nil) {
    self.init(
      element: ElementName.of(type),
      classes: (classes ?? "").split { $0 == " " || $0.isNewline || $0 == "\t" }.map(String.init),
      style: style.map { CSSText($0, name: "<style>") })
  }
}
