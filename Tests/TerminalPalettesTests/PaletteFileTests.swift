import Diagnostics
import StyleValues
import TerminalPalettes
import TestSupport
import Testing

@Suite("Theme files of terminals")
struct PaletteFileTests {
  /// What published lists of Seti's colours have.
  private static let seti: [UInt32] = [
    0x323232, 0xc22832, 0x8ec43d, 0xe0c64f, 0x43a5d5, 0x8b57b5, 0x8ec43d, 0xeeeeee,
    0x3f3f3f, 0xc22832, 0x8ec43d, 0xe0c64f, 0x43a5d5, 0x8b57b5, 0x8ec43d, 0xffffff,
  ]

  @Test(
    "of one scheme hold the same colours in every format",
    arguments: [
      ("seti.kitty.conf", PaletteFormat.kitty), ("seti.ghostty", .ghostty),
      ("seti.alacritty.toml", .alacritty), ("seti.wezterm.toml", .wezterm),
      ("seti.foot.ini", .foot), ("seti.windows-terminal.json", .windowsTerminal),
      ("seti.xresources", .xresources), ("seti.itermcolors", .iterm2),
      ("seti.alacritty.yml", .alacritty), ("seti.rio.toml", .rio),
    ])
  func oneScheme(name: String, format: PaletteFormat) throws {
    let file = try read(data: name)
    #expect(file.format == format)
    #expect(file.diagnostics.isEmpty)
    let palette = try #require(file.palette)
    // The collection makes bright black lighter in its conversions of this scheme.
    let brightBlack = format == .iterm2 ? palette[0] : RGB8(0x3f3f3f)
    #expect(palette[8] == brightBlack)
    #expect(palette.named[..<8] == Self.seti.map { RGB8($0) }[..<8])
    #expect(palette.named[9...] == Self.seti.map { RGB8($0) }[9...])
    #expect(palette.others == nil)
    #expect(palette.background == RGB8(0x111213))
    #expect(palette.foreground == RGB8(0xcacecd))
    #expect(palette.cursor == RGB8(0xe3bf21))
    #expect((0..<16).allSatisfy { palette.knows($0) })
    // The collection's conversion to kitty has other colours for selections, that to X none.
    if format != .kitty, format != .xresources {
      #expect(palette.selectionBackground == RGB8(0x303233))
    }
  }

  @Test("of base16 give bright colours the plain ones, and those of base24 their own")
  func base16() throws {
    let ashes = try read(data: "ashes.base16.yaml")
    #expect(ashes.format == .base16 && ashes.diagnostics.isEmpty)
    let plain = try #require(ashes.palette)
    #expect(plain.background == RGB8(0x1c2023) && plain.foreground == RGB8(0xc7ccd1))
    #expect(plain[0] == plain.background && plain[7] == plain.foreground)
    #expect(plain[1] == RGB8(0xc7ae95) && plain[9] == plain[1])
    #expect(plain[8] == RGB8(0x747c84) && plain[15] == RGB8(0xf3f4f5))

    let mocha = try read(data: "catppuccin-mocha.base24.yaml")
    #expect(mocha.format == .base24 && mocha.diagnostics.isEmpty)
    let rich = try #require(mocha.palette)
    #expect(rich.background == RGB8(0x1e1e2e) && rich.foreground == RGB8(0xcdd6f4))
    #expect(rich[0] == RGB8(0x181825) && rich[8] == RGB8(0x313244))
    #expect(rich[1] == RGB8(0xf38ba8) && rich[9] == RGB8(0xeba0ac))
    #expect(rich[3] == RGB8(0xf9e2af) && rich[11] == RGB8(0xf5e0dc))
    #expect(rich[12] == RGB8(0x74c7ec) && rich[14] == RGB8(0x89dceb))
  }

  @Test("of foot have a part for light, which counts where nothing else does or it is asked for")
  func foot() throws {
    let light = try #require(try read(data: "sequoia.foot.ini").palette)
    #expect(light.background == RGB8(0xedeef2) && light.cursor == RGB8(0x565760))
    let both = "[colors-dark]\nregular0=000000\n[colors-light]\nregular0=ffffff # paper\n"
    #expect(read(both).palette?[0] == RGB8(0))
    #expect(read("initial-color-theme=light\n" + both).palette?[0] == RGB8(0xffffff))
  }

  @Test("of iTerm2 have their components in a space, and P3 is converted")
  func displayP3() throws {
    func preset(_ space: String, _ red: Double, _ green: Double, _ blue: Double) -> PaletteFile {
      read(
        """
        <?xml version="1.0"?><plist version="1.0"><dict><key>Ansi 1 Color</key><dict>\
        <key>Blue Component</key><real>\(blue)</real>\
        <key>Green Component</key><real>\(green)</real>\
        <key>Red Component</key><real>\(red)</real>\(space)</dict></dict></plist>
        """)
    }
    func named(_ space: String) -> String { "<key>Color Space</key><string>\(space)</string>" }
    for space in ["", named("sRGB"), named("Calibrated")] {
      #expect(preset(space, 1, 0.5, 0).palette?[1] == RGB8(0xff8000))
    }
    // By the matrices of CSS Color 4 §18.
    let converted = try #require(preset(named("P3"), 0.6, 0.5, 0.4).palette?[1])
    #expect(converted == Color(.displayP3, SIMD3(0.6, 0.5, 0.4)).srgb.rgb8)
    #expect(converted == RGB8(0x9e7e62))
  }

  @Test(
    "write colours in their own ways",
    arguments: [
      ("kitty: #rgb doubles its digits", "color1 #abc", 0xaabbcc),
      ("kitty: three and four digits a channel", "color1 #fff888000", 0xff8800),
      ("kitty: X's notation", "color1 rgb:ff/8888/0", 0xff8800),
      ("kitty: names are X's", "color1 green", 0x00ff00),
      ("kitty: the last one counts", "color1 #000000\ncolor1\t#ffffff", 0xffffff),
      ("ghostty: bare digits", "palette = 1=ff8800", 0xff8800),
      ("ghostty: a number in another base", "palette=0x1=#ff8800", 0xff8800),
      ("alacritty: 0x", "[colors.normal]\nred = '0xff8800'", 0xff8800),
      ("alacritty: inline tables", "[colors]\nnormal = { red = \"#ff8800\" }", 0xff8800),
      ("alacritty: dotted keys", "colors.normal.red = \"#f\\u0066\\x38800\"", 0xff8800),
      ("alacritty: quoted names", "[\"colors\".'normal']\nred = '''#ff8800'''", 0xff8800),
      (
        "alacritty: indexed colours",
        "[[colors.indexed_colors]]\nindex = 0\ncolor = '#000000'\n[[colors.indexed_colors]]\n"
          + "color = '#ff8800'\nindex = 1\n[colors.primary]", 0xff8800
      ),
      (
        "wezterm: lists over lines", "[colors]\nansi = [\n '#000', # black\n '#ff8800',\n]",
        0xff8800
      ),
      ("wezterm: names are CSS's", "[colors]\nansi = ['black', 'green']", 0x008000),
      ("wezterm: functions of CSS", "[colors]\nansi = ['black', 'hsl(32 100% 50%)']", 0xff8800),
      ("foot: a comment after a value", "[colors]\nregular1=ff8800 # red", 0xff8800),
      ("X: short ones are the high digits", "*color1: #abc", 0xa0b0c0),
      ("X: any program", "URxvt.color1 :\t[90]#ff8800", 0xff8800),
      ("X: definitions", "#define rot #ff8800\n*.color1: rot", 0xff8800),
      (
        "Windows Terminal: settings", ##"{"schemes": [{"red": "#f80"}, {"red": "#000"}]}"##,
        0xff8800
      ),
      (
        "Windows Terminal: the scheme of all profiles",
        ##"""
        {"profiles": {"defaults": {"colorScheme": "b"}},
          "schemes": [{"name": "a", "red": "#000"}, {"name": "b", "red": "#f80"}]}
        """##,
        0xff8800
      ),
      (
        "Windows Terminal: the scheme of the default profile, on dark",
        ##"""
        {"defaultProfile": "{1}", "profiles": {"defaults": {"colorScheme": "a"},
          "list": [{"guid": "{0}"}, {"guid": "{1}", "colorScheme": {"light": "a", "dark": "b"}}]},
          "schemes": [{"name": "a", "red": "#000"}, {"name": "b", "red": "#f80"}]}
        """##,
        0xff8800
      ),
      (
        "Windows Terminal: a scheme that is not there",
        ##"{"profiles": {"defaults": {"colorScheme": "c"}}, "schemes": [{"red": "#f80"}]}"##,
        0xff8800
      ),
      ("base16: no quotes", "base08: ff8800 # red", 0xff8800),
      ("base16: the older form with #", "scheme: \"x\"\nbase08: '#ff8800'", 0xff8800),
      (
        "alacritty: all escapes of TOML",
        #"x = "\b\t\n\f\r\e\"\\\U0001F600\uD800""# + "\n[colors.normal]\nred = '#ff8800'", 0xff8800
      ),
      (
        "alacritty: a string over lines, with quotes at its end",
        "x = \"\"\"\r\na \\\n   b\"\"\"\"\"\n[colors.normal]\nred = '#ff8800'", 0xff8800
      ),
      ("foot: cursors", "[cursor]\ncolor=000000 ff0000\n[colors]\nregular1=ff8800", 0xff8800),
      (
        "iTerm2: entities and comments",
        "<!DOCTYPE plist><!-- x --><plist><dict><key>&#65;nsi&#x20;1 Color</key><dict>"
          + "<key>&lt;&gt;&amp;&quot;&apos;&nope;&#xD800;&</key><string/><key>Red Component</key>"
          + "<real>1</real><key>Green Component</key><real>0.5</real><key>Blue Component</key>"
          + "<real>0</real></dict><key>x</key><array/></dict></plist>", 0xff8000
      ),
      ("a byte order mark", "\u{FEFF}color1 #ff8800", 0xff8800),
      ("carriage returns", "[colors]\r\nregular1=ff8800\r\n", 0xff8800),
      ("alacritty: YAML", "colors:\n  normal:\n    red: '0xff8800' # red", 0xff8800),
      (
        "alacritty: YAML in braces, with a name",
        "colors: &mine\n  normal: {black: '#000', red: '#f80'}",
        0xff8800
      ),
      (
        "alacritty: YAML's list",
        "colors:\n  indexed_colors:\n  - { index: 1, color: '#ff8800' }\n  - index: 2\n"
          + "    color: '#000000'", 0xff8800
      ),
      ("gogh: it counts from 1", "---\nbackground: '#000'\n'color_02': \"#ff8800\"", 0xff8800),
      (
        "gogh: as JSON", ##"{"name": "x", "color_02": "#ff8800", "background": "#000000"}"##,
        0xff8800
      ),
      ("termux", "# mine\nbackground=#000000\ncolor1=#ff8800", 0xff8800),
      ("rio", "[colors]\nbackground = '#000'\nred = '#ff8800'\ndim-blue = '#000'", 0xff8800),
      (
        "alacritty: dim colours are no others",
        "[colors.dim]\nblack = '#000'\n[colors.normal]\nred = '#f80'", 0xff8800
      ),
    ] as [(String, String, UInt32)])
  func notations(what: String, text: String, color: UInt32) {
    let file = read(text)
    #expect(file.palette?[1] == RGB8(color), "\(what): \(file.diagnostics.map(\.message))")
  }

  @Test("may have all 256 entries")
  func all() throws {
    let kitty = try #require(read("color1 #010101\ncolor255 #123456").palette)
    #expect(kitty[255] == RGB8(0x123456) && kitty[196] == XtermPalette.color(196))
    #expect(read("[colors]\nregular1=010101\n200=123456").palette?[200] == RGB8(0x123456))
    #expect(read("[colors.indexed]\n200 = '#123456'").palette?[200] == RGB8(0x123456))
  }

  @Test("may leave a colour to the cell")
  func unset() throws {
    let kitty = try #require(read("color1 #010101\ncursor none\nselection_foreground none").palette)
    #expect(kitty.cursor == nil && kitty.selectionForeground == nil)
    let text = "palette = 1=#000\nselection-foreground = cell-foreground"
    #expect(try #require(read(text).palette).selectionForeground == nil)
    let alacritty = "[colors.normal]\nred = '#000'\n[colors.cursor]\ncursor = 'CellForeground'"
    #expect(try #require(read(alacritty).palette).cursor == nil)
  }

  @Test("that lack some of the sixteen colours are read, with a warning")
  func incomplete() throws {
    let file = read("background #102030\ncolor1 #cc0000\n")
    let finding = try #require(file.diagnostics.first)
    #expect(finding.code == .incompletePalette && finding.severity == .warning)
    #expect(
      finding.message
        == "no colour for palette entry 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15")
    #expect(file.palette?[2] == TerminalPalette.median[2])
    #expect(file.palette?.knows(2) == false)
  }

  @Test(
    "that are broken are told with their place",
    arguments: [
      ("color1 #12345", 1, 8, "'#12345' is not a colour"),
      ("color0 #000\ncolor1", 2, 7, "missing colour"),
      ("palette = 300=#000000", 1, 11, "palette entry '300' is not a number from 0 to 255"),
      (
        "palette = 1=#000\npalette = +2=#fff", 2, 11,
        "palette entry '+2' is not a number from 0 to 255"
      ),
      ("color1 ansi(2)", 1, 8, "'ansi(2)' is not a colour"),
      ("color1 Canvas", 1, 8, "'Canvas' is not a colour"),
      ("color1 transparent", 1, 8, "'transparent' is not a colour"),
      ("color1 light-dark(red, blue)", 1, 8, "'light-dark(red, blue)' is not a colour"),
      (
        "palette = 1\npalette = 2=#000", 1, 11,
        "expected a palette entry such as '3=#dcb451'"
      ),
      (
        "[colors.normal]\nred = \"#ff0000\nblue = '#00f'", 2, 7,
        "string is not closed"
      ),
      ("[colors]\nansi = ['#000' '#fff']", 2, 16, "expected ',' or ']'"),
      ("[colors\nansi = ['#000']", 1, 8, "expected ']'"),
      ("[colors]\nansi = ['#000'] x", 2, 17, "expected the end of the line"),
      ("[colors]\nbrights = ['#0','#1']", 2, 12, "'#0' is not a colour"),
      ("[colors]\nregular0=00000g", 2, 10, "'00000g' is not a colour"),
      ("{\"red\": \"#ff000\"}", 1, 9, "'#ff000' is not a colour"),
      ("{\"red\": 7}", 1, 9, "expected a colour such as \"#cc241d\""),
      ("{\"red\" \"#fff\"}", 1, 8, "missing ':' after the key"),
      (
        "<plist><dict><key>Ansi 0 Color</key></plist>", 1, 37,
        "</plist> has no start tag; expected </dict>"
      ),
      ("<plist>\n<dict>", 2, 7, "<dict> is not closed"),
      (
        "<plist><dict><key>Ansi 0 Color</key><dict><key>Red Component</key><real>x</real></dict>"
          + "</dict></plist>", 1, 73, "'x' is not a number"
      ),
      ("<plist><dict></dict></dict></plist>", 1, 21, "</dict> has no start tag; expected </plist>"),
      ("<?xml?></plist>", 1, 8, "</plist> has no start tag"),
      ("<plist><>", 1, 8, "tag without a name"),
      ("<plist>text", 1, 8, "expected a tag"),
      ("<plist><!-- x", 1, 8, "missing '-->'"),
      ("<plist><dict><key>Ansi 0<b></key>", 1, 25, "expected </key>"),
      (#"x = "\xg1""# + "\n[colors.normal]\nred = '#fff'", 1, 6, "expected 2 hexadecimal digits"),
      (
        #"x = "\q""# + "\n[colors.normal]\nred = '#fff'", 1, 6,
        #"TOML has no escape '\q'"#
      ),
      ("[colors.normal]\nblue = '#00f'\nred =", 3, 6, "expected a value"),
      (
        "[colors]\nansi = ['#0b0','#000','#000','#000','#000','#000','#000','#000','#fff']", 2, 65,
        "'ansi' has more than eight colours"
      ),
      (
        "[colors.indexed]\n300 = '#000'", 2, 7,
        "palette entry '300' is not a number from 0 to 255"
      ),
      (
        "[[colors.indexed_colors]]\nindex = 300\ncolor = '#000'", 2, 9,
        "palette entry '300' is not a number from 0 to 255"
      ),
      (
        "[colors]\nregular1=000000\ncursor=00ff00", 3, 8,
        "expected two colours: text and cursor"
      ),
      ("{\"schemes\": 7}", 1, 13, "expected a list of colour schemes"),
      ("// x\n[1]", 2, 1, "expected an object with colours"),
      ("*.color1: blurple", 1, 11, "'blurple' is not a colour"),
      ("palette:\n  base00: \"12345", 2, 11, "string is not closed"),
      (
        "colors: *mine\nmine: &mine\n  primary:\n    background: '#000'", 1, 1,
        "not a palette file in a known format"
      ),
      (
        "colors:\n  normal:\n    red: *red", 3, 10,
        "aliases of YAML cannot be read here; write the colour"
      ),
      (
        "accent: '#f80'\nbackground: '#000'\nterminal_colors:\n  normal:\n    red: '#f00'", 1, 1,
        "not a palette file in a known format"
      ),
      (
        "background #000\nbright_red #f00\ncolor0 #000", 2, 1,
        "'bright_red' is no colour of this format, and entry 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, "
          + "13, 14, 15 is missing"
      ),
      ("palette:\n  base00: \"12345z\"", 2, 11, "'12345z' is not a colour"),
      (
        ##" [ {"name": "x", "color_02": "#ff8800"}]"##, 1, 2,
        "a list of themes, as that of Gogh, cannot be read; save one of them as a file"
      ),
      ("", 1, 1, "not a palette file in a known format"),
      ("dear diary", 1, 1, "not a palette file in a known format"),
      (
        "bplist00\u{1}", 1, 1,
        "binary property lists cannot be read; convert it with plutil -convert xml1"
      ),
    ] as [(String, Int, Int, String)])
  func broken(text: String, line: Int, column: Int, message: String) throws {
    let file = read(text)
    #expect(file.palette == nil)
    let finding = try #require(file.diagnostics.first { $0.severity == .error })
    #expect(finding.message == message)
    #expect(finding.location == SourceLocation(file: "theme", line: line, column: column))
    #expect(finding.excerpt != nil || text.isEmpty)
  }

  @Test("of Alacritty may name their colours above, as YAML's aliases and merge keys do")
  func aliases() throws {
    let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    let colors = names.enumerated().map { "      \($1): '0x0000\($0)0'" }.joined(separator: "\n")
    let file = read(
      """
      schemes:
        base: &base
          normal: &normal
      \(colors)
        mine: &mine
          <<: *base
          bright: *normal # the same
          primary: {background: '#010203', foreground: '#fff'}
      colors: *mine
      """)
    let palette = try #require(file.palette)
    #expect(file.format == .alacritty && file.diagnostics.isEmpty)
    #expect(palette.background == RGB8(0x010203))
    #expect(palette[1] == RGB8(0x10))
    #expect(palette[15] == RGB8(0x70))
  }

  @Test("with aliases of aliases take no more memory than they may")
  func manyAliases() {
    var text = "a0: &a0\n  x: '#000'\n  y: '#111'\n"
    for number in 1...200 {
      text += "a\(number): &a\(number)\n  p: *a\(number - 1)\n  q: *a\(number - 1)\n"
    }
    #expect(read(text + "colors: *a200\n").palette == nil)
  }

  @Test("with a colour that is no UTF-8 tell where it stands")
  func brokenBytes() throws {
    for (start, column) in [("*.color1: [9]", 14), ("*.color1: ", 11), ("#define a ", 11)] {
      let rest = start.hasPrefix("#") ? "\n*.color1: a\n" : "\n"
      let bytes = Array(start.utf8) + [0xFF, 0xFE, 0xFF] + Array(rest.utf8)
      let file = PaletteFile(SourceText(name: "theme", bytes: bytes))
      let finding = try #require(file.diagnostics.first { $0.severity == .error })
      #expect(finding.message.hasSuffix("is not a colour"))
      #expect(finding.location == SourceLocation(file: "theme", line: 1, column: column))
    }
  }

  @Test("of any bytes are read to their end, whatever stands in them")
  func hostile() throws {
    var random = SeededGenerator(seed: 15)
    let samples = ["seti.kitty.conf", "seti.wezterm.toml", "seti.itermcolors", "seti.foot.ini"]
      .map { Array(SourceDocumentation.text(of: Self.folder + $0).utf8) }
    for sample in samples {
      for _ in 0..<200 {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...20, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &random))
        let file = PaletteFile(SourceText(name: "theme", bytes: bytes))
        let hasError = file.diagnostics.contains { $0.severity == .error }
        #expect((file.palette == nil) == hasError)
      }
    }
  }

  @Test(
    "of any bytes are read in time that grows with their length",
    arguments: [
      "[[colors.a]]\n", "[", "{", "a.", "x = [", "x = {a=", "\"", "'''", "<dict>", "<a", "<!--",
      "color1 #", "palette = ", "base00: \"", "*.color1: [", "#define a b\n", "=", "\u{0}",
    ])
  func linear(unit: String) {
    for start in ["", "[colors]\nansi = ", "<plist>", "{\"red\":", "color1 #000\n"] {
      let ratio = growth(from: 20_000 / unit.utf8.count) { count in
        _ = read(start + String(repeating: unit, count: count))
      }
      #expect(ratio < 10, "\(start)")
    }
  }

  // MARK: Writing

  @Test("that are written are read as the same palette", arguments: PaletteFormat.allCases)
  func roundTrip(format: PaletteFormat) throws {
    var random = SeededGenerator(seed: 7)
    func color() -> RGB8 { RGB8(UInt32.random(in: 0...0xffffff, using: &random)) }
    let seti = try #require(try read(data: "seti.ghostty").palette)
    var palettes = [seti]
    for _ in 0..<20 {
      var entries: [UInt8: RGB8] = [:]
      for index in 0..<16 { entries[UInt8(index)] = color() }
      palettes.append(
        TerminalPalette(
          entries: entries, foreground: color(), background: color(), cursor: color(),
          selectionBackground: color(), selectionForeground: color()))
    }
    for palette in palettes {
      let text = PaletteWriter(palette, name: "a \"b\"\n<c>").text(format)
      let file = read(text)
      #expect(file.diagnostics.isEmpty, "\(file.diagnostics.map(\.message))")
      let isBase = format == .base16 || format == .base24
      #expect(isBase || file.format == format)
      let read = try #require(file.palette)
      #expect(read.named == palette.named)
      #expect(read.foreground == palette.foreground && read.background == palette.background)
      // What the form has no place for is named at its top.
      let top = text.prefix(400)
      #expect((read.cursor == palette.cursor) != top.contains("not in this format: the cursor"))
      #expect(
        (read.selectionForeground == palette.selectionForeground)
          != top.contains("selected text"))
      let hasSelection = !top.contains("the colours of selected text")
      #expect((read.selectionBackground == palette.selectionBackground) == hasSelection)
    }
  }

  @Test(
    "hold palettes of 256 entries where the form has a place", arguments: PaletteFormat.allCases)
  func allEntries(format: PaletteFormat) throws {
    var entries: [UInt8: RGB8] = [:]
    for index in 0...UInt8.max { entries[index] = RGB8(0x010203 * UInt32(index)) }
    let palette = TerminalPalette(entries: entries)
    let text = PaletteWriter(palette, name: "all").text(format)
    let read = try #require(read(text).palette)
    #expect(read.named == palette.named)
    #expect(
      (read.others == palette.others) != text.contains("not in this format: palette entries 16"))
  }

  @Test("of base16 stay base16 where that says all")
  func plainBase16() throws {
    let ashes = try #require(try read(data: "ashes.base16.yaml").palette)
    let text = PaletteWriter(ashes, name: "Ashes").text(.base16)
    #expect(text.hasPrefix("system: \"base16\"\nname: \"Ashes\"\n"))
    #expect(read(text).format == .base16)
    let seti = try #require(try read(data: "seti.ghostty").palette)
    #expect(PaletteWriter(seti, name: "Seti").text(.base16).contains("system: \"base24\"\n"))
  }

  private static let folder = "\(packageFolder)/Tests/Data/Palettes/"

  private func read(data name: String) throws -> PaletteFile {
    PaletteFile(
      SourceText(name: name, bytes: Array(SourceDocumentation.text(of: Self.folder + name).utf8)))
  }

  private func read(_ text: String) -> PaletteFile {
    PaletteFile(SourceText(name: "theme", text: text))
  }
}
