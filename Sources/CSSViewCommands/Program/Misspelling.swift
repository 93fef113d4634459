import ArgumentParser
import Diagnostics
import OperatingSystem
import StyledText

/// Arguments that the parser would misread: unknown commands, and long options with one dash, which
/// it reads as many short ones, among them that for help.
enum Misspelling {
  /// Returns the message about arguments; nil if the parser writes it.
  static func message(_ arguments: [String], in console: Console) -> String? {
    guard let first = arguments.first else { return nil }
    let commands = CSSViewCommand.configuration.subcommands
    guard let command = commands.first(where: { $0.configuration.commandName == first }) else {
      if first == "help", let name = arguments.dropFirst().first, !name.hasPrefix("-"),
        !commands.contains(where: { $0.configuration.commandName == name }), name != "help"
      {
        return unknownCommand(name, in: console)
      }
      return first.hasPrefix("-") || first == "help" ? nil : unknownCommand(first, in: console)
    }
    return arguments.dropFirst().lazy.compactMap { oneDash($0, of: command) }.first
  }

  private static func unknownCommand(_ name: String, in console: Console) -> String {
    let shown = ArgumentText.label(name.limited(toBytes: 200))
    let names = CSSViewCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    if let near = nearestName(to: name, in: names) {
      return "no command is called '\(shown)'; did you mean '\(near)'?"
    }
    let isSheet =
      SheetFolder.hasExtension(name) || ThemeCatalog(variable: console.variable).entry(name) != nil
    return "no command is called '\(shown)'; "
      + (isSheet
        ? "a sheet comes after one: cssview preview \(ShellText.quoted(shown.string)) 'Hi'"
        : "'cssview --help' lists them")
  }

  private static func oneDash(_ argument: String, of command: any ParsableCommand.Type) -> String? {
    let name = argument.dropFirst().prefix { $0 != "=" }
    guard argument.hasPrefix("-"), name.count > 1, name.first != "-", name.contains("h"),
      !name.allSatisfy({ $0 == "h" || $0 == "q" })
    else { return nil }
    let help = command.helpMessage(columns: 200)
    // The rest of that one is a file.
    if name.first == "o", help.contains("-o, ") { return nil }
    let isKnown = help.contains("--\(name) ")
    let hint =
      isKnown
      ? "; did you mean '--\(name)'?"
      : name.contains(" ") ? "; '--' comes before a text that begins with '-'" : ""
    return "unknown option '\(ArgumentText.label(String(argument.prefix(60))))'" + hint
  }
}
