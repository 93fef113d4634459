import Bytes
import CellLayout
import StyleValues
package import TerminalOutput

extension [UInt8] {
  /// Adds text to HTML or XML, in an element or in an attribute within double quotes; controls
  /// that XML 1.0 does not allow become U+FFFD.
  package mutating func appendEscaped(_ text: some StringProtocol) {
    func isControl(_ byte: UInt8) -> Bool {
      byte < 0x20 && byte != 0x09 && byte != 0x0A || byte == 0x7F
    }
    var bytes = Array(text.utf8)
    if bytes.contains(where: isControl) {
      bytes = bytes.flatMap { isControl($0) ? Array("\u{FFFD}".utf8) : [$0] }
    }
    appendEscapedHTML(0..<bytes.count, of: bytes.span)
  }

  /// Adds the address of a link, escaped for an attribute.
  package mutating func appendEscaped(_ link: Hyperlink) {
    appendEscaped(String(decoding: link.address, as: UTF8.self))
  }
}

extension Hyperlink {
  /// True if a page may link to it: false for an address that would run as a program, even if the
  /// terminal was allowed to show it.
  package var isSafeInPages: Bool {
    let address = String(decoding: address.prefix(16), as: UTF8.self).lowercased()
    return !["javascript:", "vbscript:", "data:"].contains { address.hasPrefix($0) }
  }
}

extension GraphicRendition {
  /// The lines that CSS and SVG draw: `underline overline line-through`, or an empty text.
  package var textDecorationLine: String {
    var lines: [String] = []
    if underline != .none { lines.append("underline") }
    if attributes.contains(.overline) { lines.append("overline") }
    if attributes.contains(.strikethrough) { lines.append("line-through") }
    return lines.joined(separator: " ")
  }

  /// The declarations, with semicolons between them, of this rendition in a page: one style for all
  /// lines, the underline's (CSS Text Decoration), and a background as high as its row, so that
  /// there are no gaps between rows.
  package func css(_ colors: ScreenColors, drawsBackground: Bool) -> String {
    var declarations: [String] = []
    let seen = colors.visible(self)
    if seen.text != colors.foreground { declarations.append("color:\(seen.text.hex)") }
    if drawsBackground, let background = seen.background, background != colors.background {
      declarations.append("background:\(background.hex);display:inline-block")
    }
    if attributes.contains(.bold) { declarations.append("font-weight:bold") }
    if attributes.contains(.italic) { declarations.append("font-style:italic") }
    let lines = textDecorationLine
    if !lines.isEmpty {
      var decoration = "text-decoration:" + lines
      if let style = underline.cssName { decoration += " " + style }
      if underline != .none, let color = seen.underline { decoration += " " + color.hex }
      declarations.append(decoration)
    }
    return declarations.joined(separator: ";")
  }
}

extension UnderlineStyle {
  /// The value of `text-decoration-style`, or nil where it is the initial one.
  package var cssName: String? {
    switch self {
    case .none, .single: nil
    case .double: "double"
    case .curly: "wavy"
    case .dotted: "dotted"
    case .dashed: "dashed"
    }
  }
}
