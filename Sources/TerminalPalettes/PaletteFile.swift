import Bytes
package import Diagnostics
package import StyleValues

/// A parsed palette file.
///
/// ```swift
/// let source = SourceText(name: "night.conf", text: "background #1d2021\ncolor1 #cc241d\n")
/// let file = PaletteFile(source)
/// print(file.format?.rawValue ?? "", file.palette?.background?.hex ?? "")  // kitty #1d2021
/// print(file.diagnostics.map(\.code.rawValue))  // ["incomplete-palette"]
/// ```
package struct PaletteFile: Sendable {
  /// The program whose format it is; nil if it is unknown.
  package let format: PaletteFormat?

  /// Its colours; nil if it has errors.
  package let palette: TerminalPalette?

  package let diagnostics: [Diagnostic]

  /// Reads a theme file of any bytes, in time linear in its length.
  ///
  /// The format is recognised by the contents, never by the name.
  package init(_ source: SourceText) {
    var builder = PaletteBuilder(source)
    format = builder.read()
    diagnostics = builder.diagnostics()
    palette = builder.palette
  }

  /// Reads a file that a stylesheet names.
  package static func read(
    _ source: SourceText
  ) -> (palette: TerminalPalette?, findings: [Diagnostic]) {
    let file = PaletteFile(source)
    return (file.palette, file.diagnostics)
  }
}

/// A part of a palette in theme files.
enum PaletteSlot: Hashable {
  case entry(UInt8)
  case foreground, background, cursor, selectionForeground, selectionBackground
}

/// Builds a palette from a theme file.
struct PaletteBuilder {
  let text: ThemeText
  private var findings = DiagnosticLog()
  /// Findings with known locations.
  private var located: [Diagnostic] = []
  private var isBroken = false
  private var colors: [PaletteSlot: RGB8] = [:]
  private var syntax: ThemeSyntax?
  /// Offsets of the colours that were read.
  private var places: [Int] = []

  init(_ source: SourceText) { text = ThemeText(source) }

  mutating func read() -> PaletteFormat? {
    guard let syntax = ThemeSyntax(text) else {
      let isBinary = text.bytes.starts(with: Array("bplist".utf8))
      reject(
        0..<0,
        isBinary
          ? "binary property lists cannot be read; convert it with plutil -convert xml1"
          : "not a palette file in a known format")
      return nil
    }
    self.syntax = syntax
    switch syntax {
    case .kitty: readKitty()
    case .ghostty: readGhostty()
    case .foot: readFoot()
    case .xresources: readXresources()
    case .toml: return readTOML()
    case .json: return readJSON()
    case .plist: readITerm2()
    case .termux: readTermux()
    case .yaml: return readYAML()
    }
    return syntax.format
  }

  /// Sets a colour; later settings win.
  mutating func set(_ slot: PaletteSlot, to color: RGB8) { colors[slot] = color }

  /// Records a known colour that is no part of the palette.
  mutating func pass(_ range: Range<Int>) { places.append(range.lowerBound) }

  mutating func set(
    _ slot: PaletteSlot, to written: String, at range: Range<Int>, _ notation: ColorNotation = []
  ) {
    places.append(range.lowerBound)
    if let color = notation.color(written) {
      colors[slot] = color
    } else if written.isEmpty {
      reject(range, "missing colour")
    } else {
      reject(range, "'\(written.limited(toBytes: 60))' is not a colour")
    }
  }

  /// Reports an error, because of which there is no palette.
  mutating func reject(_ range: Range<Int>, _ message: String) {
    isBroken = true
    findings.reject(range, message)
  }

  mutating func add(_ log: DiagnosticLog) {
    if log.errorCount > 0 { isBroken = true }
    findings.add(contentsOf: log)
  }

  mutating func add(_ diagnostics: [Diagnostic]) {
    if diagnostics.contains(where: { $0.severity == .error }) { isBroken = true }
    located += diagnostics
  }

  var palette: TerminalPalette? {
    guard !isBroken, !colors.isEmpty else { return nil }
    var entries: [UInt8: RGB8] = [:]
    for case (.entry(let index), let color) in colors { entries[index] = color }
    return TerminalPalette(
      entries: entries, foreground: colors[.foreground], background: colors[.background],
      cursor: colors[.cursor], selectionBackground: colors[.selectionBackground],
      selectionForeground: colors[.selectionForeground], origin: .file(text.source.name))
  }

  /// The findings, with those about missing colours.
  mutating func diagnostics() -> [Diagnostic] {
    if !isBroken {
      let missing = (0..<16).filter { colors[.entry($0)] == nil }
      if colors.isEmpty {
        reject(0..<0, "no colours in this palette file")
      } else if !missing.isEmpty {
        let list = missing.map(String.init).joined(separator: ", ")
        if let (range, name) = unreadColor() {
          reject(
            range,
            "'\(name.limited(toBytes: 60))' is no colour of this format, and entry \(list) is missing"
          )
        }
        findings.add(.warning, .incompletePalette, at: 0..<0, "no colour for palette entry \(list)")
      }
    }
    let source = text.source
    let notes = findings.notes(file: source.name)
    // What a reader misses may be behind the end.
    let all = text.bytes.indices
    return located + findings.take { SourceRange(source, $0.clamped(to: all)) } + notes
  }
}

extension DiagnosticLog {
  mutating func reject(_ range: Range<Int>, _ message: String) {
    add(.error, .invalidPalette, at: range, message)
  }
}

extension PaletteBuilder {
  /// A line with the name of one of the sixteen colours that was not read: the file is of an
  /// unknown format.
  private func unreadColor() -> (range: Range<Int>, name: String)? {
    guard syntax != .json, syntax != .plist else { return nil }
    let places = places.sorted()
    var next = 0
    for line in text.lines {
      while next < places.count, places[next] < line.lowerBound { next += 1 }
      let isRead = next < places.count && places[next] < line.upperBound
      guard !isRead, line.count <= 200, !"#!".utf8.contains(text.bytes[line.lowerBound]),
        let (key, value) = text.split(line, where: { "=: \t".utf8.contains($0) }),
        Self.isColorName(text.unquoted(key))
      else { continue }
      let written = text.unquoted(text.trimmed(value.drop { "=:".utf8.contains(text.bytes[$0]) }))
      if written.first != "-", ColorNotation.bareDigits.color(written) != nil {
        return (key, text.string(key))
      }
    }
    return nil
  }

  /// True for names such as `red`, `bright_red`, `color_08` and `ansi.black`.
  private static func isColorName(_ name: String) -> Bool {
    let letters = name.lowercasedASCII.filter { $0.isLetter || $0.isNumber }
    if alacrittyNames.contains(where: { letters.hasSuffix($0) || letters.hasPrefix($0) }) {
      return !letters.hasPrefix("dim")
    }
    let digits = letters.reversed().prefix { $0.isNumber }
    return !digits.isEmpty && letters.dropLast(digits.count).hasSuffix("color")
  }
}

/// The programs and schemes whose theme files are supported.
package enum PaletteFormat: String, CaseIterable, Sendable {
  /// `kitty.conf`, or a theme that it includes.
  case kitty
  /// The configuration of Ghostty, or one of its themes.
  case ghostty
  /// `alacritty.toml`, or a theme that it imports.
  case alacritty
  /// A colour scheme of WezTerm.
  case wezterm
  /// `foot.ini`, or a theme that it includes.
  case foot
  /// A colour scheme of Windows Terminal, or settings with some.
  case windowsTerminal = "windows-terminal"
  /// A preset of iTerm2, `*.itermcolors`.
  case iterm2
  /// X resources of xterm, rxvt and others.
  case xresources
  /// A scheme of base16: sixteen colours for text editors.
  case base16
  /// A scheme of base24: base16 with bright colours.
  case base24
  /// A theme of Gogh in YAML.
  case gogh
  /// Termux's `colors.properties`.
  case termux
  /// A theme of Rio.
  case rio
}

extension DiagnosticCode {
  /// A palette file that cannot be read, or a colour in it.
  package static let invalidPalette = DiagnosticCode("invalid-palette")
  /// A palette file without some of the sixteen colours.
  package static let incompletePalette = DiagnosticCode("incomplete-palette")
}
