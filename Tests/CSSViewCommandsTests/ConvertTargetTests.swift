import CSSViewCommands
import TestSupport
import Testing

@Suite("cssview convert for other programs")
struct ConvertTargetTests {
  private let palettes = "\(packageDirectory)/Tests/Data/Palettes"

  @Test(
    "a palette goes through every format and comes back the same",
    arguments: [
      "kitty", "ghostty", "alacritty", "wezterm", "foot", "windows-terminal", "iterm2", "base16",
    ])
  func palettes(format: String) throws {
    let directory = try ScratchDirectory()
    let source = "\(palettes)/seti.ghostty"
    let written = CommandRun("convert", "fjord", "--to", "palette-" + format, "--palette", source)
    #expect(written.status == .success && written.errors == "")
    let file = try directory.file("theme", written.output)
    // A palette needs no stylesheet.
    let again = CommandRun("convert", "--to", "palette-kitty", "--palette", file)
    #expect(again.status == .success && again.errors == "")
    let first = CommandRun("convert", "fjord", "--to", "palette-kitty", "--palette", source)
    let kept = first.output.split(separator: "\n").filter { line in
      switch format {
      case "base16": !line.hasPrefix("cursor") && !line.hasPrefix("selection")
      case "windows-terminal": !line.hasPrefix("selection_foreground")
      default: true
      }
    }
    #expect(again.output.split(separator: "\n") == kept)
  }

  @Test("what a form cannot say is named at its top")
  func lost() {
    let base16 = CommandRun(
      "convert", "fjord", "--to", "palette-base16", "--palette", "\(palettes)/seti.ghostty")
    #expect(
      base16.output.hasPrefix(
        """
        # not in this format: the cursor
        # not in this format: the colours of selected text
        system: "base24"
        name: "fjord"

        """))
    let scheme = CommandRun(
      "convert", "fjord", "--to", "palette-windows-terminal", "--palette",
      "\(palettes)/seti.ghostty")
    #expect(scheme.output.hasPrefix("// not in this format: the colour of selected text\n{\n"))
  }

  @Test("fzf gets entries of the palette by number, underlines, and the background of the host")
  func fuzzyFinder() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file(
      "t.css",
      """
      .match { color: ansi(3); text-decoration: underline } .selected { background-color: ansi(4) }
      text { background-color: #102030 }
      """)
    let run = CommandRun("convert", sheet, "--to", "fzf")
    #expect(run.status == .success)
    for entry in ["hl:3:underline", "hl+:3:underline", "bg:#102030", "gutter:#102030", "bg+:4"] {
      #expect(run.output.contains(",\(entry)"), "\(run.output)")
    }
  }

  @Test("a palette has to be there, and to be right")
  func palette() throws {
    let none = CommandRun("convert", "fjord", "--to", "palette-kitty")
    #expect(none.status == .usage && none.errors.contains("--palette"))
    let assumed = CommandRun("convert", "fjord", "--to", "palette-kitty", "--palette", "assumed")
    #expect(assumed.output.hasPrefix("color0 #1f1f1f\ncolor1 #dd5152\n"))
    let directory = try ScratchDirectory()
    let broken = try directory.file("x.conf", "color0 #000000\ncolor1 #12\n")
    let run = CommandRun("convert", "fjord", "--to", "palette-kitty", "--palette", broken)
    #expect(run.status == .unusableInput && run.output == "")
    #expect(run.errors.contains("x.conf:2:8: error: '#12' is not a colour [invalid-palette]"))
    #expect(run.errors.contains("color1 #12\n"))
    #expect(
      CommandRun("convert", "fjord", "--to", "palette-kitty", "--palette", "/nowhere").status
        == .noInput)
  }

  private static let sheet = """
    text { color: #eeeeee; background: #101010 }
    .path { color: #9db8e4; font-weight: bold }
    .link { color: ansi(6); text-decoration: underline wavy red }
    .ok { color: #80ff80 }
    .alarm { color: #101010; background: #ff8080 }
    .key { color: #ffd27a; font-style: italic; text-transform: uppercase }
    """

  @Test("ls gets the colours of classes as SGR parameters, without a colon")
  func lsColors() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("own.css", Self.sheet)
    let run = CommandRun("convert", sheet, "--to", "ls-colors")
    #expect(
      run.output == """
        # own
        # not in this format: .link text-decoration-style, text-decoration-color
        # not in this format: .key text-transform
        LS_COLORS='di=38;2;157;184;228;1:ln=36;4:ex=38;2;128;255;128:\
        su=38;2;16;16;16;48;2;255;128;128:sg=38;2;16;16;16;48;2;255;128;128:\
        *.tar=38;2;255;210;122;3:*.tgz=38;2;255;210;122;3:*.gz=38;2;255;210;122;3:\
        *.bz2=38;2;255;210;122;3:*.xz=38;2;255;210;122;3:*.zst=38;2;255;210;122;3:\
        *.zip=38;2;255;210;122;3:*.7z=38;2;255;210;122;3'
        export LS_COLORS

        """)
  }

  @Test("an overline goes to ls, and is listed where fzf has no word for it")
  func overline() {
    let sheet = ".ok { text-decoration: overline } .fail { text-decoration: underline }"
    let ls = CommandRun("convert", "-", "--to", "ls-colors", input: sheet)
    #expect(ls.output.contains("'ex=53:or=4'") && !ls.output.contains("not in this format"))
    let fzf = CommandRun("convert", "-", "--to", "fzf", input: sheet)
    #expect(fzf.output.contains("# not in this format: .ok text-decoration-line\n"))
    #expect(!fzf.output.contains(".fail"))
  }

  @Test("fzf gets them as a list of names, colours and attributes")
  func fzf() throws {
    let directory = try ScratchDirectory()
    let sheet = try directory.file("own.css", Self.sheet)
    let run = CommandRun("convert", sheet, "--to", "fzf")
    #expect(
      run.output == """
        # own
        # not in this format: .key text-transform
        FZF_DEFAULT_OPTS="$FZF_DEFAULT_OPTS --color=fg:#eeeeee,hl:#ffd27a:italic,\
        hl+:#ffd27a:italic,marker:#80ff80,bg:#101010,gutter:#101010"
        export FZF_DEFAULT_OPTS

        """)
  }

  @Test("values that mean nothing are copied, and count where everything has to be right")
  func strict() throws {
    let sheet = try ScratchFile(".a { color: rde }\n")
    let run = CommandRun("convert", sheet.path, "--to", "css")
    #expect(run.status == .success && run.output.contains("color: rde") && run.errors.isEmpty)
    let strict = CommandRun("convert", sheet.path, "--to", "css", "--strict")
    #expect(strict.status == .unusableInput && strict.output.isEmpty)
    #expect(strict.errors.contains("expected a colour, found 'rde'"))
    let good = try ScratchFile(".a { color: red }\n")
    #expect(CommandRun("convert", good.path, "--to", "css", "--strict").status == .success)
  }

  @Test("a sheet without any class of the table takes no colours from ls")
  func noColors() {
    let run = CommandRun("convert", "none", "--to", "ls-colors")
    #expect(run.output == "# <none>\n# no class in the stylesheet is for ls\n")
  }

  @Test("a palette without a sheet has the name of its file, and is complained of once")
  func paletteName() throws {
    let directory = try ScratchDirectory()
    let file = try directory.file("Nice One.conf", "color1 #ff0000\nbackground #000000\n")
    let run = CommandRun("convert", "none", "--palette", file, "--to", "palette-windows-terminal")
    #expect(run.output.contains(#""name": "Nice One""#))
    #expect(run.errors.matches(of: #/incomplete-palette/#).count == 1)
    let own = CommandRun("convert", "none", "--palette", "assumed", "--to", "palette-wezterm")
    #expect(own.output.contains("cssview") && !own.output.contains("none"))
  }

  @Test("the man page has the table of classes")
  func table() throws {
    let page = try readManPage("cssview-convert.1")
    for row in [
      "di directory path", "ln symlink link", "ex executable ok", "or orphan fail",
      "mi missing gone", "pi pipe muted", "so socket muted", "bd,cd device warn",
      "su,sg setuid alarm", "tw,ow,st sticky badge", "fg+ selected bold", "hl match key",
      "hl+ selected-match match key", "info info muted", "prompt prompt title",
      "pointer pointer fail", "marker marker ok", "spinner spinner warn", "header header quote",
      "border border muted", "bg+ selected code",
    ] {
      let words = row.split(separator: " ")
      let keys = words[0].replacing(",", with: " , ")
      let line = ".It Cm \(keys)\n" + words.dropFirst().map { ".Li .\($0)" }.joined(separator: "\n")
      #expect(page.contains(line + "\n"), "\(row)")
    }
  }
}
