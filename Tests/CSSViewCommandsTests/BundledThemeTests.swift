import CellLayout
import Diagnostics
import Rendering
import StyleValues
import Styling
import TerminalOutput
import TestSupport
import Testing

@testable import CSSViewCommands

@Suite("The bundled themes")
struct BundledThemeTests {
  /// The classes that all of them style, but for those that leave a text as it is.
  private static let classes = [
    "headline", "title", "bold", "muted", "quote", "ok", "warn", "fail", "badge", "alarm", "code",
    "key", "arg", "path", "time", "link", "typo", "gone",
  ]

  /// The classes that programs give to their messages.
  private static let messageClasses = [
    "ok", "fail", "warn", "error", "info", "muted", "path", "number", "link", "bold",
  ]

  /// Options for an object without a background: text on the terminal's own, as in a stream.
  private static let bare = ["--style", "background-color: transparent"]

  @Test("are at least twelve, dark and light, and all have files of their own")
  func count() {
    #expect(BundledThemes.paths.count >= 12)
    #expect(Set(BundledThemes.paths).count == BundledThemes.paths.count)
    #expect(BundledThemes.paths == BundledThemes.paths.sorted())
  }

  @Test(
    "have no fault, and no text that is hard to read in a block or outside one",
    arguments: BundledThemes.paths, [[], bare])
  func faultless(path: String, options: [String]) {
    let run = CommandRun(["check", path, "--contrast", "AA", "--strict"] + options)
    #expect(run.status == .success)
    // They import the shared parts.
    #expect(run.output.wholeMatch(of: #/no findings in (1 file|[2-4] files)\n/#) != nil)
  }

  @Test("know the classes of the sample texts", arguments: BundledThemes.paths)
  func classes(path: String) throws {
    let sheet = try load(path)
    #expect(Set(Self.classes).subtracting(sheet.classNames).isEmpty)
  }

  @Test("have the ten classes of messages", arguments: BundledThemes.paths)
  func messages(path: String) throws {
    let sheet = try load(path)
    #expect(Set(Self.messageClasses).subtracting(sheet.classNames).isEmpty)
    let markup = Self.messageClasses.map { "<span class=\($0)>x</span>" }.joined(separator: " ")
    #expect(CommandRun("snoop", path, "--from", "markup", input: markup).output == "")
  }

  @Test(
    "have no background behind a word of a stream, nor a class that gives it one",
    arguments: BundledThemes.paths, ["mono", "8", "16", "256", "truecolor"])
  func streams(path: String, depth: String) throws {
    let names = try load(path).classNames.sorted()
    let words = names.map { "<span class=\($0)>\($0)</span>\n" }.joined()
    for background in ["dark", "light"] {
      let run = CommandRun(
        ["render", path, "--from", "markup", "--color", depth, "--background", background],
        input: Array(words.utf8))
      var screen = ScreenModel(columns: 40)
      screen.feed(run.bytes)
      #expect(screen.complaints.isEmpty)
      for (name, cells) in zip(names, screen.rows) {
        // Reversed text has a background, too (SGR 7).
        let isBare = cells.allSatisfy {
          $0.pen.background == .standard && !$0.pen.attributes.contains(7)
        }
        #expect(isBare, ".\(name) at \(depth) on \(background)")
      }
    }
  }

  @Test(
    "keep ok, warn and fail apart with few colours and for the colour-blind",
    arguments: BundledThemes.paths, [[], bare])
  func distinct(path: String, options: [String]) {
    let run = CommandRun(["check", path, "--distinct"] + options)
    #expect(run.status == .success)
    #expect(!run.output.contains(#/'\.(ok|warn|fail|error)' and '\.(ok|warn|fail|error)'/#))
  }

  @Test("style headings, code, quotes, links and alerts", arguments: BundledThemes.paths)
  func documents(path: String) {
    guard !["log", "table", "terminal", "calculator"].contains(where: { path.contains($0) }) else {
      return
    }
    func shown(_ sheet: String, _ text: String) -> String {
      CommandRun(
        ["render", sheet, "--from", "markdown", "--color", "truecolor", "--background", "dark"],
        input: Array(text.utf8)
      ).output
    }
    for text in ["# a", "### a", "`a`", "> a", "[a](https://b.c)", "|a|\n|-|", "$a$"] {
      #expect(shown(path, text) != shown("none", text), "\(text)")
    }
    let alerts = ["NOTE", "CAUTION"].map { shown(path, "> [!\($0)]\n> a") }
    #expect(alerts[0].contains("┃") && !alerts[0].contains("┃\n"))
    let name = alerts.map { $0.replacing("Note", with: "").replacing("Caution", with: "") }
    #expect(name[0] != name[1] || path.contains("phosphor"))
  }

  @Test("of formats are known by their names before they are read")
  func formats() throws {
    let found = try BundledThemes.paths.filter { try !load($0).input.isEmpty }
    #expect(BundledThemes.forFormats == Set(found))
  }

  @Test("are found by name, with and without the extension")
  func names() {
    let text = "<span class=ok>fine</span>"
    let long = CommandRun("preview", "bundled:/midnight.json", text, "--color", "truecolor")
    let short = CommandRun("preview", "bundled:/midnight", text, "--color", "truecolor")
    #expect(long.status == .success && long.output == short.output)
    #expect(CommandRun("preview", "bundled:/nowhere", text).status == .noInput)
  }

  @Test("say what they are made for, and are listed so", arguments: BundledThemes.paths)
  func madeFor(path: String) throws {
    let bytes = try #require(BundledThemes.contents(of: path))
    let text = String(decoding: bytes, as: UTF8.self)
    let found = try #require(text.firstMatch(of: #/[^-]color-scheme"?: "?([a-z ]+)/#))
    let listed = CommandRun("themes").output.split(separator: "\n").first { $0.hasSuffix(path) }
    let word = found.1 == "light dark" ? "any" : String(found.1)
    #expect(listed?.split(separator: " ")[1] == word[...])
  }

  /// Palette entries are the user's business in `check`; here they are taken for what most people's
  /// terminals make of them.
  @Test(
    "can be read in a block and outside one, on dark and light, at every depth, as level AA asks",
    arguments: BundledThemes.paths, [ColorDepth.truecolor, .ansi256, .ansi16])
  func readable(path: String, depth: ColorDepth) throws {
    for scheme in ColorScheme.allCases {
      var environment = Environment(colorDepth: depth)
      environment.colorScheme = scheme
      let sheet = try load(path, for: environment)
      let styles = StyleResolver(stylesheet: sheet, environment: environment)
      let colors = ScreenColors(environment)
      var quantizer = ColorQuantizer(depth: depth)
      for backdrop in [styles.hostBackdrop, .none] {
        for name in sheet.classNames {
          let element = ElementDescription(tag: "span", classes: [name])
          let node = styles[styles.child(of: styles.hostNode, element)]
          let exact = ResolvedTextStyle(node.style, node.compositing, in: environment)
            .rendition(in: environment, over: backdrop)
          let shown = quantizer.quantize(exact)
          let ratio = contrastRatio(
            colors.palette.color(of: shown.foreground) ?? colors.foreground,
            colors.palette.color(of: shown.background) ?? colors.background)
          // On a light terminal, its dark colours were chosen for its background.
          if depth == .ansi16, scheme == .light, Self.darkHues.contains(shown.foreground) {
            continue
          }
          let isLarge = ContrastLevel.isLargeText(
            pixels: node.style.fontSize, weight: node.style.fontWeight)
          #expect(
            ratio >= ContrastLevel.aa.threshold(isLargeText: isLarge),
            ".\(name) on \(scheme), \(backdrop): \(ratio)")
        }
      }
    }
  }

  /// Red, green, blue and magenta.
  private static let darkHues: [TerminalColor] = [1, 2, 4, 5].map { .palette($0) }

  @Test(
    "tell what succeeded from what failed by 16 colours on white, too", arguments: ["log", "dawn"])
  func sixteenColorsOnWhite(name: String) {
    let text = "<i class=ok>a</i><i class=fail>b</i>"
    let run = CommandRun(
      "preview", name, text, "--color", "16", "--background", "light")
    #expect(run.output.contains(/\[(\d+;)*32[;m].*a.*\[(\d+;)*31[;m].*b/), "\(run.output)")
  }

  private func load(
    _ path: String, for environment: Environment = Environment()
  ) throws -> Stylesheet {
    let bytes = try #require(BundledThemes.contents(of: path))
    return StylesheetLoader(environment: environment).load(SourceText(name: path, bytes: bytes))
  }
}
