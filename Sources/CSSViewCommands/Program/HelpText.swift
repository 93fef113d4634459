import ArgumentParser

/// Help as people read it: the options they use, then two examples.
///
/// The argument parser leaves an option that it hides out of completions, suggestions and its
/// messages about values, too. So options are hidden only while help is written.
enum HelpText {
  /// True while help without the rarer options is written.
  @TaskLocal static var isBrief = false

  /// The help for a command line without arguments.
  static var overview: String {
    completed($isBrief.withValue(true) { CSSViewCommand.helpMessage(columns: 80) })
  }

  /// Returns the parser's text about an error, which may be a request for help.
  static func message(for error: any Error) -> String {
    let text = CSSViewCommand.fullMessage(for: error)
    guard text.hasPrefix("OVERVIEW: ") else { return text }
    let brief = $isBrief.withValue(true) { CSSViewCommand.fullMessage(for: error) }
    return completed(brief, hasMore: brief != text)
  }

  /// Adds to a command's help where the other options are, and the examples.
  private static func completed(_ text: String, hasMore: Bool = false) -> String {
    guard let command = command(of: text) else { return text }
    var text = text
    while text.last == "\n" { text.removeLast() }
    if let name = command.name {
      if hasMore {
        text += "\n\n  See 'cssview \(name) --help-hidden' or 'man cssview-\(name)'"
        text += " for all options."
      }
    } else {
      text += "\n  See 'man cssview' for all options, 'man cssview-stylesheet' for properties."
    }
    text += "\n\nEXAMPLES:"
    for line in command.examples.split(separator: "\n") { text += "\n  \(line)" }
    return text
  }

  /// The command whose help a text is, by its name, nil for the program as a whole, and its
  /// examples.
  private static func command(of text: String) -> (name: String?, examples: String)? {
    guard let usage = text.firstRange(of: "USAGE: \(CSSViewCommand.name) ") else { return nil }
    // The name of the command `show` may be left out.
    let name = text[usage.upperBound...].prefix { !$0.isWhitespace }.filter { !"[]".contains($0) }
    if name == "<options>" { return (nil, CSSViewCommand.examples) }
    let commands = CSSViewCommand.configuration.subcommands
    guard
      let command = commands.first(where: { $0.configuration.commandName == name })
        as? any ConsoleCommand.Type
    else { return nil }
    return (name, command.examples)
  }
}

extension ArgumentVisibility {
  /// Visibility of an option that `--help` leaves out; `--help-hidden` and the man page list it.
  static var fullHelp: Self { HelpText.isBrief ? .hidden : .default }
}
