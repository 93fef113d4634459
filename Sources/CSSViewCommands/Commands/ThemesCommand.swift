import ArgumentParser
import CSSView
import CellLayout
import OperatingSystem
import StyleValues
import StyledText
import Styling
import TerminalOutput
import ThemeBrowser

/// Lists what a name can stand for.
struct ThemesCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "themes",
    _superCommandName: CSSViewCommand.name,
    abstract: "List your themes and the bundled ones.",
    discussion: """
      A theme is a stylesheet that has a name: 'cssview preview fjord Hi' shows text in the theme \
      fjord. Your own themes are *.css and *.json in $XDG_CONFIG_HOME/cssview/themes, by default \
      ~/.config/cssview/themes; they replace bundled themes of the same name. Each is listed \
      with the background it is made for, dark or light, and its path.
      """)

  static let examples = """
    cssview themes
    cssview themes --json
    """

  @Flag(help: "Print JSON.")
  var json = false

  func run(in console: Console) throws -> ExitStatus {
    let entries = ThemeCatalog(variable: console.variable).entries
    // All themes of a folder look there for their variants.
    let files = ListedFiles(SystemFiles())
    let themes = entries.map { ($0, background(of: $0, files, in: console)) }
    guard !json else {
      let list = themes.map { entry, background -> JSONOutput in
        [
          "name": .string(ArgumentText.shown(entry.name)), "path": .file(entry.path),
          "origin": .string(entry.origin.rawValue), "background": .string(background),
        ]
      }
      let result: JSONOutput = ["themes": .array(list)]
      try console.write(SafeText(result) + "\n")
      return .success
    }
    let names = entries.map { ArgumentText.label($0.name) }
    let widest = names.map { cellWidth(of: $0.string, rules: .clusters) }.max() ?? 0
    var text: SafeText = ""
    for (name, (entry, background)) in zip(names, themes) {
      text +=
        name
        + SafeText(repeating: " ", count: widest + 2 - cellWidth(of: name.string, rules: .clusters))
      text += .label(background) + SafeText(repeating: " ", count: 7 - background.count)
      text += ArgumentText.label(entry.path) + "\n"
    }
    try console.write(text)
    return .success
  }

  /// The background that a theme is for: `any` where it does not say, and where it has both.
  private func background(
    of entry: ThemeCatalog.Entry, _ files: ListedFiles, in console: Console
  ) -> String {
    let schemes = ColorScheme.allCases.map { scheme -> ColorScheme? in
      var environment = Environment()
      environment.colorScheme = scheme
      guard let source = try? SheetArgument.source(entry.path, entry, in: console) else {
        return nil
      }
      let sheet = StylesheetLoader(environment: environment, files: files).load(source)
      return sheet.scheme(in: environment)
    }
    guard let first = schemes[0], schemes.allSatisfy({ $0 == first }) else { return "any" }
    return first.rawValue
  }
}
