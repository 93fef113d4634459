package import StyleValues

/// Writes a palette in the format of a terminal, which ``PaletteFile`` reads as the same palette.
///
/// Parts that the format cannot represent are listed in comments at its top.
package struct PaletteWriter {
  let palette: TerminalPalette
  let name: String

  /// Creates a writer; `name` is the theme's name, for formats that contain one.
  package init(_ palette: TerminalPalette, name: String) {
    self.palette = palette
    self.name = name
  }

  package func text(_ format: PaletteFormat) -> String {
    let comments = lost(in: format).map { "not in this format: " + $0 }
    let mark: String
    let lines: [String]
    switch format {
    case .iterm2: return iterm2(comments)
    case .windowsTerminal: (mark, lines) = ("// ", windowsTerminal)
    case .xresources: (mark, lines) = ("! ", xresources)
    case .kitty: (mark, lines) = ("# ", kitty)
    case .ghostty: (mark, lines) = ("# ", ghostty)
    case .alacritty: (mark, lines) = ("# ", alacritty)
    case .wezterm: (mark, lines) = ("# ", wezterm)
    case .foot: (mark, lines) = ("# ", foot)
    case .base16, .base24: (mark, lines) = ("# ", base16)
    case .gogh: (mark, lines) = ("# ", gogh)
    case .termux: (mark, lines) = ("# ", termux)
    case .rio: (mark, lines) = ("# ", rio)
    }
    return (comments.map { mark + $0 } + lines).map { $0 + "\n" }.joined()
  }

  /// The parts of the palette that a format cannot represent.
  private func lost(in format: PaletteFormat) -> [String] {
    var lost: [String] = []
    if palette.cursor != nil, format == .base16 || format == .base24 { lost.append("the cursor") }
    switch format {
    case .base16, .base24, .gogh, .termux:
      if palette.selectionBackground != nil || palette.selectionForeground != nil {
        lost.append("the colours of selected text")
      }
    case .windowsTerminal:
      if palette.selectionForeground != nil { lost.append("the colour of selected text") }
    default: break
    }
    switch format {
    case .base16, .base24, .windowsTerminal, .iterm2, .gogh, .rio:
      if palette.others != nil { lost.append("palette entries 16 to 255") }
    default: break
    }
    return lost
  }

  /// The entries past 15, if they are not xterm's.
  private var others: [(index: Int, color: String)] {
    (palette.others ?? []).enumerated().map { ($0.offset + 16, $0.element.hex) }
  }

  /// A line for each known colour with a name in the format.
  private func lines(
    _ named: [(String, RGB8?)], _ line: (_ name: String, _ hex: String) -> String
  ) -> [String] {
    named.compactMap { name, color in color.map { line(name, $0.hex) } }
  }

  /// A line for each known colour that is no entry, by their names in the format.
  private func own(
    _ names: [String], _ line: (_ name: String, _ hex: String) -> String
  ) -> [String] {
    let named = zip(names, PaletteSlot.own).filter { $0.0 != "-" }
    return lines(named.map { ($0, palette.color(of: $1)) }, line)
  }

  /// A line for each of the sixteen colours, and of the entries past them.
  private func entries(_ line: (_ index: Int, _ hex: String) -> String) -> [String] {
    palette.named.enumerated().map { line($0.offset, $0.element.hex) } + others.map(line)
  }

  private var kitty: [String] {
    own(PaletteSlot.kitty) { "\($0) \($1)" } + entries { "color\($0) \($1)" }
  }

  private var ghostty: [String] {
    own(PaletteSlot.ghostty) { "\($0) = \($1)" } + entries { "palette = \($0)=\($1)" }
  }

  private var xresources: [String] {
    own(PaletteSlot.xresources) { "*.\($0): \($1)" } + entries { "*.color\($0): \($1)" }
  }

  private var alacritty: [String] {
    func table(_ name: String, _ colors: [(String, RGB8?)]) -> [String] {
      let lines = lines(colors) { "\($0) = \"\($1)\"" }
      return lines.isEmpty ? [] : ["[colors.\(name)]"] + lines
    }
    let names = PaletteBuilder.alacrittyNames
    return table(
      "primary", [("foreground", palette.foreground), ("background", palette.background)])
      + table("cursor", [("cursor", palette.cursor)])
      + table(
        "selection",
        [("text", palette.selectionForeground), ("background", palette.selectionBackground)])
      + table("normal", Array(zip(names, palette.named)))
      + table("bright", Array(zip(names, palette.named.dropFirst(8))))
      + others.flatMap {
        ["[[colors.indexed_colors]]", "index = \($0.index)", "color = \"\($0.color)\""]
      }
  }

  private var wezterm: [String] {
    func list(_ colors: ArraySlice<RGB8>) -> String {
      "[" + colors.map { "\"\($0.hex)\"" }.joined(separator: ", ") + "]"
    }
    let own = own(PaletteSlot.wezterm) { "\($0) = \"\($1)\"" }
    let indexed = others.map { "\($0.index) = \"\($0.color)\"" }
    return ["[colors]"] + own
      + ["ansi = " + list(palette.named[..<8]), "brights = " + list(palette.named[8...])]
      + (indexed.isEmpty ? [] : ["[colors.indexed]"] + indexed)
      + ["[metadata]", "name = " + JSONOutput.string(name).text]
  }

  private var termux: [String] {
    own(PaletteSlot.gogh) { "\($0)=\($1)" } + entries { "color\($0)=\($1)" }
  }

  private var gogh: [String] {
    let named = palette.named.enumerated().map { index, color in
      "color_\(index < 9 ? "0" : "")\(index + 1): '\(color.hex)'"
    }
    return ["---", "name: " + JSONOutput.string(name).text]
      + named + own(PaletteSlot.gogh) { "\($0): '\($1)'" }
  }

  private var rio: [String] {
    let names = PaletteBuilder.alacrittyNames
    let line = { (name: String, hex: String) in "\(name) = '\(hex)'" }
    return ["[colors]"] + own(PaletteSlot.rio, line)
      + zip(names + names.map { "light-" + $0 }, palette.named).map { line($0, $1.hex) }
  }

  private var foot: [String] {
    func digits(_ hex: some StringProtocol) -> String { String(hex.dropFirst()) }
    let own = own(PaletteSlot.foot) { "\($0)=\(digits($1))" }
    // The text under the cursor comes first.
    let under = palette.background ?? palette.named[0]
    let cursor = palette.cursor.map { ["cursor=\(digits(under.hex)) \(digits($0.hex))"] } ?? []
    let named = palette.named.enumerated().map { index, color in
      "\(index < 8 ? "regular" : "bright")\(index % 8)=\(digits(color.hex))"
    }
    return ["[colors]"] + own + cursor + named + others.map { "\($0.index)=\(digits($0.color))" }
  }

  private var windowsTerminal: [String] {
    let names = PaletteBuilder.windowsTerminalNames
    let brights = names.map(PaletteBuilder.windowsTerminalBright)
    let colors =
      [
        ("background", palette.background), ("foreground", palette.foreground),
        ("cursorColor", palette.cursor), ("selectionBackground", palette.selectionBackground),
      ] + zip(names + brights, palette.named).map { ($0, $1) }
    let members =
      ["\"name\": " + JSONOutput.string(name).text] + lines(colors) { "\"\($0)\": \"\($1)\"" }
    let last = members.count - 1
    return ["{"] + members.enumerated().map { "  \($1)" + ($0 < last ? "," : "") } + ["}"]
  }

  private func iterm2(_ comments: [String]) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

      """
    for comment in comments { text += "<!-- \(comment) -->\n" }
    text += "<plist version=\"1.0\">\n<dict>\n"
    for (name, slot) in PaletteBuilder.iterm2Names {
      guard let color = palette.color(of: slot) else { continue }
      text += "\t<key>\(name) Color</key>\n\t<dict>\n"
      for (component, value) in [
        ("Alpha", 255), ("Blue", color.blue), ("Green", color.green), ("Red", color.red),
      ] as [(String, UInt8)] {
        text += "\t\t<key>\(component) Component</key>\n\t\t<real>\(Double(value) / 255)</real>\n"
      }
      text += "\t\t<key>Color Space</key>\n\t\t<string>sRGB</string>\n\t</dict>\n"
    }
    return text + "</dict>\n</plist>\n"
  }

  /// Base16 if that suffices, else base24, which tools for base16 read too: it has numbers of its
  /// own for bright colours, black and white.
  private var base16: [String] {
    let named = palette.named
    let background = palette.background ?? named[0]
    let foreground = palette.foreground ?? named[7]
    let isBase16 = background == named[0] && foreground == named[7] && named[9...14] == named[1...6]
    let slots = isBase16 ? Base16Slot.base16 : Base16Slot.base24
    var colors: [UInt8: RGB8] = [0x00: background, 0x05: foreground]
    for (index, slot) in slots.enumerated() { colors[slot] = named[index] }
    // Colours that no terminal shows are filled in for editors.
    func fill(_ slot: UInt8, _ one: RGB8, _ share: Double, _ other: RGB8) {
      guard colors[slot] == nil else { return }
      colors[slot] = SRGBColor(other, alpha: share).over(SRGBColor(one)).rgb8
    }
    fill(0x01, background, 0.08, foreground)
    fill(0x02, background, 0.16, foreground)
    fill(0x03, background, 0.4, foreground)
    fill(0x04, background, 0.7, foreground)
    fill(0x06, foreground, 0.5, named[15])
    fill(0x09, named[1], 0.5, named[3])
    fill(0x0F, named[1], 0.4, background)
    if !isBase16 {
      let black = RGB8(0)
      fill(0x10, background, 0.25, black)
      fill(0x11, background, 0.5, black)
    }
    let isDark = SRGBColor(background).isDarker(than: SRGBColor(foreground))
    return [
      "system: \"\(isBase16 ? "base16" : "base24")\"", "name: " + JSONOutput.string(name).text,
      "author: \"converted by cssview\"", "variant: \"\(isDark ? "dark" : "light")\"", "palette:",
    ]
      + colors.sorted { $0.key < $1.key }.map { slot, color in
        let digits = String(slot, radix: 16, uppercase: true)
        return "  base\(slot < 16 ? "0" : "")\(digits): \"\(color.hex.dropFirst())\""
      }
  }
}

extension TerminalPalette {
  /// The colour of a part; nil if it is unknown.
  func color(of slot: PaletteSlot) -> RGB8? {
    switch slot {
    case .entry(let index): self[index]
    case .foreground: foreground
    case .background: background
    case .cursor: cursor
    case .selectionForeground: selectionForeground
    case .selectionBackground: selectionBackground
    }
  }
}

extension SRGBColor {
  fileprivate func isDarker(than other: SRGBColor) -> Bool {
    func weight(_ color: SRGBColor) -> Double { 3 * color.red + 6 * color.green + color.blue }
    return weight(self) < weight(other)
  }
}
