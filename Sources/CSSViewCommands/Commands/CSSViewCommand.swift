import ArgumentParser

/// The root of the command line.
struct CSSViewCommand: ParsableCommand {
  /// The name of the program.
  static let name = "cssview"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Shows text styled by stylesheets, on the terminal.",
    discussion: """
      Try: cssview preview theme.json "Hi <span class=bold>Bob</span>"

      SHEET is a file: *.json holds a dictionary of selectors, *.css holds CSS; '-' is standard \
      input. Or it is the name of a theme: cssview preview fjord "Hi"; 'cssview themes' lists them.

      Exit codes: 0 success, 1 findings of check, 64 usage, 65 unusable input, 66 a file that \
      cannot be read, 73 and 74 output that cannot be created or written.
      """,
    version: Version.text,
    subcommands: [
      PreviewCommand.self, RenderCommand.self, BrowseCommand.self, ExplainCommand.self,
      CheckCommand.self, SnoopCommand.self, ThemesCommand.self, SchemaCommand.self,
      ConvertCommand.self, ValueCommand.self, MeasureCommand.self, DoctorCommand.self,
    ],
    helpNames: .shortAndLong)
}
