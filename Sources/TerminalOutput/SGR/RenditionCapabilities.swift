import StyleValues

/// Renditions that only some terminals can draw.
///
/// Colours, bold, faint, italic, plain underline, blinking, reverse and struck through text are not
/// among them: every terminal with colour accepts them.
@usableFromInline
package struct RenditionCapabilities: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Double, curly, dotted and dashed underlines, SGR `4:2` to `4:5`.
  package static let underlineStyles = RenditionCapabilities(rawValue: 1 << 0)
  /// Underlines of their own colour, SGR 58.
  package static let underlineColor = RenditionCapabilities(rawValue: 1 << 1)
  /// A line above, SGR 53.
  package static let overline = RenditionCapabilities(rawValue: 1 << 2)

  /// Bold text in the palette's black stays black: many terminals draw it in bright black, a grey.
  package static let boldBlack = RenditionCapabilities(rawValue: 1 << 3)

  package static let all: RenditionCapabilities = [
    .underlineStyles, .underlineColor, .overline, .boldBlack,
  ]

  /// A rendition without the parts that cannot be drawn, so that equal results compare equal.
  ///
  /// Styled underlines become plain ones. If bold and faint are both on, bold stays: one SGR number
  /// ends both.
  package func visible(_ rendition: GraphicRendition) -> GraphicRendition {
    var result = rendition
    if result.attributes.contains(.bold) { result.attributes.remove(.faint) }
    if !contains(.overline) { result.attributes.remove(.overline) }
    if !contains(.underlineStyles) && result.underline != .none { result.underline = .single }
    if !contains(.underlineColor) || result.underline == .none { result.underlineColor = .standard }
    return result
  }
}
