import ArgumentParser
import CSSView
import CellLayout
import Diagnostics
import OperatingSystem
import Rendering
import StyleValues
import StyledText
import Styling
import TerminalOutput
import ThemeBrowser

/// Lists the names of themes.
struct ThemesCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "themes", _superCommandName: CSSViewCommand.name,
    abstract: "List your themes and the bundled ones.",
    discussion: """
      A theme is a stylesheet that has a name: 'cssview preview fjord Hi' shows text in the theme \
      fjord. Your own themes are *.css and *.json in $XDG_CONFIG_HOME/cssview/themes, by default \
      ~/.config/cssview/themes; they replace bundled themes of the same name.

      On a terminal, each theme writes its name in its own style, followed by the backgrounds or \
      the texts that it is for. Elsewhere each line has the name, the background that the theme is \
      made for, and the path. The background is dark, light or any; any is for themes that suit both or do not say. To change a \
      theme such as log, write '@import "log";' and your rules into \
      ~/.config/cssview/themes/log.css: it takes the place of log and adds to it.
      """)

  static let examples = """
    cssview themes
    cssview themes fjord
    """

  @Argument(
    help: .value("theme", "Theme whose classes are listed; without one, all themes."),
    completion: .custom(SheetCompletion.names))
  var name: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run(in console: Console) throws -> ExitStatus {
    if let name { return try listClasses(of: name, in: console) }
    let entries = ThemeCatalog(variable: console.variable).entries
    // All themes of a folder look there for their variants.
    let files = ListedFiles(SystemFiles())
    let themes = entries.map { ($0, purpose(of: $0, files, in: console)) }
    guard !json else {
      let result: JSONOutput = ["themes": .array(themes.map { json($0, $1) })]
      try console.write(SafeText(result) + "\n")
      return .success
    }
    let names = entries.map { ArgumentText.label($0.name) }
    let widest = names.map(\.columns).max() ?? 0
    let depth = detectColorDepth(option: .auto, evidence: console.evidence()).value
    if console.isOutputTerminal, depth.hasColor {
      try console.write(try picture(of: zip(names, themes), widest, depth, in: console))
      return .success
    }
    var text: SafeText = ""
    for (name, (entry, purpose)) in zip(names, themes) {
      text += name.padded(to: widest + 2) + SafeText.label(purpose.background).padded(to: 7)
      text += ArgumentText.label(entry.path) + "\n"
    }
    try console.write(text)
    return .success
  }

  /// A line for each theme in its own style, with its purpose.
  private func picture(
    of themes: some Sequence<(SafeText, (ThemeCatalog.Entry, Purpose))>, _ widest: Int,
    _ depth: ColorDepth, in console: Console
  ) throws(CommandFailure) -> SafeText {
    var evidence = console.evidence()
    var environment = console.environment(of: &evidence)
    environment.colorDepth = depth
    let colors = MessageColors(depth: depth)
    var quantizer = ColorQuantizer(environment)
    var text: SafeText = ""
    for (name, (entry, purpose)) in themes {
      let source = try SheetArgument.source(entry.path, entry, in: console)
      let loader = SheetOptions.defaults.loader(
        for: environment, ThemeCatalog(variable: console.variable),
        files: ListedFiles(SystemFiles()))
      let look = RowLook(of: loader.load(source), environment, HostObject())
      text += colors.styled(" " + name.padded(to: widest + 1), quantizer.quantize(look.text))
      for word in RowLook.words {
        let style = look.words.first { $0.text == word }?.rendition ?? look.text
        text += colors.styled(.label(" \(word) "), quantizer.quantize(style))
      }
      text += "  " + .label(purpose.words)
      text += entry.origin == .user ? colors.faint("  yours") + "\n" : "\n"
    }
    return text
  }

  /// The background and the texts of a theme.
  private struct Purpose {
    /// `any` if it is for both, or does not say.
    var background = "any"

    var input: [InputFormat] = []

    /// A phrase for both.
    var words: String {
      guard input.isEmpty else { return "for " + input.map(\.rawValue).joined(separator: ", ") }
      return background == "any" ? "dark and light" : background
    }
  }

  private func json(_ entry: ThemeCatalog.Entry, _ purpose: Purpose) -> JSONOutput {
    [
      "name": .file(entry.name), "path": .file(entry.path),
      "origin": .string(entry.origin.rawValue), "background": .string(purpose.background),
      "input": .array(purpose.input.map { .string($0.rawValue) }),
    ]
  }

  private func purpose(
    of entry: ThemeCatalog.Entry, _ files: ListedFiles, in console: Console
  ) -> Purpose {
    var purpose = Purpose()
    let catalog = ThemeCatalog(variable: console.variable)
    let schemes = ColorScheme.allCases.map { scheme -> ColorScheme? in
      var environment = Environment()
      environment.colorScheme = scheme
      guard let source = try? SheetArgument.source(entry.path, entry, in: console) else {
        return nil
      }
      let sheet = SheetOptions.defaults.loader(for: environment, catalog, files: files).load(source)
      purpose.input = sheet.input
      return sheet.scheme(in: environment)
    }
    if let first = schemes[0], schemes.allSatisfy({ $0 == first }) {
      purpose.background = first.rawValue
    }
    return purpose
  }

  /// Lists the classes of a stylesheet, each in its own style, with its declarations.
  private func listClasses(of name: String, in console: Console) throws -> ExitStatus {
    let list = try ClassList(of: name, followsTerminal: !json, in: console)
    var text = list.text
    if json {
      let known = SheetArgument.entry(name, ThemeCatalog(variable: console.variable))
      var theme = json(
        known ?? .init(name: name, path: name, origin: .user),
        known.map { purpose(of: $0, ListedFiles(SystemFiles()), in: console) }
          ?? Purpose(input: list.sheet.input))
      theme += ["classes": .array(list.classes)]
      text = SafeText(["themes": [theme]] as JSONOutput) + "\n"
    }
    try console.write(text)
    return FindingOptions.defaults.report(
      list.sheet.diagnostics, color: .auto, isUsable: list.sheet.isUsable,
      seeAll: CheckLine(sheet: name), in: console)
  }
}
