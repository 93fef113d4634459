import ArgumentParser
import Diagnostics
import OperatingSystem
import StyleValues
import StyledText
import Styling
import TerminalOutput

/// Parses frequent command lines without the argument parser.
///
/// The parser first builds a model of a command with all its help, which takes ten times as long as
/// showing a text. This one only reads operands and options as `--name value`. Everything else,
/// errors and help above all, is left to the parser, which alone decides what is valid; a test
/// compares the two.
enum SimpleArguments {
  /// The command with its arguments; nil if the parser has to read them.
  static func command(_ arguments: [String]) -> (any ConsoleCommand)? {
    switch arguments.first {
    case "preview": read(arguments.dropFirst(), as: PreviewCommand.self)
    case ShowCommand.name: read(arguments.dropFirst(), as: ShowCommand.self)
    case "render": read(arguments.dropFirst(), as: RenderCommand.self)
    default: nil
    }
  }

  private static func read<Command: SimpleCommand>(
    _ arguments: ArraySlice<String>, as _: Command.Type
  ) -> (any ConsoleCommand)? {
    var command = Command.defaults
    var operands: [String] = []
    var rest = arguments
    while let argument = rest.popFirst() {
      if isOperand(argument) {
        operands.append(argument)
        continue
      }
      var option = SimpleOption(
        name: argument, next: rest.first.flatMap { isOperand($0) ? $0 : nil },
        following: rest.first)
      guard command.take(&option) else { return nil }
      if option.usedNext { rest.removeFirst() }
    }
    guard command.take(operands: operands), (try? command.validate()) != nil else { return nil }
    return command
  }

  private static func isOperand(_ argument: String) -> Bool {
    argument == "-" || argument.utf8.first != UInt8(ascii: "-")
  }
}

extension ParsableArguments {
  /// The arguments with the values set by a closure.
  static func with(_ set: (inout Self) -> Void) -> Self {
    var arguments = Self()
    set(&arguments)
    return arguments
  }

  /// Rejects a stylesheet and a text that are both standard input.
  func refuseSharedInput(if isShared: Bool) throws {
    guard isShared else { return }
    throw ValidationError("the stylesheet and the text cannot both be standard input")
  }
}

/// A command that can also be parsed without the argument parser.
protocol SimpleCommand: ConsoleCommand {
  /// The default options without operands: every property has a value.
  static var defaults: Self { get }

  /// Reads an option; returns false if the parser has to.
  mutating func take(_ option: inout SimpleOption) -> Bool

  /// Reads all operands; returns false if the parser has to.
  mutating func take(operands: [String]) -> Bool
}

/// An option with its possible value.
struct SimpleOption {
  /// With its dashes.
  let name: String

  /// The next argument; nil if there is none or it is an option.
  let next: String?

  /// The next argument, also if it is an option.
  let following: String?

  /// True if the next argument was used as the value.
  private(set) var usedNext = false

  /// Stores the next argument, which may begin with dashes.
  mutating func readText(into target: inout String?) -> Bool {
    guard let following else { return false }
    target = following
    usedNext = true
    return true
  }

  /// Stores the value, if it is valid.
  mutating func read(into target: inout some ExpressibleByArgument) -> Bool {
    var value: _? = target
    guard read(into: &value), let value else { return false }
    target = value
    return true
  }

  /// Stores the value, if it is valid.
  mutating func read<Value: ExpressibleByArgument>(into target: inout Value?) -> Bool {
    guard let next, let value = Value(argument: next) else { return false }
    target = value
    usedNext = true
    return true
  }

  /// Appends the next argument, if there is one.
  mutating func read(into list: inout [String]) -> Bool {
    guard let next else { return false }
    list.append(next)
    usedNext = true
    return true
  }

  func set(_ flag: inout Bool) -> Bool {
    flag = true
    return true
  }
}

/// Arguments that the parser would misread: unknown commands, and long options with one dash, which
/// it reads as many short ones, such as that for help.
enum Misspelling {
  /// The message about a first word that is no file and plainly meant as a command; nil for files.
  static func command(_ arguments: [String], in console: Console) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-"), !FileRefusal.exists(word),
      nearestName(to: word, in: CSSViewCommand.names) != nil
    else { return nil }
    return FileRefusal.message(word, in: console)
  }

  /// The message about arguments; nil if the parser writes it.
  static func message(_ arguments: [String], in console: Console) -> String? {
    guard let first = arguments.first else { return nil }
    let commands = CSSViewCommand.configuration.subcommands
    guard let command = commands.first(where: { $0.configuration.commandName == first }) else {
      if first == "help", let name = arguments.dropFirst().first, !name.hasPrefix("-"),
        !commands.contains(where: { $0.configuration.commandName == name }), name != "help"
      {
        return unknownCommand(name)
      }
      return nil
    }
    return zip(arguments, arguments.dropFirst()).lazy.compactMap { before, argument in
      HostOptions.textOptions.contains(before) ? nil : oneDash(argument, of: command)
    }.first
  }

  /// The parser's message in the form of all others: `what is wrong; what to do`.
  static func plain(_ line: String) -> String {
    let words = [
      (". Please provide one of the following", "; use one of"),
      (". Please provide one of", "; use"),
      (". Did you mean", "; did you mean"), ("Missing expected argument", "missing argument"),
      ("The value '", "invalid value '"), ("' is invalid for '", "' for '"),
    ]
    var line = words.reduce(line) { $0.replacing($1.0, with: $1.1) }
    if line.last == "." { line.removeLast() }
    line = line.prefix(1).lowercased() + line.dropFirst()
    if let found = line.wholeMatch(of: #/the option '(.+?)' does not .*, but '(.*)' was specified/#)
    {
      return "'\(found.1)' takes no value; remove '=\(found.2)'"
    }
    guard
      let found = line.wholeMatch(of: #/(invalid value '(.*)' for '--([a-z-]+) <.*>')(; use .*)?/#)
    else { return line }
    if found.3 == "set" { return "'\(found.2)' has no '='; write NAME=TEXT" }
    return found.1
      + (found.4.map { String($0).replacing("' and '", with: "' or '") }
        ?? valueHint(String(found.2), of: String(found.3)))
  }

  /// The end of the message about an invalid value of an option, whose name may lack its dashes.
  static func valueHint(_ value: String, of option: String) -> String {
    let (words, range): ([String], String) =
      switch option {
      case "width", "height": ([], "1 to 10000")
      case "readable": (["AA", "AAA", "none"], "AA, AAA, 1 to 21 or none")
      case "background": (["auto", "dark", "light"], "auto, dark, light, both or a colour")
      case "content-size", "contentSize":
        (ContentSize.names, "XS to XXXL, AX1 to AX5, or a factor above 0")
      case "color":
        (ColorOption.allValueStrings, EnumerationNames.list(ColorOption.allValueStrings))
      case "dialect":
        (Dialect.allCases.map(\.rawValue), EnumerationNames.list(Dialect.allCases.map(\.rawValue)))
      default: ([], "")
      }
    if let near = nearestName(to: value, in: words) { return hint(at: near) }
    return range.isEmpty ? "" : "; use \(range)"
  }

  /// The message about the first unknown option of a command.
  static func unknownOption(_ arguments: [String]) -> String? {
    let command = CSSViewCommand.configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    guard let command else {
      return arguments.contains("-v") ? "unknown option '-v'; use '--version'" : nil
    }
    let options = arguments.prefix { $0 != "--" }
    return zip(options, options.dropFirst()).lazy.compactMap { before, option in
      HostOptions.textOptions.contains(before) ? nil : unknownOption(option, of: command)
    }.first
  }

  /// A hint about text that looks like an option.
  private static let beforeText = "; put -- before text that begins with '-'"

  /// Options of other programs, with hints.
  private static let foreignOptions = [
    "follow": "to follow a file: tail -f FILE | cssview", "pager": "use '--paging'",
    "no-pager": "use '--paging never'", "theme": "the theme is the first argument",
    "no-color": "use '--color never'", "colour": "use '--color'",
    "light": "use '--background light'", "dark": "use '--background dark'",
    "file": "to read a file: < FILE",
  ]

  /// A hint about an unknown option that is similar to a known one or has the same meaning.
  private static func unknownOption(
    _ argument: String, of command: any ParsableCommand.Type
  ) -> String? {
    if argument == "-v" { return "unknown option '-v'; use 'cssview --version'" }
    if argument == "-f" { return "unknown option '-f'; \(foreignOptions["follow"] ?? "")" }
    guard argument.hasPrefix("-"), argument.count > 1 else { return nil }
    let shown = ArgumentText.label(String(argument.prefix(60)))
    if argument.prefix(while: { $0 != "=" }).contains(" ") {
      return "unknown option '\(shown)'" + beforeText
    }
    guard argument.hasPrefix("--") else { return nil }
    let name = String(argument.dropFirst(2).prefix { $0 != "=" })
    let words = command.helpMessage(includeHidden: true, columns: 200).split {
      " ,[\n".contains($0)
    }
    let names = words.filter { $0.hasPrefix("--") }
      .map { String($0.dropFirst(2).prefix { $0.isLetter || $0.isNumber || $0 == "-" }) }
    guard !names.contains(name) else { return nil }
    if let meaning = foreignOptions[name] { return "unknown option '\(shown)'; \(meaning)" }
    let near = nearestName(to: name, in: Set(names).sorted())
    return "unknown option '\(shown)'"
      + (near.map { "; did you mean '--\($0)'?" }
        ?? "; to list all options: cssview \(command.configuration.commandName ?? "") --help-hidden")
  }

  private static func unknownCommand(_ name: String) -> String {
    let shown = ArgumentText.label(name.limited(toBytes: 200))
    return "unknown command '\(shown)'"
      + (nearestName(to: name, in: CSSViewCommand.names).map { hint(at: $0) }
        ?? "; to list the commands: cssview --help")
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
    let hint = isKnown ? "; did you mean '--\(name)'?" : name.contains(" ") ? beforeText : ""
    return "unknown option '\(ArgumentText.label(String(argument.prefix(60))))'" + hint
  }
}
