import Diagnostics
import StyleValues
import Styling

/// Gives objects of a program their styles: it knows the theme, and remembers what it worked out.
///
/// `css(object:)` sets what the theme declares and nothing else, so whatever a program has set
/// itself stays. Which keys an object has, its type says (`KeySettable`); every other object is left
/// to the callbacks.
///
/// ```swift
/// final class Label: KeySettable {
///   var textColor = StyleColor.palette(7)
///   var fontSize = 12.0
///   static let settableKeys: [SettableKey<Label>] = [
///     .value("textColor", \.textColor), .value("fontSize", \.fontSize),
///   ]
/// }
///
/// let manager = StyleManager(["label.title": ["font-size": "2em"]])
/// let label = Label()
/// manager.css(object: label, class: "title") { config in print(config.declaredProperties) }
/// // ["font-size"]
/// print(label.fontSize, label.textColor == .palette(7))  // 30.0 true
/// ```
public final class StyleManager {
  /// The theme; another one empties the caches.
  public var theme: Theme {
    didSet { forget() }
  }

  /// The terminal; another one empties the caches.
  public var terminal: Terminal {
    didSet { if terminal != oldValue { flush() } }
  }

  /// Whether classes that no rule names are collected, with what their objects have now.
  public var isSnooping = false

  /// Called every time a style is applied, after the object has had its turn.
  public var onApply: ((_ object: Any?, StyleConfig) -> Void)?

  private var resolvers: [StyledObject: StyleResolver] = [:]
  private var configs: [StyledObject: StyleConfig] = [:]
  private var renderers: [StyledObject: ThemeRenderer] = [:]
  private var model: StyleResolver?
  private var snoopedClasses: [SnoopedClass] = []
  private var log = DiagnosticLog(limit: 1000)
  private var logged: Set<Diagnostic> = []

  /// So many objects that differ are remembered; then it starts anew.
  private static let mostObjects = 4096

  /// A manager for a theme on a terminal.
  public init(_ theme: Theme, for terminal: Terminal = .standardOutput) {
    self.theme = theme
    self.terminal = terminal
  }

  /// Forgets the styles that were worked out; setting the theme does so, too.
  public func flush() {
    resolvers = [:]
    configs = [:]
    renderers = [:]
    model = nil
  }

  private func forget() {
    flush()
    snoopedClasses = []
    log = DiagnosticLog(limit: 1000)
    logged = []
  }

  // MARK: Styles

  /// Applies the theme to an object.
  ///
  /// First the object's keys are set that the theme declares, if it is a `KeySettable` object of a
  /// class; then come `custom`, the object that asks if it is `StyleCustomizable`, and `onApply`.
  ///
  /// - Parameters:
  ///   - object: What is styled.
  ///   - owner: The object that asks, when it is another one, such as the controller of a label; its
  ///     type names the element, as in `my_controller.label`.
  ///   - names: The classes, with spaces between them.
  ///   - style: More declarations, such as `color: red`.
  ///   - states: The states that the object is in.
  ///   - custom: Called with the style.
  /// - Returns: The style.
  @discardableResult
  public func css(
    object: Any?, of owner: Any? = nil, class names: String? = nil, style: String? = nil,
    states: Set<StyledObject.ControlState> = [], custom: ((StyleConfig) -> Void)? = nil
  ) -> StyleConfig {
    let asking = owner ?? object
    let asked = StyledObject(
      asking.map { type(of: $0) }, class: names, style: style, states: states)
    if isSnooping { snoop(asked, object) }
    if let object = object as? any KeySettable & AnyObject { set(asked, on: object) }
    let config = cssConfig(asked)
    custom?(config)
    (asking as? any StyleCustomizable)?.cssCustomize(
      object: object, class: names, style: style, config: config)
    onApply?(object, config)
    return config
  }

  /// Applies the theme to a value: sets the keys that the theme declares.
  @discardableResult
  public func css<Object: KeySettable>(
    object: inout Object, of owner: Any? = nil, class names: String? = nil, style: String? = nil,
    states: Set<StyledObject.ControlState> = []
  ) -> StyleConfig {
    let asked = StyledObject(
      owner.map { type(of: $0) } ?? type(of: object), class: names, style: style, states: states)
    if isSnooping { snoop(asked, object) }
    set(asked, onValue: &object)
    let config = cssConfig(asked)
    onApply?(object, config)
    return config
  }

  /// The style of an object, without applying it.
  public func cssConfig(_ object: StyledObject) -> StyleConfig {
    if let known = configs[object] { return known }
    let config = StyleConfig(resolver(object), object: object)
    configs[object] = config
    return config
  }

  /// The style for a type, without applying it: a cell's height can be known before there is a cell.
  public func cssConfig(
    _ type: Any.Type, class names: String? = nil, style: String? = nil,
    states: Set<StyledObject.ControlState> = []
  ) -> StyleConfig {
    cssConfig(StyledObject(type, class: names, style: style, states: states))
  }

  /// What renders text that belongs to an object: `cssText` of the documents.
  public func renderer(
    of owner: Any, class names: String? = nil, style: String? = nil,
    states: Set<StyledObject.ControlState> = []
  ) -> ThemeRenderer {
    let object = StyledObject(type(of: owner), class: names, style: style, states: states)
    if let known = renderers[object] { return known }
    if renderers.count >= Self.mostObjects { flush() }
    let renderer = theme.renderer(for: terminal, as: object)
    renderers[object] = renderer
    return renderer
  }

  private func resolver(_ object: StyledObject) -> StyleResolver {
    if let known = resolvers[object] { return known }
    if resolvers.count >= Self.mostObjects { flush() }
    let resolver =
      model.map { StyleResolver($0, host: object.host) }
      ?? StyleResolver(
        stylesheet: theme.stylesheet,
        environment: terminal.environment.adopting(theme.stylesheet.palette), host: object.host)
    model = model ?? resolver
    resolvers[object] = resolver
    for diagnostic in resolver.diagnostics { note(diagnostic) }
    return resolver
  }

  // MARK: Objects

  private func set<Object: KeySettable & AnyObject>(_ asked: StyledObject, on object: Object) {
    var object = object
    set(asked, onValue: &object)
  }

  private func set<Object: KeySettable>(_ asked: StyledObject, onValue object: inout Object) {
    let config = cssConfig(asked)
    let keys = type(of: object).settableKeys
    for key in keys where !key.name.isEmpty {
      guard let value = config.value(key.name), config.declares(key.name) else { continue }
      set(value, key.name, on: &object)
    }
    for key in keys where key.hasStates {
      for state in StyledObject.ControlState.allCases where !asked.states.contains(state) {
        var inState = asked
        inState.states.insert(state)
        let other = cssConfig(inState)
        guard let value = other.value(key.name), other.declares(key.name),
          !config.declares(key.name) || value != config.value(key.name)
        else { continue }
        set(value, "\(key.name):\(state.rawValue)", on: &object)
      }
    }
    // Keys of parts, of states and of actions, which the program made known.
    let names = Set(keys.flatMap { $0.names() }.map(DictionaryKey.dashed))
    let own = Set(keys.map { DictionaryKey.dashed($0.name) })
    for name in config.declaredProperties where names.contains(name) && !own.contains(name) {
      if let value = config.value(name) { set(value, name, on: &object) }
    }
  }

  private func set<Object: KeySettable>(
    _ value: ThemeValue, _ name: String, on object: inout Object
  ) {
    do throws(KeyError) {
      try object.set(value, at: name.split(separator: ".")[...])
    } catch {
      note(error.finding.diagnostic)
    }
  }

  // MARK: Colours

  /// The colour of a CSS name such as `lightblue`; nil for any other text.
  public func color(named name: String) -> StyleColor? {
    NamedColors.color(named: name).map { StyleColor(.absolute(Color($0))) }
  }

  /// The colour that a CSS text stands for, with the variables of the theme: `var(--primary)`.
  public func color(_ css: String) -> StyleColor? {
    resolver(StyledObject()).color(css).map { StyleColor($0) }
  }

  // MARK: What was found

  /// What is wrong with the theme, and with what was asked of it so far: classes that no rule names,
  /// values that an object does not take.
  public var findings: [Finding] { theme.findings + log.all.map(Finding.init) }

  private func note(_ diagnostic: Diagnostic) {
    if logged.count < 1000 {
      guard logged.insert(diagnostic).inserted else { return }
    }
    log.add(diagnostic)
  }

  /// The classes so far that no rule names, as the documents print them: each with what its object
  /// had when it asked.
  public var snoopReports: [String] { snoopedClasses.map(\.report) }

  /// The same as one dictionary in JSON, ready to be a sheet.
  public var snoopedTheme: String { snoopedClasses.snoopedDictionary }

  private func snoop(_ asked: StyledObject, _ object: Any?) {
    let resolver = resolver(asked)
    for name in resolver.unknownHostClasses
    where !snoopedClasses.contains(where: { $0.element == asked.element && $0.name == name }) {
      if let object = object as? any KeySettable {
        snoopedClasses.append(
          SnoopedClass(name, of: asked.element, properties: Self.properties(of: object)))
      } else {
        snoopedClasses.append(resolver.snooped(name))
      }
    }
  }

  /// What an object has now, of what a sheet could say.
  private static func properties<Object: KeySettable>(
    of object: Object
  ) -> [SnoopedClass.Property] {
    guard let root = object as? Object.KeyRoot else { return [] }
    return type(of: object).settableKeys.compactMap { key in
      guard let text = key.written?(root),
        let name = PropertyName.effectiveName(DictionaryKey.dashed(key.name))
      else { return nil }
      let isLength = ["font-size", "border-width", "border-radius"].contains(name)
      return SnoopedClass.Property(
        name: name, value: isLength && Double(text) != nil ? text + "px" : text)
    }
  }
}

/// A manager is for one thread; every other makes its own from the same theme.
@available(*, unavailable)
extension StyleManager: Sendable {}
