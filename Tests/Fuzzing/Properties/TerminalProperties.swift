import CellLayout
import Diagnostics
import StyleValues
import TerminalOutput
import TerminalPalettes
import TestSupport

/// What is said to terminals and what they say.
enum TerminalProperties {
  /// From rendition to rendition: a terminal is in the state that was meant, whatever came before.
  static func renditions(_ bytes: [UInt8]) throws {
    let encoder = SGREncoder(capabilities: .all)
    var screen = ScreenModel(columns: 4)
    var last = GraphicRendition.standard
    var rest = bytes[...]
    while rest.count >= 8 {
      let next = rendition(Array(rest.prefix(8)))
      rest = rest.dropFirst(8)
      var change: [UInt8] = []
      encoder.append(from: last, to: next, into: &change)
      screen.feed(change)
      var direct = ScreenModel(columns: 4)
      direct.feed(encoder.bytes(setting: next))
      try hold(screen.pen == direct.pen, "another state by way of \(last)")
      last = next
    }
    try hold(screen.complaints.isEmpty, screen.complaints.first ?? "")
  }

  private static func rendition(_ bytes: [UInt8]) -> GraphicRendition {
    func color(_ kind: UInt8, _ value: UInt8) -> TerminalColor {
      switch kind % 3 {
      case 0: .standard
      case 1: .palette(value)
      default: .rgb(RGB8(UInt32(value) << 16 | UInt32(kind) << 8 | UInt32(value ^ kind)))
      }
    }
    let lines: [UnderlineStyle] = [.none, .single, .double, .curly, .dotted, .dashed]
    return GraphicRendition(
      foreground: color(bytes[0], bytes[1]), background: color(bytes[2], bytes[3]),
      underlineColor: color(bytes[4], bytes[5]), attributes: CellAttributes(rawValue: bytes[6]),
      underline: lines[Int(bytes[7]) % lines.count])
  }

  /// Replies are the same however they are cut; nothing is made up.
  static func replies(_ bytes: [UInt8]) throws {
    var query = TerminalQuery()
    query.palette = true
    func parse(_ piece: Int) -> TerminalReplyParser {
      var parser = TerminalReplyParser(query)
      var rest = bytes[...]
      while !rest.isEmpty {
        parser.feed(rest.prefix(piece))
        rest = rest.dropFirst(piece)
      }
      parser.finish()
      return parser
    }
    let whole = parse(.max)
    let parts = parse(1)
    try hold(whole.answers == parts.answers, "other answers byte by byte")
    try hold(whole.otherInput == parts.otherInput, "other input byte by byte")
    // What was typed comes back in its order.
    var rest = bytes[...]
    for byte in whole.otherInput {
      guard let place = rest.firstIndex(of: byte) else {
        throw BrokenProperty(description: "nobody typed \(byte)")
      }
      rest = rest[(place + 1)...]
    }
    for scalar in (whole.answers.program ?? "").unicodeScalars {
      try hold(!(..<0x20 ~= scalar.value || 0x7F..<0xA0 ~= scalar.value), "a control in a name")
    }
  }

  /// A theme file is read, written in each format and read again as the same colours.
  static func palette(_ bytes: [UInt8]) throws {
    let source = SourceText(name: "x", bytes: bytes)
    let file = PaletteFile(source)
    try SyntaxProperties.arePlaced(file.diagnostics, in: source)
    guard let palette = file.palette else { return }
    for format in PaletteFormat.allCases {
      let text = PaletteWriter(palette, name: "x").text(format)
      let again = PaletteFile(SourceText(name: "y", text: text))
      try hold(again.palette != nil, "\(format.rawValue) is not read again")
      // The two share a form: what base16 has no names for is written as base24.
      let base: Set<PaletteFormat?> = [.base16, .base24]
      try hold(
        again.format == format || base.contains(again.format) && base.contains(format),
        "\(format.rawValue) is taken for another format")
    }
  }
}
