import ArgumentParser

/// Help with the frequent options and two examples.
///
/// Options are hidden only while help is written, because the argument parser leaves hidden ones
/// out of completions, suggestions and messages about values, too.
enum HelpText {
  /// True while help without the rarer options is written.
  @TaskLocal static var isBrief = false

  /// The help for a command line without arguments.
  static var overview: String {
    completed($isBrief.withValue(true) { CSSViewCommand.helpMessage(columns: 80) })
  }

  /// The parser's text for an error, which may be a request for help.
  static func message(for error: any Error) -> String {
    let text = CSSViewCommand.fullMessage(for: error)
    guard text.hasPrefix("OVERVIEW: ") else { return text }
    let brief = $isBrief.withValue(true) { CSSViewCommand.fullMessage(for: error) }
    return completed(brief, hasMore: brief != text)
  }

  /// Adds the examples to a command's help, and a reference to the other options.
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

  /// The command whose help a text is, by its name, or nil for the whole program, and its examples.
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
  /// The visibility of an option that `--help` leaves out; `--help-hidden` and the man page have
  /// it.
  static var fullHelp: Self { HelpText.isBrief ? .hidden : .default }
}
