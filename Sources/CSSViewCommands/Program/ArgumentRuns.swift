/// Long runs of arguments as a few: what the argument parser needs for them grows with the square
/// of their number, and a shell's `*` makes thousands.
///
/// They are joined by a NUL, which no argument has, and parted again when they are parsed.
enum ArgumentRuns {
  private static let separator: Character = "\0"

  /// Fewer arguments are left alone.
  private static let fewest = 100

  /// The first ones of a run may be the value of an option, a sheet, or part of a message.
  private static let leftAlone = 3

  /// The arguments of a command, with long runs of operands and of one option joined.
  static func joined(_ arguments: [String], of command: any ManyArguments.Type) -> [String] {
    guard arguments.count > fewest else { return arguments }
    let options = Set(command.repeatedOptions)
    var result: [String] = []
    var operands = 0
    var hasOnlyOperands = false
    // The option whose value is the last of the result, and more may be joined to it.
    var open: String?
    var run: [String] = []
    func end() {
      if !run.isEmpty { result.append(run.joined(separator: String(separator))) }
      run = []
      open = nil
    }
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if hasOnlyOperands ? argument != "-" : !argument.hasPrefix("-") {
        if open != nil { end() }
        operands += 1
        if operands > leftAlone { run.append(argument) } else { result.append(argument) }
        continue
      }
      if !hasOnlyOperands, options.contains(argument), let value = rest.first,
        !value.hasPrefix("-"), command.isWhole(value, of: argument)
      {
        rest.removeFirst()
        if open != argument {
          end()
          result.append(argument)
          open = argument
        }
        run.append(value)
        operands = 0
        continue
      }
      end()
      operands = 0
      result.append(argument)
      if argument == "--" { hasOnlyOperands = true }
    }
    end()
    return result
  }

  /// The arguments that were joined to one.
  static func parted(_ argument: String) -> [String] {
    argument.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

/// A command that takes any number of arguments.
protocol ManyArguments: ConsoleCommand {
  /// The options that may be given several times.
  static var repeatedOptions: [String] { get }

  /// Key paths of the arguments that may have been joined.
  static var argumentLists: [WritableKeyPath<Self, [String]>] { get }
}

extension ManyArguments {
  static var repeatedOptions: [String] { [] }

  /// Parts what was joined.
  mutating func partArguments() {
    for list in Self.argumentLists {
      self[keyPath: list] = self[keyPath: list].flatMap(ArgumentRuns.parted)
    }
  }

  /// True unless the parser will find fault with the value of an option, which it shows then.
  fileprivate static func isWhole(_ value: String, of option: String) -> Bool {
    option != "--set" || NamedValue(argument: value) != nil
  }
}
