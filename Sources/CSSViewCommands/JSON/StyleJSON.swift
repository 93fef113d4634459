import Diagnostics
import OperatingSystem
import StyleValues
import Styling

/// The computed values of a run and its block as JSON; the names are stable.
struct StyleJSON {
  let text: TextStyle
  let block: BlockStyle
  let contentSize: ContentSize

  var value: JSONOutput {
    let lines = TextDecorationLines.keywords.filter { text.decorationLines.contains($0.line) }
    return [
      "color": Self.color(text.color), "background-color": Self.color(text.backgroundColor),
      "tint-color": Self.color(text.tintColor), "font-weight": .number(text.fontWeight),
      "font-style": .string(text.fontStyle.rawValue),
      "font-family": text.fontFamily.isEmpty
        ? .null : .string(text.fontFamily.joined(separator: ", ")),
      "font-size": .number(text.fontSize),
      "font-size-scale": .number(text.fontSizeScale?.factor(contentSize) ?? 1),
      "scaled-font-size": .number(text.scaledFontSize(contentSize)),
      "text-transform": .string(text.textTransform.rawValue),
      "text-align": .string(block.textAlign.rawValue), "text-overflow": overflow,
      "text-decoration-line": .array(lines.map { .string($0.name) }),
      "text-decoration-style": .string(text.decorationStyle.rawValue),
      "text-decoration-color": Self.color(text.decorationColor),
      "text-shadow": .array(text.shadows.map(shadow)),
      "text-shadow-opacity": .number(text.shadowOpacity), "opacity": .number(text.opacity),
      "border-width": Self.sides(block.border) { .number($0.width) },
      "border-color": Self.sides(block.border) { Self.color($0.color) },
      "border-radius": .number(block.borderRadius),
    ]
  }

  /// The values as text, by the names of their properties.
  var texts: [String: String] {
    guard case .object(let members) = value else { return [:] }
    return Dictionary(uniqueKeysWithValues: members.map { ($0.name, Self.text($0.value)) })
  }

  private static func text(_ value: JSONOutput) -> String {
    switch value {
    case .null: "not set"
    case .string(let text): text
    case .array(let values): values.isEmpty ? "none" : values.map(text).joined(separator: " ")
    case .object(let members): members.map { text($0.value) }.joined(separator: " ")
    default: value.text
    }
  }

  private var overflow: JSONOutput {
    switch block.textOverflow {
    case .clip: .null
    case .ellipsis: "ellipsis"
    case .string(let text): .string(text)
    case .start(let sign): .string("\(sign == "…" ? "ellipsis" : sign) clip")
    case .middle(let sign): .string(sign == "…" ? "middle" : "\(sign) middle")
    }
  }

  private func shadow(_ shadow: Shadow) -> JSONOutput {
    let context = ConversionContext(fontSize: text.fontSize)
    return [
      "x": JSONOutput(shadow.x.pixels(in: context)), "y": JSONOutput(shadow.y.pixels(in: context)),
      "blur": JSONOutput(shadow.blur.pixels(in: context)), "color": Self.color(shadow.color),
    ]
  }

  /// `#rrggbbaa`, or the notation of a colour without components.
  static func color(_ color: ColorValue?) -> JSONOutput {
    switch color {
    case nil: .null
    case .absolute(let color): .string(color.srgb.hex8)
    case .some(let other): .string(other.cssText)
    }
  }

  /// One value if all sides agree, else four: top, right, bottom, left.
  private static func sides(
    _ sides: BoxSides<BorderSide>, _ value: (BorderSide) -> JSONOutput
  ) -> JSONOutput {
    let values = [sides.top, sides.right, sides.bottom, sides.left].map(value)
    return values.allSatisfy { $0 == values[0] } ? values[0] : .array(values)
  }
}

extension JSONOutput {
  /// A finding with stable names.
  init(_ diagnostic: Diagnostic) {
    self = [
      "severity": .string(diagnostic.severity.rawValue),
      "code": .string(diagnostic.code.rawValue), "message": .string(diagnostic.message),
    ]
    self += .location(diagnostic.location)
    self += ["suggestion": JSONOutput(diagnostic.suggestion)]
    if case .contrast(let background, let depth, let ratio)? = diagnostic.detail {
      self += [
        "background": .string(background), "depth": .string(depth),
        "ratio": .number(ratio.roundedDown(decimals: 2)),
      ]
    }
  }

  init(_ diagnostics: [Diagnostic]) { self = .array(diagnostics.map { JSONOutput($0) }) }

  static func file(_ name: String) -> JSONOutput { .string(ArgumentText.shown(name)) }

  /// The members of a location, each `null` if there is none.
  static func location(_ location: SourceLocation?) -> JSONOutput {
    [
      "file": location.map { .file($0.file) } ?? .null,
      "line": location.map { .integer($0.line) } ?? .null,
      "column": location.map { .integer($0.column) } ?? .null,
    ]
  }

  /// Appends the members of another object.
  static func += (object: inout JSONOutput, more: JSONOutput) {
    guard case .object(let members) = object, case .object(let others) = more else { return }
    object = .object(members + others)
  }
}
