package import StyleValues

/// The computed value of every property for one element.
package struct ComputedStyle: Hashable, Sendable {
  /// The properties that reach spans.
  package var text: TextStyle

  /// Few elements set one of these many properties, so styles share the storage until one is
  /// changed.
  package var block: BlockStyle {
    get { storage.block }
    set { storage = BlockStorage(newValue) }
  }

  private var storage: BlockStorage

  private final class BlockStorage: Hashable, Sendable {
    let block: BlockStyle

    init(_ block: BlockStyle) { self.block = block }

    static let initial = BlockStorage(.initial)

    static func == (left: BlockStorage, right: BlockStorage) -> Bool {
      left === right || left.block == right.block
    }

    func hash(into hasher: inout Hasher) { hasher.combine(block) }
  }

  /// A style whose block properties are initial; without an argument all are.
  package init(text: TextStyle = .initial) {
    self.text = text
    storage = .initial
  }

  package init(text: TextStyle, block: BlockStyle) {
    self.text = text
    storage = BlockStorage(block)
  }

  /// The style of an inner element without declarations: inherited properties as here, the rest
  /// initial.
  var inherited: ComputedStyle {
    var style = self
    let initial = ComputedStyle()
    let hasBlock = block != .initial
    for definition in PropertyDefinition.all
    where !definition.isInherited && (definition.reachesSpans || hasBlock) {
      definition.copy(initial, &style)
    }
    return style
  }
}

/// The computed values of the properties that reach spans.
///
/// nil stands for an initial value that the property's type cannot express: the terminal's own
/// foreground for `color`, nothing for `background-color`.
@dynamicMemberLookup
@usableFromInline
package struct TextStyle: Hashable, Sendable {
  /// `color`; nil is the terminal's default foreground.
  package var color: ColorValue?

  /// `background-color`; nil is `transparent`.
  package var backgroundColor: ColorValue?

  /// `opacity`, 0 to 1.
  package var opacity = 1.0

  /// `font-weight`, 1 to 1000.
  package var fontWeight = 400.0

  /// `font-size` in px, before scaling.
  package var fontSize = TextStyle.initialFontSize

  package var fontStyle = FontStyle.normal

  package var textTransform = TextTransform.none

  /// Holds those of the ancestors, too (CSS Text Decoration 3 §2.1).
  package var decorationLines: TextDecorationLines = []

  package var decorationStyle = TextDecorationStyle.solid

  /// The properties that few stylesheets set, in one object so that a style stays small.
  @usableFromInline var rare = Rare.initial

  @usableFromInline
  final class Rare: Hashable, Sendable {
    @usableFromInline let values: RareValues

    /// Kept, because styles are hashed far more often than these values are set.
    fileprivate let digest: Int

    @usableFromInline
    init(_ values: RareValues) {
      self.values = values
      digest = values.hashValue
    }

    @usableFromInline
    static func == (left: Rare, right: Rare) -> Bool {
      left === right || (left.digest == right.digest && left.values == right.values)
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    static let initial = Rare(RareValues())
  }

  /// The `font-size` of text without declarations, in px: one row.
  package static let initialFontSize = 15.0

  package init() {}

  package static let initial = TextStyle()

  /// Hashes only the properties in which styles mostly differ.
  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    var digest = Digest()
    feed(&digest)
    hasher.combine(digest.value)
  }

  /// Adds the properties in which styles mostly differ; of the keywords those that fit into one
  /// number.
  func feed(_ digest: inout Digest) {
    Self.feed(color, &digest)
    Self.feed(backgroundColor, &digest)
    digest.combine(opacity)
    digest.combine(fontWeight)
    digest.combine(fontSize)
    let keywords: UInt64 = (fontStyle == .normal ? 0 : 1) | (textTransform == .none ? 0 : 2)
    digest.combine(UInt64(decorationLines.rawValue) << 2 | keywords)
    digest.combine(UInt64(truncatingIfNeeded: rare.digest))
  }

  private static func feed(_ color: ColorValue?, _ digest: inout Digest) {
    switch color {
    case .absolute(let color):
      digest.combine(color.components.x)
      digest.combine(color.components.y)
      digest.combine(color.components.z)
      digest.combine(color.alpha)
    case .ansi(let index): digest.combine(UInt64(index) + 2)
    case .currentColor: digest.combine(UInt64(1))
    case nil: digest.combine(UInt64(0))
    }
  }

  @inlinable
  package subscript<Value: Equatable>(
    dynamicMember path: WritableKeyPath<RareValues, Value>
  ) -> Value {
    get { rare.values[keyPath: path] }
    set { set(path, newValue) }
  }

  @inlinable
  mutating func set<Value: Equatable>(_ path: WritableKeyPath<RareValues, Value>, _ value: Value) {
    guard rare.values[keyPath: path] != value else { return }
    var values = rare.values
    values[keyPath: path] = value
    rare = Rare(values)
  }

  /// The approximate size of its shadows and gradient stops in bytes; 0 if it shares them with the
  /// other style.
  func listSize(besides other: TextStyle) -> Int {
    guard rare !== other.rare else { return 0 }
    var size = self.shadows.count * MemoryLayout<Shadow>.stride
    if case .gradient(let gradient) = self.backgroundImage {
      size += gradient.stops.count * MemoryLayout<Gradient.Stop>.stride
    }
    return size
  }

  /// Drops shadows and gradients.
  mutating func dropLists() {
    self.shadows = []
    self.backgroundImage = nil
  }

  /// The size in px at which the text is drawn, 0 or more.
  ///
  /// With a scale it is size × scale, within minimum and maximum, rounded half away from zero;
  /// without one it is `fontSize`. `contentSize` replaces the scale `auto`.
  package func scaledFontSize(_ contentSize: ContentSize) -> Double {
    guard let scale = rare.values.fontSizeScale else { return fontSize }
    var size = fontSize * scale.factor(contentSize)
    if let least = rare.values.fontSizeScaleMin { size = max(size, least) }
    if let most = rare.values.fontSizeScaleMax { size = min(size, most) }
    return size.rounded(.toNearestOrAwayFromZero)
  }
}

/// A computed value of a property, which can be serialised.
protocol ComputedValue: Sendable { var written: RawValue { get } }

extension ComputedValue where Self: RawRepresentable<String> {
  var written: StyleValues.RawValue { StyleValues.RawValue(rawValue) }
}

extension Optional: ComputedValue where Wrapped: ComputedValue {
  /// `null` if the type cannot express the initial value.
  var written: RawValue { self?.written ?? RawValue(.null) }
}

/// A value that is serialised in a list with commas.
protocol ListedValue: Sendable {
  var cssText: String { get }

  static var emptyList: String { get }
}

extension Array: ComputedValue where Element: ListedValue {
  var written: RawValue {
    RawValue(isEmpty ? Element.emptyList : map(\.cssText).joined(separator: ", "))
  }
}

extension String: ListedValue { static var emptyList: String { "" } }

extension Shadow: ListedValue { static var emptyList: String { "none" } }

extension ColorValue: ComputedValue { var written: RawValue { RawValue(cssText) } }

extension Double: ComputedValue { var written: RawValue { RawValue(.number(self)) } }

extension Int: ComputedValue { var written: RawValue { RawValue(.number(Double(self))) } }

extension BoxLength: ComputedValue {
  var written: RawValue {
    if fitsContent { return RawValue("fit-content") }
    return percentage == 0
      ? RawValue(.number(pixels)) : RawValue(Length(pixels, addedPercentage: percentage).cssText)
  }
}

extension TextDecorationLines: ComputedValue {
  var written: StyleValues.RawValue {
    let names = Self.keywords.filter { contains($0.line) }.map(\.name)
    return StyleValues.RawValue(names.isEmpty ? "none" : names.joined(separator: " "))
  }
}

extension FontSizeScale: ComputedValue {
  var written: RawValue {
    switch self {
    case .auto: RawValue("auto")
    case .factor(let factor): RawValue(.number(factor))
    }
  }
}

extension TextOverflow: ComputedValue {
  var written: RawValue {
    switch self {
    case .clip: RawValue("clip")
    case .ellipsis: RawValue("ellipsis")
    case .string(let text): RawValue(text)
    case .start(let sign): RawValue("\(Self.written(sign)) clip")
    case .middle(let sign): RawValue(sign == "…" ? "middle" : "\(Self.written(sign)) middle")
    }
  }
}

extension TextOverflow {
  private static func written(_ sign: String) -> String {
    sign == "…" ? "ellipsis" : GeneratedContent(items: [.text(sign)]).cssText
  }
}

extension Overflow: ComputedValue {}

extension BackgroundImage: ComputedValue {
  var written: RawValue {
    switch self {
    case .gradient(let gradient): RawValue(gradient.cssText)
    case .image(let image): RawValue(image.text)
    }
  }
}

extension GeneratedContent: ComputedValue { var written: RawValue { RawValue(cssText) } }

extension Display: ComputedValue {}
extension VerticalAlignment: ComputedValue {}
extension BorderCollapse: ComputedValue {}
extension TableLayoutMode: ComputedValue {}

extension ListStyleType: ComputedValue {
  var written: RawValue {
    if case .string(let text) = self {
      return RawValue(GeneratedContent(items: [.text(text)]).cssText)
    }
    return RawValue(Self.keywords.first { $0.1 == self }?.0 ?? "none")
  }
}

extension ColorScheme: ComputedValue {}
extension TextAlignment: ComputedValue {}
