import ArgumentParser

/// The root of the command line.
struct CSSViewCommand: ParsableCommand {
  static let name = "cssview"

  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Style terminal text with CSS.",
    usage: """
      cssview [<options>] [<file> ...]
      cssview <command> ...
      """,
    discussion: """
      Without the name of a command, cssview shows files or standard input: logs, Markdown, HTML, \
      CSV, TSV and JSON. 'cssview show --help' lists the options for that.

      The other commands style your own messages: mark words with classes, and keep their look in \
      a stylesheet, CSS or JSON with the same properties. The result is text for the terminal, \
      HTML, SVG or PNG.

      <stylesheet> is a stylesheet file (*.css or *.json), '-' for standard input, or the name of a \
      theme; 'cssview themes' lists the themes.

      Exit status: 0 success; 1 'check' found errors, or 'browse' ended without a choice; 64 wrong \
      usage; 65 unusable input; 66 a file cannot be read; 69 or 78 'browse' has no usable \
      terminal; 73 or 74 the output cannot be written.
      """, version: Version.text,
    subcommands: [
      ShowCommand.self, PreviewCommand.self, RenderCommand.self, BrowseCommand.self,
      ExplainCommand.self, CheckCommand.self, SnoopCommand.self, ThemesCommand.self,
      SchemaCommand.self, ConvertCommand.self, ValueCommand.self, MeasureCommand.self,
      DoctorCommand.self,
    ], helpNames: .shortAndLong)

  static var names: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// Two command lines for the end of the help.
  static let examples = """
    cssview app.log
    cssview preview fjord "Tests: <span class=ok>12 passed</span>"
    """
}
