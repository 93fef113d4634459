import CSSSyntax
import Diagnostics
import StyleValues

/// Computes the style of one element from the declarations that apply to it.
///
/// CSS Cascade 5 §4: the strongest valid declaration of each property wins; a property that nothing
/// declares is inherited or initial.
struct Cascade {
  enum Outcome {
    case won, lost
    /// Invalid at computed-value time, and why.
    case invalid(String)
    /// A stronger declaration is `revert`.
    case reverted
  }

  let request: CascadeRequest
  private(set) var style: ComputedStyle

  /// The properties for which a candidate has won.
  private(set) var declared: PropertySet = []

  private(set) var scope: VariableScope

  private(set) var extensions: ExtensionValues

  /// Values that turned out invalid, with the candidate's index.
  private(set) var problems: [(candidate: Int, message: String)] = []

  /// The outcome of each candidate for each of its properties; empty unless `keepsTrace`.
  private(set) var trace: [(candidate: Int, property: PropertyID, outcome: Outcome)] = []
  private let keepsTrace: Bool

  private let environment: Environment
  private let longValues: ExpandedValues
  private var reverted: PropertySet = []

  /// The layers whose declarations of some properties `revert-layer` has dropped.
  private var revertedLayers:
    [(properties: PropertySet, origin: CascadePriority.Origin, layer: Int32)] = []

  /// Runs the cascade; the request is sorted, the strongest declaration first.
  ///
  /// `mayDeclare` is false if its variables are over the limit.
  init(
    _ request: consuming CascadeRequest, _ environment: Environment, _ longValues: ExpandedValues,
    keepsTrace: Bool = false, mayDeclare: Bool = true
  ) {
    scope = request.scope
    extensions = request.extensions.inherited(request.index.sheet.extensions)
    style = request.start
    self.request = request
    self.environment = environment
    self.longValues = longValues
    self.keepsTrace = keepsTrace
    var declaresOthers = false
    var wanted: PropertySet = []
    for candidate in self.request.candidates {
      wanted.formUnion(candidate.properties)
      if candidate.properties.isEmpty { declaresOthers = true }
    }
    if declaresOthers { computeCustomProperties(isWithinLimit: mayDeclare) }
    // Values relative to the scheme, the font size and the colour are decided after these.
    let scheme = PropertySet(.colorScheme)
    decide(wanted.intersection(scheme), .fontSize)
    wanted.subtract(scheme)
    decide(wanted.intersection(Self.fontSizeProperties), .fontSize)
    decide(wanted.intersection(PropertySet(.color)), .color)
    decide(wanted.subtracting(Self.fontSizeProperties).subtracting(PropertySet(.color)), .others)
    if self.request.isCSS, style.text.display != .inlineBlock {
      style.text.propagateDecorations(of: self.request.parent.text)
    }
    if declaresOthers { decideExtensions() }
  }

  private static let fontSizeProperties: PropertySet = [
    PropertySet(.fontSize), PropertySet(.fontSizeScaleMin), PropertySet(.fontSizeScaleMax),
  ]

  /// Stage of the cascade; each case names the style that relative values refer to.
  private enum Stage {
    /// The parent's font size and colour.
    case fontSize
    /// The parent's colour.
    case color
    /// The element's own.
    case others
  }

  private static let initial = ComputedStyle()

  private func context(_ stage: Stage, _ candidate: CascadeCandidate) -> ConversionContext {
    let parent = request.parent.text
    return ConversionContext(
      dialect: request.dialect(of: candidate), colorScheme: colorScheme,
      currentColor: stage == .others ? style.text.color : parent.color,
      fontSize: stage == .fontSize ? parent.fontSize : style.text.fontSize,
      viewport: environment.pixels, assumesTextColor: true, palette: environment.terminalColors)
  }

  // MARK: Custom properties

  private mutating func computeCustomProperties(isWithinLimit: Bool) {
    var winners: [String: CSSText] = [:]
    for (index, candidate) in request.candidates.enumerated() where candidate.properties.isEmpty {
      let declaration = request.declaration(of: candidate)
      guard case .custom(let name) = declaration.property, winners[name] == nil,
        case .text(let text) = declaration.value
      else { continue }
      guard isWithinLimit else {
        problems.append((index, VariableError.tooMany.description))
        return
      }
      winners[name] = text
    }
    guard !winners.isEmpty else { return }
    let (values, bytes) = VariableExpander.compute(winners, inherited: scope)
    scope = scope.declaring(values, bytes: bytes)
  }

  // MARK: Properties

  /// Takes the first valid value of each wanted property, from the strongest candidate on.
  private mutating func decide(_ wanted: PropertySet, _ stage: Stage) {
    if wanted.isEmpty { return }
    for index in request.candidates.indices {
      let relevant = request.candidates[index].properties.intersection(wanted)
      if relevant.isEmpty { continue }
      let open = relevant.subtracting(declared)
      note(index, relevant.subtracting(open), .lost)
      if !open.isEmpty { decide(open, by: index, stage) }
    }
  }

  private mutating func decide(_ open: PropertySet, by index: Int, _ stage: Stage) {
    let candidate = request.candidates[index]
    var taken = candidate.priority.origin == .builtIn ? open : open.subtracting(reverted)
    for layer in revertedLayers
    where layer.origin == candidate.priority.origin && layer.layer == candidate.priority.layer {
      taken.subtract(layer.properties)
    }
    do throws(InvalidValue) {
      let value = try evaluate(candidate, stage)
      note(index, open.subtracting(taken), .reverted)
      if !taken.isEmpty { take(value, of: taken, from: index) }
    } catch {
      problems.append((index, error.reason + error.origin))
      note(index, open, .invalid(error.reason))
      // In CSS the property is unset: an earlier declaration does not come back.
      if request.isCSS { declared.formUnion(open) }
    }
  }

  private mutating func take(_ value: SpecifiedValue, of open: PropertySet, from index: Int) {
    note(index, open, .won)
    switch value {
    case .keyword(.revert):
      reverted.formUnion(open)
      return
    case .keyword(.revertLayer):
      let priority = request.candidates[index].priority
      revertedLayers.append((open, priority.origin, priority.layer))
      return
    case .keyword(let keyword):
      for id in open.members {
        let definition = PropertyDefinition.of(id)
        let isInherited = keyword == .inherit || keyword == .unset && definition.isInherited
        definition.copy(isInherited ? request.parent : Self.initial, &style)
      }
    case .color(let rgba):
      guard let id = open.first else { break }
      PropertyDefinition.of(id).setColor?(&style, .absolute(Color(rgba: rgba)))
    case .constant(let set): set(&style)
    case .values(let values):
      for id in open.members { PropertyDefinition.of(id).copy(values, &style) }
    case .computed, .byScheme, .relative: preconditionFailure("a relative value was not computed")
    }
    declared.formUnion(open)
  }

  private struct InvalidValue: Error {
    var reason: String
    /// The value as it is written, for errors about what replaced variables made of it.
    var origin = ""
  }

  private func evaluate(
    _ candidate: CascadeCandidate, _ stage: Stage
  ) throws(InvalidValue) -> SpecifiedValue {
    let declaration = request.declaration(of: candidate)
    if let resolved = resolved(declaration.specified, stage, candidate) { return resolved }
    let value = try expanded(declaration.value)
    let element = element(stage, candidate)
    do throws(UnexpectedValue) {
      if case .text(let text) = value, text.range.count >= ExpandedValues.shortest {
        let read = try longValues.value(
          of: declaration.property, text, in: request.dialect(of: candidate))
        if let resolved = resolved(read, stage, candidate) { return resolved }
      }
      let parser = PropertyParser(in: element.context, parent: element.parent)
      let read = try parser.read(declaration.property, value)
      guard case .computed(let compute) = read else { return read }
      return .constant(compute(element))
    } catch {
      let written = declaration.value.range.text.limited(toBytes: 60)
      throw InvalidValue(reason: error.message, origin: ", from '\(written)'")
    }
  }

  /// The value for the element; nil if its text has to be read first.
  private func resolved(
    _ specified: SpecifiedValue, _ stage: Stage, _ candidate: CascadeCandidate
  ) -> SpecifiedValue? {
    switch specified {
    case .keyword, .color, .constant, .values: specified
    case .byScheme(let dark, let light): colorScheme == .light ? light : dark
    case .computed(let compute): .constant(compute(element(stage, candidate)))
    case .relative: nil
    }
  }

  private func element(_ stage: Stage, _ candidate: CascadeCandidate) -> ElementContext {
    ElementContext(parent: request.parent.text, context: context(stage, candidate))
  }

  private var colorScheme: ColorScheme {
    style.text.rare.values.colorScheme ?? environment.colorScheme
  }

  private func expanded(_ value: DeclaredValue) throws(InvalidValue) -> DeclaredValue {
    guard VariableExpander.mentionsVariable(value) else { return withHues(value) }
    do throws(VariableError) {
      switch value {
      case .text(let text): return withHues(.text(try VariableExpander.expand(text, in: scope)))
      case .structured(let raw, let range):
        let expanded = try raw.mapTexts { text throws(VariableError) in
          try VariableExpander.expand(text, in: scope)
        }
        return .structured(expanded, range)
      }
    } catch {
      throw InvalidValue(reason: error.description)
    }
  }

  /// The value with `hue-of()` replaced by angles for this element.
  private func withHues(_ value: DeclaredValue) -> DeclaredValue {
    guard case .text(let text) = value, HueFunction.isIn(text) else { return value }
    let attributes = request.element.attributes
    return .text(
      HueFunction.replaced(in: text) { name in attributes.first { $0.name == name }?.value ?? "" })
  }

  /// The text of a value with its variables replaced, or nil when that fails.
  func resolvedText(of value: DeclaredValue) -> String? {
    guard let expanded = try? expanded(value) else { return nil }
    switch expanded {
    case .text(let text): return text.string
    case .structured: return expanded.writtenText
    }
  }

  /// The computed colour of a declaration as `#rrggbbaa`; nil for other properties, for invalid
  /// values, and for palette entries, whose colour is the user's.
  func resolvedColor(of candidate: CascadeCandidate) -> String? {
    let declaration = request.declaration(of: candidate)
    guard case .longhand(let id) = declaration.property, PropertyDefinition.of(id).setColor != nil,
      case .text(let text) = try? expanded(declaration.value)
    else { return nil }
    switch try? ColorValue.convert(text: text, in: context(.others, candidate)) {
    case .absolute(let color): return color.srgb.hex8
    case .ansi, .currentColor, nil: return nil
    }
  }

  private mutating func note(_ candidate: Int, _ properties: PropertySet, _ outcome: Outcome) {
    if !keepsTrace { return }
    for id in properties.members { trace.append((candidate, id, outcome)) }
  }

  /// True if the element itself declares `display: none`, which is not inherited: what is inside is
  /// hidden with it.
  var hidesElement: Bool { declared.contains(PropertySet(.display)) && style.text.display == .none }

  // MARK: Properties of the host program

  /// Decides the properties of the host program; in CSS an invalid value unsets the property.
  private mutating func decideExtensions() {
    let known = request.index.sheet.extensions
    var decided: Set<String> = []
    var values = extensions.values
    for (index, candidate) in request.candidates.enumerated() where candidate.properties.isEmpty {
      let declaration = request.declaration(of: candidate)
      guard case .unknown(let name) = declaration.property, known.contains(name),
        !decided.contains(name)
      else { continue }
      let context = context(.others, candidate)
      do throws(InvalidValue) {
        let raw = try expanded(declaration.value).raw(in: context.dialect)
        if let error = known.error(of: raw, for: name, in: context) {
          throw InvalidValue(reason: error.message)
        }
        values[name] = ExtensionValues.Value(raw: raw, context: context)
        decided.insert(name)
      } catch {
        problems.append((index, error.reason))
        if request.isCSS { decided.insert(name) }
      }
    }
    if !decided.isEmpty { extensions = ExtensionValues(values) }
  }
}

extension TextStyle {
  /// Adds the decorations of the parent, with its colour and style; boxes in a line do not get them
  /// (CSS Text Decoration 3 §2.1).
  mutating func propagateDecorations(of parent: TextStyle) {
    guard !parent.decorationLines.isEmpty else { return }
    if decorationLines.isEmpty {
      decorationStyle = parent.decorationStyle
      self.decorationColor = parent.decorationColor ?? parent.color
    }
    decorationLines.formUnion(parent.decorationLines)
  }
}
