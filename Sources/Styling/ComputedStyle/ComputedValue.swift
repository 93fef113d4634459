import StyleValues

/// Computed value of a property; its type defines its written form.
protocol ComputedValue: Sendable {
  /// The value as it could be written.
  var written: RawValue { get }
}

extension ComputedValue where Self: RawRepresentable<String> {
  /// The keyword.
  var written: StyleValues.RawValue { StyleValues.RawValue(rawValue) }
}

extension Optional: ComputedValue where Wrapped: ComputedValue {
  /// `null` for an initial value that is none of its type.
  var written: RawValue { self?.written ?? RawValue(.null) }
}

/// A value that stands in a list with commas.
protocol ListedValue: Sendable {
  var cssText: String { get }

  /// Written form of an empty list.
  static var emptyList: String { get }
}

extension Array: ComputedValue where Element: ListedValue {
  var written: RawValue {
    RawValue(isEmpty ? Element.emptyList : map(\.cssText).joined(separator: ", "))
  }
}

extension String: ListedValue {
  static var emptyList: String { "" }
}

extension Shadow: ListedValue {
  static var emptyList: String { "none" }
}

extension ColorValue: ComputedValue {
  var written: RawValue { RawValue(cssText) }
}

extension Double: ComputedValue {
  var written: RawValue { RawValue(.number(self)) }
}

extension Int: ComputedValue {
  var written: RawValue { RawValue(.number(Double(self))) }
}

extension BoxLength: ComputedValue {
  var written: RawValue {
    if fitsContent { return RawValue("fit-content") }
    return percentage == 0
      ? RawValue(.number(pixels))
      : RawValue(Length(pixels, addedPercentage: percentage).cssText)
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

extension GeneratedContent: ComputedValue {
  var written: RawValue { RawValue(cssText) }
}

extension Display: ComputedValue {}
extension ColorScheme: ComputedValue {}
extension TextAlignment: ComputedValue {}
