public import CSSView
import Diagnostics
import Dispatch
import StyleValues
import StyledText
import Styling
import SystemPackage

/// Applies the styles of a theme to objects of a program, and caches them.
///
/// `css(object:)` sets declared values and nothing else, so other values that a program has set
/// itself stay. The type of an object lists its keys (`KeySettable`); all other objects are left
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
  /// The theme; a new one empties the caches.
  public var theme: Theme { didSet { forget() } }

  /// The terminal; a new one empties the caches.
  public var terminal: Terminal { didSet { if terminal != oldValue { flush() } } }

  /// True if classes without a rule are collected, with the present values of their objects.
  public var snoop = false

  /// Receives a line for each class without a rule, and with `snoop` the present values of its
  /// object; nil drops them.
  ///
  /// The default is standard error.
  public var warnings: ((String) -> Void)? = { line in
    // An error of standard error cannot be reported.
    _ = try? FileDescriptor.standardError.writeAll("\(line)\n".utf8)
  }

  /// The manager of the whole program: `ViewCSSManager.shared` of ViewCSS.
  ///
  /// It has no rules until `setCSS(dict:)` or `theme` sets some.
  @MainActor public static var shared: StyleManager { unsafe main }

  /// The shared manager for objects that style themselves: they are of no actor, so the compiler
  /// cannot check that they do it on the main actor.
  static func shared(for owner: Any.Type) -> StyleManager {
    guard DispatchQueue.getSpecific(key: isMainQueue) == true else {
      fatalError(
        "StyleManager.shared is for the main actor; give '\(owner)' a 'styleManager' of its own")
    }
    return unsafe main
  }

  nonisolated(unsafe) private static let main = StyleManager([:])

  // `MainActor.preconditionIsolated` ends a program on Linux without its message.
  private static let isMainQueue = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Called every time a style is applied, after the object's own methods.
  public var onApply: ((_ object: Any?, StyleConfig) -> Void)?

  private var resolvers: [StyledObject: StyleResolver] = [:]
  private var configs: [StyledObject: StyleConfig] = [:]
  private var renderers: [StyledObject: ThemeRenderer] = [:]
  private var model: StyleResolver?
  private var snoopedClasses: [SnoopedClass] = []
  private var learnedTypes: Set<ObjectIdentifier> = []
  private var log = DiagnosticLog(limit: 1000)
  private var logged: Set<Diagnostic> = []
  private var warned: Set<String> = []

  /// Maximum number of different objects in the caches, which are emptied then.
  private static let mostObjects = 4096

  /// Creates a manager for a theme on a terminal.
  public init(_ theme: Theme, for terminal: Terminal = .standardOutput) {
    self.theme = theme
    self.terminal = terminal
  }

  /// Sets the theme from a dictionary, selector → declarations.
  public func setCSS(dict: [String: Any]) { theme = Theme(dictionary: dict) }

  /// Empties the caches of styles; setting the theme does so, too.
  public func flush() {
    resolvers = [:]
    configs = [:]
    renderers = [:]
    model = nil
  }

  private func forget() {
    flush()
    learnedTypes = []
    snoopedClasses = []
    log = DiagnosticLog(limit: 1000)
    logged = []
    warned = []
  }

  // MARK: Styles

  /// Applies the theme to an object.
  ///
  /// First the declared keys of the object are set, if it is a `KeySettable` object of a class;
  /// then `custom`, the owner if it is `StyleCustomizable`, and `onApply` are called.
  ///
  /// - Parameters:
  ///   - object: The object to style.
  ///   - owner: The object that styles it, if it is another one, such as the controller of a label;
  ///     its type names the element, as in `my_controller.label`.
  ///   - names: The classes, with spaces between them.
  ///   - style: More declarations, such as `color: red`.
  ///   - states: The states of the object.
  ///   - custom: Called with the style.
  /// - Returns: The style.
  @discardableResult
  public func css(
    object: Any?, of owner: Any? = nil, class names: String? = nil, style: String? = nil,
    states: CSSView.ControlState = [], custom: ((StyleConfig) -> Void)? = nil
  ) -> StyleConfig {
    let asking = owner ?? object
    let asked = StyledObject(
      asking.map { type(of: $0) }, class: names, style: style, states: states)
    if let object = object as? any KeySettable & AnyObject {
      set(asked, on: object)
    } else if let object {
      let isAnswered = custom != nil || onApply != nil || asking is any StyleCustomizable
      if object is any KeySettable {
        noteObject(
          "a value of type '\(type(of: object))' was passed as a copy and keeps its old style; "
            + "pass it with '&'")
      } else if !isAnswered, !(object is any CSSTextOwner),
        // An owner that styles itself uses the returned style.
        let owner, type(of: owner) != type(of: object)
      {
        noteObject("type '\(type(of: object))' has no keys to set; make it 'KeySettable'")
      }
    }
    return finish(asked, object, asking, names, style, custom)
  }

  /// Applies the theme to a value: sets its declared keys.
  ///
  /// - Parameters:
  ///   - object: The value to style.
  ///   - owner: The object that styles it, if it is another one; its type names the element.
  ///   - names: The classes, with spaces between them.
  ///   - style: More declarations, such as `color: red`.
  ///   - states: The states of the object.
  ///   - custom: Called with the style.
  /// - Returns: The style.
  @discardableResult
  public func css<Object: KeySettable>(
    object: inout Object, of owner: Any? = nil, class names: String? = nil, style: String? = nil,
    states: CSSView.ControlState = [], custom: ((StyleConfig) -> Void)? = nil
  ) -> StyleConfig {
    let asked = StyledObject(
      owner.map { type(of: $0) } ?? type(of: object), class: names, style: style, states: states)
    set(asked, onValue: &object)
    return finish(asked, object, owner ?? object, names, style, custom)
  }

  /// Finishes styling after the keys of an object: sets its renderer, reports it for snooping, and
  /// calls the customising closures and methods.
  private func finish(
    _ asked: StyledObject, _ object: Any?, _ asking: Any?, _ names: String?, _ style: String?,
    _ custom: ((StyleConfig) -> Void)?
  ) -> StyleConfig {
    if let object = object as? any CSSTextOwner { object.styledText.renderer = renderer(asked) }
    report(asked, object)
    let config = cssConfig(asked)
    custom?(config)
    (asking as? any StyleCustomizable)?.cssCustomize(
      object: object, class: names, style: style, config: config)
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

  /// The style for a type, without applying it: the height of a cell can be read before there is a
  /// cell.
  public func cssConfig(
    _ type: Any.Type, class names: String? = nil, style: String? = nil,
    states: CSSView.ControlState = []
  ) -> StyleConfig { cssConfig(StyledObject(type, class: names, style: style, states: states)) }

  /// The renderer for the text of an object: `cssText` of the documents.
  public func renderer(
    of owner: Any, class names: String? = nil, style: String? = nil,
    states: CSSView.ControlState = []
  ) -> ThemeRenderer {
    renderer(StyledObject(type(of: owner), class: names, style: style, states: states))
  }

  private func renderer(_ object: StyledObject) -> ThemeRenderer {
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
    learn(type(of: object))
    let config = cssConfig(asked)
    let keys = type(of: object).settableKeys
    let isButton = type(of: object).isButton
    for key in keys where !key.name.isEmpty {
      let current = current(key, of: object)
      if let value = ObjectKey(key.name).value(in: config, over: current, isButton: isButton) {
        set(value, key.name, on: &object)
      }
    }
    for key in keys where key.hasStates {
      let objectKey = ObjectKey(key.name)
      for state in CSSView.ControlState.members where !asked.states.contains(state) {
        var inState = asked
        inState.states.insert(state)
        let value = objectKey.value(in: cssConfig(inState), isButton: isButton)
        if let value, value != objectKey.value(in: config, isButton: isButton) {
          set(value, "\(key.name):\(state)", on: &object)
        }
      }
    }
    // Keys of parts, of states and of actions.
    let allNames = keys.flatMap { $0.names() }
    for name in allNames where name.hasPrefix("layer.") {
      if let value = ObjectKey(name).value(in: config) { set(value, name, on: &object) }
    }
    let names = Set(allNames.map(DictionaryKey.dashed))
    let own = Set(keys.map { DictionaryKey.dashed($0.name) })
    for name in config.declaredProperties where names.contains(name) && !own.contains(name) {
      if let value = config.value(name) { set(value, name, on: &object) }
    }
  }

  private func current<Object: KeySettable>(
    _ key: SettableKey<Object.KeyRoot>, of object: Object
  ) -> Any? {
    (object as? Object.KeyRoot).flatMap { key.current?($0) ?? nil }
  }

  /// Reads the theme again when an object has keys that it did not know.
  private func learn<Object: KeySettable>(_ type: Object.Type) {
    guard learnedTypes.insert(ObjectIdentifier(type)).inserted,
      // Some are properties of CSS under the names of UIKit.
      let known = theme.knowing({ properties in
        properties.add(keysOf: type) { !DocumentKeys.isProperty($0) }
        properties.addKeysOfButtons()
      })
    else { return }
    let kept = (learnedTypes, snoopedClasses, log, logged, warned)
    theme = known
    (learnedTypes, snoopedClasses, log, logged, warned) = kept
  }

  /// Prints a warning once; true if it was new and not more than the thousandth.
  @discardableResult
  private func warn(_ message: String) -> Bool {
    guard warned.count < 1000, warned.insert(message).inserted else { return false }
    warnings?(SafeText.label("warning: \(message)").string)
    return true
  }

  /// Reports once that a style has no effect on an object.
  private func noteObject(_ message: String) {
    note(Diagnostic(.warning, .invalidSetting, message))
    warn(message)
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

  /// The colour of a CSS text, with the variables of the theme: `var(--primary)`.
  public func color(_ css: String) -> StyleColor? {
    resolver(StyledObject()).color(css).map { StyleColor($0) }
  }

  // MARK: What was found

  /// Findings about the theme and the objects so far: classes without a rule, values that an object
  /// does not accept.
  public var findings: [Finding] { theme.findings + log.all.map(Finding.init) }

  private func note(_ diagnostic: Diagnostic) {
    if logged.count < 1000 {
      guard logged.insert(diagnostic).inserted else { return }
    }
    log.add(diagnostic)
  }

  /// The classes without a rule so far, as the documents print them: each with the values of its
  /// object at that time.
  public var snoopReports: [String] { snoopedClasses.map(\.report) }

  /// The same as one dictionary in JSON, which is a valid sheet.
  public var snoopedTheme: String { snoopedClasses.snoopedDictionary }

  /// Prints all classes without a rule so far to standard output, as a dictionary in JSON.
  ///
  /// It is printed in the order of the program's other output.
  public func printSnoop() { print(snoopedTheme, terminator: "") }

  /// Writes all classes without a rule so far, as a dictionary in JSON.
  public func printSnoop(to output: inout some TextOutputStream) { output.write(snoopedTheme) }

  /// Reports the classes of an object without a rule.
  private func report(_ asked: StyledObject, _ object: Any?) {
    let resolver = resolver(asked)
    for name in resolver.unknownHostClasses {
      let isNew = warn("no rule for class '\(name)' of <\(asked.element)>")
      guard snoop,
        !snoopedClasses.contains(where: { $0.element == asked.element && $0.name == name })
      else { continue }
      let snooped =
        (object as? any KeySettable).map {
          SnoopedClass(name, of: asked.element, properties: Self.properties(of: $0))
        } ?? resolver.snooped(name)
      snoopedClasses.append(snooped)
      if isNew { warnings?(SafeText.text(snooped.report).string) }
    }
  }

  /// The present values of an object that a sheet could set.
  private static func properties<Object: KeySettable>(
    of object: Object
  ) -> [SnoopedClass.Property] {
    guard let root = object as? Object.KeyRoot else { return [] }
    var shadow: [String: String] = [:]
    var properties: [SnoopedClass.Property] = []
    for key in type(of: object).settableKeys {
      if let value = key.current?(root),
        let property = ObjectKey(key.name).snooped(value, isButton: Object.isButton)
      {
        properties.append(property)
      }
      guard key.name == "layer" else { continue }
      for (name, value) in key.parts?(root) ?? [] {
        if name.hasPrefix("shadow") {
          shadow[name] = WrittenValue.text(of: value)
        } else if name != "masksToBounds", let property = ObjectKey("layer.\(name)").snooped(value)
        {
          properties.append(property)
        }
      }
    }
    if let offset = shadow["shadowOffset"] {
      let radius = shadow["shadowRadius"].map { Double($0) == nil ? $0 : $0 + "px" }
      let lengths = [offset, radius, shadow["shadowColor"]].compactMap(\.self)
      properties.append(
        SnoopedClass.Property(name: "text-shadow", value: lengths.joined(separator: " ")))
    }
    if let opacity = shadow["shadowOpacity"] {
      properties.append(SnoopedClass.Property(name: "text-shadow-opacity", value: opacity))
    }
    return properties
  }
}

/// A manager is for one thread; each thread makes its own from the same theme.
@available(*, unavailable)
extension StyleManager: Sendable {}

/// The style of an object, and the properties that are declared for it.
///
/// ```swift
/// let theme: Theme = ["my_button": ["color": "red", "font-size": "20px"]]
/// let config = StyleManager(theme).cssConfig(StyledObject(element: "my_button"))
/// print(config.declaredProperties, config.declares("opacity"))  // ["color", "font-size"] false
/// print(config.font.size, config.value("font-size") ?? "", config.style.opacity)  // 20.0 20 1.0
/// ```
public struct StyleConfig: Sendable {
  /// The object of the style: element, classes, style and states.
  public let object: StyledObject

  private let computed: ComputedStyle
  private let contentSize: Styling.ContentSize
  private let values: DeclaredValues

  /// The size of the drawn text in px: the declared one, scaled for the reader.
  public let scaledFontSize: Double

  init(_ resolver: StyleResolver, object: StyledObject) {
    self.object = object
    computed = resolver.hostStyle
    values = resolver.hostValues
    contentSize = resolver.environment.contentSize
    scaledFontSize = computed.text.scaledFontSize(resolver.environment.contentSize)
  }

  /// Style of the object's text.
  public var style: RunStyle {
    RunStyle(
      computed.text, in: RunStyle.BlockContext(block: computed.block, contentSize: contentSize))
  }

  /// The colour of its text.
  public var color: StyleColor { style.color }

  /// Its font: `size` is the declared one, `scaledSize` the size of the drawn text.
  public var font: StyleFont { StyleFont(computed.text, scaledSize: scaledFontSize) }

  /// Its font in the size of the drawn text: `font.getFont()` of ViewCSS.
  public var scaledFont: StyleFont { font.inScaledSize }

  /// The properties that the theme or the object's own style declares: those of CSS one by one
  /// (`border-top-width`), then the program's own.
  public var declaredProperties: [String] { values.names }

  /// True if a property is declared, in either spelling; for a shorthand such as `border`, if any
  /// of its properties is.
  public func declares(_ property: String) -> Bool { values.declares(property) }

  /// The computed value of a property, declared or not: lengths in px, colours as colours.
  ///
  /// It is nil for an undeclared property of the program, for unknown names, for `all`, and for
  /// `border` if its sides differ: then each has a value of its own.
  public func value(_ property: String) -> ThemeValue? {
    values.value(of: property).map { ThemeValue($0.raw, in: $0.context) }
  }

  /// The value of a property of the program; nil if it is not declared.
  public func value<Value>(of property: CustomProperty<Value>) -> Value? {
    values.declares(property.name) ? value(property.name).flatMap { try? Value.convert($0) } : nil
  }
}

// The names of the documents, for which the compiler reports the names here.

/// The manager of ViewCSS.
@available(*, unavailable, renamed: "StyleManager")
public typealias ViewCSSManager = StyleManager

/// The style of ViewCSS.
@available(*, unavailable, renamed: "StyleConfig")
public typealias ViewCSSConfig = StyleConfig

/// The protocol of ViewCSS.
@available(*, unavailable, renamed: "StyleCustomizable")
public typealias ViewCSSCustomizableProtocol = StyleCustomizable

/// The getters of MRGArchitect.
@available(*, unavailable, renamed: "Architect")
public typealias MRGArchitect = Architect

extension StyleFont {
  /// The font that ViewCSS draws with.
  @available(*, unavailable, message: "use 'scaledFont' of the style")
  public func getFont() -> StyleFont { self }
}

extension Architect {
  /// The traits of MRGArchitect.
  @available(*, unavailable, renamed: "traits")
  public var traitCollection: Traits { traits }
}

extension KeySettable {
  /// The setter of StringCoding.
  @available(*, unavailable, renamed: "set(_:forKey:)")
  public func setValueWithString(_ text: String, forKey key: String) {}

  /// The setter of StringCoding.
  @available(*, unavailable, renamed: "set(_:forKeyPath:)")
  public func setValueWithString(_ text: String, forKeyPath path: String) {}
}
