import CSSSyntax
import StyleValues

/// Works out the style of one element from the declarations that apply to it.
///
/// CSS Cascade 5 §4: the strongest valid declaration of each property wins; what nobody declares
/// is inherited or initial.
struct Cascade {
  /// Everything that one element's cascade starts from.
  struct Input {
    /// The declarations, strongest first.
    var candidates: [CascadeCandidate]
    /// The parent's style; that of the root for the host.
    var parent: ComputedStyle
    /// The parent's custom properties.
    var parentScope: VariableScope
    /// Whether block properties count: only on the host.
    var isHost: Bool
    /// The parent's values for the host program's properties, as far as they are inherited.
    var parentExtensions: ExtensionValues
    /// The host program's properties.
    var extensions: StyleExtensions
    /// What `light-dark()` follows.
    var colorScheme: ColorScheme
    /// Whether the sheet's order is that of CSS.
    var followsCSS: Bool
    /// Where values are remembered.
    var memo: ValueMemo?
  }

  /// What became of a candidate for one property.
  enum Outcome {
    /// Its value is the property's.
    case won
    /// A stronger one has won.
    case lost
    /// Its value is invalid at computed-value time, and why.
    case invalid(String)
    /// A stronger one says `revert`.
    case reverted
  }

  let input: Input
  private(set) var style: ComputedStyle

  /// The properties that a candidate decided.
  private(set) var declared: PropertySet = []

  private(set) var scope: VariableScope

  /// The values of the host program's properties.
  private(set) var extensions: ExtensionValues

  /// Values that turned out invalid, with the candidate's index.
  private(set) var problems: [(candidate: Int, message: String)] = []

  /// For each candidate its outcome for each of its properties; filled when asked for.
  private(set) var trace: [(candidate: Int, property: PropertyID, outcome: Outcome)] = []
  private let keepsTrace: Bool

  private var reverted: PropertySet = []

  init(_ input: Input, keepsTrace: Bool = false) {
    self.input = input
    self.keepsTrace = keepsTrace
    scope = input.parentScope
    extensions = input.parentExtensions
    style = Self.start(from: input)
    computeCustomProperties()
    let relative = Self.fontSizeProperties
    decide(relative, in: context(fontSize: input.parent.text.fontSize, input.parent.text.color))
    let fontSize = style.text.fontSize
    decide(PropertySet(.color), in: context(fontSize: fontSize, input.parent.text.color))
    let rest = PropertySet.all.subtracting(relative).subtracting(PropertySet(.color))
    decide(rest, in: context(fontSize: fontSize, style.text.color))
    if input.followsCSS { propagateDecorations() }
    decideExtensions(in: context(fontSize: fontSize, style.text.color))
  }

  private static let fontSizeProperties: PropertySet = [
    PropertySet(.fontSize), PropertySet(.fontSizeScaleMin), PropertySet(.fontSizeScaleMax),
  ]

  /// What the properties are if nothing is declared: in the look-up orders all text properties
  /// are the parent's, in CSS the inherited ones, and the others are initial.
  private static func start(from input: Input) -> ComputedStyle {
    guard input.followsCSS else { return ComputedStyle(text: input.parent.text) }
    var style = ComputedStyle(text: input.parent.text.inheritedInCSS)
    guard input.isHost, input.parent.block != .initial else { return style }
    for definition in PropertyDefinition.all
    where definition.isInherited && !definition.reachesSpans {
      style.copy(definition.id, from: input.parent)
    }
    return style
  }

  private func context(fontSize: Double, _ currentColor: ColorValue?) -> ConversionContext {
    ConversionContext(
      colorScheme: input.colorScheme, currentColor: currentColor, fontSize: fontSize)
  }

  // MARK: Custom properties

  private mutating func computeCustomProperties() {
    var winners: [String: CSSText] = [:]
    for candidate in input.candidates {
      guard case .custom(let name) = candidate.declaration.property, winners[name] == nil else {
        continue
      }
      guard case .text(let text) = candidate.declaration.value else { continue }
      winners[name] = text
    }
    guard !winners.isEmpty else { return }
    scope = scope.declaring(VariableExpander.compute(winners, inherited: scope))
  }

  // MARK: Properties

  /// Goes through the candidates from the strongest on and takes the first valid value of each
  /// property that is wanted.
  private mutating func decide(_ wanted: PropertySet, in context: ConversionContext) {
    var context = context
    for index in input.candidates.indices {
      let relevant = input.candidates[index].properties.intersection(wanted)
      if relevant.isEmpty { continue }
      let open = relevant.subtracting(declared)
      if open.isEmpty {
        note(index, relevant, .lost)
        continue
      }
      note(index, relevant.subtracting(open), .lost)
      context.dialect = input.candidates[index].dialect
      decide(open, by: index, in: context)
    }
  }

  private mutating func decide(
    _ open: PropertySet, by index: Int, in context: ConversionContext
  ) {
    let candidate = input.candidates[index]
    do throws(InvalidValue) {
      let value = try evaluate(candidate, in: context)
      for id in open.members {
        if reverted.contains(PropertySet(id)), candidate.priority.origin != .builtIn {
          note(index, PropertySet(id), .reverted)
        } else {
          take(value, of: id, from: index)
        }
      }
    } catch {
      problems.append((index, error.reason))
      note(index, open, .invalid(error.reason))
      // In CSS the property is unset: an earlier declaration does not come back.
      if input.followsCSS { declared.formUnion(open) }
    }
  }

  private mutating func take(
    _ value: PropertyParser.ParsedValue, of id: PropertyID, from index: Int
  ) {
    switch value {
    case .style(let parsed):
      style.copy(id, from: parsed)
    case .keyword(.inherit):
      style.copy(id, from: input.parent)
    case .keyword(.initial):
      style.copy(id, from: ComputedStyle())
    case .keyword(.unset):
      let isInherited = PropertyDefinition.of(id).isInherited
      style.copy(id, from: isInherited ? input.parent : ComputedStyle())
    case .keyword(.revert):
      reverted.insert(PropertySet(id))
      note(index, PropertySet(id), .won)
      return
    }
    declared.insert(PropertySet(id))
    note(index, PropertySet(id), .won)
  }

  private struct InvalidValue: Error {
    var reason: String
  }

  private func evaluate(
    _ candidate: CascadeCandidate, in context: ConversionContext
  ) throws(InvalidValue) -> PropertyParser.ParsedValue {
    if let known = input.memo?.value(of: candidate) { return known }
    let declaration = candidate.declaration
    let value = try expanded(declaration.value)
    do throws(ConversionError) {
      let parsed = try PropertyParser.parse(
        declaration.property, value, in: context, parent: input.parent.text)
      input.memo?.keep(parsed, of: candidate)
      return parsed
    } catch {
      throw InvalidValue(reason: error.message)
    }
  }

  private func expanded(_ value: DeclaredValue) throws(InvalidValue) -> DeclaredValue {
    guard VariableExpander.mentionsVariable(value) else { return value }
    do throws(VariableError) {
      switch value {
      case .text(let text):
        return .text(try VariableExpander.expand(text, in: scope))
      case .structured(let raw, let place):
        let expanded = try raw.mapTexts { text throws(VariableError) in
          try VariableExpander.expand(text, in: scope)
        }
        return .structured(expanded, place)
      }
    } catch {
      throw InvalidValue(reason: error.description)
    }
  }

  /// The text of a value with its variables replaced, or nil when that fails.
  func resolvedText(of value: DeclaredValue) -> String? {
    guard let expanded = try? expanded(value) else { return nil }
    switch expanded {
    case .text(let text): return text.string
    case .structured: return expanded.writtenText
    }
  }

  /// The colour that a declaration of a colour comes to, as `#rrggbbaa`; nil for other properties,
  /// for what fails, and for palette entries, whose colour is the user's.
  func resolvedColor(of candidate: CascadeCandidate) -> String? {
    guard case .longhand(let id) = candidate.declaration.property, id.isColor,
      case .text(let text) = try? expanded(candidate.declaration.value)
    else { return nil }
    var context = context(fontSize: style.text.fontSize, style.text.color)
    context.dialect = candidate.dialect
    switch try? ColorValue.convert(text: text, in: context) {
    case .absolute(let color): return color.srgb.hex8
    case .ansi, .currentColor, nil: return nil
    }
  }

  private mutating func note(_ candidate: Int, _ properties: PropertySet, _ outcome: Outcome) {
    guard keepsTrace else { return }
    for id in properties.members { trace.append((candidate, id, outcome)) }
  }

  // MARK: Properties of the host program

  /// Takes the first valid value of each; in CSS an invalid one unsets the property.
  private mutating func decideExtensions(in context: ConversionContext) {
    var decided: Set<String> = []
    var values = input.parentExtensions.values
    for (index, candidate) in input.candidates.enumerated() {
      guard case .unknown(let name) = candidate.declaration.property,
        input.extensions.contains(name), !decided.contains(name)
      else { continue }
      var context = context
      context.dialect = candidate.dialect
      do throws(InvalidValue) {
        let raw = try expanded(candidate.declaration.value).raw
        if let error = input.extensions.error(of: raw, for: name, in: context) {
          throw InvalidValue(reason: error.message)
        }
        values[name] = ExtensionValues.Value(raw: raw, context: context)
        decided.insert(name)
      } catch {
        problems.append((index, error.reason))
        if input.followsCSS { decided.insert(name) }
      }
    }
    if !decided.isEmpty { extensions = ExtensionValues(values) }
  }

  // MARK: Decorations

  /// Decorations of an ancestor go on through its descendants, with its colour and style
  /// (CSS Text Decoration 3 §2.1).
  private mutating func propagateDecorations() {
    let parent = input.parent.text
    guard !parent.decorationLines.isEmpty else { return }
    if style.text.decorationLines.isEmpty {
      style.text.decorationStyle = parent.decorationStyle
      style.text.decorationColor = parent.decorationColor ?? parent.color
    }
    style.text.decorationLines.formUnion(parent.decorationLines)
  }
}

extension PropertySet {
  /// Every property.
  static let all: PropertySet = PropertyID.allCases.reduce(into: []) { $0.insert(PropertySet($1)) }

  /// The properties in the set, in the order of `PropertyID`.
  var members: [PropertyID] {
    var members: [PropertyID] = []
    var bits = rawValue
    while bits != 0 {
      if let id = PropertyID(rawValue: UInt8(bits.trailingZeroBitCount)) { members.append(id) }
      bits &= bits - 1
    }
    return members
  }
}
