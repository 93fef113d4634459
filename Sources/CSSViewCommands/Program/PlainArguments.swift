import ArgumentParser

/// Reads the everyday calls of the commands that people wait for, without the argument parser.
///
/// The parser builds a model of a command with all its help before it looks at the first argument,
/// which takes ten times as long as to show a text. Here is no more than operands and options as
/// `--name value`. Whatever else there is, mistakes and help above all, is left to the parser,
/// which alone says what is right; a test holds the two against each other.
enum PlainArguments {
  /// The command with its arguments; nil where the parser has to look at them.
  static func command(_ arguments: [String]) -> (any ConsoleCommand)? {
    switch arguments.first {
    case "preview": read(arguments.dropFirst(), as: PreviewCommand.self)
    case "render": read(arguments.dropFirst(), as: RenderCommand.self)
    default: nil
    }
  }

  private static func read<Command: PlainCommand>(
    _ arguments: ArraySlice<String>, as _: Command.Type
  ) -> (any ConsoleCommand)? {
    var command = Command.plain
    var operands: [String] = []
    var rest = arguments
    while let argument = rest.popFirst() {
      if isOperand(argument) {
        operands.append(argument)
        continue
      }
      var option = PlainOption(
        name: argument, next: rest.first.flatMap { isOperand($0) ? $0 : nil })
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

/// A command that can also be read without the parser.
protocol PlainCommand: ConsoleCommand {
  /// The options with their default values, without operands: every property has its value.
  static var plain: Self { get }

  /// Takes an option. It is not plain where this is false.
  mutating func take(_ option: inout PlainOption) -> Bool

  /// Takes all operands. They are not plain where this is false.
  mutating func take(operands: [String]) -> Bool
}

/// An option, and what may be its value.
struct PlainOption {
  /// The option as it was given, with its dashes.
  let name: String

  /// The next argument; nil where that is an option itself, or where there is none.
  let next: String?

  /// True if the next argument was taken for the value.
  private(set) var usedNext = false

  init(name: String, next: String?) {
    self.name = name
    self.next = next
  }

  /// Puts the value into its place, if there is one that can be read.
  mutating func read(into place: inout some ExpressibleByArgument) -> Bool {
    var value: _? = place
    guard read(into: &value), let value else { return false }
    place = value
    return true
  }

  /// Puts the value into its place, if there is one that can be read.
  mutating func read<Value: ExpressibleByArgument>(into place: inout Value?) -> Bool {
    guard let next, let value = Value(argument: next) else { return false }
    place = value
    usedNext = true
    return true
  }

  /// Says that a flag was given.
  func set(_ flag: inout Bool) -> Bool {
    flag = true
    return true
  }
}
